// Records that are no lines.
extension LineReader {
  /// Reads the next record that is in memory; nil if there is none.
  @inline(never)
  func buffered(_ values: ValueFramer) throws(MappingError) -> RecordPlace? {
    let place =
      switch models {
      case .mapped(let cursor): try decoder.next(of: values, by: cursor.source)
      case .decoded(let reader):
        try decoder.next(of: values) { bytes, indexed, allowsByteOrderMark in
          reader.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
        }
      }
    if place != nil, case .mapped(let cursor) = models { cursor.attach(key: values.key) }
    // Whatever the input still has.
    if values.hasEnded { isAtEnd = true }
    return place
  }
}

extension LineReader.Models {
  func makeFramer(_ framing: Framing, limits: Limits) -> ValueFramer {
    switch self {
    case .mapped(let cursor): cursor.source.makeFramer(framing)
    case .decoded: ValueFramer(framing, limits: limits.clamped, validates: true)
    }
  }
}
