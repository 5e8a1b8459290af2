// The inputs, outputs, messages and exit status of a run.

import StreamMap

final class Session {
  let options: Options
  let command: String
  /// Whether the run continues with the other inputs after one that cannot be read.
  let goesOn: Bool
  let inputs: [InputFile]
  /// The part of each input to read.
  let inputRanges: [InputRange]
  let output: Output
  let rejects: Output?
  /// The errors of the records in `rejects`, if these are raw lines.
  let rejectErrors: Output?
  let report: Output?
  /// The columns that are counted, without counts.
  let survey: Survey
  /// The state of the run. Read from the checkpoint, if there is one.
  var tally: Checkpoint
  let isResumed: Bool
  /// The lock of the checkpoint, held until the run ends.
  private let lock: FileLock?
  let progress: ProgressLine
  let diagnostics: Diagnostics
  var status = ExitStatus.success
  /// Whether the next run of the same command continues from the checkpoint, though this one has read everything.
  var keepsCheckpoint = false
  /// How the run ended.
  var end = RunEnd.complete
  /// The inputs in order: the number of one that is read, or why one could not be opened.
  let listed: [Result<Int, FileFailure>]
  /// The number of bytes read of each input.
  var inputBytes: [Int]
  /// The inputs that could not be read to their ends, and why.
  var inputFailures: [Int: FileFailure] = [:]
  /// The number of inputs, from the first on, after which reading continued or ended. Without input order, known at the
  /// end only.
  var readInputs: Int
  /// The number of bytes that an earlier run has read, and the time when this one began.
  let begun: (bytes: Int, time: ContinuousClock.Instant)

  /// Finds the inputs, then opens the outputs, so that a missing input does not overwrite an output.
  ///
  /// Throws `UsageError` and `FileFailure`. If `goesOn`, a missing input is reported and skipped instead.
  ///
  /// - Parameters:
  ///   - others: other files that are read, which cannot be outputs.
  ///   - survey: the columns to count.
  ///   - isPreparing: whether another run of the same inputs follows, which writes the outputs and all messages.
  init(
    _ invocation: Invocation, _ streams: StandardStreams, goesOn: Bool = false, others: [InputFile] = [],
    survey: Survey = Survey(), isPreparing: Bool = false
  ) throws {
    let written = Self.written(invocation.options, streams)
    var invocation = invocation
    if isPreparing { invocation.options = invocation.options.withoutOutputs }
    self.survey = survey
    options = invocation.options
    command = invocation.command?.rawValue ?? ""
    let goesOn = goesOn || options.onError == .skip
    self.goesOn = goesOn
    let filter = FolderFilter(
      include: options.include, exclude: options.exclude, written: written)
    var found: [InputFile] = []
    var failures: [FileFailure] = []
    var listed: [Result<Int, FileFailure>] = []
    var empty: [FilePath] = []
    for file in invocation.files {
      let all = InputFile.all(in: file, standardInput: streams.input, filter: filter)
      if all.isEmpty { empty.append(file) }
      for input in all {
        do {
          var input = try input.get()
          input.decompression = options.decompression
          if input.isStandardInput, let name = options.standardInputName { input.name = name }
          try Self.refuseCompressed(input, options)
          listed.append(.success(found.count))
          found.append(input)
        } catch {
          guard goesOn else { throw error }
          listed.append(.failure(error))
          failures.append(error)
        }
      }
    }
    // A run without any readable input overwrites nothing. The check command still reports its errors.
    if found.isEmpty, invocation.command != .check, let failure = failures.first { throw failure }
    inputs = found
    if options.follows { try Self.refuseSeveral(found, listed.count) }
    inputRanges = try Self.inputRanges(of: found, options)
    let reportsErrors = invocation.command == .check
    // Making the words takes a quarter of the instructions of a run over an empty file.
    let command =
      options.checkpoint == nil ? "" : Checkpoint.fingerprint(of: invocation.words(files: found.map(\.path)))
    let known: Checkpoint?
    (known, lock) = try Self.begin(invocation, command: command, found, survey)
    tally = known ?? Checkpoint(command: command)
    isResumed = known != nil
    begun = (tally.bytes, .now)
    self.listed = listed
    readInputs = tally.input
    let bytes = tally.inputBytes ?? []
    inputBytes = bytes + [Int](repeating: 0, count: found.count - bytes.count)
    let read = found + others
    var outputs: [Output] = []
    // Each file is locked before the next is opened, so that a second run does not create files either.
    func open(
      _ path: FilePath?, _ standard: Int32, kept: Int = 0, isReplaced: Bool = false, endsWell: Bool = false
    ) throws -> Output {
      let file = try Output(
        path: path, standard: standard, streams: streams, inputs: read, kept: kept, isReplaced: isReplaced,
        endsWell: endsWell)
      outputs.append(file)
      try Self.refuseTwins(outputs, invocation.options.checkpoint)
      try file.lock()
      return file
    }
    // A run with a checkpoint resumes in the file itself. Rejects and the report are needed also after a failure.
    output = try open(
      options.output, reportsErrors ? streams.error : streams.output, kept: tally.outputBytes,
      isReplaced: options.checkpoint == nil, endsWell: true)
    rejects = try options.rejects.map { [kept = tally.rejectsBytes] in
      try open($0, streams.error, kept: kept)
    }
    let errorsPath = options.rejectsFormat == .raw ? options.rejects.map(Self.errorsPath) : nil
    rejectErrors = try errorsPath.map { [kept = tally.rejectErrorsBytes ?? 0] in
      try open($0, streams.error, kept: kept)
    }
    report = try options.report.map { try open($0, streams.output, endsWell: true) }
    if options.format == .arrow, output.isTerminal {
      throw UsageError(
        "--format arrow writes binary data, and the output is a terminal: add --output FILE, or pipe it to a "
          + "program that reads Arrow")
    }
    // Files are truncated only after all checks have passed.
    for file in outputs { try file.begin() }
    progress = ProgressLine(
      descriptor: streams.error, isOn: Self.drawsProgress(invocation, output, streams),
      isEager: options.progress == true,
      total: options.sample == nil ? Self.total(of: found, inputRanges) : nil, begun: tally.bytes
    )
    diagnostics = Diagnostics(
      descriptor: streams.error, isQuiet: options.isQuiet, progress: progress,
      errors: reportsErrors && options.output != nil ? output.writer : nil, isSilent: isPreparing
    )
    for failure in failures { fail(failure) }
    for folder in empty {
      let filtered =
        options.include.isEmpty && options.exclude.isEmpty ? "" : " that match --include and --exclude"
      diagnostics.note("\(folder) is a directory without files\(filtered): it is skipped")
    }
    if isResumed, inputs.indices.contains(tally.input), let path = options.checkpoint {
      let records = "\(tally.allRecords) \(tally.allRecords == 1 ? "record" : "records")"
      diagnostics.note(
        "resumed at byte \(tally.offset) of \(inputs[tally.input].name), after \(records) (checkpoint \(path))"
      )
    }
    if let path = options.checkpoint, lock?.isHeld == false {
      diagnostics.note(
        "\(path): the file system does not support locks: do not start a second run with this checkpoint"
      )
    }
    if invocation.files.contains("-"), System.isTerminal(streams.input) {
      diagnostics.note(
        "reading from the terminal: name a FILE to read it instead, or end the input with Control-D")
    }
  }

  /// Whether the run reads the first byte of the first input.
  var beginsInput: Bool {
    switch options.inputRange {
    case .all: true
    case .range(let range): range.lowerBound == 0
    case .split(let number, of: _): number == 1
    }
  }

  /// Whether the output begins with the header line of its format. Of several parts of an input, only the first has it.
  var writesHeader: Bool { !isResumed && beginsInput && !options.omitsHeader }

  /// Whether the number of rows before a record is known. In a later part of the input it is not.
  var numbersRows: Bool { command == Subcommand.select.rawValue && beginsInput }

  /// The number of threads that read.
  var jobs: Int { options.jobs ?? System.cores }

  /// The number of bytes that a thread reads at a time.
  var chunkSize: Int { options.chunk ?? ChunkedReading<Void>.chunkSize }

  /// The data kept for rejected records: only the data that the run writes.
  var rejectionDetail: RejectionDetail {
    if rejects != nil { return .bytes }
    return diagnostics.reportsRecords || options.maxErrors != nil ? .errors : .counts
  }

  /// The limits of a record.
  var limits: Limits {
    var limits = Limits()
    if let depth = options.maxDepth { limits.depth = depth }
    if let bytes = options.maxRecord {
      limits.record = bytes
      limits.string = bytes
    }
    return limits
  }

  /// Returns a mapping that validates a record and stores nothing.
  func validation() throws(PathError) -> Mapping<Void> {
    try Mapping((), limits: limits) {}
  }

  /// Locks the checkpoint and reads it, if the option is given.
  private static func begin(
    _ invocation: Invocation, command: String, _ inputs: [InputFile], _ survey: Survey
  ) throws -> (known: Checkpoint?, lock: FileLock?) {
    guard let path = invocation.options.checkpoint else { return (nil, nil) }
    for file in [path] + Checkpoint.sideFiles(of: path) {
      if let identity = try? System.status(of: file).identity,
        let input = inputs.first(where: { $0.status.identity == identity })
      {
        throw UsageError("\(file) is also an input (\(input.name)): name another FILE for --checkpoint")
      }
    }
    let expected = Checkpoint.Expectation(command: command, inputs: inputs.count, survey: survey)
    func read() throws -> Checkpoint? {
      let known = try Checkpoint.read(path, expected)
      if let known { try refuseOthers(known, inputs, invocation.options) }
      return known
    }
    // An unusable checkpoint is reported before a lock file is created beside it.
    _ = try read()
    let lock = try FileLock(
      path + Checkpoint.lockSuffix, use: "using this checkpoint",
      otherwise: "name another FILE for --checkpoint")
    return (try read(), lock)
  }

  /// The existing files that the run writes.
  private static func written(_ options: Options, _ streams: StandardStreams) -> Set<FileStatus.Identity> {
    let checkpoint = options.checkpoint.map { [$0] + Checkpoint.sideFiles(of: $0) } ?? []
    let partial = options.output.map(Replacement.partial)
    let paths = [options.output, partial, options.rejects, options.report].compactMap(\.self).filter {
      $0 != "-"
    }
    let statuses =
      (paths + checkpoint).map { try? System.status(of: $0) }
      + [streams.output, streams.error].map { try? System.status(of: $0) }
    return Set(statuses.compactMap(\.self).filter(\.isRegular).map(\.identity))
  }

  /// Throws if an input is not the file that the checkpoint was written for, even with the same name.
  private static func refuseOthers(
    _ checkpoint: Checkpoint, _ inputs: [InputFile], _ options: Options
  ) throws {
    guard inputs.indices.contains(checkpoint.input) else { return }
    let input = inputs[checkpoint.input]
    var known: FileStatus.Identity?
    if let device = checkpoint.device, let inode = checkpoint.inode {
      known = FileStatus.Identity(device: device, inode: inode)
    }
    guard known == (input.status.isRegular ? input.status.identity : nil) else {
      let remedy =
        options.follows
        ? "it was replaced, for example by log rotation; read the rest of the old file, from byte "
          + "\(checkpoint.offset) on (--range \(checkpoint.offset):), and this one with another --checkpoint and "
          + "--output"
        : "remove the checkpoint to start over"
      throw UsageError("\(input.name) is not the file that the checkpoint was written for: \(remedy)")
    }
    if let size = input.size, size < checkpoint.offset, try input.isPlain() {
      throw FileFailure(
        name: input.name,
        reason: "it was truncated: it has \(size) bytes, and the checkpoint is at byte \(checkpoint.offset)"
          + (options.follows ? "; read it from its beginning with another --checkpoint and --output" : ""))
    }
  }

  /// Throws unless there is one regular file, which can grow and be found again.
  private static func refuseSeveral(_ inputs: [InputFile], _ count: Int) throws(UsageError) {
    let why = "--complete-lines with --checkpoint continues in one file that has grown"
    guard count == 1 else {
      throw UsageError("\(why), and there are \(count): run the command for each of them")
    }
    if let input = inputs.first, !input.status.isRegular || input.isStandardInput {
      throw UsageError("\(why), and \(input.name) is not a file that can be read again: remove --checkpoint")
    }
  }

  /// Throws if two outputs are the same file.
  private static func refuseTwins(_ outputs: [Output], _ checkpoint: FilePath?) throws(UsageError) {
    var known: [FileStatus.Identity: String] = [:]
    for output in outputs {
      for identity in output.identities {
        if let other = known.updateValue(output.writer.name, forKey: identity) {
          throw UsageError(
            "\(other) and \(output.writer.name) are the same file: name another file for one of them")
        }
      }
    }
    for file in checkpoint.map({ [$0] + Checkpoint.sideFiles(of: $0) }) ?? [] {
      if let status = try? System.status(of: file), let other = known[status.identity] {
        throw UsageError("\(other) and \(file) are the same file: name another file for one of them")
      }
    }
  }

  /// Reports an input that could not be read.
  func fail(_ failure: FileFailure) {
    diagnostics.failure(failure.message)
    status = status.worst(.failure)
  }

  /// Whether to draw progress. By default not if rows go to the terminal, where the line would be among them.
  private static func drawsProgress(
    _ invocation: Invocation, _ output: Output, _ streams: StandardStreams
  ) -> Bool {
    guard !invocation.options.isQuiet else { return false }
    if let wish = invocation.options.progress { return wish }
    return System.isTerminal(streams.error) && !(invocation.command == .select && output.isTerminal)
  }

  private static func total(of inputs: [InputFile], _ inputRanges: [InputRange]) -> Int? {
    var total = 0
    for (input, inputRange) in zip(inputs, inputRanges) {
      guard let size = input.size, !input.isNamedAsCompressed else { return nil }
      total += inputRange.range(of: size).count
    }
    return total
  }

  /// The option that selects a part of the input.
  private static func partOption(_ options: Options) -> String? {
    if options.sample != nil { return "--sample" }
    return switch options.inputRange {
    case .all: nil
    case .range: "--range"
    case .split: "--split"
    }
  }

  /// Throws if a part of a compressed file is requested. Only the beginning of such a file can be found.
  private static func refuseCompressed(_ input: InputFile, _ options: Options) throws(FileFailure) {
    guard let name = partOption(options), options.standardInputOffset == nil, input.status.isRegular,
      try !input.isPlain()
    else { return }
    throw FileFailure(
      name: input.name,
      reason: "\(name) cannot read a part of a compressed file: decompress it first, or remove \(name)")
  }

  /// Returns the part of each input to read. A split of all inputs together is a range of each input.
  private static func inputRanges(of inputs: [InputFile], _ options: Options) throws(UsageError)
    -> [InputRange]
  {
    guard let name = Self.partOption(options) else { return inputs.map { _ in .all } }
    for input in inputs where input.size == nil && options.standardInputOffset == nil {
      throw UsageError("\(name) needs regular files, and \(input.name) is not one")
    }
    if options.inputRange == .all { return inputs.map { _ in .all } }
    if case .range = options.inputRange {
      // There is none if the only one cannot be read, which is reported.
      guard inputs.count <= 1 else {
        throw UsageError("--range takes one FILE, not \(inputs.count)")
      }
      return inputs.map { _ in options.inputRange }
    }
    let all = options.inputRange.range(of: inputs.reduce(0) { $0 + ($1.size ?? 0) })
    var start = 0
    return inputs.map { input in
      defer { start += input.size ?? 0 }
      let lower = max(all.lowerBound - start, 0)
      return .range(lower..<max(all.upperBound - start, lower))
    }
  }
}
