// What every command begins and ends with: its inputs, its output, and what is
// said meanwhile. Holds the graver of the statuses met so far.

import StreamMap

final class Session {
  let options: Options
  let command: String
  /// An input that cannot be read is told, and the others are read.
  let goesOn: Bool
  let inputs: [InputFile]
  /// The bytes of each that are wanted.
  let portions: [Portion]
  let output: Output
  let rejects: Output?
  /// What is wrong with the lines of `rejects`, where these are the records as they are.
  let rejectErrors: Output?
  let report: Output?
  /// How far the run has come; from a checkpoint, if there was one.
  var tally: Checkpoint
  let isResumed: Bool
  let progress: ProgressLine
  let diagnostics: Diagnostics
  private(set) var status = ExitStatus.success

  /// Looks the inputs up and opens the output, in this order: nothing is
  /// overwritten for the sake of an input that is not there.
  ///
  /// Throws `UsageError` and `FileFailure`; a missing input is reported and
  /// left out instead when `goesOn`.
  ///
  /// - Parameter others: more files that are read, and cannot be written.
  init(
    _ invocation: Invocation, _ streams: StandardStreams, goesOn: Bool = false, others: [InputFile] = []
  ) throws {
    options = invocation.options
    command = invocation.command?.rawValue ?? ""
    self.goesOn = goesOn
    try Self.refuseContradictions(invocation)
    try Self.refuseRawRejects(invocation)
    var found: [InputFile] = []
    var failures: [FileFailure] = []
    var empty: [String] = []
    for file in invocation.files {
      let all = InputFile.all(in: file, standardInput: streams.input)
      if all.isEmpty { empty.append(file) }
      for input in all {
        do {
          found.append(try input.get())
        } catch {
          guard goesOn else { throw error }
          failures.append(error)
        }
      }
    }
    inputs = found
    portions = try Self.portions(of: found, options)
    let reportsErrors = invocation.command == .check
    let command = Checkpoint.fingerprint(of: invocation.words(files: found.map(\.name)))
    let known = try options.checkpoint.flatMap { try Checkpoint.read($0, for: command) }
    if let known { try Self.refuseOthers(known, found) }
    tally = known ?? Checkpoint(command: command)
    isResumed = known != nil
    output = try Output(
      path: options.output, standard: reportsErrors ? streams.error : streams.output,
      standardName: reportsErrors ? "<stderr>" : "<stdout>", inputs: found + others, kept: tally.outputBytes
    )
    let read = found + others
    rejects = try invocation.options.rejects.map { [kept = tally.rejectsBytes] path in
      try Output(path: path, standard: streams.error, standardName: "<stderr>", inputs: read, kept: kept)
    }
    let errorsPath = options.rejectsFormat == .raw ? options.rejects.map(Self.errorsPath) : nil
    rejectErrors = try errorsPath.map { [kept = tally.rejectErrorsBytes ?? 0] path in
      try Output(path: path, standard: streams.error, standardName: "<stderr>", inputs: read, kept: kept)
    }
    report = try invocation.options.report.map { path in
      try Output(path: path, standard: streams.output, standardName: "<stdout>", inputs: read)
    }
    // Only now that all are known to be what they should is anything shortened.
    let written = [output, rejects, rejectErrors, report].compactMap(\.self)
    try Self.refuseTwins(written, options.checkpoint)
    for file in written { try file.begin() }
    progress = ProgressLine(
      descriptor: streams.error, isOn: Self.drawsProgress(invocation, output, streams),
      isEager: options.progress == true, total: Self.total(of: found, portions), begun: tally.bytes
    )
    diagnostics = Diagnostics(
      descriptor: streams.error, isQuiet: options.isQuiet, progress: progress,
      errors: reportsErrors && options.output != nil ? output.writer : nil
    )
    for failure in failures { fail(failure) }
    for folder in empty { diagnostics.note("\(folder) is a directory without files: nothing is read of it") }
    if invocation.files.contains("-"), System.isTerminal(streams.input) {
      diagnostics.note("reads what is typed: name a FILE to read that, or end with Control-D")
    }
  }

  /// Whether the first byte of the first input is wanted.
  var beginsInput: Bool {
    switch options.portion {
    case .all: true
    case .range(let range): range.lowerBound == 0
    case .split(let number, of: _): number == 1
    }
  }

  /// How many threads read.
  var jobs: Int { options.jobs ?? System.cores }

  /// How much a thread reads at a time.
  var sliceSize: Int { options.slice ?? SlicedReading<Void>.sliceSize }

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

  /// Options that say nothing, or two things, together.
  private static func refuseContradictions(_ invocation: Invocation) throws(UsageError) {
    let options = invocation.options
    let skips =
      options.onError == .skip
      || options.onError == nil && [.check, .retry].contains(invocation.command)
    if !skips, options.rejects != nil || options.maxErrors != nil {
      let name = options.rejects == nil ? "--max-errors" : "--rejects"
      throw UsageError("\(name) is for bad records that are passed over: add --on-error skip")
    }
    if invocation.command == .count, !options.countChecks,
      options.onError != nil || options.rejects != nil || options.maxErrors != nil || options.report != nil
    {
      throw UsageError("count looks at no record unless it is told to: add --validate full")
    }
    if options.checkpoint != nil {
      guard let output = options.output, output != "-" else {
        throw UsageError("--checkpoint needs --output FILE, which it can shorten to what it knows of")
      }
      if options.isUnordered {
        throw UsageError("--checkpoint needs rows in their order: leave --unordered out")
      }
    }
    if options.report == "-", options.rejects == "-" {
      throw UsageError("--report and --rejects cannot both be -: name a FILE for one of them")
    }
    if options.report == "-", invocation.command != .check, options.output ?? "-" == "-" {
      throw UsageError(
        "--report - would mix the report with what is written: add --output FILE, or name a FILE")
    }
    if options.checkpoint == "-" {
      throw UsageError("--checkpoint needs a FILE that the next run can find, and - is none")
    }
    if options.input != .lines, options.portion != .all || options.checkpoint != nil {
      throw UsageError("--range, --split and --checkpoint cut lines, and nothing else: leave --input out")
    }
    if let path = options.records {
      do throws(PathError) {
        _ = try ArrayPath(path)
      } catch {
        throw UsageError(error.description)
      }
    }
    let files = [
      ("--output", options.output), ("--rejects", options.rejects), ("--report", options.report),
      ("--checkpoint", options.checkpoint),
    ].filter { $0.1 != nil && $0.1 != "-" }
    for (index, file) in files.enumerated() {
      if let other = files[..<index].first(where: { $0.1 == file.1 }) {
        throw UsageError("\(other.0) and \(file.0) are the same file, \(file.1 ?? "")")
      }
    }
  }

  /// A checkpoint is of the files that were read, and not of others of their names.
  private static func refuseOthers(_ checkpoint: Checkpoint, _ inputs: [InputFile]) throws {
    guard inputs.indices.contains(checkpoint.input) else { return }
    let input = inputs[checkpoint.input]
    guard let device = checkpoint.device, let inode = checkpoint.inode else { return }
    guard input.status.identity == FileStatus.Identity(device: device, inode: inode) else {
      throw UsageError(
        "\(input.name) is another file than the one that was read before: remove the checkpoint to begin anew"
      )
    }
    if let size = input.size, size < checkpoint.offset, try input.isPlain() {
      throw FileFailure(
        name: input.name,
        reason: "it has \(size) bytes, and \(checkpoint.offset) have been read: it was shortened")
    }
  }

  /// Two outputs that are one file would overwrite one another.
  private static func refuseTwins(_ outputs: [Output], _ checkpoint: String?) throws(UsageError) {
    var known: [FileStatus.Identity: String] = [:]
    for output in outputs {
      guard let identity = output.identity else { continue }
      if let other = known.updateValue(output.writer.name, forKey: identity) {
        throw UsageError("\(other) and \(output.writer.name) are the same file")
      }
    }
    if let checkpoint, let status = try? System.status(of: checkpoint), let other = known[status.identity] {
      throw UsageError("\(other) and \(checkpoint) are the same file")
    }
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
      // Whoever reads the rows may have gone; the rejects are still wanted.
      if error is UsageError { throw error }
      let finished = Result { try finish() }
      // The end that was asked for is in order only if what was good is written.
      if error is Interrupted, case .failure(let failure as FileFailure) = finished { throw failure }
      throw error
    }
    progress.clear()
    try finish()
    if tally.bad > 0 { status = status.worst(.badData) }
    return status
  }

  private func finish() throws {
    // Each whatever becomes of the other.
    let written = Result { try output.finish() }
    try rejects?.finish()
    try rejectErrors?.finish()
    try written.get()
  }

  /// Where the rows go to a terminal too, the line would stand among them.
  private static func drawsProgress(
    _ invocation: Invocation, _ output: Output, _ streams: StandardStreams
  ) -> Bool {
    guard !invocation.options.isQuiet else { return false }
    if let wish = invocation.options.progress { return wish }
    return System.isTerminal(streams.error) && !(invocation.command == .select && output.isTerminal)
  }

  private static func total(of inputs: [InputFile], _ portions: [Portion]) -> Int? {
    var total = 0
    for (input, portion) in zip(inputs, portions) {
      guard let size = input.size, !input.isNamedAsCompressed else { return nil }
      total += portion.range(of: size).count
    }
    return total
  }

  /// What of each input is wanted: a part of all of them together is a range of each.
  private static func portions(of inputs: [InputFile], _ options: Options) throws(UsageError) -> [Portion] {
    if options.portion == .all { return inputs.map { _ in .all } }
    let name = if case .range = options.portion { "--range" } else { "--split" }
    for input in inputs where input.size == nil {
      throw UsageError("\(name) needs files that can be read from any place, and \(input.name) is none")
    }
    if case .range = options.portion {
      guard inputs.count == 1 else {
        throw UsageError("--range takes one FILE, and here are \(inputs.count)")
      }
      return [options.portion]
    }
    let all = options.portion.range(of: inputs.reduce(0) { $0 + ($1.size ?? 0) })
    var start = 0
    return inputs.map { input in
      defer { start += input.size ?? 0 }
      let lower = max(all.lowerBound - start, 0)
      return .range(lower..<max(all.upperBound - start, lower))
    }
  }
}
