import StreamMap
import TinyMappingDialect

extension Contender {
  /// TinyMappingModel's models of tweets.
  static let tinyMappingTweets = Contender(name: "tinymapping-dialect", validation: "full") {
    corpus, checksum in
    try JSONLines(bytes: corpus.bytes, mapping: TinyTweet.self).forEach { tweet, _ in
      try tweet.add(to: &checksum)
      checksum.endRecord()
    }
  }

  /// Its models of log lines.
  static let tinyMappingLogs = Contender(name: "tinymapping-dialect", validation: "full") {
    corpus, checksum in
    try JSONLines(bytes: corpus.bytes, mapping: TinyLogLine.self).forEach { line, _ in
      line.add(to: &checksum)
      checksum.endRecord()
    }
  }
}
