extension JSONLines where Root: Sendable {
  /// Returns the records as a sequence of results in the order of the input: a separate model or an error for each
  /// record. Concurrent workers read ahead.
  ///
  /// Reading ahead is bounded to twice as many chunks as there are workers. The workers end with the iterator. If the
  /// task of the iterator is cancelled, the last result is the failure ``MappingError/Kind/cancelled``.
  ///
  /// - Parameter workers: the number of worker threads, at least 1. With 1, the calling thread reads.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public func results(workers: Int) -> some Sequence<Result<Root, MappingError>> & Sendable {
    requireOwned()
    return ChunkedResults(lines: self, workers: workers)
  }

  /// The sequence of ``JSONLines/results(workers:)``. Each iterator reads from the beginning.
  struct ChunkedResults: Sequence, Sendable {
    let lines: JSONLines
    let workers: Int

    /// Creates an iterator that reads from the beginning.
    func makeIterator() -> Iterator { Iterator(lines, workers) }

    /// Returns one record at a time.
    struct Iterator: IteratorProtocol {
      private struct Models: Sendable {
        var models: [Root] = []
        /// The estimated memory of the models, in bytes. Memory that a model refers to is estimated as its record's
        /// length.
        var size = 0
      }

      private let lines: JSONLines
      private let task = CallingTask()
      private var reading: ChunkedReading<Models>?
      private var models: [Root].Iterator = [].makeIterator()
      private var failure: MappingError?
      private var progress: ReadingProgress
      /// The rejected records of the part, if they are delivered.
      private var refusals: ArraySlice<RejectedRecord> = []
      /// The number of the part's models before the next of them.
      private var nextRejection = Int.max
      /// The number of the part's models that were handed over.
      private var given = 0

      init(_ lines: JSONLines, _ workers: Int) {
        self.lines = lines
        progress = ReadingProgress(bytesRead: 0, records: 0, total: lines.total)
        var plan = lines.plan
        plan.copiesModels = true
        // A worker keeps the rejected records of its part.
        if lines.onError.delivers { plan.onError = .skip { _, _ in } }
        reading = lines.read(
          plan, workers: workers, in: task, detail: lines.onError.delivers ? .errors : .bytes,
          size: { $0.size }
        ) {
          Models()
        } add: { part, root, location in
          part.models.append(Self.copy(root))
          part.size += MemoryLayout<Root>.stride + location.byteCount
        }
      }

      /// Returns a model that outlives its record.
      private static func copy(_ root: borrowing Root) -> Root { copy root }

      /// Returns the next record. Returns nil at the end, and after an error.
      mutating func next() -> Result<Root, MappingError>? {
        do throws(MappingError) {
          return try nextResult()
        } catch {
          (reading, failure, nextRejection) = (nil, nil, .max)
          models = [].makeIterator()
          return .failure(error)
        }
      }

      /// Returns the next record. Throws if the task is cancelled.
      private mutating func nextResult() throws(MappingError) -> Result<Root, MappingError>? {
        while true {
          if given == nextRejection, let rejection = refusals.popFirst() {
            nextRejection = refusals.first?.goodBefore ?? .max
            return .failure(rejection.error)
          }
          if let model = models.next() {
            try task.checkSometimes()
            given += 1
            return .success(model)
          }
          if let failure {
            reading = nil
            self.failure = nil
            return .failure(failure)
          }
          guard let reading, let chunk = try task.next(of: reading) else {
            if let findings = reading?.sampling?.findings { lines.report(findings) }
            reading = nil
            return nil
          }
          lines.tell(chunk, &progress)
          models = chunk.part.models.makeIterator()
          given = 0
          if lines.onError.delivers {
            refusals = chunk.refusals[...]
            nextRejection = refusals.first?.goodBefore ?? .max
          }
          failure = chunk.failure.map {
            $0 as? MappingError
              ?? MappingError(
                .io, expected: "a record cannot be read", found: "\($0)", underlying: $0)
          }
        }
      }
    }
  }
}
