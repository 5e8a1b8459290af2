/// Reads one chunk after another, with its own instance and buffers.
///
/// A chunk is read in parts. A part is posted once its size reaches `ChunkPart.size`, so the worker holds at most one
/// part and one record of a chunk.
///
/// Invariant: `before` is nil between chunks. Within a chunk it has the counts of the parts posted so far.
final class ChunkWorker<Root, Part: Sendable> {
  /// The work of a worker: creating a part, and adding records to it.
  struct Job: Sendable {
    let begin: @Sendable (_ input: Int) -> Part
    /// Adds a record. The line of its location counts from the part's beginning.
    let add: @Sendable (inout Part, borrowing Root, RecordLocation) throws -> Void
    /// Called before the first record that follows a rejected one.
    let resume: @Sendable (inout Part) -> Void
    /// Estimates the memory of a part, in bytes. `inout`, because the compiler copies a borrowed part for the call.
    let size: @Sendable (inout Part) -> Int
    /// The data kept for rejected records.
    let detail: RejectionDetail
    /// The maximum number of records to read that the filter keeps, for all chunks together.
    let recordLimit: Int
    /// The number of rejected records after which reading of a chunk ends.
    let rejectionLimit: Int
    /// The number of bytes to read at a time of an input that cannot be cut.
    let chunkSize: Int
  }

  /// SAFETY: filled and emptied only by the reading thread, while it reads.
  private final class Rejections: @unchecked Sendable {
    var records: [RejectedRecord] = []
    /// The estimated memory of the records, in bytes.
    var size = 0
  }

  private let job: Job
  private let reader: RecordStream<Root>
  private let rejections = Rejections()
  private let statistics: FieldStatistics?
  /// The number of records that may still be read, without those that the filter skips.
  private var left: Int
  /// The number of rejected records in the chunk.
  private var rejected = 0
  private var flushPolicy = FlushPolicy()
  /// The counts of the chunk's earlier parts, or nil between chunks.
  private var before: Counts?

  private typealias Counts = (
    records: Int, filtered: Int, rejected: Int, lines: Int, skippedLines: Int, bytes: Int
  )
  /// The end of the chunk's last part. Nil between chunks.
  private var end: Int?

  init(_ plan: ReadingPlan<Root>, _ job: Job) {
    self.job = job
    left = job.recordLimit
    statistics = plan.options.statistics.map { _ in FieldStatistics() }
    var plan = plan
    plan.options.statistics = statistics
    if case .skip = plan.onError {
      plan.onError = .skip { [rejections, detail = job.detail] error, bytes in
        var copy: [UInt8] = []
        if detail == .bytes { copy.append(bytes) }
        rejections.size +=
          copy.count + error.path.utf8.count + (1 + error.others.count) * RejectedRecord.overhead
        rejections.records.append(RejectedRecord(error: error, bytes: copy))
      }
    }
    reader = RecordStream(reading: plan, counts: job.detail == .counts)
  }

  /// Reads the next part of a chunk. A part ends at the chunk's end, at its first failure, or at the part size. If the
  /// result is unfinished, the next call must read the same chunk.
  func read(_ chunk: Chunk) -> ChunkResult<Part> {
    var part = job.begin(chunk.input)
    var isUnfinished = false
    flushPolicy = FlushPolicy()
    var failure: (any Error)?
    do {
      try read(chunk, into: &part, &isUnfinished)
    } catch {
      failure = error
    }
    var result = ChunkResult(part: part, input: chunk.input, start: end ?? chunk.start, end: chunk.end)
    result.isUnfinished = isUnfinished
    result.failure = failure
    result.isInputFailure = reader.isBroken
    if let error = failure as? MappingError, !reader.isBroken { result.failureOffset = offset(of: error) }
    finish(&result, of: chunk)
    return result
  }

  // The closure that each record calls sees no generic type but the worker's, so it looks up no metadata.
  private func read(_ chunk: Chunk, into part: inout Part, _ isUnfinished: inout Bool) throws {
    if before == nil {
      rejected = 0
      try reader.begin(chunk.content, isFirst: chunk.number == 0)
    }
    let before = before ?? (0, 0, 0, 0, 0, 0)
    self.before = before
    reader.loop.limit = left < .max ? before.records + left : .max
    var good = 0
    var followsRejection = false
    while !reader.isAtLimit, rejected < job.rejectionLimit {
      try reader.forEachBuffered { root, place in
        if followsRejection {
          followsRejection = false
          job.resume(&part)
        }
        var location = place
        location.line &-= before.lines
        try job.add(&part, root, location)
        good += 1
        isUnfinished = job.size(&part) >= ChunkPart.size
        return !isUnfinished
      }
      if reader.takePause() {
        rejected += 1
        followsRejection = true
        complete(after: good, from: before)
        isUnfinished = rejections.size >= ChunkPart.size
      } else if !isUnfinished, !reader.isAtLimit {
        guard try readMore(of: chunk, from: before.bytes, &isUnfinished) else { return }
      }
      if isUnfinished { return }
    }
  }

  /// Completes the last rejected record with its key, offset and numbers.
  private func complete(after good: Int, from before: Counts) {
    guard let last = rejections.records.indices.last else { return }
    let error = rejections.records[last].error
    rejections.records[last].isCut = reader.isCut
    rejections.records[last].key = error.record == nil ? nil : reader.recordKey
    rejections.records[last].offset = offset(of: error) ?? 0
    rejections.records[last].goodBefore = good
    rejections.records[last].filteredBefore = reader.counts.filtered - before.filtered
    rejections.records[last].skippedLinesBefore = reader.counts.skippedLines - before.skippedLines
    rejections.records[last].number = reader.counts.records - before.records
  }

  /// Returns the offset of the record that has just been rejected. For an error between records, that of the error.
  private func offset(of error: MappingError) -> Int? {
    error.record == nil ? error.byteOffset : reader.recordOffset
  }

  private func finish(_ result: inout ChunkResult<Part>, of chunk: Chunk) {
    let before = before ?? (0, 0, 0, 0, 0, 0)
    let counts = reader.counts
    result.records = counts.records - before.records
    result.filtered = counts.filtered - before.filtered
    result.rejected = reader.loop.rejectedCount - before.rejected
    result.sample = reader.takeSample()
    result.lines = counts.lines - before.lines
    result.skippedLines = counts.skippedLines - before.skippedLines
    if left < .max { left -= result.records - result.filtered }
    switch chunk.content {
    case .whole: result.end = reader.bytesRead
    // A part that does not end with its chunk ends after its last record.
    case .range, .batch:
      if result.isUnfinished || result.failure != nil || reader.isAtLimit { result.end = reader.nextOffset }
    case .failure: break
    }
    end = result.isUnfinished ? result.end : nil
    result.isLast = chunk.isLast && !result.isUnfinished
    result.size = job.size(&result.part) + rejections.size
    result.refusals = rejections.records
    result.rejectionCounts = reader.takeCounts()
    rejections.records = []
    rejections.size = 0
    result.statistics = statistics?.take()
    if result.isUnfinished {
      self.before = (
        counts.records, counts.filtered, reader.loop.rejectedCount, counts.lines, counts.skippedLines,
        reader.bytesRead
      )
    } else {
      self.before = nil
      reader.end()
    }
  }

  /// Waits for more bytes of a chunk. Returns false at the chunk's end and when the part is complete.
  private func readMore(
    of chunk: Chunk, from start: Int, _ isUnfinished: inout Bool
  ) throws(MappingError) -> Bool {
    if reader.isAtEnd { return false }
    if case .whole = chunk.content {
      let count = reader.bytesRead - start
      if count >= job.chunkSize || count > 0 && reader.isOver(&flushPolicy) {
        isUnfinished = true
        return false
      }
    }
    try reader.readBlock()
    return true
  }
}
