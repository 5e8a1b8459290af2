/// Reads one record whose bytes arrive in pieces of any size.
///
/// The scanner reads to the end of each piece. It validates every byte, and knows where the last complete token ends.
/// yajl gets the bytes up to that point only, so it never reads a token twice, however small the pieces are. The
/// reader holds the bytes of the incomplete token, and of a value that is being kept whole.
///
/// The state is the scanner, a copy of the scanner at the beginning of the last piece, and the window of held bytes.
/// The copy is used to find the path of a rejected value.
///
/// Invariant: `windowStart ≤ fed ≤ scanner.offset = windowStart + window.count`.
struct DocumentReader<Driver: YajlDriver> {
  let driver: Driver
  private(set) var scanner: Scanner
  private var previous: Scanner
  private(set) var window: [UInt8] = []
  private(set) var windowStart = 0
  /// The text so far of an open string, if it is requested.
  var openText = OpenText()
  /// The number of the record's bytes that yajl has read.
  private var fed = 0
  /// The lines before the window.
  private var lines = LineCount()
  private(set) var state = State.reading
  /// The error of the text after a complete record.
  private var excess: MappingError?
  /// The last byte before the current piece.
  private var lastByte: UInt8 = 0

  enum State {
    case reading, complete, stopped, failed
  }

  /// The maximum number of bytes handled at a time, so that the window stays small.
  private static var step: Int { 256 << 10 }

  init(_ driver: Driver, allowsByteOrderMark: Bool = true) {
    self.driver = driver
    scanner = Scanner(limits: driver.parser.limits, allowsByteOrderMark: allowsByteOrderMark)
    previous = scanner
    driver.parser.begin()
    driver.beginRecord()
  }

  /// The number of bytes read.
  var byteCount: Int { scanner.offset }

  /// The held bytes.
  var held: [UInt8] { window }

  /// Reads the next piece.
  mutating func feed(_ piece: Span<UInt8>) throws(MappingError) {
    var index = 0
    while state == .reading, index < piece.count {
      let step = piece.extracting(index..<min(index + Self.step, piece.count))
      index += step.count
      // A later failure is described from this position on.
      previous.copy(scanner)
      window.append(step)
      do throws(Scanner.Failure) {
        try scanner.scanPiece(step)
      } catch {
        let end = scanner.completeThrough(atEnd: true)
        try handOver(to: end, isLast: true)
        guard state == .reading else { return }
        guard error.kind == .extraValue, hasEnded(before: step), driver.parser.isComplete else {
          throw fail(describe(error))
        }
        excess = located(describe(error))
        complete()
        return
      }
      lastByte = step[step.count - 1]
      try handOver(to: scanner.completeThrough(atEnd: false), isLast: false)
      drop()
    }
  }

  /// Ends the record.
  mutating func finish() throws(MappingError) {
    guard state == .reading else { return }
    previous.copy(scanner)
    let end = scanner.completeThrough(atEnd: true)
    var truncation: RecordFailure?
    do throws(Scanner.Failure) {
      try scanner.finish()
    } catch {
      truncation = describe(error)
    }
    try handOver(to: truncation == nil ? scanner.offset : end, isLast: true)
    guard state == .reading else { return }
    if let truncation { throw fail(truncation) }
    guard driver.parser.isComplete else {
      // Unreachable: the scanner has seen the whole value, and yajl got all of it.
      throw fail(describe(scanner.failure(.truncated)))
    }
    complete()
  }

  private mutating func complete() {
    driver.endRecord()
    state = .complete
  }

  /// Ends a complete record that was delivered.
  ///
  /// - Throws: the error of the text after it. All other text is then ignored.
  mutating func close() throws(MappingError) {
    guard let excess else { return }
    state = .failed
    throw excess
  }

  /// Whether the record ended before the byte at which the scanner failed. In `01` and `truefalse`, the byte is a part of
  /// something else than the record's value.
  private func hasEnded(before step: Span<UInt8>) -> Bool {
    let index = scanner.offset - windowStart - (window.count - step.count)
    let byte = index > 0 ? step[index - 1] : lastByte
    return ASCII.isClosing(byte) || byte == ASCII.quote || ASCII.isWhitespace(byte)
  }

  /// Passes the bytes up to an offset to yajl.
  private mutating func handOver(to end: Int, isLast: Bool) throws(MappingError) {
    if fed == 0, window.starts(with: ASCII.byteOrderMark) { fed = min(3, end) }
    let isGood =
      (end <= fed || driver.parser.feed(window.span, from: windowStart, fed..<end))
      && (!isLast || driver.parser.flush(window.span, from: windowStart, at: max(end, fed)))
    fed = max(end, fed)
    if isGood { return }
    switch driver.parser.halt {
    case .rejected: throw fail(nil)
    case .stopped:
      give(up: .stopped)
    case .none, .grammar:
      // Unreachable: yajl gets only bytes that the scanner has accepted.
      throw fail(describe(scanner.failure(.syntax)))
    }
  }

  /// Discards bytes that are no longer needed.
  private mutating func drop() {
    let kept = min(fed, driver.earliestNeeded ?? fed)
    let count = kept - windowStart
    guard count > 0, count == window.count || count >= Self.step else { return }
    // A copy, because the call borrows the reader's window.
    var lines = lines
    lines.advance(over: window.span.extracting(first: count))
    self.lines = lines
    window.removeSubrange(..<count)
    windowStart = kept
  }

  mutating func give(up state: State) {
    self.state = state
    driver.parser.abandon()
    driver.abandonRecord()
  }

  // MARK: Failures

  /// Abandons the record, and returns its first error.
  ///
  /// The path is the same from the first byte of a value to its last. So a value that began in an earlier piece has the
  /// path at the beginning of this piece.
  ///
  /// - Parameter last: the scanner's failure. Nil if the driver rejected the record.
  private mutating func fail(_ last: RecordFailure?) -> MappingError {
    let rejected = driver.failure(in: window.span, after: previous, textOffset: windowStart)
    give(up: .failed)
    // The fallback is unreachable: a driver that rejects a record has a failure.
    return located(rejected ?? last ?? describe(scanner.failure(.syntax)))
  }

  /// Returns the error of a failure, whose offset is in the window or at its end.
  private func located(_ failure: RecordFailure) -> MappingError {
    var lines = lines
    lines.advance(over: window.span.extracting(first: failure.offset - windowStart))
    return failure.error(
      record: 1, line: lines.line, recordOffset: 0, lineStart: lines.lineStart, inputHint: hint(of: failure))
  }

  private func hint(of failure: RecordFailure) -> InputHint? {
    if failure.kind == .recordLimit, let root = scanner.containers.first {
      return InputHint(
        firstRecordOver: failure.offset, openedBy: root.isArray ? ASCII.openBracket : ASCII.openBrace)
    }
    guard windowStart == 0, failure.kind.category == .syntax else { return nil }
    return InputFormat(encodingOf: window.span, wrongAt: failure.offset).map { .format($0) }
  }

  private func describe(_ failure: Scanner.Failure) -> RecordFailure {
    scanner.recordFailure(failure, text: window.span, textOffset: windowStart)
  }
}

// The state of a record while it is being read.
extension DocumentReader {
  /// Whether a value has begun and no error was found.
  var isOpen: Bool {
    guard state == .reading else { return false }
    switch scanner.state {
    case .start, .byteOrderMark1, .byteOrderMark2, .value: return !scanner.containers.isEmpty
    default: return true
    }
  }

  /// Decodes the text so far of an open string. Returns false if no string is open. Names do not count.
  mutating func readOpenText() -> Bool {
    guard scanner.isInText else { return false }
    openText.read(window, from: windowStart, start: scanner.tokenStart)
    return true
  }

  /// Abandons the record, if it is still being read.
  mutating func abandon() {
    if state == .reading { give(up: .stopped) }
  }
}
