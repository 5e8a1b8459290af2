extension JSONLines {
  /// Calls `body` with every record, from several concurrent workers.
  ///
  ///     try lines.forEach(workers: 2) { tweet, bytes in … }
  ///
  /// The workers call the closure concurrently and in no particular order. Each worker has its own instance. Bad
  /// records are reported on the calling thread, in the order of the input, with the same numbers as for one worker. So
  /// is ``onProgress``.
  ///
  /// - Parameters:
  ///   - workers: the number of worker threads, at least 1.
  ///   - body: receives the instance, which the next record overwrites, and the range of the record's bytes.
  /// - Throws: the error of the first record, in input order, that is bad or for which the closure throws. `body` may
  ///   have been called with later records before. Throws ``MappingError/Kind/cancelled`` if the calling task is
  ///   cancelled. All workers have stopped reading by then.
  /// - Complexity: O(n) in the input. Memory for a few chunks of some megabytes for each worker, or for the longest
  ///   lines.
  public func forEach(
    workers: Int, _ body: @Sendable (borrowing Root, Range<Int>) throws -> Void
  ) throws {
    try forEach(plan, workers: workers, body, onRejected: onError.report)
  }

  /// Calls `body` with every record, from several concurrent workers, and `onRejected` with every rejected record.
  ///
  ///     var rejects: [String] = []
  ///     try lines.forEach(workers: 2) { order, bytes in … } onRejected: { _, record in
  ///       rejects.append(String(copying: record))
  ///     }
  ///
  /// - Parameters:
  ///   - workers: the number of worker threads, at least 1.
  ///   - body: receives the instance, which the next record overwrites, and the range of the record's bytes.
  ///   - onRejected: receives the error and the bytes of a rejected record, as ``ErrorPolicy/skip(_:)`` describes. It
  ///     replaces ``onError``. Only the calling thread calls it, in the order of the input, so it can change variables
  ///     without a lock.
  /// - Throws: the errors of ``forEach(workers:_:)``, except those of rejected records. Rethrows any error of
  ///   `onRejected`, which ends the reading.
  /// - Complexity: as ``forEach(workers:_:)``, and the rejected records of those chunks.
  public func forEach(
    workers: Int, _ body: @Sendable (borrowing Root, Range<Int>) throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws {
    try forEach(keepingRejected, workers: workers, body, onRejected: onRejected)
  }

  private func forEach(
    _ plan: ReadingPlan<Root>, workers: Int,
    _ body: @Sendable (borrowing Root, Range<Int>) throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws {
    let task = CallingTask()
    try task.check()
    try withoutActuallyEscaping(body) { body in
      let reading = read(plan, workers: workers, in: task) {
      } add: { _, root, location in
        try body(root, location.bytes)
      }
      defer { reading.stop() }
      try tell(reading, task, onRejected: onRejected) { _ in }
    }
  }

  /// The plan with which workers keep the rejected records of their chunks.
  private var keepingRejected: ReadingPlan<Root> {
    var plan = plan
    plan.onError = .skip { _, _ in }
    return plan
  }

  /// Reduces all records to one value, with several concurrent workers.
  ///
  ///     let followers = try lines.reduce(into: 0, workers: 2) { $0 += $1.followers } combine: { $0 += $1 }
  ///
  /// Each chunk of the input begins with the initial value. The calling thread combines the results of the chunks in
  /// the order of the input. The result does not depend on the number of workers if `combine` is associative and the
  /// initial value is neutral for it.
  ///
  /// - Parameters:
  ///   - initial: the value with which each chunk begins, and the result if there is no record.
  ///   - workers: the number of worker threads, at least 1.
  ///   - update: adds a record to the value of a chunk.
  ///   - combine: adds the value of a chunk to that of the chunks before it.
  /// - Throws: the errors of ``forEach(workers:_:)``. Rethrows any error of the closures.
  public func reduce<Result: Sendable>(
    into initial: Result, workers: Int,
    _ update: @Sendable (inout Result, borrowing Root) throws -> Void,
    combine: (inout Result, Result) throws -> Void
  ) throws -> Result {
    try reduce(plan, into: initial, workers: workers, update, combine: combine, onRejected: onError.report)
  }

  /// Reduces all records to one value, with several concurrent workers, and calls `onRejected` with every rejected record.
  ///
  /// - Parameters:
  ///   - initial: the value with which each chunk begins, and the result if there is no record.
  ///   - workers: the number of worker threads, at least 1.
  ///   - update: adds a record to the value of a chunk.
  ///   - combine: adds the value of a chunk to that of the chunks before it.
  ///   - onRejected: receives each rejected record, as in ``forEach(workers:_:onRejected:)``, before `combine` gets the
  ///     value of its chunk.
  /// - Throws: the errors of ``forEach(workers:_:onRejected:)``. Rethrows any error of the closures.
  public func reduce<Result: Sendable>(
    into initial: Result, workers: Int,
    _ update: @Sendable (inout Result, borrowing Root) throws -> Void,
    combine: (inout Result, Result) throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws -> Result {
    try reduce(
      keepingRejected, into: initial, workers: workers, update, combine: combine, onRejected: onRejected)
  }

  private func reduce<Result: Sendable>(
    _ plan: ReadingPlan<Root>, into initial: Result, workers: Int,
    _ update: @Sendable (inout Result, borrowing Root) throws -> Void,
    combine: (inout Result, Result) throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws -> Result {
    let task = CallingTask()
    try task.check()
    return try withoutActuallyEscaping(update) { update in
      let reading = read(plan, workers: workers, in: task) {
        initial
      } add: { part, root, _ in
        try update(&part, root)
      }
      defer { reading.stop() }
      var total = initial
      var isFirst = true
      try tell(reading, task, onRejected: onRejected) { part in
        if isFirst { total = part } else { try combine(&total, part) }
        isFirst = false
      }
      return total
    }
  }

  /// Calls a closure with the parts that the workers make of chunks, in the order of the input. The part of a chunk with an
  /// error has the records before it.
  ///
  /// - Parameters:
  ///   - workers: the number of worker threads, at least 1.
  ///   - size: estimates the memory of a part, in bytes.
  ///   - begin: creates an empty part.
  ///   - add: adds a record to a part.
  ///   - body: receives each part, on the calling thread.
  /// - Throws: the errors of ``forEach(workers:_:)``. Rethrows any error of `body`.
  package func forEachPart<Part: Sendable>(
    workers: Int, size: @escaping @Sendable (inout Part) -> Int, begin: @escaping @Sendable () -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root) -> Void, _ body: (Part) throws -> Void
  ) throws {
    let task = CallingTask()
    try task.check()
    let reading = read(plan, workers: workers, in: task, size: size, begin: begin) { part, root, _ in
      add(&part, root)
    }
    defer { reading.stop() }
    try tell(reading, task, includesFailed: true, onRejected: onError.report, body)
  }

  /// Begins to read, with support for cancellation.
  ///
  /// - Parameters:
  ///   - plan: how the records are read.
  ///   - detail: the data kept for rejected records.
  ///   - size: estimates the memory of a part, in bytes.
  func read<Part>(
    _ plan: ReadingPlan<Root>, workers: Int, in task: CallingTask, detail: RejectionDetail = .bytes,
    size: @escaping @Sendable (inout Part) -> Int = { _ in 0 },
    begin: @escaping @Sendable () -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root, RecordLocation) throws -> Void
  ) -> ChunkedReading<Part> {
    let inputs = [chunkedInput]
    guard task.isThere else {
      return ChunkedReading(
        plan, of: inputs, workers: workers, detail: detail, size: size, begin: begin, add: add)
    }
    // In this case the calling thread reads.
    if workers == 1 || !framing.isLines {
      return ChunkedReading(
        plan, of: inputs, workers: 1, detail: detail, interruption: task.interruption(of: input), size: size,
        begin: begin
      ) { part, root, location in
        try task.checkSometimes()
        try add(&part, root, location)
      }
    }
    return ChunkedReading(
      plan, of: inputs, workers: workers, detail: detail, size: size, begin: begin
    ) { part, root, location in
      try task.checkFromWorker()
      try add(&part, root, location)
    }
  }

  /// Passes the values of chunks to `take`, and reports their bad records and progress.
  ///
  /// - Parameters:
  ///   - includesFailed: whether the value of a chunk with a failure is passed too.
  ///   - onRejected: receives the bad records that the workers have kept.
  private func tell<Part>(
    _ reading: ChunkedReading<Part>, _ task: CallingTask, includesFailed: Bool = false,
    onRejected: (MappingError, Span<UInt8>) throws -> Void, _ take: (Part) throws -> Void
  ) throws {
    var progress = ReadingProgress(bytesRead: 0, records: 0, total: total)
    while let chunk = try task.next(of: reading) {
      for rejection in chunk.refusals { try onRejected(rejection.error, rejection.bytes.span) }
      count(chunk, &progress)
      if includesFailed || chunk.failure == nil { try take(chunk.part) }
      if let failure = chunk.failure { throw failure }
    }
    if let findings = reading.sampling?.findings { report(findings) }
  }

  /// Reports the bad records and the progress of a chunk.
  func tell<Part>(_ chunk: ChunkResult<Part>, _ progress: inout ReadingProgress) {
    for rejection in chunk.refusals { onError.report(rejection.error, rejection.bytes.span) }
    count(chunk, &progress)
  }

  private func count<Part>(_ chunk: ChunkResult<Part>, _ progress: inout ReadingProgress) {
    if let found = chunk.statistics { options.statistics?.add(found) }
    progress.bytesRead = max(progress.bytesRead, chunk.end)
    progress.records += chunk.records
    progress.filtered += chunk.filtered
    progress.skippedLines += chunk.skippedLines
    onProgress?(progress)
  }
}
