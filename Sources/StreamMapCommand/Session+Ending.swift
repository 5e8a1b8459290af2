// The end of a run: its outputs are written and closed, and the file of --output is replaced if it succeeded. Then the
// report is written, which says how all of this ended.

import StreamMap

extension Session {
  private var outputs: [Output] { [output, rejects, rejectErrors].compactMap(\.self) }

  /// Runs `body`, then writes and closes the outputs, also after a failure.
  ///
  /// A run succeeds if it read all that it was asked to read, or if the reader of standard output closed it. Rejected
  /// records that were skipped do not matter, and neither does the record at which `check` stopped: it is its result.
  func run(_ body: () throws -> Void) throws -> ExitStatus {
    defer { progress.clear() }
    var failure: (any Error)?
    // A step that fails does not keep the others from being taken. That a file cannot be written outweighs a signal
    // and a closed output.
    func attempt(_ step: () throws -> Void) {
      do {
        try step()
      } catch {
        if failure == nil || !(failure is FileFailure) && error is FileFailure { failure = error }
      }
    }
    attempt(body)
    progress.clear()
    diagnostics.writeHints()
    if let failure = failure as? UsageError { throw failure }
    for output in outputs { attempt(output.writer.flush) }
    var hasEnded: Bool {
      (failure == nil || failure is OutputClosed) && (end != .stopped || command == Subcommand.check.rawValue)
    }
    let isResumable = options.checkpoint != nil
    if hasEnded {
      for output in outputs where isResumable || output.isReplacement && status != .failure {
        attempt(output.synchronize)
      }
    }
    if hasEnded, status != .failure { for output in outputs { attempt(output.replace) } }
    for output in outputs { attempt(output.close) }
    let isOver = hasEnded
    if let failure { end = RunEnd(failure) } else if status == .failure { end = .failed }
    attempt { try writeReport(failure) }
    if isOver, failure == nil, !keepsCheckpoint, let path = options.checkpoint { try? System.remove(path) }
    if failure == nil, tally.bad > 0 { status = status.worst(.badData) }
    return try conclude(failure, outputs.compactMap { $0.keep() })
  }

  /// Throws the failure, or returns the status.
  ///
  /// - Parameter consequences: the lines about outputs that did not replace a file.
  private func conclude(_ failure: (any Error)?, _ consequences: [String]) throws -> ExitStatus {
    switch failure {
    case var failure as FileFailure:
      failure.consequences = consequences
      throw failure
    case var interruption as Interrupted:
      interruption.consequences = consequences
      throw interruption
    case let failure:
      for line in consequences { diagnostics.failure(line) }
      if let failure { throw failure }
      return status
    }
  }

  private func writeReport(_ failure: (any Error)?) throws {
    guard let report else { return }
    let seconds = (ContinuousClock.now - begun.time) / .seconds(1)
    let text = RunReport(self, (failure as? FileFailure)?.message, seconds: seconds).text
    try report.writer.append(text)
    try report.writer.flush()
    try report.close()
  }
}
