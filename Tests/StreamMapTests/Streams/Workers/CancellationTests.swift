import Dispatch
import Foundation
import Synchronization
import Testing

@testable import StreamMap

/// The synchronous views stop when the calling task is cancelled.
@Suite("Cancellation", .serialized, .timeLimit(.minutes(1)))
struct CancellationTests {
  /// Counts the calls of a closure.
  final class Calls: Sendable {
    let count = Atomic(0)
  }

  static let views = ["forEach", "forEach(workers: 1)", "forEach(workers: 2)", "reduce"]

  /// Reads with one of the views, and calls a closure with each record.
  private static func read(_ lines: JSONLines<Row>, _ view: String, _ body: @Sendable (Int) -> Void) throws {
    switch view {
    case "forEach": try lines.forEach { row, _ in body(row.id) }
    case "forEach(workers: 1)": try lines.forEach(workers: 1) { row, _ in body(row.id) }
    case "forEach(workers: 2)": try lines.forEach(workers: 2) { row, _ in body(row.id) }
    default:
      _ = try lines.reduce(into: 0, workers: 2) {
        $0 += $1.id
        body($1.id)
      } combine: {
        $0 += $1
      }
    }
  }

  /// Cancels the task after a number of records.
  private func cancelled(
    _ lines: JSONLines<Row>, _ view: String, after records: Int, slowly: Bool = false
  ) async throws -> Int {
    let calls = Calls()
    let task = Task.detached {
      try Self.read(lines, view) { _ in
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
    await #expect(throws: CancellationError.self) { try await task.value }
    let count = calls.count.load(ordering: .relaxed)
    usleep(20_000)
    #expect(calls.count.load(ordering: .relaxed) == count, "a thread went on")
    return count
  }

  @Test("ends while reading a large file", arguments: views)
  func file(view: String) async throws {
    let file = try TemporaryFile(
      Array([[UInt8]](repeating: Array("{\"id\":1}\n".utf8), count: 300_000).joined()))
    let count = try await cancelled(
      JSONLines(path: file.path, as: try Row.mapping()), view, after: 100, slowly: true)
    #expect(count < 200_000)
  }

  @Test("ends while waiting for a pipe", arguments: views, [Framing.lines, .concatenated])
  func pipe(view: String, framing: Framing) async throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let text = Array("{\"id\":1}\n{\"id\":2}\n".utf8)
    _ = unsafe write(ends[1], text, text.count)
    var lines = JSONLines(descriptor: ends[0], as: try Row.mapping())
    lines.framing = framing
    // Workers do not deliver a partial chunk.
    let known = view == "forEach" ? 2 : 0
    let count = try await cancelled(lines, view, after: known)
    #expect(count >= known)
  }

  @Test("ends while waiting for a writer to open a named pipe", arguments: views)
  func nobodyWrites(view: String) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "streammap-\(UUID().uuidString)")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect(try await cancelled(JSONLines(path: path, as: try Row.mapping()), view, after: 0) == 0)
  }

  @Test("ends before reading if the task is already cancelled", arguments: views)
  func before(view: String) async throws {
    let lines = try JSONLines(text: "{\"id\":1}\n")
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      try Self.read(lines, view) { _ in Issue.record("a record") }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("reads everything without a cancellation", arguments: views)
  func notCancelled(view: String) async throws {
    let pipe = try SlowPipe((0..<50).map { "{\"id\":\($0)}\n" })
    let lines = JSONLines(descriptor: pipe.descriptor, as: try Row.mapping())
    let calls = Calls()
    try Self.read(lines, view) { _ in calls.count.add(1, ordering: .relaxed) }
    #expect(calls.count.load(ordering: .relaxed) == 50)
  }
}
