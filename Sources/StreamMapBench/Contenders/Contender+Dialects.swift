import AlterDialect
import DynamicMapperDialect
import GenomeDialect
import ObjectMapperDialect
import StreamMap
import TinyMappingDialect

extension Contender {
  /// StreamMap with unchanged models of other mapping libraries, for `tweets`.
  static let tweetDialects = [
    dialect("objectmapper") { JSONLines(.bytes($0), mapping: ObjectMapperTweet.self) },
    dialect("genome") { JSONLines(.bytes($0), mapping: GenomeTweet.self) },
    dialect("alter") { JSONLines(.bytes($0), mapping: AlterTweet.self) },
    dialect("dynamicmapper") { JSONLines(.bytes($0), mapping: DynamicMapperTweet.self) },
    dialect("tinymapping") { JSONLines(.bytes($0), mapping: TinyTweet.self) },
  ]

  /// StreamMap with unchanged models of other mapping libraries, for `logs`.
  static let logDialects = [
    dialect("objectmapper") { JSONLines(.bytes($0), mapping: ObjectMapperLogLine.self) },
    dialect("genome") { JSONLines(.bytes($0), mapping: GenomeLogLine.self) },
    dialect("alter") { JSONLines(.bytes($0), mapping: AlterLogLine.self) },
    dialect("dynamicmapper") { JSONLines(.bytes($0), mapping: DynamicMapperLogLine.self) },
    dialect("tinymapping") { JSONLines(.bytes($0), mapping: TinyLogLine.self) },
  ]

  /// Creates a contender that maps lines in memory.
  private static func dialect<Root: Checksummed>(
    _ name: String, _ lines: @escaping @Sendable ([UInt8]) -> JSONLines<Root>
  ) -> Contender {
    Contender(name: "\(name)-dialect", validation: "full") { corpus, checksum in
      try lines(corpus.bytes).forEach { root, _ in
        try root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}
