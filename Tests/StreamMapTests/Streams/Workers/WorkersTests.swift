import Dispatch
import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Workers")
struct WorkersTests {
  private static func lines(_ count: Int, _ other: (Int) -> String? = { _ in nil }) throws -> JSONLines<Row> {
    try JSONLines(
      text: (0..<count).map { other($0) ?? #"{"id": \#($0), "more": "\#(filler)"}"# }.joined(separator: "\n"))
  }

  /// Enough records for several chunks.
  private static let many = 30_000
  private static let filler = String(repeating: "x", count: 300)

  @Test("reads every record once; each worker has an instance", .feature("51"))
  func forEach() throws {
    let lines = try Self.lines(Self.many)
    #expect(Self.many * 300 > 2 * ChunkedReading<Void>.chunkSize)
    for workers in [1, 2, 5] {
      let sum = Atomic(0)
      let count = Atomic(0)
      try lines.forEach(workers: workers) { row, _ in
        sum.add(row.id, ordering: .relaxed)
        count.add(1, ordering: .relaxed)
      }
      #expect(sum.load(ordering: .relaxed) == Self.many * (Self.many - 1) / 2)
      #expect(count.load(ordering: .relaxed) == Self.many)
    }
  }

  @Test("combines the results of chunks in input order", .feature("51"))
  func reduce() throws {
    let lines = try Self.lines(Self.many)
    for workers in [1, 2, 5] {
      var combined = 0
      let ids = try lines.reduce(into: [Int](), workers: workers) {
        $0.append($1.id)
      } combine: {
        $0 += $1
        combined += 1
      }
      #expect(ids == Array(0..<Self.many))
      #expect(combined > 0)
    }
    #expect(
      try JSONLines(text: " \n").reduce(into: 7, workers: 2) {
        $0 += $1.id
      } combine: {
        $0 += $1
      } == 7)
  }

  @Test("rejected records come in input order to a closure that changes variables", arguments: [1, 2, 5])
  func rejected(workers: Int) throws {
    var lines = try Self.lines(Self.many) {
      $0 % 1_000 == 7 ? #"{"id": "é\#($0)"}"# : $0 % 5_000 == 8 ? "x" : nil
    }
    var expected: [String] = []
    try lines.forEach { _, _ in
    } onRejected: { error, record in
      expected.append("\(error.line ?? 0) \(error.kind) \(String(copying: record))")
    }
    #expect(expected.count == 36 && expected[0] == #"8 typeMismatch {"id": "é7"}"#)

    // The closure replaces the policy.
    lines.onError = .skip { _, _ in Issue.record("reported to the policy") }
    var found: [String] = []
    let count = Atomic(0)
    try lines.forEach(workers: workers) { _, _ in
      count.add(1, ordering: .relaxed)
    } onRejected: { error, record in
      found.append("\(error.line ?? 0) \(error.kind) \(String(copying: record))")
    }
    #expect(found == expected)
    #expect(count.load(ordering: .relaxed) == Self.many - 36)

    var bytes: [[UInt8]] = []
    let sum = try lines.reduce(into: 0, workers: workers) { sum, _ in
      sum += 1
    } combine: {
      $0 += $1
    } onRejected: { _, record in
      bytes.append([UInt8](copying: record))
    }
    #expect(sum == Self.many - 36 && bytes.count == 36)
    #expect(bytes[0] == Array(#"{"id": "é7"}"#.utf8))
  }

  @Test("an error of the closure for rejected records ends the reading", arguments: [1, 3])
  func rejectedThrowing(workers: Int) throws {
    struct Enough: Error {}
    let lines = try Self.lines(Self.many) { $0 > 20_000 ? "x" : nil }
    var calls = 0
    #expect(throws: Enough.self) {
      try lines.forEach(workers: workers) { _, _ in
      } onRejected: { _, _ in
        calls += 1
        if calls == 3 { throw Enough() }
      }
    }
    #expect(calls == 3)
  }

  @Test("results come in order, and stopping early ends the threads", .feature("50", "51"))
  func results() throws {
    let lines = try Self.lines(Self.many)
    var ids: [Int] = []
    for result in lines.results(workers: 3) { ids.append(try result.get().id) }
    #expect(ids == Array(0..<Self.many))
    for _ in 0..<20 {
      var count = 0
      for result in lines.results(workers: 3) {
        _ = try result.get()
        count += 1
        if count == 10 { break }
      }
    }
  }

  @Test("throws the first closure error in input order", .feature("51"))
  func thrown() throws {
    struct Enough: Error, Equatable { let id: Int }
    let lines = try Self.lines(Self.many)
    for workers in [1, 2, 4] {
      #expect(throws: Enough(id: 20_000)) {
        try lines.forEach(workers: workers) { row, _ in
          if row.id >= 20_000 { throw Enough(id: row.id) }
        }
      }
    }
  }

  @Test("a worker waiting for a pipe delays no error", .feature("50"))
  func waiting() throws {
    struct Enough: Error {}
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer {
      close(ends[0])
      close(ends[1])
    }
    // Nothing more is written, and the writing end stays open.
    let text = Array((0..<10).map { "{\"id\": \($0)}\n" }.joined().utf8)
    func fill() { _ = unsafe text.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) } }
    fill()
    let lines = JSONLines(.descriptor(ends[0]), as: try Row.mapping())
    #expect(throws: Enough.self) {
      try lines.forEach(workers: 2) { _, _ in throw Enough() }
    }
    fill()
    var results = lines.results(workers: 2).makeIterator()
    #expect(try results.next()?.get().id == 0)
  }

  @Test("cancelling a task ends the wait for a pipe", .feature("49"), .timeLimit(.minutes(1)))
  func cancelled() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer {
      close(ends[0])
      close(ends[1])
    }
    let lines = JSONLines(.descriptor(ends[0]), as: try Row.mapping())
    // Other tests may occupy the threads of the default executor for longer than this test's time limit.
    let queue = QueueExecutor()
    try await withTaskExecutorPreference(queue) {
      for _ in 0..<20 {
        let task = Task(executorPreference: queue) {
          for try await _ in lines.async {}
        }
        try await Task.sleep(for: .milliseconds(2))
        task.cancel()
        let error = await #expect(throws: MappingError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
      }
    }
  }

  /// Runs tasks on its own queue.
  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "WorkersTests")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test("reports errors in order, on the calling thread, with numbers", .feature("55", "57"))
  func skipped() throws {
    var lines = try Self.lines(Self.many) {
      $0 % 1_000 == 999 ? ["oops", #"{"id": "x"}"#, "[", "{}x"][$0 / 1_000 % 4] : nil
    }
    let noted = Noted()
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    let statistics = FieldStatistics()
    lines.options.statistics = statistics
    let seen = Mutex<[StreamMap.ReadingProgress]>([])
    lines.onProgress = { progress in seen.withLock { $0.append(progress) } }
    let good = try lines.reduce(into: 0, workers: 3) { count, _ in
      count += 1
    } combine: {
      $0 += $1
    }
    #expect(good == Self.many - Self.many / 1_000)
    #expect(noted.all.map(\.error.line) == (1...Self.many / 1_000).map { $0 * 1_000 })
    #expect(noted.all.map(\.error.record) == (1...Self.many / 1_000).map { $0 * 1_000 })
    #expect(statistics.records == good && statistics.rejected == Self.many / 1_000)
    let id = try #require(statistics.fields.first)
    #expect(id.mismatched.firstLine == 2_000)
    let progress = seen.withLock { $0 }
    #expect(progress.last?.records == Self.many)
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.bytesRead <= $1.bytesRead })
  }

  @Test("numbers the first mismatch in the whole input", .feature("57"))
  func firstMismatch() throws {
    var lines = try Self.lines(Self.many) { $0 == Self.many - 1 ? #"{"id": "x"}"# : nil }
    lines.onError = .skip { _, _ in }
    let statistics = FieldStatistics()
    lines.options.statistics = statistics
    _ = try lines.reduce(into: 0, workers: 3) { count, _ in
      count += 1
    } combine: {
      $0 += $1
    }
    let id = try #require(statistics.fields.first)
    #expect(id.mismatched.firstLine == Self.many && id.mismatched.first?.record == Self.many)
  }

  @Test("workers decode a Decodable type", .feature("51"))
  func decodable() throws {
    struct Item: Decodable, Sendable { let id: Int }
    let text = (0..<Self.many).map { #"{"id": \#($0), "more": "\#(Self.filler)"}"# }.joined(separator: "\n")
    let lines = JSONLines(.text(text), decoding: Item.self)
    let sum = try lines.reduce(into: 0, workers: 2) {
      $0 += $1.id
    } combine: {
      $0 += $1
    }
    #expect(sum == Self.many * (Self.many - 1) / 2)
  }

  @Test("counts records without parsing them, with any workers", .feature("42", "51"))
  func counting() throws {
    // Binary data is not counted. The first bytes decide that, however they are cut.
    var refused = 0
    try SeededRandom.run(rounds: 100) { random in
      var text = RandomLines(using: &random).text
      if Bool.random(using: &random) {
        text = String(repeating: "\u{1}", count: 1 + text.utf8.count / 50) + text
      }
      let beginning = Array(text.utf8.prefix(Framing.prefixSize))
      let isBinary = Framing.isBinary(beginning.span)
      var counter = LineCounter()
      counter.feed(Array(text.utf8).span)
      let size = Int.random(in: 1...300, using: &random)
      let pipe = try SlowPipe(random.pieces(of: text), pause: 0)
      for input in [Input.bytes(Array(text.utf8)), .descriptor(pipe.descriptor)] {
        let counting = ChunkedReading<Framing?>(counting: [ChunkedInput(input)], workers: 2, chunkSize: size)
        var count = 0
        var failure: (any Error)?
        while let chunk = counting.next() {
          count += chunk.records
          failure = failure ?? chunk.failure
        }
        #expect((failure != nil) == isBinary, "chunks of \(size), \(SeededRandom.again)")
        if isBinary {
          #expect((failure as? MappingError)?.expected == "cannot count records")
          refused += 1
        } else {
          #expect(count == counter.records, "chunks of \(size), \(SeededRandom.again)")
        }
      }
    }
    #expect(refused > 10 && refused < 190)
  }

  @Test("stopping early waits for the threads", .feature("50"))
  func ends() throws {
    final class Witness: Sendable {}
    var lines = try Self.lines(Self.many)
    for workers in [1, 2, 4] {
      weak var gone: Witness?
      do {
        let witness = Witness()
        gone = witness
        lines.options.context = witness
        var results = lines.results(workers: workers).makeIterator()
        #expect(try results.next()?.get().id == 0)
        lines.options.context = nil
      }
      #expect(gone == nil, "\(workers) workers")
    }
  }

  @Test("a growing file has the lines that it had when it was opened", .feature("53"))
  func growing() throws {
    for (workers, isRange) in [(0, false), (0, true), (1, false), (2, false), (4, false)] {
      let file = try TemporaryFile("{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3")
      let path = file.path
      var lines = JSONLines(path: path, as: try Row.mapping())
      let sum = Atomic(0)
      let read: @Sendable (Int) throws -> Void = { id in
        sum.add(id, ordering: .relaxed)
        guard id == 1 else { return }
        // The other workers have long found nothing left to read.
        usleep(20_000)
        let handle = FileHandle(forWritingAtPath: path)
        _ = try handle?.seekToEnd()
        try handle?.write(contentsOf: Data("4}\n{\"id\": 5}\n".utf8))
        try handle?.close()
      }
      if workers == 0 {
        if isRange { lines.inputRange = .range(0..<Int.max) }
        try lines.forEach { row, _ in try read(row.id) }
      } else {
        try lines.forEach(workers: workers) { row, _ in try read(row.id) }
      }
      // The last line was incomplete, and is read to its end.
      #expect(sum.load(ordering: .relaxed) == 37, "\(workers) workers")
    }
  }

  @Test("workers report an over-limit record as one thread does", .feature("57"))
  func cut() throws {
    var limits = Limits()
    limits.record = 100_000
    for framing in [Framing.lines, .concatenated] {
      var lines = try JSONLines(
        text: "{\"id\": 1}\n{\"text\": \"\(String(repeating: "x", count: 300_000))\"}\n{\"id\": 2}\n", limits)
      lines.framing = framing
      let heard = try lines.heard()
      #expect(heard.ids == [1, 2] && heard.refused.map(\.utf8.count) == [64 << 10])
      for workers in [1, 2] {
        #expect(try lines.heard(workers: workers, chunkSize: 50_000).refused == heard.refused)
      }
    }
  }

  @Test("rejects a split of a pipe, by every view", .feature("52"))
  func partOfPipe() throws {
    for inputRange in [InputRange.range(5..<Int.max), .range(0..<10), .split(1, of: 1)] {
      let pipe = try SlowPipe(["{\"id\": 1}\n"], pause: 0)
      var lines = JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping())
      lines.inputRange = inputRange
      for workers in 0...2 {
        let error = #expect(throws: MappingError.self) {
          if workers == 0 {
            try lines.forEach { _, _ in }
          } else {
            try lines.forEach(workers: workers) { _, _ in }
          }
        }
        #expect(error?.kind == .io && error?.expected.hasPrefix("a part of") == true)
      }
    }
  }

  @Test("delivers records of a slow pipe early", .feature("43", "50"))
  func steadily() throws {
    for framing in [Framing.lines, .concatenated] {
      let pipe = try SlowPipe((0..<1_500).map { "{\"id\": \($0)}\n" }, pause: 1_000)
      var lines = JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping())
      lines.framing = framing
      let reading = ChunkedReading(lines.plan, of: [lines.chunkedInput], workers: 2) { _ in
        [Int]()
      } add: { ids, row, _ in
        ids.append(row.id)
      }
      var parts: [[Int]] = []
      while let chunk = reading.next() { parts.append(chunk.part) }
      #expect(parts.flatMap(\.self) == Array(0..<1_500))
      #expect(parts.count > 3, "\(framing): all was held back until the end")
    }
  }

  #if os(Linux)
    @Test("a wait for a pipe's writer can be interrupted", .feature("50"), .timeLimit(.minutes(1)))
    func nobodyWrites() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "streammap-\(UUID().uuidString)")
        .path(percentEncoded: false)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try #require(unsafe mkfifo(path, 0o600) == 0)
      let interruption = Interruption()
      let reading = ChunkedReading(
        counting: [ChunkedInput(.path(path))], workers: 2, interruption: interruption)
      usleep(10_000)
      interruption.fire()
      #expect(reading.next()?.failure != nil)
      reading.stop()
      #expect(reading.next() == nil)
    }

    @Test("reads a file that reports size 0", .feature("43"))
    func madeUp() throws {
      let mapping = try Row.mapping()
      var lines = JSONLines(path: "/proc/meminfo", as: mapping)
      let count = Atomic(0)
      lines.onError = .skip { _, _ in count.add(1, ordering: .relaxed) }
      for workers in [1, 2] {
        try lines.forEach(workers: workers) { _, _ in }
        #expect(count.exchange(0, ordering: .relaxed) > 10)
      }
    }
  #endif
}
