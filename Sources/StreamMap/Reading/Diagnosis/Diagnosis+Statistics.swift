// All failures of a record, and the field statistics.
//
// SAFETY: as ``Diagnosis`` says.
extension Diagnosis {
  /// Counts a record for the field statistics, and adds its other failures, as far as these are asked for.
  ///
  /// - Parameter origin: the original offsets of the bytes, if they are a repaired copy. The failures have offsets in
  ///   the bytes.
  func examine(
    _ outcome: RecordOutcome, of bytes: Span<UInt8>, allowsByteOrderMark: Bool, origin: OffsetMap? = nil
  ) -> RecordOutcome {
    guard statistics != nil || reporting == .all else { return outcome }
    // The index takes notes of the next record.
    defer { unsafe yajl.machine.pointee.store.notes.clear() }
    switch outcome {
    case .stopped:
      return outcome
    case .complete:
      guard let statistics else { return outcome }
      var notes = unsafe yajl.machine.pointee.store.notes
      if statistics.isNew(notes, at: row) {
        // Only yajl knows the offset of a note. A record that was not fully validated can fail here. Then the offset
        // stays unknown.
        if inspect(bytes, allowsByteOrderMark).isEmpty {
          notes = unsafe inspector.machine.pointee.store.notes
        }
      }
      statistics.add(notes, at: row, of: place, isRefused: false, origin: origin)
      return outcome
    case .failed(var failure):
      guard failure.kind.category == .mapping else {
        statistics?.add(Notes(), at: row, of: place, isRefused: true, origin: origin)
        return outcome
      }
      var all = inspect(bytes, allowsByteOrderMark)
      if reporting == .all {
        let first = all.firstIndex {
          $0.offset == failure.offset && $0.kind == failure.kind && $0.path == failure.path
        }
        if let first { all.remove(at: first) }
        failure.others = all
      }
      unsafe statistics?.add(
        inspector.machine.pointee.store.notes, at: row, of: place, isRefused: true, origin: origin)
      return .failed(failure)
    }
  }

  /// Reads a record again to find all its failures.
  private func inspect(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> [RecordFailure] {
    let (machine, other) = unsafe (yajl.machine, inspector.machine)
    unsafe other.pointee.store.callContext = unsafe machine.pointee.store.callContext
    unsafe other.pointee.store.standIns = unsafe machine.pointee.store.standIns
    defer {
      unsafe other.pointee.store.callContext = CallContext.Reference()
      unsafe other.pointee.store.standIns = nil
    }
    return inspector.inspect(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
