/// Reads one slice after another, with an instance and buffers of its own.
final class SliceWorker<Root, Part: Sendable> {
  /// Makes what the records of a slice are made into, and adds one to it.
  struct Job: Sendable {
    let begin: @Sendable () -> Part
    let add: @Sendable (inout Part, borrowing Root, RecordExtent) throws -> Void
    /// Called before a record is added that follows one that was passed over.
    let resume: @Sendable (inout Part) -> Void
    /// No more records are read, of all slices together.
    let recordLimit: Int
    /// How much is read at a time of what cannot be cut.
    let sliceSize: Int
  }

  /// SAFETY: filled and emptied by the thread that reads, while it reads.
  private final class Refusals: @unchecked Sendable {
    var records: [RefusedRecord] = []
    /// How many of them are known to have so many good ones before them.
    var marked = 0
    /// Who reads them.
    weak var reader: LineReader<Root>?
  }

  private let job: Job
  private let reader: LineReader<Root>
  private let refusals = Refusals()
  private let quality: QualityReport?
  /// How many more records may be read.
  private var left: Int
  private let sliceSize: Int
  private var patience = Patience()
  /// What came before, of a slice that is read some of it at a time.
  private var before: (records: Int, bytes: Int)?

  init(_ lines: JSONLines<Root>, _ job: Job) {
    self.job = job
    left = job.recordLimit
    sliceSize = job.sliceSize
    quality = lines.quality.map { _ in QualityReport() }
    var onError = ErrorPolicy.stop
    if case .skip = lines.onError {
      onError = .skip { [refusals] error, bytes in
        var copy: [UInt8] = []
        copy.append(bytes)
        var refused = RefusedRecord(error: error, bytes: copy, number: refusals.reader?.counts.records ?? 0)
        refused.isCut = error.kind == .recordLimit
        refused.offset = (error.record == nil ? error.byteOffset : refusals.reader?.recordOffset) ?? 0
        refused.key = error.record == nil ? nil : refusals.reader?.recordKey
        refusals.records.append(refused)
      }
    }
    reader = LineReader(slicesOf: lines, quality: quality, onError: onError)
    refusals.reader = reader
  }

  /// Reads a slice to its end, or to its first failure.
  func read(_ slice: Slice) -> SliceResult<Part> {
    var result = SliceResult(part: job.begin(), input: slice.input, end: slice.end)
    result.isLast = slice.isLast
    patience = Patience()
    var good = 0
    func mark() {
      for index in refusals.marked..<refusals.records.count { refusals.records[index].goodBefore = good }
      refusals.marked = refusals.records.count
    }
    let before = before ?? (0, 0)
    do {
      if self.before == nil { try reader.begin(slice.content) }
      while reader.counts.records - before.records < left, let place = try next(of: slice, before, &result) {
        // Bad ones may have come before it.
        if reader.counts.records - before.records > left { break }
        if refusals.records.count > refusals.marked {
          mark()
          job.resume(&result.part)
        }
        let extent = RecordExtent(byteOffset: place.byteOffset, byteCount: place.byteCount)
        try reader.show { root in try job.add(&result.part, root, extent) }
        good += 1
      }
    } catch {
      result.failure = error
      result.isInputFailure = reader.isBroken
    }
    mark()
    (result.records, result.lines) = reader.counts
    result.records -= before.records
    self.before = nil
    if case .whole = slice.content {
      result.end = reader.bytesRead
      if result.isUnfinished { self.before = (reader.counts.records, reader.bytesRead) }
    }
    if result.records > left {
      result.records = left
      result.failure = nil
      refusals.records.removeAll { $0.number - before.records > left }
    }
    for index in refusals.records.indices { refusals.records[index].number -= before.records }
    left -= result.records
    result.refusals = refusals.records
    refusals.records = []
    refusals.marked = 0
    result.quality = quality?.take()
    if !result.isUnfinished { reader.end() }
    return result
  }

  /// The next record; nil at the slice's end, or when enough of it has been read for now.
  private func next(
    of slice: Slice, _ before: (records: Int, bytes: Int), _ result: inout SliceResult<Part>
  ) throws(MappingError) -> RecordPlace? {
    guard case .whole = slice.content else { return try reader.next() }
    while true {
      if let place = try reader.buffered() { return place }
      if reader.isAtEnd { return nil }
      let count = reader.bytesRead - before.bytes
      if count >= sliceSize || count > 0 && reader.isOver(&patience) {
        result.isUnfinished = true
        return nil
      }
      try reader.readBlock()
    }
  }
}
