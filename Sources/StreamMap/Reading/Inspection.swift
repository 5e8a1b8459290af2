/// What a source is to find out of records besides their models.
///
/// SAFETY: the machine that has read the record reads nothing meanwhile, and holds what it refers to.
struct Inspection {
  let failures: FailureReporting
  let quality: QualityReport?
  /// Where the quality report has the first field of the source's program.
  private let row: Int
  /// Reads a record again, into a model of its own.
  private let again: MachineDriver
  /// Of the record that is read next.
  var place = QualityReport.Place(record: nil, line: nil, byteOffset: 0)

  /// Nil if nothing is to be found out.
  init?(_ program: Program, _ limits: Limits, _ options: ReadingOptions) {
    guard options.failures == .all || options.quality != nil else { return nil }
    failures = options.failures
    quality = options.quality
    row = quality?.row(of: program) ?? 0
    again = MachineDriver(MachineStorage(program), limits: limits)
    unsafe again.machine.pointee.store.takeNotes(counts: quality != nil)
  }

  /// Finds out what there is to be found of a record that a machine has read.
  ///
  /// - Parameter origin: where the bytes come from, if they are not the record's own; failures are told by
  ///   the offsets in the bytes.
  func inspect(
    _ outcome: RecordOutcome, of bytes: Span<UInt8>, allowsByteOrderMark: Bool,
    by machine: UnsafeMutablePointer<Machine>, origin: OffsetMap?
  ) -> RecordOutcome {
    switch outcome {
    case .stopped:
      return outcome
    case .complete:
      guard let quality else { return outcome }
      var notes = unsafe machine.pointee.store.notes
      if quality.isNew(notes, at: row) {
        // Where it is, is known only to whoever reads every event; if that goes wrong, as it can where not
        // everything has been checked, nobody knows.
        let failures = unsafe inspect(bytes, allowsByteOrderMark, as: machine)
        if failures.isEmpty { notes = unsafe again.machine.pointee.store.notes }
      }
      quality.add(notes, at: row, of: place, isRefused: false, origin: origin)
      return outcome
    case .failed(var failure):
      guard failure.kind.category == .mapping else {
        quality?.add(Notes(), at: row, of: place, isRefused: true, origin: origin)
        return outcome
      }
      var all = unsafe inspect(bytes, allowsByteOrderMark, as: machine)
      if failures == .all {
        let first = all.firstIndex {
          $0.offset == failure.offset && $0.kind == failure.kind && $0.path == failure.path
        }
        if let first { all.remove(at: first) }
        failure.others = all
      }
      unsafe quality?.add(again.machine.pointee.store.notes, at: row, of: place, isRefused: true, origin: origin)
      return .failed(failure)
    }
  }

  private func inspect(
    _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool, as machine: UnsafeMutablePointer<Machine>
  ) -> [RecordFailure] {
    unsafe again.machine.pointee.store.surroundings = unsafe machine.pointee.store.surroundings
    unsafe again.machine.pointee.store.standIns = unsafe machine.pointee.store.standIns
    defer {
      unsafe again.machine.pointee.store.surroundings = Surroundings.Reference()
      unsafe again.machine.pointee.store.standIns = nil
    }
    return again.inspect(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
