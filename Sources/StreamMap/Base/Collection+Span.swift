extension Collection<UInt8> {
  /// Passes the bytes to a closure as a span. Bytes that are not contiguous in memory are copied once.
  @inlinable @inline(__always)
  func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the span ends with the call that borrows the storage.
    let result = withContiguousStorageIfAvailable { buffer in
      Swift.Result { () throws(Failure) in unsafe try body(Span(_unsafeElements: buffer)) }
    }
    if let result { return try result.get() }
    return try body(Array(self).span)
  }
}

extension [UInt8] {
  /// Creates an array with a copy of bytes.
  init(copying bytes: Span<UInt8>) {
    self = []
    append(bytes)
  }
}
