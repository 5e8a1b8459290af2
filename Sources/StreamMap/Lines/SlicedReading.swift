import Dispatch
import Synchronization

/// Reads inputs by several workers, and hands over what their slices gave in the order of the input.
///
/// Each worker takes the next slice that nobody has, reads it, and leaves what it gave; whoever wants it calls `next()`.
/// No more slices are under way, or waiting to be taken, than twice the workers, so that memory is bounded whoever is
/// the slowest. With one worker there is no thread: `next()` reads the slice.
package final class SlicedReading<Part: Sendable> {
  /// Reads a slice to its end, or to its first failure.
  typealias Reader = (Slice) -> SliceResult<Part>

  /// What the threads share.
  ///
  /// SAFETY: only the mutex' contents change.
  private final class Shared: Sendable {
    struct State {
      var results: [Int: SliceResult<Part>] = [:]
      /// The workers that take no more slices.
      var ended = 0

      /// What a slice gave, or any, and removes it.
      mutating func take(_ number: Int?) -> SliceResult<Part>? {
        guard let number = number ?? results.keys.first else { return nil }
        return results.removeValue(forKey: number)
      }
    }

    let cutter: SliceCutter
    let state = Mutex(State())
    let isCancelled = Atomic(false)
    /// One for each slice that may be taken.
    let room = DispatchSemaphore(value: 0)
    /// One for each change of the state.
    let changes = DispatchSemaphore(value: 0)

    init(_ cutter: SliceCutter) { self.cutter = cutter }

    func work(_ read: Reader) {
      while true {
        room.wait()
        guard !isCancelled.load(ordering: .relaxed), let slice = cutter.next() else { break }
        let result = read(slice)
        state.withLock { $0.results[slice.number] = result }
        changes.signal()
      }
      state.withLock { $0.ended += 1 }
      changes.signal()
    }
  }

  private let shared: Shared
  private let interruption: Interruption?
  private let workers: Int
  private let isOrdered: Bool
  private let threads = DispatchGroup()
  /// Where there is no thread.
  private let read: Reader?
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
    self.workers = workers
    self.isOrdered = isOrdered
    self.interruption = interruption ?? (workers > 1 ? Interruption() : nil)
    numbering = Numbering(inputs)
    shared = Shared(
      SliceCutter(inputs, size: sliceSize, limit: limit, interruption: self.interruption))
    guard workers > 1 else {
      read = reader()
      return
    }
    read = nil
    for _ in 0..<2 * workers { shared.room.signal() }
    let queue = DispatchQueue(label: "StreamMap.workers", attributes: .concurrent)
    for _ in 0..<workers {
      queue.async(group: threads) { [shared] in shared.work(reader()) }
    }
  }

  deinit { cancel() }

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
    while true {
      let (result, isOver) = shared.state.withLock { state in
        (state.take(isOrdered ? number : nil), state.ended == workers)
      }
      if result != nil { shared.room.signal() }
      if result != nil || isOver { return result }
      shared.changes.wait()
    }
  }

  /// Lets no more be read; what is under way may still go on.
  package func cancel() {
    guard read == nil else { return }
    shared.isCancelled.store(true, ordering: .relaxed)
    interruption?.fire()
    for _ in 0..<workers { shared.room.signal() }
  }

  /// Lets no more be read, and waits until nothing is under way.
  package func stop() {
    cancel()
    threads.wait()
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
