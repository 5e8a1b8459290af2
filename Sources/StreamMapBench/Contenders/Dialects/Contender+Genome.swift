import GenomeDialect
import StreamMap

extension Contender {
  /// Genome's models of tweets: lines in memory.
  static let genomeTweets = Contender(name: "genome-dialect", validation: "full") { corpus, checksum in
    try JSONLines(bytes: corpus.bytes, mapping: GenomeTweet.self).forEach { tweet, _ in
      tweet.add(to: &checksum)
      checksum.endRecord()
    }
  }

  /// Genome's models of lines of a log: lines in memory.
  static let genomeLogs = Contender(name: "genome-dialect", validation: "full") { corpus, checksum in
    try JSONLines(bytes: corpus.bytes, mapping: GenomeLogLine.self).forEach { line, _ in
      line.add(to: &checksum)
      checksum.endRecord()
    }
  }
}
