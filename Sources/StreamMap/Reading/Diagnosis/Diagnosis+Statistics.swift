// All failures of a record, and the field statistics.
extension Diagnosis {
  /// Counts a record for the field statistics, and adds its other failures, if either is requested.
  ///
  /// - Parameter origin: the original offsets of the bytes, if they are a repaired copy. The failures have offsets in
  ///   the bytes.
  func examine(
    _ outcome: RecordOutcome, of bytes: Span<UInt8>, allowsByteOrderMark: Bool, origin: OffsetMap? = nil
  ) -> RecordOutcome {
    guard statistics != nil || reportsAllErrors else { return outcome }
    // The index takes notes of the next record.
    defer { yajl.storage.content.store.notes.clear() }
    switch outcome {
    case .stopped:
      return outcome
    case .complete:
      guard let statistics else { return outcome }
      var notes = yajl.storage.content.store.notes
      if statistics.isNew(notes, at: row) {
        // Only yajl knows the offset of a note. A record that was not fully validated can fail here. Then the offset
        // stays unknown.
        if inspect(bytes, allowsByteOrderMark).isEmpty {
          notes = inspector.storage.content.store.notes
        }
      }
      statistics.add(notes, at: row, of: place, isRejected: false, origin: origin)
      return outcome
    case .failed(var failure):
      guard failure.kind.category == .mapping else {
        statistics?.add(Notes(), at: row, of: place, isRejected: true, origin: origin)
        return outcome
      }
      var all = inspect(bytes, allowsByteOrderMark)
      if reportsAllErrors {
        let first = all.firstIndex {
          $0.offset == failure.offset && $0.kind == failure.kind && $0.path == failure.path
        }
        if let first { all.remove(at: first) }
        failure.others = all
      }
      statistics?.add(
        inspector.storage.content.store.notes, at: row, of: place, isRejected: true, origin: origin)
      return .failed(failure)
    }
  }

  /// Reads a record again to find all its failures.
  private func inspect(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> [RecordFailure] {
    inspector.storage.content.store.callContext = yajl.storage.content.store.callContext
    inspector.storage.content.store.nonFinite = yajl.storage.content.store.nonFinite
    defer {
      inspector.storage.content.store.callContext = CallContext.Reference()
      inspector.storage.content.store.nonFinite = [:]
    }
    return inspector.inspect(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
