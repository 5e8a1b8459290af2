// The values of a record that are read by other walkers. They use the index of the record.
//
// SAFETY: the walker of the record sets its address for the time of its walk. The text is compared by its address.
extension IndexedRecord {
  /// Returns a value of the record as a record of its own. Returns nil if the text is not in this record.
  ///
  /// - Parameter value: the text of a value that is known to be valid.
  func part(_ value: Span<UInt8>) -> IndexedRecord? {
    unsafe value.withUnsafeBufferPointer { value in
      guard let first = value.baseAddress, unsafe first >= text + start, unsafe first < text + end else {
        return nil
      }
      let offset = unsafe first - text
      return unsafe IndexedRecord(
        text: text, structure: structure, readable: readable, start: offset, end: offset + value.count,
        isDoubtful: false)
    }
  }
}

extension CallContext.Reference {
  /// Returns a text as a part of the record that is being read, or nil if it is not in an indexed record.
  func part(_ text: Span<UInt8>) -> IndexedRecord? {
    unsafe record?.assumingMemoryBound(to: IndexedRecord.self).pointee.part(text)
  }
}
