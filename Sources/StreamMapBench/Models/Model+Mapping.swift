import StreamMap

// Every value is required unless it is optional, as for the other contenders.

extension TweetValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.createdAt, "created_at", .required)
      Field(\.text, "text", .required)
      Field(\.userID, "user.id", .required)
      Field(\.screenName, "user.screen_name", .required)
      Field(\.followers, "user.followers_count", .required)
      Field(\.isVerified, "user.verified", .required)
      Field(\.retweets, "retweet_count", .required)
      Field(\.favorites, "favorite_count", .required)
      Field(\.language, "lang")
    }
  }
}

extension SparseTweetValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.screenName, "user.screen_name", .required)
      Field(\.language, "lang")
    }
  }
}

extension EventValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.type, "type", .required)
      Field(\.actor, "actor.login", .required)
      Field(\.repository, "repo.name", .required)
      Field(\.createdAt, "created_at", .required)
      Field(\.isPublic, "public", .required)
    }
  }
}

extension LogLineValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.time, "ts", .required)
      Field(\.level, "level", .required)
      Field(\.service, "service", .required)
      Field(\.host, "host", .required)
      Field(\.traceID, "trace_id")
      Field(\.latency, "latency_ms", .required)
      Field(\.status, "status", .required)
      Field(\.bytes, "bytes", .required)
      Field(\.path, "path", .required)
      Field(\.isOK, "ok", .required)
    }
  }
}

extension TrackValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    let point = try TrackPoint.makeMapping()
    return try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.name, "name", .required)
      Field(\.points, "points", mapping: point, .required)
    }
  }
}

extension ArticleValues {
  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.title, "title", .required)
      Field(\.body, "body", .required)
    }
  }
}
