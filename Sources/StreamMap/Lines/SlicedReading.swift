/// Reads inputs by several workers, and hands over what their slices gave in the order of the input.
///
/// Each worker takes the next slice, reads it part by part, and posts the parts; `next()` takes one at a time. With one
/// worker there is no thread, nor where the system has none: `next()` reads the part.
///
/// Memory is bounded by bytes and by slices. At most twice as many slices as workers have been taken and not consumed. A
/// worker that has a part waits while `budget` bytes are posted, unless that part is the one that `next()` needs.
///
/// Invariants: slices are taken in the order of their numbers, each after room was made for it. A part of the slice that is
/// wanted next can always be posted if no other part of that slice is, so later slices never block it. `ended` equals the
/// number of threads once no more results will come.
package final class SlicedReading<Part: Sendable> {
  /// Reads the next part of a slice.
  typealias Reader = (Slice) -> SliceResult<Part>

  /// What the threads share.
  private final class Shared: Sendable {
    struct State {
      /// The parts that nobody has taken, of each slice in order. No list is empty.
      var posted: [Int: [SliceResult<Part>]] = [:]
      /// About how many bytes they take.
      var size = 0
      /// The slice that is wanted next; nil if any is.
      var wanted: Int?
      /// How many more slices may be taken.
      var room = 0
      /// The workers that take no more slices.
      var ended = 0
      var isCancelled = false

      /// Whether one more part may be posted.
      func hasRoom(for slice: Int, budget: Int) -> Bool {
        size < budget || wanted == slice && posted[slice] == nil
      }

      mutating func post(_ result: SliceResult<Part>, of slice: Int) {
        posted[slice, default: []].append(result)
        size += result.size
      }

      /// Whether there is a part that is wanted.
      var hasNext: Bool { wanted.map { posted[$0] != nil } ?? !posted.isEmpty }

      /// The next part of the slice that is wanted, and removes it; nil if there is none yet.
      mutating func take() -> SliceResult<Part>? {
        guard let slice = wanted ?? posted.keys.first, var parts = posted.removeValue(forKey: slice) else {
          return nil
        }
        let result = parts.removeFirst()
        if !parts.isEmpty { posted[slice] = parts }
        size -= result.size
        if !result.isUnfinished {
          room += 1
          if wanted != nil { wanted = slice + 1 }
        }
        return result
      }
    }

    let cutter: SliceCutter
    let state = Monitor(State())
    let budget: Int

    init(_ cutter: SliceCutter, budget: Int) {
      self.cutter = cutter
      self.budget = budget
    }

    func work(_ read: Reader) {
      while mayTake(), let slice = cutter.next(), readAll(of: slice, read) {}
      state.change { $0.ended += 1 }
    }

    /// Reads a slice to its end; false if no more is wanted.
    private func readAll(of slice: Slice, _ read: Reader) -> Bool {
      while true {
        let result = read(slice)
        guard post(result, of: slice.number) else { return false }
        if !result.isUnfinished { return true }
      }
    }

    /// Waits until there is room for one more slice; false if none is wanted any more.
    private func mayTake() -> Bool {
      state.changeWhenPossible { state in
        if state.isCancelled { return false }
        guard state.room > 0 else { return nil }
        state.room -= 1
        return true
      }
    }

    /// Waits until there is room for one more part, and posts it; false if none is wanted any more.
    private func post(_ result: SliceResult<Part>, of slice: Int) -> Bool {
      state.changeWhenPossible { state in
        if state.isCancelled { return false }
        guard state.hasRoom(for: slice, budget: budget) else { return nil }
        state.post(result, of: slice)
        return true
      }
    }
  }

  private let shared: Shared
  private let interruption: Interruption?
  private let isOrdered: Bool
  private var threads: [WorkerThread] = []
  /// How many there were.
  private let threadCount: Int
  /// Where there is no thread.
  private var read: Reader?
  /// A slice of which there is more.
  private var unfinished: Slice?
  private var numbering: Numbering

  /// How many bytes a slice has, unless something else is asked for: enough to make taking one cheap, and to have
  /// several to each worker even of a small file.
  package static var sliceSize: Int { 4 << 20 }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - inputs: what is read, one after the other.
  ///   - limit: the longest line.
  ///   - workers: how many threads read; with one, the caller's does. What cannot be cut into lines, one reads.
  ///   - isOrdered: what the slices give comes in the order of the input; otherwise as it is there, and without numbers.
  ///   - interruption: ends reads that wait.
  ///   - reader: makes what reads slices, one after the other, in one thread.
  init(
    _ inputs: [SlicedInput], limit: Int, workers: Int, sliceSize: Int = sliceSize, isOrdered: Bool = true,
    interruption: Interruption? = nil, reader: @escaping @Sendable () -> Reader
  ) {
    precondition(workers > 0, "'workers' must be at least 1")
    // What cannot be cut is read in its order whatever is asked for.
    let isOrdered = isOrdered || inputs.contains { !$0.isLines }
    self.isOrdered = isOrdered
    self.interruption = interruption ?? (workers > 1 ? Interruption() : nil)
    numbering = Numbering(inputs)
    shared = Shared(
      SliceCutter(inputs, size: sliceSize, limit: limit, interruption: self.interruption),
      budget: workers * max(sliceSize / 2, SlicePart.size))
    if workers > 1 {
      shared.state.change { state in
        state.room = 2 * workers
        state.wanted = isOrdered ? 0 : nil
      }
      // Fewer than were asked for do it, too.
      while threads.count < workers, let thread = try? WorkerThread({ [shared] in shared.work(reader()) }) {
        threads.append(thread)
      }
    }
    threadCount = threads.count
    read = threads.isEmpty ? reader() : nil
  }

  deinit { cancel() }

  /// Whether ``next()`` need not wait for other threads, now or within so many milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    guard read == nil else { return true }
    return shared.state.waits(milliseconds: milliseconds) { state in
      state.hasNext || state.ended == threadCount
    }
  }

  /// What the next part of a slice gave; nil at the end. Waits for it.
  package func next() -> SliceResult<Part>? {
    guard var result = read.map(readNext) ?? waitForNext() else { return nil }
    if isOrdered { numbering.number(&result) } else { Numbering.take(from: &result) }
    return result
  }

  private func readNext(_ read: Reader) -> SliceResult<Part>? {
    let slice = unfinished ?? shared.cutter.next()
    let result = slice.map(read)
    unfinished = result?.isUnfinished == true ? slice : nil
    return result
  }

  private func waitForNext() -> SliceResult<Part>? {
    shared.state.changeWhenPossible { state -> SliceResult<Part>?? in
      if let result = state.take() { return result }
      return state.ended == threadCount ? .some(nil) : nil
    }
  }

  /// Lets no more be read; what is under way may still go on.
  package func cancel() {
    guard !threads.isEmpty else { return }
    shared.state.change { $0.isCancelled = true }
    interruption?.fire()
  }

  /// Lets no more be read, and waits until nothing is under way.
  package func stop() {
    cancel()
    threads = []
  }
}

extension SlicedReading {
  /// Begins to read the records of lines.
  ///
  /// - Parameters:
  ///   - lines: how; what is read if there are no inputs.
  ///   - recordLimit: no more records are read, good and bad; by one worker alone.
  ///   - rejectionLimit: a slice is read no further than this many rejected records.
  ///   - detail: what is kept of a rejected record.
  ///   - size: about how many bytes a part takes: a large one is handed over before its slice has ended.
  ///   - begin: makes what the records of a part are made into.
  ///   - add: adds a record to it.
  ///   - resume: called before a record is added that follows a rejected one.
  package convenience init<Root>(
    _ lines: JSONLines<Root>, inputs: [SlicedInput]? = nil, workers: Int, recordLimit: Int? = nil,
    rejectionLimit: Int = .max, detail: RejectionDetail = .bytes,
    sliceSize: Int = sliceSize, isOrdered: Bool = true, interruption: Interruption? = nil,
    size: @escaping @Sendable (borrowing Part) -> Int = { _ in 0 },
    begin: @escaping @Sendable () -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root, RecordExtent) throws -> Void,
    resume: @escaping @Sendable (inout Part) -> Void = { _ in }
  ) {
    precondition(recordLimit == nil || workers == 1, "a limit of records needs one worker")
    let job = SliceWorker<Root, Part>.Job(
      begin: begin, add: add, resume: resume, size: size, detail: detail, recordLimit: recordLimit ?? .max,
      rejectionLimit: rejectionLimit, sliceSize: sliceSize)
    var inputs = inputs ?? [SlicedInput(lines.input, lines.portion, lines.decompression)]
    for index in inputs.indices { inputs[index].isLines = lines.framing == .lines }
    self.init(
      inputs, limit: lines.limits.clamped.record, workers: lines.framing == .lines ? workers : 1,
      sliceSize: sliceSize, isOrdered: isOrdered, interruption: interruption
    ) {
      SliceWorker(lines, job).read
    }
  }
}
