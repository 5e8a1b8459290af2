/// A record that was passed over: why, and its bytes; those of one beyond its limit are cut.
package struct RefusedRecord: Sendable {
  package var error: MappingError
  package var bytes: [UInt8]
  /// Of its first byte.
  package var offset = 0
  /// No more is kept of one beyond its limit.
  static let cutCount = 64 << 10
  /// How many good records there are before it in the slice.
  package var goodBefore = 0
  /// How many records there are in the slice up to it, good and bad.
  package var number: Int

  package init(error: MappingError, bytes: [UInt8], number: Int) {
    self.error = error
    self.bytes = bytes
    self.number = number
  }
}

/// What one slice of an input gave.
package struct SliceResult<Part: Sendable>: Sendable {
  /// What its records were made into, those before a failure.
  package var part: Part
  /// The number of the input, from 0.
  package let input: Int
  /// Where the bytes end that were looked at: a record belongs to the slice in which its line begins.
  package var end: Int
  /// It ends where a file did when that was opened.
  package var isLast = false
  /// How many records there were, good and bad.
  package var records = 0
  /// How many lines there were.
  package var lines = 0
  /// The records that were passed over.
  package var refusals: [RefusedRecord] = []
  /// There is more of the slice, of which this is what comes first; the numbers in it are those of the input.
  var isUnfinished = false
  /// What ended the slice early.
  package var failure: (any Error)?
  /// What there was of each field, if that is counted.
  var quality: QualityReport?

  package init(part: Part, input: Int, end: Int) {
    self.part = part
    self.input = input
    self.end = end
  }
}

/// Where a record stands, as far as that is known of one that is read out of turn.
public struct RecordExtent: Sendable, Hashable {
  /// The absolute offset of its first byte.
  public var byteOffset: Int
  /// Its length in bytes, without the line feed.
  public var byteCount: Int

  package init(byteOffset: Int, byteCount: Int) {
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}

/// Reads one slice after another, with an instance and buffers of its own.
final class SliceWorker<Root, Part: Sendable> {
  /// Makes what the records of a slice are made into, and adds one to it.
  struct Job: Sendable {
    let begin: @Sendable () -> Part
    let add: @Sendable (inout Part, borrowing Root, RecordExtent) throws -> Void
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
  /// What came before, of a slice that is read some of it at a time.
  private var before: (records: Int, bytes: Int)?

  init(_ lines: JSONLines<Root>, _ job: Job) {
    self.job = job
    left = job.recordLimit
    sliceSize = job.sliceSize
    quality = lines.quality.map { _ in QualityReport() }
    var onError = ErrorPolicy.stop
    if case .skip = lines.onError {
      onError = .skip { [refusals, limit = lines.limits.clamped.record] error, bytes in
        // Of a record that is cut anyway, a part is enough.
        let shown = bytes.count > limit ? min(bytes.count, RefusedRecord.cutCount) : bytes.count
        var copy: [UInt8] = []
        copy.append(bytes.extracting(first: shown))
        var refused = RefusedRecord(error: error, bytes: copy, number: error.record ?? 0)
        refused.offset = refusals.reader?.recordOffset ?? 0
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
        if refusals.records.count > refusals.marked { mark() }
        let extent = RecordExtent(byteOffset: place.byteOffset, byteCount: place.byteCount)
        try reader.show { root in try job.add(&result.part, root, extent) }
        good += 1
      }
    } catch {
      result.failure = error
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
      if count >= sliceSize || count > 0 && !reader.isReady {
        result.isUnfinished = true
        return nil
      }
      try reader.readBlock()
    }
  }
}
