// SAFETY: each framer has an index of its own, which it frees: a cursor may read a record, or
// other lines, while it is reading lines.
extension RecordSource {
  /// A framer for bytes that come one after the other.
  func makeFramer(_ framing: Framing) -> RecordFramer {
    boundIndex()
    guard framing == .lines else {
      return .values(unsafe ValueFramer(framing, limits: limits, validates: index?.pointee.validates))
    }
    return .lines(unsafe LineFramer(limit: limits.record, index: makeIndex()))
  }

  /// A framer for bytes that are all there, and outlive it.
  func makeFramer(borrowing bytes: UnsafePointer<UInt8>, _ count: Int) -> LineFramer {
    boundIndex()
    return unsafe LineFramer(borrowing: bytes, count, limit: limits.record, index: makeIndex())
  }
}
