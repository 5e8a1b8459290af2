// What every command begins and ends with: its inputs, its output, and what is
// said meanwhile. Holds the graver of the statuses met so far.

import StreamMap

final class Session {
  let options: Options
  let inputs: [InputFile]
  let output: Output
  let progress: ProgressLine
  let diagnostics: Diagnostics
  private(set) var status = ExitStatus.success

  /// Looks the inputs up and opens the output, in this order: nothing is
  /// overwritten for the sake of an input that is not there.
  ///
  /// Throws `UsageError` and `FileFailure`; a missing input is reported and
  /// left out instead when `goesOn`.
  init(_ invocation: Invocation, _ streams: StandardStreams, goesOn: Bool = false) throws {
    options = invocation.options
    var found: [InputFile] = []
    var failures: [FileFailure] = []
    for file in invocation.files {
      do {
        found.append(try InputFile(file, standardInput: streams.input))
      } catch {
        guard goesOn else { throw error }
        failures.append(error)
      }
    }
    inputs = found
    let reportsErrors = invocation.command == .check
    output = try Output(
      path: options.output, standard: reportsErrors ? streams.error : streams.output,
      standardName: reportsErrors ? "<stderr>" : "<stdout>", inputs: found
    )
    progress = ProgressLine(
      descriptor: streams.error, isOn: Self.drawsProgress(invocation, output, streams),
      isEager: options.progress == true, total: Self.total(of: found)
    )
    diagnostics = Diagnostics(
      descriptor: streams.error, isQuiet: options.isQuiet, progress: progress,
      errors: reportsErrors && options.output != nil ? output.writer : nil
    )
    for failure in failures { fail(failure) }
  }

  /// What a record may cost.
  var limits: Limits {
    var limits = Limits()
    if let depth = options.maxDepth { limits.depth = depth }
    if let bytes = options.maxRecord {
      limits.record = bytes
      limits.string = bytes
    }
    return limits
  }

  /// A mapping that checks a record and keeps nothing of it.
  func validation() throws(PathError) -> Mapping<Void> {
    try Mapping((), limits: limits) {}
  }

  /// Reports an input that could not be read.
  func fail(_ failure: FileFailure) {
    diagnostics.failure(failure.message)
    status = status.worst(.failure)
  }

  /// Runs `body` and then writes and closes the output, also after a failure:
  /// what was good until then is not lost.
  func run(_ body: () throws -> Void) throws -> ExitStatus {
    defer { progress.clear() }
    do {
      try body()
    } catch {
      progress.clear()
      if error is FileFailure { try output.finish() }
      throw error
    }
    progress.clear()
    try output.finish()
    if diagnostics.badRecords > 0 { status = status.worst(.badData) }
    return status
  }

  /// Where the rows go to a terminal too, the line would stand among them.
  private static func drawsProgress(
    _ invocation: Invocation, _ output: Output, _ streams: StandardStreams
  ) -> Bool {
    guard !invocation.options.isQuiet else { return false }
    if let wish = invocation.options.progress { return wish }
    return System.isTerminal(streams.error) && !(invocation.command == .select && output.isTerminal)
  }

  private static func total(of inputs: [InputFile]) -> Int? {
    var total = 0
    for input in inputs {
      guard let size = input.size else { return nil }
      total += size
    }
    return total
  }
}
