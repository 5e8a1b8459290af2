import Dispatch
import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Every view ends with the same error when its task is cancelled.
@Suite("Cancellation", .serialized, .timeLimit(.minutes(1)))
struct CancellationTests {
  /// Counts the calls of a closure.
  final class Calls: Sendable {
    let count = Atomic(0)
  }

  private static let text = Array(String(repeating: "{\"id\":1}\n", count: 300_000).utf8)

  enum View: String, CaseIterable {
    case forEach, forEachRejected, forEachAwaiting, async, results, results1, results2
    case forEach1, forEach2, reduce, batches1, batches2, decodeLines, decodeLinesDecodable

    /// The views of an input, without those of text in memory.
    static let ofInputs = allCases.filter { $0 != .decodeLines && $0 != .decodeLinesDecodable }

    /// Whether the view gives each record at once. The others give a chunk or a batch at once.
    var isPrompt: Bool {
      [.forEach, .forEachRejected, .forEachAwaiting, .async, .results].contains(self)
    }
  }

  private struct Decodable: Swift.Decodable { var id: Int }

  /// Reads with one of the views, and calls a closure with each record.
  private static func read(
    _ lines: JSONLines<Row>, _ view: View, _ body: @Sendable (Int) -> Void
  ) async throws {
    func drain(_ results: some Sequence<Result<Row, MappingError>>) throws {
      var results = results.makeIterator()
      while let result = results.next() {
        if case .failure = result { #expect(results.next() == nil, "the failure is not the last result") }
        body(try result.get().id)
      }
    }
    func bytes() throws -> [UInt8] {
      switch lines.input.origin {
      case .memory(let bytes): bytes
      case .file(let path): Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)")))
      default: []
      }
    }
    func columns() throws -> JSONLines<ColumnRow> {
      var columns = JSONLines(lines.input, as: try ColumnMapping("id:int64").mapping)
      columns.framing = lines.framing
      return columns
    }
    switch view {
    case .forEach: try lines.forEach { row, _ in body(row.id) }
    case .forEachRejected:
      try lines.forEach {
        row, _ in
        body(row.id)
      } onRejected: {
        _, _ in
      }
    case .forEachAwaiting:
      try await lines.forEach { row, _ in
        // Not every record: a turn can be long while other tests keep all threads of the pool busy.
        if row.id % 64 == 1 { await Task.yield() }
        body(row.id)
      }
    case .async: for try await row in lines.async { body(row.id) }
    case .results: try drain(lines.results)
    case .results1: try drain(lines.results(workers: 1))
    case .results2: try drain(lines.results(workers: 2))
    case .forEach1: try lines.forEach(workers: 1) { row, _ in body(row.id) }
    case .forEach2: try lines.forEach(workers: 2) { row, _ in body(row.id) }
    case .reduce:
      _ = try lines.reduce(into: 0, workers: 2) {
        $0 += $1.id
        body($1.id)
      } combine: {
        $0 += $1
      }
    case .batches1, .batches2:
      try columns().forEachBatch(rows: 10, workers: view == .batches1 ? 1 : 2) { batch in
        for _ in 0..<batch.count { body(1) }
      }
    case .decodeLines:
      try Row.mapping().makeDecoder().decodeLines(in: bytes()) { row, _ in body(row.id) }
    case .decodeLinesDecodable:
      try StreamDecoder().decodeLines(Decodable.self, in: bytes()) { row, _ in body(row.id) }
    }
  }

  /// Cancels the task after a number of records.
  private func cancelled(
    _ lines: JSONLines<Row>, _ view: View, after records: Int, slowly: Bool = false
  ) async throws -> Int {
    let calls = Calls()
    let task = Task.detached {
      try await Self.read(lines, view) { _ in
        calls.count.add(1, ordering: .relaxed)
        if slowly { usleep(100) }
      }
    }
    // Another thread cancels it, because all threads of the task pool may be reading.
    DispatchQueue.global().async {
      while calls.count.load(ordering: .relaxed) < records { usleep(1_000) }
      usleep(20_000)
      task.cancel()
    }
    try await Self.expectCancelled(task)
    let count = calls.count.load(ordering: .relaxed)
    usleep(20_000)
    #expect(calls.count.load(ordering: .relaxed) == count, "a thread went on")
    return count
  }

  private static func expectCancelled(_ task: Task<Void, any Error>) async throws {
    let error = await #expect(throws: MappingError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(error?.underlying is CancellationError)
    #expect(error?.message.hasSuffix("ended early: its task was cancelled") == true)
  }

  @Test("ends while reading a large file", arguments: View.allCases)
  func file(view: View) async throws {
    let file = try TemporaryFile(Self.text)
    let count = try await cancelled(
      JSONLines(path: file.path, as: try Row.mapping()), view, after: 100, slowly: true)
    #expect(count < 200_000)
  }

  @Test("ends while waiting for a pipe", arguments: View.ofInputs, [Framing.lines, .concatenated])
  func pipe(view: View, framing: Framing) async throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let text = Array("{\"id\":1}\n{\"id\":2}\n".utf8)
    _ = unsafe write(ends[1], text, text.count)
    var lines = JSONLines(.descriptor(ends[0]), as: try Row.mapping())
    lines.framing = framing
    let known = view.isPrompt ? 2 : 0
    let count = try await cancelled(lines, view, after: known)
    #expect(count >= known)
  }

  @Test("ends while waiting for a writer to open a named pipe", arguments: View.ofInputs)
  func nobodyWrites(view: View) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "streammap-\(UUID().uuidString)")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect(try await cancelled(JSONLines(path: path, as: try Row.mapping()), view, after: 0) == 0)
  }

  @Test("ends before reading if the task is already cancelled", arguments: View.allCases)
  func before(view: View) async throws {
    let lines = try JSONLines(text: "{\"id\":1}\n")
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      try await Self.read(lines, view) { _ in Issue.record("a record") }
    }
    task.cancel()
    try await Self.expectCancelled(task)
  }

  @Test("reads everything without a cancellation", arguments: View.ofInputs)
  func notCancelled(view: View) async throws {
    let pipe = try SlowPipe((0..<50).map { "{\"id\":\($0)}\n" })
    let lines = JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping())
    let calls = Calls()
    try await Self.read(lines, view) { _ in calls.count.add(1, ordering: .relaxed) }
    #expect(calls.count.load(ordering: .relaxed) == 50)
  }
}
