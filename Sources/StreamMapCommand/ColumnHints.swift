// What a column that no record has may have been meant to be: a path that the first records have.

import StreamMap
import StreamMapCompression

struct ColumnHints {
  /// How much of an input is looked at.
  static let sampleSize = 1 << 20

  private let known: [Path]

  /// - Parameters:
  ///   - sample: the beginning of an input, which may be compressed.
  ///   - framing: how records stand in it; nil to find that out, too.
  init(of sample: [UInt8], _ framing: Framing?) {
    let text = Self.plain(sample)
    guard let mapping = try? Schema.mapping() else {
      known = []
      return
    }
    var lines = JSONLines(bytes: text, as: mapping)
    lines.framing = framing ?? Framing.detect(in: text.span) ?? .lines
    // The sample may end within a record.
    lines.onError = .skip { _, _ in }
    var schema = Schema()
    try? lines.forEach { record, _ in schema.add(record) }
    known = schema.entries.map(\.path)
  }

  /// The path that a missing one was probably meant to be; nil if none is near, or only an index is beyond the end.
  func suggestion(for path: Path) -> String? {
    let alike = known.filter { $0.segments.count == path.segments.count }
    let wanted = Self.text(of: path.segments.map(\.withoutIndex))
    let texts = alike.map { Self.text(of: $0.segments) }
    guard !texts.contains(wanted), let nearest = Suggestion.nearest(to: wanted, among: texts),
      let found = texts.firstIndex(of: nearest)
    else { return nil }
    // The indexes are as they were asked for.
    return Self.text(
      of: zip(path.segments, alike[found].segments).map { own, other in
        other == .everyElement && own.withoutIndex == other ? own : other
      })
  }

  private static func text(of segments: [Path.Segment]) -> String {
    var text = PathText()
    for segment in segments { text.append(segment) }
    return text.description
  }

  /// As much of the plain text as the sample has.
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

extension Path.Segment {
  fileprivate var withoutIndex: Path.Segment {
    if case .index = self { .everyElement } else { self }
  }
}
