extension RecordDecoder: RecordReader {
  var limits: Limits { source.limits }

  func beginRecords() -> IndexOptions? { source.beginRecords() }

  @inline(__always)
  func locate(record: Int?, line: Int?, byteOffset: Int) {
    source.locate(record: record, line: line, byteOffset: byteOffset)
  }

  @inline(__always)
  func read(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool) -> RecordOutcome {
    source.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
  }

  func omitErrorTexts() { source.omitErrorTexts() }

  func next(of framer: any RecordFramer, by loop: RecordLoop) throws(MappingError) -> RecordLocation? {
    source.reusesModel = false
    return try loop.next(of: framer, by: self)
  }

  func forEach(
    of framer: any RecordFramer, by loop: RecordLoop,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws {
    source.reusesModel = !isCopied
    try loop.forEach(of: framer, by: self, body)
  }
}
