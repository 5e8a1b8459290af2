/// Counts and reads the records of a framer, and rejects malformed ones by the error policy.
///
/// The views of ``JSONLines`` and the push parsers share it. The caller has the framer and the parser of a record.
final class RecordCounter {
  let onError: ErrorPolicy
  /// Whether a rejected record is kept for the caller, instead of the policy. Reading then pauses after it.
  private let keeps: Bool
  private var rejected: (error: MappingError, bytes: [UInt8])?
  /// Whether the numbers of records and lines are those of the input.
  private let isNumbered: Bool
  var records = 0
  /// The number of records after which no more are read. A record that the filter skips raises it by one.
  var limit = Int.max
  /// Whether the sink asked to stop.
  var isStopped = false
  /// Whether reading pauses after each rejected record.
  private let pauses: Bool
  /// Whether reading has paused after a rejected record.
  var isPaused = false
  /// Whether the last rejected record continues past the reported bytes.
  private(set) var isCut = false
  /// Skips records before they are read. Nil if all are read.
  private let filter: RecordFilter?
  /// The number of records that the filter has skipped.
  private(set) var filtered = 0
  /// The number of rejected records.
  private(set) var rejectedCount = 0
  /// The first records, if a summary of them is wanted.
  var sample: RecordSample?
  /// Whether the next record is added to it.
  var isSampling = false
  /// The number of rejected records by error kind. Nil if they are reported instead.
  var counts: RejectionCounts?

  init(
    onError: ErrorPolicy, isNumbered: Bool = true, pauses: Bool = false, counts: Bool = false,
    keeps: Bool = false, filter: RecordFilter? = nil
  ) {
    self.filter = filter
    self.onError = onError
    self.keeps = keeps
    self.isNumbered = isNumbered
    self.pauses = pauses || keeps
    self.counts = counts ? RejectionCounts() : nil
  }

  /// Returns the rejected record that is kept.
  func takeRejected() -> (error: MappingError, bytes: [UInt8])? { rejected.take() }

  /// Resets the count.
  func restart() {
    records = 0
    filtered = 0
    rejectedCount = 0
    isStopped = false
    isPaused = false
  }

  /// Reads the next record that can be read.
  ///
  /// - Parameter willRead: called before each record, and before each blank line.
  /// - Returns: the location of a record that was read to its end. Nil if none is in memory, at a pause, at the limit,
  ///   and if the sink stopped.
  @inline(__always)
  func next<Parser: RecordParser>(
    of framer: RecordFramer, by parser: Parser, before willRead: () -> Void = {}
  ) throws(MappingError) -> RecordLocation? {
    switch framer {
    case .lines(let framer): try next(of: framer, by: parser, before: willRead)
    case .values(let framer): try next(of: framer, by: parser, before: willRead)
    }
  }

  /// Reads the next record that can be read.
  @inline(__always)
  func next<Framer: RecordCutting, Parser: RecordParser>(
    of framer: Framer, by parser: Parser, before willRead: () -> Void = {}
  ) throws(MappingError) -> RecordLocation? {
    while !isStopped, !isPaused, records < limit, try advance(framer) {
      willRead()
      let place = try framer.withBytes { bytes, indexed throws(MappingError) in
        try read(bytes, indexed, of: framer, by: parser)
      }
      if let place { return place }
    }
    return nil
  }

  /// Moves to the next record. Returns false if there is none, and after an error between two records.
  @inline(__always)
  private func advance<Framer: RecordCutting>(_ framer: Framer) throws(MappingError) -> Bool {
    do throws(MappingError) {
      return try framer.next()
    } catch {
      // Framing is lost here. The rest counts as one malformed record.
      records &+= 1
      try reject(error.kind, Span(), isCut: false) { error }
      return false
    }
  }

  @inline(__always)
  private func read<Framer: RecordCutting, Parser: RecordParser>(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord?, of framer: Framer, by parser: Parser
  ) throws(MappingError) -> RecordLocation? {
    if framer.isBlank(bytes) { return nil }
    records &+= 1
    let place = framer.place(of: records)
    parser.locate(
      record: isNumbered ? records : nil, line: isNumbered ? place.line : nil, byteOffset: place.byteOffset)
    if isSampling { isSampling = sample?.add(bytes) ?? false }
    var outcome = framer.refusal(of: bytes).map { RecordOutcome.failed($0) }
    if let filter, outcome == nil {
      switch filter.verdict(of: bytes, indexed, allowsByteOrderMark: place.byteOffset == 0) {
      case .keep: break
      case .failed(let failure): outcome = .failed(failure)
      case .skip:
        filtered &+= 1
        if limit < .max { limit &+= 1 }
        return nil
      }
    }
    switch outcome ?? parser.read(bytes, indexed, allowsByteOrderMark: place.byteOffset == 0) {
    case .complete: return place
    case .stopped: isStopped = true
    case .failed(let failure):
      try reject(failure.kind, bytes, isCut: framer.isCut) {
        framer.error(failure, in: bytes, of: isNumbered ? records : nil)
      }
    }
    return nil
  }

  /// Counts or reports a rejected record, or throws its error.
  ///
  /// - Parameter isCut: whether the record continues past the bytes.
  @inline(never)
  private func reject(
    _ kind: MappingError.Kind, _ bytes: Span<UInt8>, isCut: Bool, _ error: () -> MappingError
  ) throws(MappingError) {
    rejectedCount &+= 1
    isPaused = pauses
    self.isCut = isCut
    if counts != nil {
      counts?.add(kind)
    } else if keeps {
      rejected = (error(), Array(copying: isCut ? bytes.extracting(first: ErrorPolicy.cutCount) : bytes))
    } else {
      try onError.reject(error(), bytes, isCut: isCut)
    }
  }
}
