extension YajlSource {
  /// Reads a whole record, in one call of yajl where it is clean.
  ///
  /// - Parameters:
  ///   - bytes: the record, without its line feed.
  ///   - isDoubtful: whether the index rejects the record, so that the scanner reads it first.
  ///   - allowsByteOrderMark: the record begins at byte 0 of the input.
  func read(_ bytes: Span<UInt8>, isDoubtful: Bool = false, allowsByteOrderMark: Bool) -> RecordOutcome {
    // SAFETY: the address is used during the call, for as many bytes as there are.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let text = buffer.baseAddress, !bytes.isEmpty else {
        return .failed(locate(bytes, allowsByteOrderMark))
      }
      return unsafe read(bytes, at: text, isDoubtful, allowsByteOrderMark)
    }
  }

  private func read(
    _ bytes: Span<UInt8>, at text: UnsafePointer<UInt8>, _ isDoubtful: Bool, _ allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    guard !isDoubtful, bytes.count <= limits.record, unsafe RecordCheck.isClean(text, bytes.count) else {
      return unsafe readDoubtful(bytes, at: text, allowsByteOrderMark)
    }
    let isRead = unsafe parse(text, markCount(bytes, allowsByteOrderMark), bytes.count)
    if isRead, !hasNotedFailure {
      unsafe context.pointee.machine.pointee.store.endRecord()
      return .complete
    }
    return refuse(bytes, allowsByteOrderMark, nil, isRead: isRead)
  }

  /// A record in which something may be wrong that yajl does not see: the scanner looks
  /// first, and yajl gets no token beyond what it finds.
  @inline(never)
  private func readDoubtful(
    _ bytes: Span<UInt8>, at text: UnsafePointer<UInt8>, _ allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    let (failure, end) = scan(bytes, allowsByteOrderMark)
    // yajl would report the same error, and its handle would have to be recreated.
    if let failure, end == 0 || isIndifferent, unsafe !context.pointee.machine.pointee.store.notes.collects {
      return .failed(failure)
    }
    let isRead = unsafe parse(text, min(markCount(bytes, allowsByteOrderMark), end), end) && failure == nil
    if isRead, !hasNotedFailure {
      unsafe context.pointee.machine.pointee.store.endRecord()
      return .complete
    }
    return refuse(bytes, allowsByteOrderMark, failure, isRead: isRead)
  }

  /// Hands yajl the record's bytes from `start` to `end`; whether its value is complete.
  @inline(__always)
  private func parse(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    begin()
    unsafe context.pointee.stableCount = end
    unsafe context.pointee.machine.pointee.store.beginRecord()
    // Whatever follows the value, and a number that nothing ends, may be cut.
    return unsafe feed(text + start, end - start, at: start, text: text)
      && (context.pointee.valueEnd == end || flush(at: end, text: text))
      && context.pointee.mode == .complete
  }

  /// The bytes of a byte order mark that is passed over.
  @inline(__always)
  private func markCount(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> Int {
    guard allowsByteOrderMark, bytes[0] == ASCII.byteOrderMark[0] else { return 0 }
    return bytes.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
  }

  /// Whether a failure was noted that ends the record, although parsing continued.
  var hasNotedFailure: Bool {
    unsafe context.pointee.awaitsMismatch && !context.pointee.machine.pointee.store.notes.failures.isEmpty
  }

  /// Gives the record up, and says why.
  ///
  /// - Parameter isRead: whether the record was read to its end and a failure was noted.
  @inline(never)
  private func refuse(
    _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool, _ failure: RecordFailure?, isRead: Bool
  ) -> RecordOutcome {
    abandon()
    defer { unsafe context.pointee.machine.pointee.abandonRecord() }
    defer { unsafe context.pointee.expectMismatch(false) }
    let scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark)
    let noted = hasNotedFailure ? firstNoted(in: bytes, scanner) : nil
    var last: RecordFailure?
    switch unsafe context.pointee.halt {
    case .stopped: return .stopped
    case .model:
      // The machine has already noted why there is no model.
      if unsafe noted == nil || !context.pointee.machine.pointee.store.failure.isNoted {
        last = modelFailure(bytes, allowsByteOrderMark)
      }
    case .none, .grammar:
      if !isRead { last = failure ?? locate(bytes, allowsByteOrderMark) }
    }
    let failures = [noted, last].compactMap(\.self)
    return .failed(failures.min { $0.offset < $1.offset } ?? locate(bytes, allowsByteOrderMark))
  }

  /// What is wrong with a record that yajl refused.
  private func locate(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordFailure {
    if let failure = scan(bytes, allowsByteOrderMark).failure { return failure }
    // Not to be had: the scanner's grammar is at least as strict as yajl's. Refused all
    // the same, since nothing that yajl refuses was mapped to its end.
    let offset = unsafe min(context.pointee.position, bytes.count)
    return RecordFailure(
      .syntax, at: offset, path: "$", expected: "JSON that yajl accepts", text: bytes)
  }

  /// Scans a whole record; the failure, and up to where its tokens are complete.
  private func scan(
    _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool
  ) -> (failure: RecordFailure?, end: Int) {
    var scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    do throws(Scanner.Failure) {
      try scanner.scanPiece(bytes)
      try scanner.finish()
      return (nil, bytes.count)
    } catch {
      let end = scanner.completeThrough(atEnd: true)
      guard explains else { return (RecordFailure(error.kind, at: scanner.offset), end) }
      return (scanner.recordFailure(error, text: bytes), end)
    }
  }

  /// The failure of the machine, with the path to the value.
  private func modelFailure(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordFailure {
    var scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    let offset = unsafe context.pointee.modelFailureOffset
    try? scanner.scan(bytes.extracting(first: offset))
    return unsafe context.pointee.machine.pointee.recordFailure(at: offset, in: scanner, text: bytes)
  }
}
