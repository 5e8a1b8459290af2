// Suggests a path for a column that no record has. The suggestion is a path of the first records.

import StreamMap
import StreamMapCompression

struct ColumnHints {
  /// The number of bytes that are searched for paths.
  static let sampleSize = 1 << 20

  private let known: [RecordPath]

  /// - Parameters:
  ///   - sample: the first bytes of an input, which may be compressed.
  ///   - framing: the framing of the input, or nil to detect it.
  init(of sample: [UInt8], _ framing: Framing?) {
    let text = Self.plain(sample)
    guard let mapping = try? InferredSchema.mapping() else {
      known = []
      return
    }
    var lines = JSONLines(bytes: text, as: mapping)
    lines.framing = framing ?? Framing.detect(in: text.span) ?? .lines
    // The sample may end in the middle of a record.
    lines.onError = .skip { _, _ in }
    var schema = InferredSchema()
    try? lines.forEach { record, _ in schema.add(record) }
    known = schema.entries.map(\.path)
  }

  /// Returns the probable path for a missing one. Nil if no path is similar, or if only an index is out of range.
  func suggestion(for path: RecordPath) -> String? {
    let alike = known.filter { $0.segments.count == path.segments.count }
    let wanted = Self.text(of: path.segments.map(\.withoutIndex))
    let texts = alike.map { Self.text(of: $0.segments) }
    guard !texts.contains(wanted), let nearest = Suggestion.nearest(to: wanted, among: texts),
      let found = texts.firstIndex(of: nearest)
    else { return nil }
    // Indexes of the given path are kept.
    return Self.text(
      of: zip(path.segments, alike[found].segments).map { own, other in
        other == .everyElement && own.withoutIndex == other ? own : other
      })
  }

  private static func text(of segments: [RecordPath.Segment]) -> String {
    var text = PathText()
    for segment in segments { text.append(segment) }
    return text.description
  }

  /// Returns the decompressed text, as far as the sample reaches.
  private static func plain(_ sample: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    guard let reader = try? DecompressingReader(.bytes(sample), .automatic) else { return text }
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while text.count < sampleSize, let count = try? reader.read(into: &block), count > 0 {
      text += block[..<count]
    }
    return text
  }
}

extension RecordPath.Segment {
  fileprivate var withoutIndex: RecordPath.Segment {
    if case .index = self { .everyElement } else { self }
  }
}
