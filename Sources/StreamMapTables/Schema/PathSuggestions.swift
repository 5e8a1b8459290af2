import StreamMap

/// Suggests known paths for misspelt ones.
package struct PathSuggestions {
  private let known: [RecordPath]

  package init(_ schema: InferredSchema) {
    known = schema.entries.map(\.path)
  }

  /// Returns the probable path for a missing one. Nil if no path is similar, or if only an index is out of range.
  package func suggestion(for path: RecordPath) -> String? {
    let alike = known.filter { $0.segments.count == path.segments.count }
    let wanted = Self.text(of: path.segments.map(\.withoutIndex))
    let texts = alike.map { Self.text(of: $0.segments) }
    guard !texts.contains(wanted) else { return nil }
    guard let nearest = Suggestion.nearest(to: wanted, among: texts),
      let found = texts.firstIndex(of: nearest)
    else {
      // The beginning of the path may be missing, as in sku for items[*].sku.
      let longer = known.filter {
        $0.segments.count > path.segments.count
          && $0.segments.suffix(path.segments.count).elementsEqual(path.segments)
      }
      return longer.count == 1 ? Self.text(of: longer[0].segments) : nil
    }
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
}

extension RecordPath.Segment {
  fileprivate var withoutIndex: RecordPath.Segment {
    if case .index = self { .everyElement } else { self }
  }
}
