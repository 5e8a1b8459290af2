import StreamMap

// SAFETY: a model is added to a checksum during the call that passes its record, and is not stored.
extension BorrowedText: @unsafe MappedText {
  @inline(__always)
  func add(to checksum: inout Checksum) {
    unsafe checksum.add(UnsafeRawBufferPointer(utf8))
  }
}
