/// The records of an input, read in order. Every view of ``JSONLines`` reads from one.
///
/// Invariant: `isAtEnd` is set once the last byte has been read. The framer's records are returned before more bytes
/// are read.
final class RecordStream<Root> {
  private let records: any RecordReader<Root>
  let loop: RecordLoop
  /// The first records, if a summary of them is wanted.
  private let sample: RecordSample?
  private var framer: any RecordFramer
  private let framing: Framing
  private var content = Content.none
  private let onProgress: (@Sendable (ReadingProgress) -> Void)?
  /// Called at the end with the findings of the first records.
  private var onEnd: ((RecordSampling.Findings) -> Void)?
  /// The size of the input, for the progress.
  private let total: Int?
  private(set) var bytesRead = 0
  var isAtEnd = false
  /// Whether the input cannot be read any further. Then the last error is that of the input, not of a record.
  private(set) var isBroken = false

  /// The source of the bytes.
  private enum Content {
    case source(ByteSource)
    case range(LineRange)
    /// Bytes that the framer borrows. The last `rest` are not revealed yet.
    case borrowed(rest: Int)
    case none
  }

  /// Opens the input of `lines` to read its range.
  ///
  /// - Parameters:
  ///   - interruption: ends a read that waits.
  ///   - appends: whether the caller reads the input and appends its chunks.
  ///   - keepsRejected: whether reading pauses at a rejected record, for ``takeRejected()``.
  init(
    _ lines: JSONLines<Root>, interruption: Interruption? = nil, appends: Bool = false,
    keepsRejected: Bool = false
  ) throws(MappingError) {
    let plan = lines.plan
    records = plan.makeReader()
    framing = lines.framing
    framer = records.makeFramer(framing, completeLines: lines.completeLines)
    loop = RecordLoop(
      onError: lines.onError, isNumbered: lines.inputRange == .all, keeps: keepsRejected,
      filter: plan.makeFilter(for: records))
    sample = plan.makeSample()
    if sample != nil { onEnd = lines.report }
    onProgress = lines.onProgress
    total = lines.total
    beginSample(isFirst: true)
    guard lines.inputRange == .all || framing.isLines && !appends else {
      throw InputRange.rejection(of: lines.input)
    }
    if appends {
      if lines.decompression != nil { throw AsyncChunks.compressionRejection }
    } else if lines.inputRange == .all {
      content = .source(try lines.chunkedInput.open(until: interruption))
    } else if let file = try lines.chunkedInput.openFile() {
      content = .range(LineRange(file, lines.inputRange.range(of: file.count)))
    } else {
      throw InputRange.rejection(of: lines.input)
    }
  }

  /// Creates a stream for chunks of an input that the caller has opened. Records and lines are counted from the
  /// beginning of a chunk.
  ///
  /// - Parameters:
  ///   - plan: how the records are read.
  ///   - counts: whether rejected records are counted instead of reported.
  init(reading plan: ReadingPlan<Root>, counts: Bool) {
    records = plan.makeReader()
    framing = plan.framing
    framer = records.makeFramer(framing, completeLines: plan.completeLines)
    var counts = counts
    if case .skip = plan.onError {} else { counts = false }
    loop = RecordLoop(
      onError: plan.onError, pauses: true, counts: counts, filter: plan.makeFilter(for: records))
    sample = plan.makeSample()
    if counts { records.omitErrorTexts() }
    onProgress = nil
    total = nil
  }

  /// Calls a closure that reads lines in place instead of the input, which has the same bytes.
  func borrowing<Result>(_ bytes: Span<UInt8>, _ body: () throws -> Result) rethrows -> Result {
    content = .borrowed(rest: bytes.count)
    return try lines.borrowing(bytes, body)
  }

  /// Begins a chunk.
  ///
  /// - Parameter isFirst: whether it begins the input.
  func begin(_ chunk: Chunk.Content, isFirst: Bool) throws(MappingError) {
    loop.restart()
    beginSample(isFirst: isFirst)
    restart()
    isAtEnd = false
    isBroken = false
    switch chunk {
    case .range(let range):
      content = .range(range)
    case .batch(let batch):
      content = .none
      lines.restart(borrowing: batch)
      isAtEnd = true
    case .whole(let source):
      content = .source(source)
      if !(framer is LineFramer) { framer = records.makeFramer(framing) }
    case .failure(let error):
      isBroken = true
      throw error
    }
  }

  /// Begins the sample of a part of the input.
  private func beginSample(isFirst: Bool) {
    loop.sample = nil
    guard let sample, sample.begin(isFirst: isFirst) else { return }
    loop.sample = { record in sample.add(record) }
  }

  /// Returns the summary of the part of the input. Nil if none is wanted.
  func takeSample() -> RecordSampling.Part? { sample?.take() }

  /// Releases a chunk.
  func end() {
    content = .none
    restart()
  }

  private func restart() {
    (framer as? LineFramer)?.restart()
  }

  /// The framer of an input that is cut into ranges or batches. Only lines are cut.
  private var lines: LineFramer {
    guard let lines = framer as? LineFramer else {
      preconditionFailure("only lines are cut into ranges and batches")
    }
    return lines
  }

  /// Whether to flush the records read so far before waiting for more input.
  func isOver(_ flushPolicy: inout FlushPolicy) -> Bool {
    if case .source(let source) = content { flushPolicy.isOver(source) } else { false }
  }

  /// Ends a reading without an error. Later calls do nothing.
  func finish() {
    // The last line may have no record.
    if framing.skipsLines { reportProgress() }
    guard let onEnd = onEnd.take(), let sample else { return }
    onEnd(
      sample.finish(
        records: loop.records, filtered: loop.filtered, rejected: loop.rejectedCount))
  }

  /// The numbers of records and lines that have been read, of records that the filter has skipped, and of lines that
  /// have other text instead of a record.
  var counts: (records: Int, filtered: Int, lines: Int, skippedLines: Int) {
    (loop.records, loop.filtered, framer.lineCount, framer.skippedLines)
  }

  /// Whether as many records have been read as may be.
  var isAtLimit: Bool { loop.records >= loop.limit }

  /// Whether reading has paused, after a rejected record.
  var isPaused: Bool { loop.isPaused }

  /// Ends a pause. Returns whether there was one.
  func takePause() -> Bool {
    defer { loop.isPaused = false }
    return loop.isPaused
  }

  /// Returns the rejected record at which reading has paused, and ends the pause. Returns nil if there is none.
  func takeRejected() -> (error: MappingError, bytes: [UInt8])? {
    guard takePause() else { return nil }
    return loop.takeRejected()
  }

  /// Returns the number of records rejected since the last call. Empty unless rejected records are counted.
  func takeCounts() -> RejectionCounts {
    guard let counts = loop.counts else { return RejectionCounts() }
    loop.counts = RejectionCounts()
    return counts
  }

  /// Whether the last rejected record continues past the reported bytes.
  var isCut: Bool { loop.isCut }

  /// The absolute offset of the first byte after the last record.
  var nextOffset: Int { lines.offset }

  /// The absolute offset of the record that was read last.
  var recordOffset: Int { framer.location(of: 0).byteOffset }

  /// The record key: the raw member name, with its escapes. Nil if the records are not members of an object.
  var recordKey: [UInt8]? { framer.key }

  /// Reads the next record. Returns nil at the end of the input and at a pause. Throws if the task is cancelled.
  func next(in task: CallingTask) throws(MappingError) -> RecordLocation? {
    try task.checkSometimes()
    while true {
      if let place = try buffered() { return place }
      if isAtEnd, !isPaused { finish() }
      if isAtEnd || isPaused { return nil }
      try task.check()
      try readBlock()
    }
  }

  /// Returns the next record that is in memory, or nil if there is none.
  func buffered() throws(MappingError) -> RecordLocation? {
    let place = try records.next(of: framer, by: loop)
    // Nothing more is read, even if the input continues.
    if framer.hasEnded { isAtEnd = true }
    return place
  }

  /// Calls `body` with each record that is in memory, until it returns false, and until a rejected record if reading
  /// pauses there.
  func forEachBuffered(_ body: (borrowing Root, RecordLocation) throws -> Bool) throws {
    defer { if framer.hasEnded { isAtEnd = true } }
    try records.forEach(of: framer, by: loop, body)
  }

  /// Returns the model of the last record, which the caller then owns.
  func take() -> Root { records.take() }

  /// Waits for more bytes.
  func readBlock() throws(MappingError) {
    isBroken = true
    let count = try fill()
    isBroken = false
    add(count)
  }

  /// Appends as many bytes of a chunk as there is space for, and returns their number. No bytes end the input.
  func append(_ chunk: Span<UInt8>) -> Int {
    let count = chunk.isEmpty ? 0 : framer.append(chunk)
    add(count)
    return count
  }

  /// Adds bytes that the framer has got. 0 is the end.
  private func add(_ count: Int) {
    bytesRead += count
    isAtEnd = count == 0
    framer.isComplete = isAtEnd
    reportProgress()
  }

  private func reportProgress() {
    onProgress?(
      ReadingProgress(
        bytesRead: bytesRead, records: loop.records, filtered: loop.filtered,
        skippedLines: framer.skippedLines, total: total))
  }

  /// Reads more bytes. Returns their number, which is 0 at the end.
  private func fill() throws(MappingError) -> Int {
    switch content {
    case .source(let source):
      return try framer.fill { room throws(MappingError) in try source.read(into: &room) }
    case .range(var range):
      defer { content = .range(range) }
      let count = try lines.fill { room throws(MappingError) in try range.read(into: &room) }
      lines.begin(at: range.offset)
      return count
    case .borrowed(let rest):
      let count = min(rest, LineFramer.blockSize)
      lines.reveal(count)
      content = .borrowed(rest: rest - count)
      return count
    case .none:
      return 0
    }
  }
}
