import StreamMap

// SAFETY: a model is added to a checksum while its record is shown, and kept by nobody.
extension BorrowedText: @unsafe MappedText {
  @inline(__always)
  func add(to checksum: inout Checksum) {
    unsafe checksum.add(UnsafeRawBufferPointer(utf8))
  }
}
