/// Reads whole records in memory: by the engine asked for, and what that refuses by yajl,
/// which knows why.
///
/// Both fill the one machine, which yajl's context holds.
final class RecordSource {
  let yajl: YajlSource
  let limits: Limits

  init(_ program: Program, limits: Limits, engine: Engine = .automatic, validation: Validation = .full) {
    yajl = YajlSource(program, limits: limits)
    self.limits = limits.clamped
  }

  /// Tells a receiver the events, by yajl.
  init(tells receiver: EventReceiver, limits: Limits) {
    yajl = YajlSource(.empty, limits: limits, receiver: receiver)
    self.limits = limits.clamped
  }

  /// Reads one record.
  ///
  /// - Parameter allowsByteOrderMark: the record begins at byte 0 of the input.
  func read(_ bytes: Span<UInt8>, allowsByteOrderMark: Bool) -> YajlSource.Outcome {
    yajl.read(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
