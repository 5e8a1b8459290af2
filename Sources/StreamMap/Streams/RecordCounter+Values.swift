extension RecordCounter {
  /// Reads the next record that can be read.
  ///
  /// - Parameter read: reads a record, of which it is said whether a byte order mark may be before it.
  /// - Returns: the place of a record read to its end; nil if there is none in memory, and if the sink stopped.
  @inline(__always)
  func next(
    of framer: ValueFramer, _ read: (Span<UInt8>, IndexedRecord?, Bool) -> RecordOutcome
  ) throws(MappingError) -> RecordPlace? {
    while !isStopped, !isPaused, try advance(framer) {
      let place = try framer.withBytes { bytes, indexed throws(MappingError) in
        try readRecord(of: framer, bytes, indexed, read)
      }
      if let place { return place }
    }
    return nil
  }

  /// Goes on to the next record; false if there is none, or what stands between the records is wrong.
  private func advance(_ framer: ValueFramer) throws(MappingError) -> Bool {
    do throws(MappingError) {
      return try framer.next()
    } catch {
      // Framing is lost here. The rest counts as one bad record.
      records &+= 1
      try refuse(error.kind, Span(), isCut: false) { error }
      return false
    }
  }

  @inline(__always)
  private func readRecord(
    of framer: ValueFramer, _ bytes: Span<UInt8>, _ indexed: IndexedRecord?,
    _ read: (Span<UInt8>, IndexedRecord?, Bool) -> RecordOutcome
  ) throws(MappingError) -> RecordPlace? {
    records &+= 1
    let record = framer.record
    let refusal = record.flaw == nil ? nil : framer.refusal(bytes)
    switch refusal.map({ .failed($0) }) ?? read(bytes, indexed, record.offset == 0) {
    case .complete:
      return RecordPlace(
        record: records, line: record.line, byteOffset: record.offset, byteCount: record.count)
    case .stopped:
      isStopped = true
    case .failed(let failure):
      try refuse(failure.kind, bytes, isCut: framer.isCut) {
        failure.error(
          in: bytes, record: records, line: record.line, recordOffset: record.offset,
          lineStart: record.lineStart)
      }
    }
    return nil
  }
}
