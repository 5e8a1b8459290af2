import AlterDialect

/// A model whose properties Alter maps. Its `Mapped` has the benchmark's protocol beside it.
protocol AlterModel: Alterable {}

extension AlterModel {
  /// A property without a value is an error, as it is for the other contenders.
  var decodeStrategy: DecodeStrategy { .throwErrorOnUnknownKey }
  var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .throwError }
}

/// `Tweet` as Alter has it.
struct AlterTweet: AlterModel, TweetFields {
  @AlterDialect.Mapped var id = 0
  @AlterDialect.Mapped(key: "created_at") var createdAt = ""
  @AlterDialect.Mapped var text = ""
  @AlterDialect.Mapped(key: "user.id") var userID = 0
  @AlterDialect.Mapped(key: "user.screen_name") var screenName = ""
  @AlterDialect.Mapped(key: "user.followers_count") var followers = 0
  @AlterDialect.Mapped(key: "user.verified") var isVerified = false
  @AlterDialect.Mapped(key: "retweet_count") var retweets = 0
  @AlterDialect.Mapped(key: "favorite_count") var favorites = 0
  @AlterDialect.Mapped(key: "lang") var language: String? = nil
}

/// `LogLine` as Alter has it.
struct AlterLogLine: AlterModel, LogLineFields {
  @AlterDialect.Mapped(key: "ts") var time = ""
  @AlterDialect.Mapped var level = ""
  @AlterDialect.Mapped var service = ""
  @AlterDialect.Mapped var host = ""
  @AlterDialect.Mapped(key: "trace_id") var traceID: String? = nil
  @AlterDialect.Mapped(key: "latency_ms") var latency = 0.0
  @AlterDialect.Mapped var status = 0
  @AlterDialect.Mapped var bytes = 0
  @AlterDialect.Mapped var path = ""
  @AlterDialect.Mapped(key: "ok") var isOK = false
}
