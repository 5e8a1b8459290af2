// SAFETY: the machine is in the context, which lives as long as the source.
extension YajlSource {
  /// Reads a record to find all that there is to be noted of it, and where.
  ///
  /// The model is not for anybody: it may have the template's values for what is wrong.
  ///
  /// - Returns: all that is wrong, in order of its place; up to ``Notes/maximumFailures``.
  func inspect(_ bytes: Span<UInt8>, allowsByteOrderMark: Bool) -> [RecordFailure] {
    let machine = unsafe machine
    unsafe machine.pointee.store.notes.collects = true
    unsafe context.pointee.inspects(true)
    let outcome = read(bytes, allowsByteOrderMark: allowsByteOrderMark)
    // Then it has been noted why there is no model.
    let isSpoiled = unsafe machine.pointee.store.notes.isSpoiled(0)
    unsafe context.pointee.inspects(false)
    unsafe machine.pointee.store.notes.collects = false
    // What the record's own value does not have.
    unsafe machine.pointee.store.notes.place(at: context.pointee.valueEnd - 1)

    var failures = unsafe describe(machine.pointee.store.notes.failures, in: bytes, allowsByteOrderMark)
    if case .failed(let failure) = outcome {
      if !(isSpoiled && failure.kind == .invalidModel) { failures.append(failure) }
    } else if case .complete = outcome, !failures.isEmpty {
      unsafe machine.pointee.abandonRecord()
    }
    return failures
  }

  /// Returns the noted failure with the smallest offset. Failures are noted while a mismatch is undecided.
  ///
  /// - Parameters:
  ///   - text: the record's bytes from `textOffset` on.
  ///   - scanner: has read the record at least up to `textOffset`, and not past the value of the failure.
  func firstNoted(in text: Span<UInt8>, _ scanner: Scanner, textOffset: Int = 0) -> RecordFailure? {
    let machine = unsafe machine
    unsafe machine.pointee.store.notes.place(at: context.pointee.valueEnd - 1)
    guard let first = unsafe machine.pointee.store.notes.failures.min(by: { $0.offset < $1.offset }) else {
      return nil
    }
    var scanner = scanner
    let end = max(scanner.offset, first.offset)
    try? scanner.scan(text.extracting((scanner.offset - textOffset)..<(end - textOffset)))
    let (failure, refusal) = unsafe (machine.pointee.store.failure, machine.pointee.store.refusal)
    unsafe machine.pointee.store.failure = first.failure
    unsafe machine.pointee.store.refusal = first.refusal
    defer {
      unsafe machine.pointee.store.failure = failure
      unsafe machine.pointee.store.refusal = refusal
    }
    return unsafe machine.pointee.recordFailure(
      at: first.offset, in: scanner, text: text, textOffset: textOffset)
  }

  /// The failures that a machine noted. The record is scanned once for all of them.
  private func describe(
    _ noted: [Notes.Failure], in bytes: Span<UInt8>, _ allowsByteOrderMark: Bool
  ) -> [RecordFailure] {
    let machine = unsafe machine
    var scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    // Sorting is stable: of two at one place, that which was found first comes first.
    return noted.sorted { $0.offset < $1.offset }.map { note in
      try? scanner.scan(bytes.extracting(scanner.offset..<max(scanner.offset, note.offset)))
      unsafe machine.pointee.store.failure = note.failure
      unsafe machine.pointee.store.refusal = note.refusal
      defer {
        unsafe machine.pointee.store.failure = ModelStore.Failure()
        unsafe machine.pointee.store.refusal = nil
      }
      return unsafe machine.pointee.recordFailure(at: note.offset, in: scanner, text: bytes)
    }
  }
}
