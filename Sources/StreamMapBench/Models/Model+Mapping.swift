import StreamMap

// Every value but an optional one is required, as it is for the other contenders.

extension Tweet {
  static func makeMapping() throws(PathError) -> Mapping<Tweet> {
    try Mapping(Tweet()) {
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

extension SparseTweet {
  static func makeMapping() throws(PathError) -> Mapping<SparseTweet> {
    try Mapping(SparseTweet()) {
      Field(\.id, "id", .required)
      Field(\.screenName, "user.screen_name", .required)
      Field(\.language, "lang")
    }
  }
}

extension Event {
  static func makeMapping() throws(PathError) -> Mapping<Event> {
    try Mapping(Event()) {
      Field(\.id, "id", .required)
      Field(\.type, "type", .required)
      Field(\.actor, "actor.login", .required)
      Field(\.repository, "repo.name", .required)
      Field(\.createdAt, "created_at", .required)
      Field(\.isPublic, "public", .required)
    }
  }
}

extension LogLine {
  static func makeMapping() throws(PathError) -> Mapping<LogLine> {
    try Mapping(LogLine()) {
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

extension Track {
  static func makeMapping() throws(PathError) -> Mapping<Track> {
    let point = try Mapping(Point()) {
      Field(\.x, "[0]", .required)
      Field(\.y, "[1]", .required)
    }
    return try Mapping(Track()) {
      Field(\.id, "id", .required)
      Field(\.name, "name", .required)
      Field(\.points, "points", mapping: point, .required)
    }
  }
}

extension Article {
  static func makeMapping() throws(PathError) -> Mapping<Article> {
    try Mapping(Article()) {
      Field(\.id, "id", .required)
      Field(\.title, "title", .required)
      Field(\.body, "body", .required)
    }
  }
}
