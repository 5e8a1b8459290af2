// The failures that a driver reports for a rejected record.
extension MachineDriver {
  func failure(in text: Span<UInt8>, after scanner: Scanner, textOffset: Int) -> RecordFailure? {
    guard parser.halt == .rejected else { return nil }
    var scanner = scanner
    return describe(at: parser.context.failureOffset, in: text, &scanner, textOffset)
  }

  /// Returns the failure that ended the reading of a record by another source, and abandons the record.
  ///
  /// Returns nil if the record must be read again, because the text is malformed at the rejected token or before it.
  ///
  /// - Parameters:
  ///   - offset: the offset in the text at which the record was rejected.
  ///   - isValid: whether the text is known to be valid up to the end of the rejected token.
  func takeFailure(at offset: Int, in text: Span<UInt8>, isValid: Bool) -> RecordFailure? {
    defer { abandonRecord() }
    guard let kind = storage.content.store.failure.kind else { return nil }
    var scanner = Scanner(limits: parser.limits, allowsByteOrderMark: false, keepsNames: false)
    guard isValid || kind.category != .syntax && scanner.reach(offset, in: text) else { return nil }
    return describe(at: offset, in: text, &scanner, 0)
  }

  /// Describes a noted failure.
  private func describe(
    _ note: Notes.Failure, in text: Span<UInt8>, _ scanner: inout Scanner, _ textOffset: Int
  ) -> RecordFailure {
    let (failure, rejection) = (storage.content.store.failure, storage.content.store.rejection)
    storage.content.store.failure = note.failure
    storage.content.store.rejection = note.rejection
    defer {
      storage.content.store.failure = failure
      storage.content.store.rejection = rejection
    }
    return describe(at: note.offset, in: text, &scanner, textOffset)
  }

  /// Describes the machine's failure. The scanner reads up to it.
  private func describe(
    at offset: Int, in text: Span<UInt8>, _ scanner: inout Scanner, _ textOffset: Int
  ) -> RecordFailure {
    guard parser.explains else {
      return RecordFailure(storage.content.store.failure.kind ?? .typeMismatch, at: offset)
    }
    let end = max(scanner.offset, offset)
    try? scanner.scan(text.extracting((scanner.offset - textOffset)..<(end - textOffset)))
    let noted = storage.content.store.failure
    var failure = storage.content.recordFailure(at: offset, in: scanner, text: text, textOffset: textOffset)
    if !noted.isRoot, failure.kind.category == .mapping, failure.field == nil {
      let (scope, field) = (Int(noted.scope), Int(noted.field))
      failure.field = MappingError.FieldNumber(
        scope: scope, field: storage.program.scopes[scope].field(field))
    }
    return failure
  }

  /// Reads a record to find all its failures, and the offsets of its notes.
  ///
  /// The model is not shown, because it may have the template's values for mismatched values.
  ///
  /// - Precondition: the notes collect failures, and the parser locates them.
  /// - Returns: the failures, ordered by offset, at most ``Notes/maximumFailures``.
  func inspect(_ bytes: Span<UInt8>, allowsByteOrderMark: Bool) -> [RecordFailure] {
    let outcome = read(bytes, allowsByteOrderMark: allowsByteOrderMark)
    // If so, a failure of the whole record only follows from those that were noted.
    let isInvalidated = storage.content.store.notes.isInvalidated(0)
    // Members that the record's root value lacks.
    storage.content.store.notes.locate(at: parser.context.valueEnd - 1)

    // The record is scanned once for all failures.
    var scanner = Scanner(limits: parser.limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    // Sorting is stable: of two failures at one offset, the one found first comes first.
    let noted = storage.content.store.notes.failures.sorted { $0.offset < $1.offset }
    var failures = noted.map { describe($0, in: bytes, &scanner, 0) }
    if case .failed(let failure) = outcome {
      if !(isInvalidated && failure.kind == .invalidModel && failure.path == "$") { failures.append(failure) }
    } else if case .complete = outcome, !failures.isEmpty {
      storage.content.abandonRecord()
    }
    return failures
  }
}
