// Writes checkpoints during a run, and the report at its end.

import StreamMap

extension RecordRun {
  /// Writes a checkpoint if the interval since the last one has passed.
  func noteIfDue() throws {
    if clock.now - noted >= session.options.checkpointInterval { try note() }
  }

  /// Writes a checkpoint, except after the last line of a file. If the file grows, that line may have been incomplete.
  func note() throws {
    guard let path = session.options.checkpoint, !isAtEnd, session.tally.offset > 0 || session.tally.input > 0
    else {
      return
    }
    noted = clock.now
    try session.output.synchronize()
    try session.rejects?.synchronize()
    try session.rejectErrors?.synchronize()
    let input = session.inputs[session.tally.input]
    let identity = input.status.isRegular ? input.status.identity : nil
    (session.tally.device, session.tally.inode) = (identity?.device, identity?.inode)
    session.tally.outputBytes = session.output.writer.count
    session.tally.rejectsBytes = session.rejects?.writer.count ?? 0
    session.tally.rejectErrorsBytes = session.rejectErrors?.writer.count
    try session.tally.write(path)
    hasNote = true
  }

  func report(_ end: String) throws {
    guard let file = session.report else { return }
    let seconds = (clock.now - started) / .seconds(1)
    let files = session.inputs.map(\.name)
    let tally = session.tally
    let report = RunReport(
      command: session.command, files: files, end: end, bytes: tally.bytes, records: tally.allRecords,
      rows: tally.rows, rejects: tally.bad, kinds: tally.kinds, seconds: seconds,
      megabytesPerSecond: seconds > 0 ? Double(tally.bytes) / seconds / 1e6 : 0,
      paths: tally.survey.columns.map { RunReport.Path($0, files) })
    try file.writer.append { $0 += report.text }
    try file.finish()
  }
}
