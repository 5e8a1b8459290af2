// Reads a file of one JSON text in pieces. The text is never in memory as a whole.

import StreamMap

extension RecordRun {
  /// - Parameter bytes: the bytes of the input with that number.
  func readDocument(_ number: Int, _ bytes: Input) throws {
    let result = try Signals.interrupting { try document(number, bytes, until: $0) }
    // An interrupted document has no result.
    if let result { try take(result, of: number) }
    if !isDone { try endIfInterrupted() }
  }

  /// Returns the result of a document, or nil if a signal came.
  private func document(
    _ number: Int, _ bytes: Input, until interruption: Interruption
  ) throws -> ChunkResult<RunPart>? {
    let input = session.inputs[number]
    var parser = PushParser(mapping, framing: .document, options: options)
    var part = begin(number)
    var records = 0
    var count = 0
    func add(_ record: borrowing Root, _ place: RecordLocation) {
      records += 1
      self.add(&part, record, place)
    }
    var failure: (any Error)?
    do {
      try input.forEachBlock(of: bytes, until: interruption) { piece in
        if Signals.pending != nil { return false }
        count += piece.count
        // SAFETY: the parser looks at the bytes during the call alone.
        try unsafe piece.withUnsafeBytes { try unsafe parser.feed($0, add) }
        session.progress.update(
          bytes: session.tally.bytes + count, records: session.tally.allRecords, errors: session.tally.bad)
        return true
      }
      if Signals.pending == nil { try parser.finish(add) }
    } catch {
      failure = error
    }
    if Signals.pending != nil { return nil }
    // A document with other text after it is malformed, also if it was read.
    if failure != nil { (part, records) = (begin(number), 0) }
    var result = ChunkResult(part: part, input: number, end: count)
    result.records = records + (failure is MappingError ? 1 : 0)
    if let error = failure as? MappingError, onError == .skip {
      var refused = RejectedRecord(error: error, bytes: [])
      refused.number = result.records
      refused.isCut = true
      result.refusals = [refused]
    } else {
      result.failure = failure
      result.failureOffset = 0
    }
    return result
  }
}
