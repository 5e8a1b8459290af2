// Every record of the inputs through a mapping, slice by slice in their order:
// rows to the output, bad records to where they are told of, and a note now and
// then of how far the run has come.

import StreamMap

final class RecordRun<Root> {
  private let session: Session
  private let mapping: Mapping<Root>
  private let onError: ErrorReaction
  private let begin: @Sendable () -> RunPart
  private let add: @Sendable (inout RunPart, borrowing Root, RecordExtent) -> Void
  private let clock = ContinuousClock()
  private var noted: ContinuousClock.Instant
  private let started: ContinuousClock.Instant
  /// Whether a bad record has ended the run.
  private var isStopped = false
  /// What the records look like, if that is asked.
  private(set) var schema = Schema()
  /// The input that cannot be read any further, where the others are.
  private var failedInput: Int?
  /// What was written last was the last that a file had.
  private var isAtEnd = false

  /// - Parameters:
  ///   - survey: what is to be found out of the columns.
  ///   - add: adds a record to what a slice gives.
  init(
    _ session: Session, _ mapping: Mapping<Root>, onError: ErrorReaction, survey: Survey = Survey(),
    add: @escaping @Sendable (inout RunPart, borrowing Root, RecordExtent) -> Void = { _, _, _ in }
  ) {
    self.session = session
    self.mapping = mapping
    self.onError = onError
    self.add = add
    begin = { RunPart(survey) }
    started = clock.now
    noted = started
    if session.tally.survey.columns.isEmpty { session.tally.survey = survey }
  }

  /// Reads all that is wanted.
  ///
  /// Throws `FileFailure` when an input cannot be read or an output not be written, `Interrupted`, and `OutputClosed`.
  func run() throws {
    session.progress.update(bytes: session.tally.bytes, records: session.tally.allRecords, errors: session.tally.bad)
    do {
      if session.options.input == .document {
        try readDocuments()
      } else {
        try Signals.interrupting { try readLines(until: $0) }
      }
    } catch {
      try? report(error is Interrupted ? "interrupted" : "failed")
      throw error
    }
    if let budget = session.options.maxErrors, !isStopped,
      budget.isExceeded(bad: session.tally.bad, of: session.tally.allRecords, isLast: true)
    {
      session.diagnostics.failure("more than \(budget.description) of the records are bad")
    }
    if onError == .skip, session.command != Subcommand.check.rawValue { session.diagnostics.summary(of: session.tally.allRecords) }
    try report(isStopped ? "stopped" : "complete")
    if let path = session.options.checkpoint, !isStopped {
      try session.output.synchronize()
      try session.rejects?.synchronize()
      try? System.remove(path)
    }
  }

  private func readLines(until interruption: Interruption) throws {
    var lines = JSONLines(bytes: [], as: mapping)
    lines.engine = session.options.engine.library
    lines.validation = session.options.validation.library
    if onError == .skip { lines.onError = .skip { _, _ in } }
    let left = session.options.limit.map { max($0 - session.tally.allRecords, 0) }
    let first = session.isResumed ? session.tally.input : 0
    let inputs = (first..<session.inputs.count).map { input in
      SlicedInput(session.inputs[input].bytes, session.portions[input])
    }
    var rest = inputs
    if session.isResumed, !rest.isEmpty {
      let (tally, portion) = (session.tally, session.portions[first])
      let end = if case .range(let range) = portion { range.upperBound } else { Int.max }
      let isNumbered = portion == .all
      rest[0] = SlicedInput(
        rest[0].input, .range(tally.offset..<max(end, tally.offset)),
        numbered: isNumbered ? (tally.records, tally.lines) : nil)
    }
    let reading = SlicedReading(
      lines, inputs: rest, workers: left == nil ? session.jobs : 1, recordLimit: left, sliceSize: session.sliceSize, isOrdered: !session.options.isUnordered,
      interruption: interruption, begin: begin, add: add)
    defer { reading.stop() }
    while let slice = reading.next() {
      if Signals.pending != nil, slice.failure != nil { break }
      if slice.input + first != failedInput { try take(slice, of: slice.input + first) }
      if isStopped || session.tally.allRecords >= session.options.limit ?? .max { return }
      if Signals.pending != nil { break }
      if clock.now - noted >= session.options.checkpointInterval { try note() }
    }
    if let signal = Signals.pending {
      try note()
      throw Interrupted(signal: signal, canGoOn: session.options.checkpoint != nil)
    }
  }

  private func take(_ slice: SliceResult<RunPart>, of input: Int) throws {
    let name = session.inputs[input].name
    if input != session.tally.input {
      (session.tally.input, session.tally.records, session.tally.lines) = (input, 0, 0)
      session.tally.offset = session.portions[input].range(of: .max).lowerBound
    }
    var part = slice.part
    for refused in slice.refusals {
      try refuse(refused, in: name)
      if let budget = session.options.maxErrors,
        budget.isExceeded(bad: session.tally.bad, of: session.tally.allRecords + refused.number)
      {
        part.cut(after: refused.goodBefore)
        session.diagnostics.failure("stopped after more than \(budget.description) bad records (--max-errors)")
        isStopped = true
        break
      }
    }
    try session.output.writer.append { $0 += part.output }
    try session.output.writer.flush()
    session.tally.rows += part.rows
    session.tally.survey.add(part.survey, file: input)
    schema.merge(part.schema)
    session.tally.allRecords += slice.records
    session.tally.records += slice.records
    session.tally.lines += slice.lines
    session.tally.bytes += max(slice.end - session.tally.offset, 0)
    session.tally.offset = max(slice.end, session.tally.offset)
    session.tally.file = name
    isAtEnd = slice.isLast
    session.progress.update(
      bytes: session.tally.bytes, records: session.tally.allRecords, errors: session.tally.bad)
    if let failure = slice.failure, !isStopped { try fail(failure, input, name) }
    if let failure = session.diagnostics.writeFailure { throw failure }
  }

  private func refuse(_ refused: RefusedRecord, in name: String) throws {
    session.tally.bad += 1
    session.tally.kinds["\(refused.error.kind)", default: 0] += 1
    session.diagnostics.badRecord(refused.error, in: name)
    guard let rejects = session.rejects else { return }
    let row = session.tally.rows + refused.goodBefore
    let reject = Reject(refused, in: name, row: row, limit: session.limits.record)
    try rejects.writer.append { reject.write(into: &$0) }
  }

  /// What ended a slice early: a record, where bad ones end the run, or the input.
  private func fail(_ failure: any Error, _ input: Int, _ name: String) throws {
    if let failure = failure as? FileFailure ?? Self.fileFailure(failure, name) {
      guard session.goesOn else { throw failure }
      session.fail(failure)
      failedInput = input
      return
    }
    guard let error = failure as? MappingError else { throw failure }
    session.tally.bad += 1
    session.tally.kinds["\(error.kind)", default: 0] += 1
    session.diagnostics.badRecord(error, in: name)
    isStopped = onError == .stop
  }

  private static func fileFailure(_ failure: any Error, _ name: String) -> FileFailure? {
    guard let error = failure as? MappingError, error.category == .io else { return nil }
    return FileFailure(name: name, reason: error.found)
  }

  /// Writes a checkpoint. Not behind the last line of a file: if that grows, it may not have been complete.
  private func note() throws {
    noted = clock.now
    guard let path = session.options.checkpoint, !isAtEnd, session.tally.offset > 0 || session.tally.input > 0 else {
      return
    }
    try session.output.synchronize()
    try session.rejects?.synchronize()
    session.tally.outputBytes = session.output.writer.count
    session.tally.rejectsBytes = session.rejects?.writer.count ?? 0
    try session.tally.write(path)
  }

  private func report(_ end: String) throws {
    guard let path = session.options.report else { return }
    let seconds = (clock.now - started) / .seconds(1)
    let files = session.inputs.map(\.name)
    let tally = session.tally
    let report = RunReport(
      command: session.command, files: files, end: end, bytes: tally.bytes, records: tally.allRecords,
      rows: tally.rows, rejects: tally.bad, kinds: tally.kinds, seconds: seconds,
      megabytesPerSecond: seconds > 0 ? Double(tally.bytes) / seconds / 1e6 : 0,
      paths: tally.survey.columns.map { RunReport.Path($0, files) })
    let file = try Output(path: path, standard: 1, standardName: "<stdout>", inputs: session.inputs)
    try file.writer.append { $0 += report.text }
    try file.finish()
  }

  // MARK: Documents

  private func readDocuments() throws {
    var block = [UInt8](repeating: 0, count: 256 << 10)
    for (number, input) in session.inputs.enumerated() {
      if session.tally.allRecords >= session.options.limit ?? .max { return }
      try take(try readDocument(input, number, reusing: &block), of: number)
      if isStopped { return }
      if let signal = Signals.pending { throw Interrupted(signal: signal, canGoOn: false) }
    }
  }

  private func readDocument(
    _ input: InputFile, _ number: Int, reusing block: inout [UInt8]
  ) throws -> SliceResult<RunPart> {
    var parser = PushParser(
      mapping, framing: .document, engine: session.options.engine.library,
      validation: session.options.validation.library)
    var part = begin()
    var records = 0
    var bytes = 0
    func count(_ record: borrowing Root, _ place: RecordPlace) {
      records += 1
      add(&part, record, RecordExtent(byteOffset: place.byteOffset, byteCount: place.byteCount))
    }
    var failure: (any Error)?
    do {
      try input.withDescriptor { descriptor in
        try input.forEachBlock(of: descriptor, reusing: &block) { piece in
          bytes += piece.count
          // SAFETY: the parser looks at the bytes during the call alone.
          try unsafe piece.withUnsafeBytes { try unsafe parser.feed($0, count) }
          session.progress.update(bytes: session.tally.bytes + bytes, records: session.tally.allRecords)
          return true
        }
      }
      try parser.finish(count)
    } catch {
      failure = error
    }
    var result = SliceResult(part: part, input: number, end: bytes)
    result.records = records + (failure is MappingError ? 1 : 0)
    result.failure = failure
    return result
  }
}

extension Engine {
  /// What the library calls it.
  fileprivate var library: StreamMap.Engine {
    switch self {
    case .auto: .automatic
    case .yajl: .yajl
    case .index: .index
    }
  }
}

extension Validation? {
  /// What the library calls it; everything is checked if nothing was said.
  fileprivate var library: StreamMap.Validation { self == .mapped ? .mapped : .full }
}
