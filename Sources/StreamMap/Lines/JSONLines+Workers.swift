extension JSONLines {
  /// Reads every record, by several threads at once.
  ///
  ///     try lines.forEach(workers: 2) { tweet, extent in … }
  ///
  /// The closure is called by all of them at the same time, and in no order; each has an instance of its own. What is
  /// told of bad records comes in the order of the input, from the thread that calls, and with the numbers that it
  /// has when one thread reads; so does ``onProgress``.
  ///
  /// - Parameters:
  ///   - workers: how many threads read, from 1.
  ///   - body: gets the instance, which the next record overwrites, and where the record stands.
  /// - Throws: what the first record in order of the input throws that is bad, or for which the closure throws; others
  ///   behind it may have been handed out before.
  /// - Complexity: O(n) in the input, and memory for a few slices of some megabytes for each worker, or for the
  ///   longest lines.
  public func forEach(
    workers: Int, _ body: @Sendable (borrowing Root, RecordExtent) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      let reading = SlicedReading(self, workers: workers) {
      } add: { _, root, extent in
        try body(root, extent)
      }
      defer { reading.stop() }
      try tell(reading) { _ in }
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
    try withoutActuallyEscaping(update) { update in
      let reading = SlicedReading(self, workers: workers) {
        initial
      } add: { part, root, _ in
        try update(&part, root)
      }
      defer { reading.stop() }
      var total = initial
      var isFirst = true
      try tell(reading) { part in
        if isFirst { total = part } else { try combine(&total, part) }
        isFirst = false
      }
      return total
    }
  }

  /// Takes what all slices give, up to a failure, and tells what there is to be told of them.
  private func tell<Part>(_ reading: SlicedReading<Part>, _ take: (Part) throws -> Void) throws {
    var progress = Progress(bytesRead: 0, records: 0)
    while let slice = reading.next() {
      tell(slice, &progress)
      if let failure = slice.failure { throw failure }
      try take(slice.part)
    }
  }

  /// Tells what there is to be told of a slice.
  fileprivate func tell<Part>(_ slice: SliceResult<Part>, _ progress: inout Progress) {
    if case .skip(let report) = onError {
      for refusal in slice.refusals { report(refusal.error, refusal.bytes.span) }
    }
    if let found = slice.quality { quality?.add(found) }
    progress.bytesRead = max(progress.bytesRead, slice.end)
    progress.records += slice.records
    onProgress?(progress)
  }
}

extension JSONLines where Root: Sendable {
  /// Every record as a model of its own, or as the error that it is, in the order of the input, read by several threads
  /// ahead of whoever asks.
  ///
  /// What is read ahead is bounded: twice as many slices as there are workers. Whoever stops asking ends the threads.
  ///
  /// - Parameter workers: how many threads read, from 1; with one it is the thread that asks.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public func results(workers: Int) -> SlicedResults {
    requireOwned()
    return SlicedResults(lines: self, workers: workers)
  }

  /// The sequence of ``JSONLines/results(workers:)``; each iterator reads from the beginning.
  public struct SlicedResults: Sequence, Sendable {
    let lines: JSONLines
    let workers: Int

    /// Begins to read.
    public func makeIterator() -> Iterator { Iterator(lines, workers) }

    /// Hands over a record at a time.
    public struct Iterator: IteratorProtocol {
      private let lines: JSONLines
      private var reading: SlicedReading<[Root]>?
      private var models: [Root].Iterator = [].makeIterator()
      private var failure: MappingError?
      private var progress = Progress(bytesRead: 0, records: 0)

      init(_ lines: JSONLines, _ workers: Int) {
        self.lines = lines
        reading = SlicedReading(lines, workers: workers) {
          []
        } add: { models, root, _ in
          models.append(Self.copy(root))
        }
      }

      /// A model that outlives its record.
      private static func copy(_ root: borrowing Root) -> Root { copy root }

      /// The next record; nil at the end, and after a failure.
      public mutating func next() -> Result<Root, MappingError>? {
        while true {
          if let model = models.next() { return .success(model) }
          if let failure {
            reading = nil
            self.failure = nil
            return .failure(failure)
          }
          guard let slice = reading?.next() else {
            reading = nil
            return nil
          }
          lines.tell(slice, &progress)
          models = slice.part.makeIterator()
          failure = slice.failure.map {
            $0 as? MappingError
              ?? MappingError(
                .io, expected: "a record cannot be read", found: "\($0)", underlying: $0)
          }
        }
      }
    }
  }
}
