/// The loop over the records of a framer: the next record, its count, the filter, its reader, and the error policy.
///
/// All views of ``JSONLines``, the push parsers and `decodeLines` read by it. The caller has the framer and the reader.
final class RecordLoop {
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
  private(set) var isStopped = false
  /// Whether reading pauses after each rejected record.
  private let pauses: Bool
  /// Whether reading has paused after a rejected record.
  var isPaused = false
  /// Whether the last rejected record continues past the reported bytes.
  private(set) var isCut = false
  /// Decides about records before they are read. Nil if all are read.
  private let filter: Filter?
  /// The number of records that the filter has skipped.
  private(set) var filtered = 0
  /// The number of rejected records.
  private(set) var rejectedCount = 0
  /// Called before each record, and before each blank line.
  var willRead: (() -> Void)?
  /// Gets each record before it is read, until it returns false.
  var sample: ((Span<UInt8>) -> Bool)?
  /// The number of rejected records by error kind. Nil if they are reported instead.
  var counts: RejectionCounts?

  /// - Parameters:
  ///   - bytes: the record.
  ///   - indexed: the same record in an indexed text, if there is one.
  ///   - allowsByteOrderMark: whether the record begins at byte 0 of the input.
  typealias Filter = (_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, _ allowsByteOrderMark: Bool) -> Verdict

  /// What happens to a record.
  enum Verdict {
    case keep
    case skip
    /// The record is malformed.
    case failed(RecordFailure)
  }

  init(
    onError: ErrorPolicy, isNumbered: Bool = true, pauses: Bool = false, counts: Bool = false,
    keeps: Bool = false, filter: Filter? = nil
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

  /// Calls `body` with each record that is in memory. Ends when `body` returns false, at the limit, and after a rejected
  /// record if the loop pauses there.
  @inline(__always)
  func forEach<Reader: RecordReader>(
    of framer: any RecordFramer, by reader: Reader,
    _ body: (borrowing Reader.Root, RecordLocation) throws -> Bool
  ) throws {
    if let lines = framer as? LineFramer {
      try readAll(of: lines, by: reader, body)
    } else if let values = framer as? ValueFramer {
      try readAll(of: values, by: reader, body)
    } else {
      preconditionFailure("there are two kinds of framers")
    }
  }

  /// Does the same with a framer whose type is known.
  @inline(__always)
  func readAll<Framer: RecordFramer, Reader: RecordReader>(
    of framer: Framer, by reader: Reader,
    _ body: (borrowing Reader.Root, RecordLocation) throws -> Bool
  ) throws {
    while let place = try readNext(of: framer, by: reader) {
      reader.attach(key: framer.key)
      guard try reader.show({ root in try body(root, place) }) else { return }
    }
  }

  /// Reads the next record that can be read. Returns its location. Returns nil if none is in memory, at a pause, at the
  /// limit, and if the sink stopped.
  @inline(__always)
  func next<Reader: RecordReader>(
    of framer: any RecordFramer, by reader: Reader
  ) throws(MappingError) -> RecordLocation? {
    let place: RecordLocation?
    if let lines = framer as? LineFramer {
      place = try readNext(of: lines, by: reader)
    } else if let values = framer as? ValueFramer {
      place = try readNext(of: values, by: reader)
    } else {
      preconditionFailure("there are two kinds of framers")
    }
    if place != nil { reader.attach(key: framer.key) }
    return place
  }

  @inline(__always)
  private func readNext<Framer: RecordFramer, Reader: RecordReader>(
    of framer: Framer, by reader: Reader
  ) throws(MappingError) -> RecordLocation? {
    while !isStopped, !isPaused, records < limit, try advance(framer) {
      let place = try framer.withBytes { bytes, indexed throws(MappingError) in
        try read(bytes, indexed, of: framer, by: reader)
      }
      if let place { return place }
    }
    return nil
  }

  /// Moves to the next record. Returns false if there is none, and after an error between two records.
  @inline(__always)
  private func advance<Framer: RecordFramer>(_ framer: Framer) throws(MappingError) -> Bool {
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
  private func read<Framer: RecordFramer, Reader: RecordReader>(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord?, of framer: Framer, by reader: Reader
  ) throws(MappingError) -> RecordLocation? {
    if let willRead { willRead() }
    if framer.isBlank(bytes) { return nil }
    records &+= 1
    let place = framer.location(of: records)
    reader.locate(
      record: isNumbered ? records : nil, line: isNumbered ? place.line : nil, byteOffset: place.byteOffset)
    if let sample, !sample(bytes) { self.sample = nil }
    if let failure = framer.rejection(of: bytes) {
      try reject(failure, bytes, of: framer)
      return nil
    }
    if let filter {
      switch filter(bytes, indexed, place.byteOffset == 0) {
      case .keep: break
      case .failed(let failure):
        try reject(failure, bytes, of: framer)
        return nil
      case .skip:
        filtered &+= 1
        if limit < .max { limit &+= 1 }
        return nil
      }
    }
    switch reader.read(bytes, indexed, allowsByteOrderMark: place.byteOffset == 0) {
    case .complete: return place
    case .stopped: isStopped = true
    case .failed(let failure): try reject(failure, bytes, of: framer)
    }
    return nil
  }

  /// Rejects a record that could not be read.
  @inline(never)
  private func reject<Framer: RecordFramer>(
    _ failure: RecordFailure, _ bytes: Span<UInt8>, of framer: Framer
  ) throws(MappingError) {
    try framer.withReported(bytes) { reported throws(MappingError) in
      try reject(failure.kind, reported, isCut: framer.isCut) {
        framer.error(failure, in: bytes, of: isNumbered ? records : nil)
      }
    }
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
