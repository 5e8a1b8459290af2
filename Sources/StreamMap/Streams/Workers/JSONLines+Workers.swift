extension JSONLines {
  /// Reads every record, by several threads at once.
  ///
  ///     try lines.forEach(workers: 2) { tweet, bytes in … }
  ///
  /// The closure is called by all of them at the same time, and in no order; each has an instance of its own. What is
  /// told of bad records comes in the order of the input, from the thread that calls, and with the numbers that it
  /// has when one thread reads; so does ``onProgress``.
  ///
  /// - Parameters:
  ///   - workers: how many threads read, from 1.
  ///   - body: gets the instance, which the next record overwrites, and where the record stands.
  /// - Throws: the error of the first record, in input order, that is bad or for which the closure throws. Later
  ///   records may have been handed out before. Throws `CancellationError` if the calling task is cancelled. All
  ///   workers have stopped reading by then.
  /// - Complexity: O(n) in the input, and memory for a few slices of some megabytes for each worker, or for the
  ///   longest lines.
  public func forEach(
    workers: Int, _ body: @Sendable (borrowing Root, Range<Int>) throws -> Void
  ) throws {
    let task = CallingTask()
    try task.check()
    try withoutActuallyEscaping(body) { body in
      let reading = read(workers: workers, in: task) {
      } add: { _, root, bytes in
        try body(root, bytes)
      }
      defer { reading.stop() }
      try tell(reading, task) { _ in }
    }
  }

  /// Makes one value of all records, by several threads at once.
  ///
  ///     let followers = try lines.reduce(into: 0, workers: 2) { $0 += $1.followers } combine: { $0 += $1 }
  ///
  /// Each slice of the input begins with the initial value, and what the slices give is combined in the order of the
  /// input, by the thread that calls. So the result is the same for any number of workers if the initial value is one
  /// that changes nothing when it is combined, and it does not matter in which groups neighbours are combined.
  ///
  /// - Parameters:
  ///   - initial: what each slice begins with, and the result if there is no record.
  ///   - workers: how many threads read, from 1.
  ///   - update: adds a record to what a slice gives.
  ///   - combine: adds what a slice gives to what those before it gave.
  /// - Throws: as ``forEach(workers:_:)``, and what a closure throws.
  public func reduce<Result: Sendable>(
    into initial: Result, workers: Int,
    _ update: @Sendable (inout Result, borrowing Root) throws -> Void,
    combine: (inout Result, Result) throws -> Void
  ) throws -> Result {
    let task = CallingTask()
    try task.check()
    return try withoutActuallyEscaping(update) { update in
      let reading = read(workers: workers, in: task) {
        initial
      } add: { part, root, _ in
        try update(&part, root)
      }
      defer { reading.stop() }
      var total = initial
      var isFirst = true
      try tell(reading, task) { part in
        if isFirst { total = part } else { try combine(&total, part) }
        isFirst = false
      }
      return total
    }
  }

  /// Begins to read, with support for cancellation.
  private func read<Part>(
    workers: Int, in task: CallingTask, begin: @escaping @Sendable () -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root, Range<Int>) throws -> Void
  ) -> SlicedReading<Part> {
    let (plan, inputs) = (plan, [slicedInput])
    guard task.isThere else {
      return SlicedReading(plan, of: inputs, workers: workers, begin: begin, add: add)
    }
    // The calling thread reads in this case.
    if workers == 1 || framing != .lines {
      return SlicedReading(
        plan, of: inputs, workers: 1, interruption: task.interruption(of: input), begin: begin
      ) { part, root, bytes in
        try task.checkSometimes()
        try add(&part, root, bytes)
      }
    }
    return SlicedReading(plan, of: inputs, workers: workers, begin: begin) { part, root, bytes in
      try task.checkFromWorker()
      try add(&part, root, bytes)
    }
  }

  /// Takes what all slices give, up to a failure, and tells what there is to be told of them.
  private func tell<Part>(
    _ reading: SlicedReading<Part>, _ task: CallingTask, _ take: (Part) throws -> Void
  ) throws {
    var progress = ReadingProgress(bytesRead: 0, records: 0, total: total)
    while let slice = try task.next(of: reading) {
      tell(slice, &progress)
      // Cancellation may have interrupted the read.
      if slice.failure != nil { try task.check() }
      if let failure = slice.failure { throw failure }
      try take(slice.part)
    }
  }

  /// Tells what there is to be told of a slice.
  func tell<Part>(_ slice: SliceResult<Part>, _ progress: inout ReadingProgress) {
    if case .skip(let report) = onError {
      for refusal in slice.refusals { report(refusal.error, refusal.bytes.span) }
    }
    if let found = slice.statistics { options.statistics?.add(found) }
    progress.bytesRead = max(progress.bytesRead, slice.end)
    progress.records += slice.records
    onProgress?(progress)
  }
}
