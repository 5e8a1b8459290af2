extension RecordCounter {
  /// Reads the next record that can be read, by a source. Returns nil if there is none in memory, if the sink stopped,
  /// and at a pause.
  ///
  /// - Parameter willRead: called before each record.
  func next(
    of framer: RecordFramer, by source: RecordSource, before willRead: () -> Void = {}
  ) throws(MappingError) -> RecordPlace? {
    switch framer {
    case .lines(let framer):
      while !isStopped, !isPaused, framer.next() {
        willRead()
        if let place = try readLine(of: framer, by: source) { return place }
      }
      return nil
    case .values(let framer):
      return try next(of: framer, by: source, before: willRead)
    }
  }

  /// Reads the next record that is not a line; nil if there is none in memory.
  ///
  /// - Parameter willRead: called before each record.
  private func next(
    of framer: ValueFramer, by source: RecordSource, before willRead: () -> Void
  ) throws(MappingError) -> RecordPlace? {
    try next(of: framer) { bytes, indexed, allowsByteOrderMark in
      willRead()
      if source.inspects {
        let record = framer.record
        source.setPlace(record: records, line: record.line, byteOffset: record.offset)
      }
      return source.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
    }
  }

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
