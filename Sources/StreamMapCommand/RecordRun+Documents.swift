// One value a file, which is read in pieces and never held.

import StreamMap

extension RecordRun {
  /// - Parameter bytes: what is read of the input with that number.
  func readDocument(_ number: Int, _ bytes: ByteInput) throws {
    let result = try Signals.interrupting { try document(number, bytes, until: $0) }
    // Of one that was not read to its end there is nothing to say.
    if let result { try take(result, of: number) }
    if !isDone { try endIfInterrupted() }
  }

  /// What a document gave; nil if a signal came.
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
