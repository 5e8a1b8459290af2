/// Reads inputs with several workers, and returns the results of their chunks in the order of the input.
///
/// Each worker takes the next chunk, reads it in parts, and posts the parts. `next()` takes one part at a time. With
/// one worker, or on a system without threads, `next()` reads the part itself.
///
/// Memory is bounded by bytes and by chunks. At most twice as many chunks as workers are taken and not yet consumed. A
/// worker waits to post its part while `budget` bytes are posted, unless `next()` needs that part.
///
/// Invariants: chunks are taken in the order of their numbers, each after room was made for it. A part of the chunk
/// that `next()` needs can always be posted if no other part of that chunk is, so later chunks never block it. `ended`
/// equals the number of threads once no more results will come.
package final class ChunkedReading<Part: Sendable> {
  /// Reads the next part of a chunk.
  typealias Reader = (Chunk) -> ChunkResult<Part>

  /// The state that the threads share.
  private final class Shared: Sendable {
    struct State {
      /// The posted parts of each chunk, in order. No list is empty.
      var posted: [Int: [ChunkResult<Part>]] = [:]
      /// The estimated size of the posted parts, in bytes.
      var size = 0
      /// The number of the chunk that `next()` needs, or nil if it accepts any.
      var wanted: Int?
      /// The number of chunks that may still be taken.
      var room = 0
      /// The number of workers that take no more chunks.
      var ended = 0
      var isCancelled = false

      /// Whether one more part may be posted.
      func hasRoom(for chunk: Int, budget: Int) -> Bool {
        size < budget || wanted == chunk && posted[chunk] == nil
      }

      mutating func post(_ result: ChunkResult<Part>, of chunk: Int) {
        posted[chunk, default: []].append(result)
        size += result.size
      }

      /// Whether a part that `next()` accepts is posted.
      var hasNext: Bool { wanted.map { posted[$0] != nil } ?? !posted.isEmpty }

      /// Removes and returns the next part that `next()` accepts. Returns nil if it is not posted yet.
      mutating func take() -> ChunkResult<Part>? {
        guard let chunk = wanted ?? posted.keys.first, var parts = posted.removeValue(forKey: chunk) else {
          return nil
        }
        let result = parts.removeFirst()
        if !parts.isEmpty { posted[chunk] = parts }
        size -= result.size
        if !result.isUnfinished {
          room += 1
          if wanted != nil { wanted = chunk + 1 }
        }
        return result
      }
    }

    let cutter: ChunkCutter
    let state = Monitor(State())
    let budget: Int

    init(_ cutter: ChunkCutter, budget: Int) {
      self.cutter = cutter
      self.budget = budget
    }

    func work(_ read: Reader) {
      while mayTake(), let chunk = cutter.next(), readAll(of: chunk, read) {}
      state.change { $0.ended += 1 }
    }

    /// Reads a chunk to its end. Returns false if the reading was cancelled.
    private func readAll(of chunk: Chunk, _ read: Reader) -> Bool {
      while true {
        let result = read(chunk)
        guard post(result, of: chunk.number) else { return false }
        if !result.isUnfinished { return true }
      }
    }

    /// Waits until there is room for one more chunk. Returns false if the reading was cancelled.
    private func mayTake() -> Bool {
      state.changeWhenPossible { state in
        if state.isCancelled { return false }
        guard state.room > 0 else { return nil }
        state.room -= 1
        return true
      }
    }

    /// Waits for room, and posts a part. Returns false if the reading was cancelled.
    private func post(_ result: ChunkResult<Part>, of chunk: Int) -> Bool {
      state.changeWhenPossible { state in
        if state.isCancelled { return false }
        guard state.hasRoom(for: chunk, budget: budget) else { return nil }
        state.post(result, of: chunk)
        return true
      }
    }
  }

  private let shared: Shared
  private let interruption: Interruption?
  private let isOrdered: Bool
  private var threads: [WorkerThread] = []
  /// The number of threads at the beginning.
  private let threadCount: Int
  /// Reads on the calling thread, if there are no other threads.
  private var read: Reader?
  /// The chunk whose parts are not all read.
  private var unfinished: Chunk?
  private var numbering: Numbering
  /// Summarizes the first records. Nil if no summary is wanted.
  private(set) var sampling: RecordSampling?

  /// The default size of a chunk, in bytes. Large enough to make taking a chunk cheap, and small enough to give each
  /// worker several chunks even of a small file.
  package static var chunkSize: Int { 4 << 20 }

  /// The most threads that are started, whatever was asked for. Each has its own reader.
  private static var mostThreads: Int { 1_024 }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - inputs: the inputs, read in order.
  ///   - limit: the maximum length of a line, in bytes.
  ///   - workers: the number of worker threads, of which at most 1,024 are started. With 1, the calling thread reads. One
  ///     worker reads an input that cannot be cut into lines.
  ///   - isOrdered: whether results are returned in the order of the input. Otherwise they are returned as they are
  ///     ready, without numbers.
  ///   - beginning: the number of first bytes of an input that its first chunk has, unless the input is shorter.
  ///   - interruption: ends reads that wait.
  ///   - reader: creates a closure that reads chunks in order, on one thread.
  init(
    _ inputs: [ChunkedInput], limit: Int, workers: Int, chunkSize: Int = chunkSize, isOrdered: Bool = true,
    beginning: Int = 0, interruption: Interruption? = nil, reader: @escaping @Sendable () -> Reader
  ) {
    precondition(workers > 0, "'workers' must be at least 1")
    let workers = min(workers, Self.mostThreads)
    // An input that cannot be cut is always read in order.
    let isOrdered = isOrdered || inputs.contains { !$0.isLines }
    self.isOrdered = isOrdered
    self.interruption = interruption ?? (workers > 1 ? Interruption() : nil)
    numbering = Numbering(inputs)
    shared = Shared(
      ChunkCutter(
        inputs, size: chunkSize, limit: limit, beginning: beginning, interruption: self.interruption),
      // Small enough for sums of it.
      budget: workers * max(min(chunkSize, 1 << 48) / 2, ChunkPart.size))
    if workers > 1 {
      shared.state.change { state in
        state.room = 2 * workers
        state.wanted = isOrdered ? 0 : nil
      }
      // Fewer threads than requested suffice.
      while threads.count < workers, let thread = try? WorkerThread({ [shared] in shared.work(reader()) }) {
        threads.append(thread)
      }
    }
    threadCount = threads.count
    read = threads.isEmpty ? reader() : nil
  }

  deinit { cancel() }

  /// Waits for other threads, at most `milliseconds`. Returns whether ``next()`` would not block.
  func isReady(within milliseconds: Int) -> Bool {
    guard read == nil else { return true }
    return shared.state.waits(milliseconds: milliseconds) { state in
      state.hasNext || state.ended == threadCount
    }
  }

  /// Waits for the next part and returns it. Returns nil at the end.
  package func next() -> ChunkResult<Part>? {
    guard var result = read.map(readNext) ?? waitForNext() else { return nil }
    if isOrdered { numbering.number(&result) } else { Numbering.take(from: &result) }
    sampling?.add(
      result.sample, records: result.records, filtered: result.filtered, rejected: result.rejected)
    return result
  }

  private func readNext(_ read: Reader) -> ChunkResult<Part>? {
    let chunk = unfinished ?? shared.cutter.next()
    let result = chunk.map(read)
    unfinished = result?.isUnfinished == true ? chunk : nil
    return result
  }

  private func waitForNext() -> ChunkResult<Part>? {
    shared.state.changeWhenPossible { state -> ChunkResult<Part>?? in
      if let result = state.take() { return result }
      return state.ended == threadCount ? .some(nil) : nil
    }
  }

  /// Cancels the reading. Reads in progress may still continue.
  package func cancel() {
    guard !threads.isEmpty else { return }
    shared.state.change { $0.isCancelled = true }
    interruption?.fire()
  }

  /// Cancels the reading, and waits until no read is in progress.
  package func stop() {
    cancel()
    threads = []
  }
}

extension ChunkedReading {
  /// Begins to read the records of inputs.
  ///
  /// - Parameters:
  ///   - plan: how the records are read.
  ///   - inputs: the inputs, read in order.
  ///   - recordLimit: the maximum number of records to read, good and bad, without those that the filter skips. Only for
  ///     one worker.
  ///   - rejectionLimit: the number of rejected records after which reading of a chunk ends.
  ///   - detail: the data kept for rejected records.
  ///   - size: estimates the memory of a part, in bytes. A part is posted once it reaches ``ChunkPart/size``.
  ///   - begin: creates an empty part of the input with this number.
  ///   - add: adds a record to a part. The line of its location counts from the part's beginning.
  ///   - resume: called before the first record that follows a rejected one.
  package convenience init<Root>(
    _ plan: ReadingPlan<Root>, of inputs: [ChunkedInput], workers: Int, recordLimit: Int? = nil,
    rejectionLimit: Int = .max, detail: RejectionDetail = .bytes,
    chunkSize: Int = chunkSize, isOrdered: Bool = true, interruption: Interruption? = nil,
    size: @escaping @Sendable (inout Part) -> Int = { _ in 0 },
    begin: @escaping @Sendable (_ input: Int) -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root, RecordLocation) throws -> Void,
    resume: @escaping @Sendable (inout Part) -> Void = { _ in }
  ) {
    precondition(recordLimit == nil || workers == 1, "a limit of records needs one worker")
    let job = ChunkWorker<Root, Part>.Job(
      begin: begin, add: add, resume: resume, size: size, detail: detail, recordLimit: recordLimit ?? .max,
      rejectionLimit: rejectionLimit, chunkSize: chunkSize)
    var inputs = inputs
    let limit = plan.lineLimit
    for index in inputs.indices {
      inputs[index].isLines = plan.framing.isLines
      inputs[index].lineLimit = plan.completeLines ? limit : nil
    }
    self.init(
      inputs, limit: limit, workers: plan.framing.isLines ? workers : 1,
      chunkSize: chunkSize, isOrdered: isOrdered, interruption: interruption
    ) {
      ChunkWorker(plan, job).read
    }
    sampling = plan.sampling
  }
}
