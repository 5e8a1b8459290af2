// One value a file, which is read in pieces and never held.

import StreamMap

extension RecordRun {
  func readDocument(_ number: Int) throws {
    try take(try document(number), of: number)
    if let signal = Signals.pending { throw Interrupted(signal: signal, canGoOn: false) }
  }

  private func document(_ number: Int) throws -> SliceResult<RunPart> {
    var block = [UInt8](repeating: 0, count: 256 << 10)
    let input = session.inputs[number]
    var parser = PushParser(
      mapping, framing: .document, engine: session.options.engine.library,
      validation: session.options.validation.library)
    var part = begin()
    var records = 0
    var bytes = 0
    func count(_ record: borrowing Root, _ place: RecordPlace) {
      records += 1
      add(&part, record, RecordExtent(byteOffset: place.byteOffset, byteCount: place.byteCount))
    }
    var failure: (any Error)?
    do {
      try input.withDescriptor { descriptor in
        try input.forEachBlock(of: descriptor, reusing: &block) { piece in
          bytes += piece.count
          // SAFETY: the parser looks at the bytes during the call alone.
          try unsafe piece.withUnsafeBytes { try unsafe parser.feed($0, count) }
          session.progress.update(bytes: session.tally.bytes + bytes, records: session.tally.allRecords)
          return true
        }
      }
      try parser.finish(count)
    } catch {
      failure = error
    }
    var result = SliceResult(part: part, input: number, end: bytes)
    result.records = records + (failure is MappingError ? 1 : 0)
    if let error = failure as? MappingError, onError == .skip {
      result.refusals = [RefusedRecord(error: error, bytes: [], number: result.records)]
    } else {
      result.failure = failure
    }
    return result
  }
}
