/// What a source is to find out of records besides their models.
///
/// SAFETY: the machine is that of the source, which reads nothing meanwhile.
struct Inspection {
  let failures: FailureReporting
  let quality: QualityReport?
  /// Where the quality report has the first field of the source's program.
  private let row: Int
  /// Of the record that is read next.
  var place = QualityReport.Place(record: nil, line: nil, byteOffset: 0)

  /// Nil if nothing is to be found out.
  init?(_ program: Program, _ failures: FailureReporting, _ quality: QualityReport?) {
    guard failures == .all || quality != nil else { return nil }
    self.failures = failures
    self.quality = quality
    row = quality?.row(of: program) ?? 0
  }

  /// Finds out what there is to be found of a record that has been read.
  ///
  /// - Parameter origin: where the bytes come from, if they are not the record's own; failures are told by
  ///   the offsets in the bytes.
  func inspect(
    _ outcome: YajlSource.Outcome, of bytes: Span<UInt8>, allowsByteOrderMark: Bool, by yajl: YajlSource,
    origin: OffsetMap?
  ) -> YajlSource.Outcome {
    let machine = unsafe yajl.machine
    defer { unsafe machine.pointee.notes.clear() }
    switch outcome {
    case .stopped:
      return outcome
    case .complete:
      guard let quality else { return outcome }
      if unsafe quality.isNew(machine.pointee.notes, at: row) {
        // Where it is, is known only to whoever reads every event.
        _ = yajl.inspect(bytes, allowsByteOrderMark: allowsByteOrderMark)
      }
      unsafe quality.add(machine.pointee.notes, at: row, of: place, isRefused: false, origin: origin)
      return outcome
    case .failed(var failure):
      unsafe machine.pointee.notes.clear()
      if failure.kind.category == .mapping {
        let all = yajl.inspect(bytes, allowsByteOrderMark: allowsByteOrderMark)
        if failures == .all { failure.others = Array(all.dropFirst()) }
      }
      unsafe quality?.add(machine.pointee.notes, at: row, of: place, isRefused: true, origin: origin)
      return .failed(failure)
    }
  }
}
