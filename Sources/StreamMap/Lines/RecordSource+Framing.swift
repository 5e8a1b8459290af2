// SAFETY: the framer shares the source's index; whoever makes one here holds the source as
// long as the framer.
extension RecordSource {
  /// A framer for bytes that come one after the other.
  func makeFramer() -> LineFramer {
    unsafe LineFramer(limit: limits.record, index: index)
  }

  /// A framer for bytes that are all there, and outlive it.
  func makeFramer(borrowing bytes: UnsafePointer<UInt8>, _ count: Int) -> LineFramer {
    unsafe LineFramer(borrowing: bytes, count, limit: limits.record, index: index)
  }
}
