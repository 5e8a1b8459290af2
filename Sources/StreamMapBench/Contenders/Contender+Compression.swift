import Foundation
import StreamMap
import StreamMapCompression

extension Contender {
  /// StreamMap over a gzip file, and zlib alone over the same file.
  static func compressed<Root: Model>(_ model: Root.Type) -> [Contender] { [gzip(model), inflate] }

  /// `file` with decompression on a second thread.
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

  /// Decompression by zlib without mapping.
  private static var inflate: Contender {
    Contender(name: "inflate", validation: "nothing", mapsValues: false) { corpus, _ in
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: corpus.compressedPath())))
      guard try Gzip.inflatedCount(bytes.span) == corpus.bytes.count else {
        throw GzipFailure(description: "zlib returned a wrong number of bytes")
      }
      return Outcome(records: corpus.count, checksum: nil)
    }
  }
}
