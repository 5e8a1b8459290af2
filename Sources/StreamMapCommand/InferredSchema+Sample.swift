// Infers a schema of the first bytes of an input, to suggest paths for columns that no record has.

import StreamMap
import StreamMapTables
import StreamMapCompression

extension InferredSchema {
  /// The number of bytes that are searched for paths.
  static var sampleSize: Int { 1 << 20 }

  /// - Parameters:
  ///   - sample: the first bytes of an input, which may be compressed.
  ///   - framing: the framing of the input, or nil to detect it.
  ///   - options: the options of the run.
  init(of sample: [UInt8], _ framing: Framing?, _ options: Options) {
    self.init(bounds: .ofFirstRecords)
    let text = Self.plain(sample, options.decompression)
    guard let mapping = try? InferredSchema.mapping(keepsRows: false) else { return }
    var lines = JSONLines(.bytes(text), as: mapping)
    lines.framing = framing ?? Framing.detect(in: text.span) ?? .lines
    lines.options.extensions = options.lenient
    // The sample may end in the middle of a record.
    lines.onError = .skip { _, _ in }
    try? lines.forEach { record, _ in add(record) }
  }

  /// Returns the decompressed text, as far as the sample reaches.
  static func plain(_ sample: [UInt8], _ decompression: Decompression) -> [UInt8] {
    var text: [UInt8] = []
    guard let reader = try? DecompressingReader(.bytes(sample), decompression) else { return text }
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while text.count < sampleSize, let count = try? reader.read(into: &block), count > 0 {
      text += block[..<count]
    }
    return text
  }
}
