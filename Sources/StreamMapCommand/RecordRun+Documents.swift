// Reads files with one value each in pieces, so that a file is never held as a whole.

import StreamMap

extension RecordRun {
  /// - Parameter bytes: the input to read for the input of that number.
  func readDocument(_ number: Int, _ bytes: ByteInput) throws {
    let result = try Signals.interrupting { try document(number, bytes, until: $0) }
    // A document that was not read to its end has no result.
    if let result { try take(result, of: number) }
    if !isDone { try endIfInterrupted() }
  }

  /// Reads a document. Returns nil if a signal arrived.
  private func document(
    _ number: Int, _ bytes: ByteInput, until interruption: Interruption
  ) throws -> SliceResult<RunPart>? {
    let input = session.inputs[number]
    var parser = PushParser(mapping, framing: .document, options: options)
    var part = begin()
    var records = 0
    var count = 0
    func add(_ record: borrowing Root, _ place: RecordLocation) {
      records += 1
      self.add(&part, record, place.bytes)
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
    var result = SliceResult(part: part, input: number, end: count)
    result.records = records + (failure is MappingError ? 1 : 0)
    if let error = failure as? MappingError, onError == .skip {
      var refused = RefusedRecord(error: error, bytes: [])
      refused.number = result.records
      refused.isCut = true
      result.refusals = [refused]
    } else {
      result.failure = failure
    }
    return result
  }
}
