/// Reads inputs by several workers, and hands over what their slices gave in the order of the input.
///
/// Each worker takes the next slice that nobody has, reads it, and leaves what it gave; whoever wants it calls `next()`.
/// No more slices are under way, or waiting to be taken, than twice the workers, so that memory is bounded whoever is
/// the slowest. With one worker there is no thread, nor where the system has none: `next()` reads the slice.
///
/// Invariants: slices are taken in the order of their numbers, each after room was made for it, so that the one that is
/// wanted next is never kept out by others behind it; `ended` is the number of threads that there were once no more results will come.
package final class SlicedReading<Part: Sendable> {
  /// Reads a slice to its end, or to its first failure.
  typealias Reader = (Slice) -> SliceResult<Part>

  /// What the threads share.
  private final class Shared: Sendable {
    struct State {
      var results: [Int: SliceResult<Part>] = [:]
      /// How many more slices may be taken.
      var room = 0
      /// The workers that take no more slices.
      var ended = 0
      var isCancelled = false

      /// What a slice gave, or any, and removes it.
      mutating func take(_ number: Int?) -> SliceResult<Part>? {
        guard let number = number ?? results.keys.first, let result = results.removeValue(forKey: number)
        else {
          return nil
        }
        room += 1
        return result
      }
    }

    let cutter: SliceCutter
    let state = Monitor(State())

    init(_ cutter: SliceCutter) { self.cutter = cutter }

    func work(_ read: Reader) {
      while mayTake(), let slice = cutter.next() {
        let result = read(slice)
        state.change { $0.results[slice.number] = result }
      }
      state.change { $0.ended += 1 }
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
  private var number = 0
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
    precondition(workers > 0, "somebody has to read")
    self.isOrdered = isOrdered
    self.interruption = interruption ?? (workers > 1 ? Interruption() : nil)
    numbering = Numbering(inputs)
    shared = Shared(
      SliceCutter(inputs, size: sliceSize, limit: limit, interruption: self.interruption))
    if workers > 1 {
      shared.state.change { $0.room = 2 * workers }
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
      (isOrdered ? state.results[number] != nil : !state.results.isEmpty) || state.ended == threadCount
    }
  }

  /// What the next slice gave; nil at the end. Waits for it.
  package func next() -> SliceResult<Part>? {
    var result: SliceResult<Part>?
    if let read {
      let slice = unfinished ?? shared.cutter.next()
      result = slice.map(read)
      unfinished = result?.isUnfinished == true ? slice : nil
      if case .whole = slice?.content {
        number += 1
        return result
      }
    } else {
      result = waitForNext()
    }
    guard var result else { return nil }
    number += 1
    if isOrdered { numbering.number(&result) } else { Numbering.take(from: &result) }
    return result
  }

  private func waitForNext() -> SliceResult<Part>? {
    shared.state.changeWhenPossible { state -> SliceResult<Part>?? in
      if let result = state.take(isOrdered ? number : nil) { return result }
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
  ///   - begin: makes what the records of a slice are made into.
  ///   - add: adds a record to it.
  ///   - resume: called before a record is added that follows one that was passed over.
  package convenience init<Root>(
    _ lines: JSONLines<Root>, inputs: [SlicedInput]? = nil, workers: Int, recordLimit: Int? = nil,
    sliceSize: Int = sliceSize, isOrdered: Bool = true, interruption: Interruption? = nil,
    begin: @escaping @Sendable () -> Part,
    add: @escaping @Sendable (inout Part, borrowing Root, RecordExtent) throws -> Void,
    resume: @escaping @Sendable (inout Part) -> Void = { _ in }
  ) {
    precondition(recordLimit == nil || workers == 1, "only who reads alone knows how many have been read")
    let job = SliceWorker<Root, Part>.Job(
      begin: begin, add: add, resume: resume, recordLimit: recordLimit ?? .max, sliceSize: sliceSize)
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
