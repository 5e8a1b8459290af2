// Writes checkpoints during a run.

import StreamMap

extension RecordRun {
  /// Writes a checkpoint if the interval since the last one has passed.
  func noteIfDue() throws {
    if clock.now - noted >= session.options.checkpointInterval { try note() }
  }

  /// Writes a checkpoint, except after the last line of a file. If the file grows, that line may have been incomplete.
  func note() throws {
    guard !isAtEnd || session.options.completeLines, session.tally.offset > 0 || session.tally.input > 0
    else {
      return
    }
    // Rows in columns are written in whole batches, so the position is that of the last one.
    guard let tally = batches == nil ? noted(session.tally) : batches?.tally else { return }
    try write(tally)
  }

  /// Writes the checkpoint of a run that has read everything, from which the next run continues if the file has grown.
  /// The rows after the last whole batch, and the end of the stream, are then written again.
  func noteEnd() throws {
    guard let tally = batches == nil ? noted(session.tally) : batches?.tally ?? beginning else { return }
    try write(tally)
    session.keepsCheckpoint = true
  }

  private func write(_ tally: Checkpoint) throws {
    guard let path = session.options.checkpoint else { return }
    noted = clock.now
    try session.output.synchronize()
    try session.rejects?.synchronize()
    try session.rejectErrors?.synchronize()
    try tally.write(path)
    hasNote = true
  }

  /// Returns a checkpoint at the current position, with the file that is read and the lengths of the written files.
  func noted(_ tally: Checkpoint) -> Checkpoint {
    var tally = tally
    let input = session.inputs[tally.input]
    let identity = input.status.isRegular ? input.status.identity : nil
    (tally.device, tally.inode) = (identity?.device, identity?.inode)
    tally.outputBytes = session.output.writer.count
    tally.rejectsBytes = session.rejects?.writer.count ?? 0
    tally.rejectErrorsBytes = session.rejectErrors?.writer.count
    if session.report != nil { tally.inputBytes = Array(session.inputBytes.prefix(tally.input + 1)) }
    return tally
  }
}
