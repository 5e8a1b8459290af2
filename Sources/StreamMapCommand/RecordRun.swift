// Reads the records of the inputs with a mapping, chunk by chunk in order. Writes rows,
// reports bad records, and writes checkpoints.

import StreamMap
import StreamMapTables
import StreamMapCompression
import Synchronization

final class RecordRun<Root> {
  let session: Session
  let mapping: Mapping<Root>
  let options: ReadingOptions
  let onError: ErrorReaction
  /// Creates the empty part of an input.
  let begin: @Sendable (_ input: Int) -> RunPart
  let add: @Sendable (inout RunPart, borrowing Root, RecordLocation) -> Void
  /// Writes rows in columns. Nil for an output of text.
  let batches: BatchOutput?
  /// The columns whose errors are counted, all of each record. Nil unless the command checks columns.
  private let checked: ColumnMapping?
  let clock = ContinuousClock()
  var noted: ContinuousClock.Instant
  /// The framing of the current inputs.
  private(set) var framing = Framing.lines
  /// What the inputs are that were read.
  private(set) var inputKinds = InputKinds()
  /// Whether a bad record has ended the run.
  private var isStopped = false
  /// The inferred schema. Empty unless the command infers one.
  private(set) var schema = InferredSchema()
  /// The first input that is one text over the limit of a record.
  var longText: Int?
  /// Whether the last chunk was the last of its file.
  var isAtEnd = false
  /// Whether there is a checkpoint from which the same command resumes.
  var hasNote: Bool
  /// The checkpoint at the beginning of the run, if the next run continues in the same file.
  var beginning: Checkpoint?
  /// The first bytes of the first input, kept for column hints if it can be read only once.
  var sample: [UInt8] = []
  /// The input to read instead of that one.
  private var begun: Input?
  /// The first records, if there is a filter, which may skip all of them.
  private let sampling: RecordSampling?
  /// The approximate number of bytes in the rows of a chunk.
  private let expected = Expectation()

  private final class Expectation: Sendable {
    let count = Atomic(0)
  }

  /// - Parameters:
  ///   - seen: the columns to check for values.
  ///   - batches: writes the rows in columns, if `add` adds such rows.
  ///   - checked: the columns whose errors are counted.
  ///   - locates: whether columns say where records are.
  ///   - add: adds a record to the result of a chunk.
  init(
    _ session: Session, _ mapping: Mapping<Root>, onError: ErrorReaction,
    seen: SeenColumns = SeenColumns(), batches: BatchOutput? = nil, checked: ColumnMapping? = nil,
    locates: Bool = false,
    add: @escaping @Sendable (inout RunPart, borrowing Root, RecordLocation) -> Void = { _, _, _ in }
  ) {
    self.session = session
    self.mapping = mapping
    sampling = session.options.filter.map { _ in RecordSampling(ofPaths: ()) }
    var options = session.options.reading
    options.reportsAllErrors = checked != nil
    self.options = options
    self.onError = onError
    self.batches = batches
    self.checked = checked
    self.add = { part, record, location in
      part.records += 1
      add(&part, record, location)
    }
    let survey = session.survey
    let names = locates ? session.inputs.map(\.name) : nil
    begin = { [expected] input in
      RunPart(survey, seen, of: names?[input], expecting: expected.count.load(ordering: .relaxed))
    }
    noted = clock.now
    hasNote = session.isResumed
    if session.tally.survey.columns.isEmpty { session.tally.survey = survey }
    if !session.isResumed { session.tally.seen = seen }
  }

  /// Reads all inputs.
  ///
  /// Throws `FileFailure` if an input cannot be read or an output cannot be written, `Interrupted`, and `OutputClosed`.
  func run() throws {
    session.progress.begin(
      bytes: session.tally.bytes, records: session.tally.allRecords, errors: session.tally.bad)
    if session.options.follows { beginning = noted(session.tally) }
    do {
      try readAll()
      let isAll = session.readInputs == session.inputs.count
      session.end = isStopped || isOverBudget ? .stopped : isAll ? .complete : .limit
      if let batches {
        // The end of a complete stream follows everything else, so that its reader can depend on it.
        try session.flushRejects()
        try batches.finish(isComplete: session.status == .success && session.end != .stopped)
      }
      if session.options.follows, session.end == .complete { try noteEnd() }
    } catch {
      // The rows of an incomplete batch are not written.
      if let batches { session.tally.rows = batches.written }
      throw error
    }
    if let budget = session.options.maxErrors, !isStopped, isOverBudget {
      session.diagnostics.failure("more than \(budget.description) of the records are bad")
    }
    if let count = session.tally.skippedLines, count > 0 {
      let text = framing == .markdown ? "other text" : "no record"
      session.diagnostics.note("\(count) \(count == 1 ? "line has" : "lines have") \(text): skipped")
    }
    if onError == .skip, session.command != Subcommand.check.rawValue {
      session.diagnostics.summary(session.tally.bad, of: session.tally.allRecords)
    }
    warnOfFilter()
  }

  /// Whether the run as a whole has more bad records than allowed.
  private var isOverBudget: Bool {
    session.options.maxErrors?.isExceeded(
      bad: session.tally.bad, of: session.tally.allRecords, isLast: true) == true
  }

  /// Whether the numbers of lines are known.
  private var hasLines: Bool {
    framing.isLines && !session.options.isUnordered && isContiguous
  }

  /// Whether the records are read from the first on, without a gap.
  private var isContiguous: Bool { session.options.inputRange == .all && session.options.sample == nil }

  /// What the first records have, for notes on paths. Nil if there is no filter, or if the records are not the first.
  var pathNotes: PathNotes? {
    guard let sampling, !isStopped, !session.isResumed, isContiguous else { return nil }
    return PathNotes(sampling.findings, isComplete: session.end == .complete && session.status != .failure)
  }

  var isDone: Bool { isStopped || session.tally.keptRecords >= session.options.limit ?? .max }

  private func readAll() throws {
    let all = session.inputs.indices
    begun = keepSample()
    if let count = session.options.sample { return try readSample(count) }
    if session.options.readsLines, let framing = session.options.framing {
      return try read(all.map { $0 }, all.map(chunked), framing)
    }
    // Files of lines in a row are read together, because each can be shorter than what a thread reads at a time.
    var files: [Int] = []
    func readFiles() throws {
      defer { files = [] }
      if !files.isEmpty { try read(files, files.map(chunked), .lines) }
    }
    for input in all where !isDone {
      guard let (framing, bytes) = try framing(of: input, after: readFiles) else { continue }
      if framing == .lines, session.inputs[input].status.isRegular {
        files.append(input)
        continue
      }
      try readFiles()
      if isDone { return }
      // A condition is tested before the record is read, and a record is repaired after that, which takes the whole
      // record.
      if framing == .document, session.options.filter == nil, options.extensions.isEmpty {
        self.framing = framing
        inputKinds.add(framing)
        try readDocument(input, bytes)
        if !isStopped { session.readInputs = input + 1 }
      } else {
        try read([input], [ChunkedInput(bytes, .all, session.options.decompression)], framing)
      }
    }
    if !isDone { try readFiles() }
  }

  /// Reads one line at each of a number of places of each input.
  private func readSample(_ count: Int) throws {
    var samples: [(input: Int, line: Range<Int>)] = []
    for (index, input) in session.inputs.enumerated() {
      do throws(FileFailure) {
        let limit =
          session.options.completeLines ? session.options.framing?.lineLimit(session.limits.record) : nil
        let lines = try input.sampledLines(count, lineLimit: limit)
        inputKinds.add(sample: lines, of: input.size ?? 0)
        samples += lines.map { (index, $0) }
      } catch {
        try leave(index, error)
      }
    }
    let lines = samples.map { session.inputs[$0.input].chunked(.range($0.line)) }
    try read(samples.map(\.input), lines, session.options.framing ?? .lines)
    // An input without records is read, too.
    if !isStopped { session.readInputs = session.inputs.count }
  }

  /// Returns the framing of an input, and the bytes to read. Nil if the input cannot be read and the run continues.
  ///
  /// - Parameter readEarlier: reads the inputs before it, before its failure is reported.
  private func framing(of input: Int, after readEarlier: () throws -> Void) throws -> (Framing, Input)? {
    let file = session.inputs[input]
    let bytes = input == 0 ? begun ?? file.bytes : file.bytes
    if let framing = session.options.framing { return (framing, bytes) }
    do {
      let found = try Signals.interrupting { try file.framing(of: bytes, until: $0) }
      if let name = found.compression { inputKinds.add(compression: name) }
      return (found.framing, found.input)
    } catch let failure as FileFailure {
      try endIfInterrupted()
      try readEarlier()
      if isDone { return nil }
      try leave(input, failure)
      return nil
    }
  }

  /// Throws `Interrupted` if a signal came.
  func endIfInterrupted() throws {
    guard let signal = Signals.pending else { return }
    let hint: String? =
      if session.options.checkpoint == nil {
        nil
      } else if hasNote {
        "the same command resumes from its last checkpoint"
      } else {
        "no checkpoint was written yet, and the same command starts over"
      }
    throw Interrupted(signal: signal, hint: hint)
  }

  /// Reads inputs, given by their numbers, in chunks.
  private func read(_ inputs: [Int], _ chunked: [ChunkedInput], _ framing: Framing) throws {
    try Signals.interrupting { interruption in
      try read(inputs, chunked, framing, until: interruption)
    }
    if Signals.pending != nil, !isDone {
      try note()
      try endIfInterrupted()
    }
  }

  private func read(
    _ inputs: [Int], _ chunked: [ChunkedInput], _ framing: Framing, until interruption: Interruption
  ) throws {
    self.framing = framing
    inputKinds.add(framing)
    let plan = ReadingPlan(
      mapping, framing: framing, completeLines: session.options.completeLines, options: options,
      onError: onError == .skip ? .skip { _, _ in } : .stop,
      filter: session.options.filter, each: session.options.elements, sampling: sampling)
    let first = session.isResumed ? inputs.firstIndex { $0 >= session.tally.input } ?? inputs.endIndex : 0
    let inputs = Array(inputs[first...])
    let numbersElements = session.options.each != nil && session.rejects != nil
    let isCuttable = session.options.maxErrors != nil || numbersElements
    let resume: @Sendable (inout RunPart) -> Void = { if isCuttable { $0.mark() } }
    let left = session.options.limit.map { max($0 - session.tally.keptRecords, 0) }
    let reading = ChunkedReading(
      plan, of: Array(chunked[first...]), workers: left == nil ? session.jobs : 1, recordLimit: left,
      rejectionLimit: session.options.maxErrors?.limit(after: session.tally.bad) ?? .max,
      detail: checked == nil ? session.rejectionDetail : max(session.rejectionDetail, .errors),
      chunkSize: session.chunkSize, isOrdered: !session.options.isUnordered,
      interruption: interruption, size: { $0.size }, begin: { [begin] in begin(inputs[$0]) }, add: add,
      resume: resume)
    defer { reading.stop() }
    while !isDone {
      guard let chunk = reading.next() else {
        session.readInputs = inputs.last.map { $0 + 1 } ?? session.inputs.count
        return
      }
      if Signals.pending != nil, chunk.failure != nil { return }
      let input = inputs[chunk.input]
      // After a failure, nothing more of an input follows. Without input order, what was read may come after it.
      if session.options.isUnordered || session.inputFailures[input] == nil { try take(chunk, of: input) }
      // No checkpoint after a chunk that was not read to its end: resuming would skip the rest of it.
      if isDone { return }
      if Signals.pending != nil { return }
      try noteIfDue()
    }
  }

  /// Returns an input to read. The input of a checkpoint is read from the checkpoint's offset.
  private func chunked(_ input: Int) -> ChunkedInput {
    let inputRange = session.inputRanges[input]
    if let base = session.options.standardInputOffset {
      return session.inputs[input].chunked(inputRange, of: begun, at: base)
    }
    guard session.isResumed, input == session.tally.input else {
      return session.inputs[input].chunked(inputRange, of: input == 0 ? begun : nil)
    }
    let tally = session.tally
    return session.inputs[input].chunked(
      inputRange, from: tally.offset, numbered: (tally.records, tally.lines))
  }

  func take(_ chunk: ChunkResult<RunPart>, of input: Int) throws {
    let name = session.inputs[input].name
    if input != session.tally.input {
      (session.tally.input, session.tally.records, session.tally.lines) = (input, 0, 0)
      session.tally.offset = session.inputRanges[input].range(of: .max).lowerBound
      // Here everything before this input is written, and nothing of it. Small files have no other place for a
      // checkpoint.
      (session.tally.file, isAtEnd) = (name, false)
      if !session.options.isUnordered { session.readInputs = input }
      try noteIfDue()
    }
    var chunk = chunk
    var part = chunk.part
    let tally = batches == nil ? nil : noted(session.tally)
    // Rejects of a part that cannot be written do not count, as its records do not.
    let (bad, kinds) = (session.tally.bad, session.tally.kinds)
    var isWritten = false
    defer { if !isWritten { (session.tally.bad, session.tally.kinds) = (bad, kinds) } }
    for (kind, count) in chunk.rejectionCounts.kinds { session.tally.addBad(kind, count) }
    for refused in chunk.refusals {
      try refuse(refused, in: session.inputs[input]) { part.rows(after: refused.goodBefore) }
      if let budget = session.options.maxErrors,
        budget.isExceeded(bad: session.tally.bad, of: session.tally.allRecords + refused.number)
      {
        part.cut(after: refused.goodBefore)
        chunk.records = refused.number
        chunk.filtered = refused.filteredBefore
        chunk.skippedLines = refused.skippedLinesBefore
        chunk.end = refused.error.byteOffset ?? chunk.end
        session.diagnostics.failure(
          "stopped after more than \(budget.description) bad records (--max-errors)")
        isStopped = true
        break
      }
    }
    if onError == .stop, !chunk.isInputFailure, let error = chunk.failure as? MappingError {
      chunk.end = error.byteOffset ?? chunk.end
    }
    // A little more, so that the next buffer need not grow. A very long row does not predict the next one.
    let size = min(part.output.count, ChunkPart.size)
    expected.count.store(size + size / 8, ordering: .relaxed)
    if let batches {
      try batches.add(part.columns, at: tally)
    } else {
      try session.output.writer.append(part.output)
    }
    try session.output.writer.flush()
    try session.flushRejects()
    isWritten = true
    session.tally.rows += part.rows
    session.tally.seen?.add(part.seen)
    for findings in part.allFindings {
      session.tally.survey.add(findings.survey, file: input, after: hasLines ? session.tally.lines : nil)
      schema.merge(findings.schema)
      inputKinds.longest = max(inputKinds.longest, findings.longest)
    }
    session.tally.allRecords += chunk.records
    session.tally.records += chunk.records
    if session.options.filter != nil {
      session.tally.filtered = (session.tally.filtered ?? 0) + chunk.filtered
    }
    if framing.skipsLines {
      session.tally.skippedLines = (session.tally.skippedLines ?? 0) + chunk.skippedLines
    }
    session.tally.lines += chunk.lines
    let count = max(chunk.end - chunk.start, 0)
    session.tally.bytes += count
    session.inputBytes[input] += count
    session.tally.offset = max(chunk.end, session.tally.offset)
    session.tally.file = name
    isAtEnd = chunk.isLast
    session.progress.update(
      bytes: session.tally.bytes, records: session.tally.allRecords, filtered: session.tally.filtered ?? 0,
      errors: session.tally.bad)
    if let failure = chunk.failure, !isStopped {
      try fail(failure, at: chunk.failureOffset, ofInput: chunk.isInputFailure, input)
    }
    session.diagnostics.flush()
    if let failure = session.diagnostics.writeFailure { throw failure }
  }

  /// - Parameter rows: returns the number of rows before the record in its part.
  private func refuse(_ refused: RejectedRecord, in file: InputFile, after rows: () -> Int) throws {
    note(refused.error, at: refused.offset, in: file.name)
    guard session.rejects != nil else { return }
    let row = session.numbersRows ? session.tally.rows + rows() : nil
    var reject = Reject(refused, in: file, row: row)
    reject.note(framing, at: session.options.records)
    try session.write(reject)
  }

  /// Counts and reports the error of a bad record.
  ///
  /// - Parameter offset: the offset of the record.
  private func note(_ error: MappingError, at offset: Int?, in name: String) {
    session.tally.addBad(error.kind)
    session.diagnostics.badRecord(error, in: name)
    hint(error)
    if let checked { session.tally.survey.note(error, of: checked, at: offset, session.tally.input) }
  }

  /// Reports the error that ended a chunk early: of a record, if bad records end the run, or of the input.
  ///
  /// - Parameter offset: the offset of the record.
  private func fail(_ failure: any Error, at offset: Int?, ofInput isInput: Bool, _ input: Int) throws {
    let name = session.inputs[input].name
    guard let error = failure as? MappingError, !isInput else {
      let failure = (failure as? MappingError).map { FileFailure(name: name, $0) } ?? failure
      guard let failure = failure as? FileFailure else { throw failure }
      return try leave(input, failure)
    }
    note(error, at: offset, in: name)
    isStopped = onError == .stop
  }

  /// Continues with the next input after one that cannot be read, if errors are skipped. A run with a checkpoint ends
  /// instead, so that the same command can continue with that input once it can be read.
  private func leave(_ input: Int, _ failure: FileFailure) throws {
    guard session.inputFailures.updateValue(failure, forKey: input) == nil else { return }
    guard session.goesOn, session.options.checkpoint == nil else { throw failure }
    session.fail(failure)
  }
}
