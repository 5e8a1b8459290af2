import Foundation
import StreamMap
import StreamMapCompression

extension Contender {
  /// StreamMap over a file that gzip has compressed, and what zlib alone takes for it.
  static func compressed<Root: Model>(_ model: Root.Type) -> [Contender] { [gzip(model), inflate] }

  /// As `file`, decompressed beside the mapping.
  private static func gzip<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "gzip", validation: "full") { corpus, checksum in
      var lines = JSONLines(path: try corpus.compressedPath(), as: try Root.makeMapping())
      lines.decompression = .gzip
      try lines.forEach { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  /// zlib's inflate, and nothing done with what it gives.
  private static var inflate: Contender {
    Contender(name: "inflate", validation: "nothing", mapsValues: false) { corpus, _ in
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: corpus.compressedPath())))
      guard try Gzip.inflatedCount(bytes.span) == corpus.bytes.count else {
        throw GzipFailure(description: "zlib gave another number of bytes")
      }
      return Outcome(records: corpus.count, checksum: nil)
    }
  }
}
