// Files to which lines are appended while they are read.

import Foundation
import Synchronization
import Testing

@testable import StreamMapCommand

@Suite("Growing files")
struct GrowingFileTests {
  /// Appends lines to a file until it is stopped.
  private final class Appender: Sendable {
    private let isOver = Atomic(false)

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Appends lines with the numbers from `first` on. Returns the number after the last one.
    func append(to path: String, from first: Int) -> Int {
      guard let handle = FileHandle(forWritingAtPath: path), (try? handle.seekToEnd()) != nil else {
        return first
      }
      var number = first
      while !isOver.load(ordering: .relaxed) {
        try? handle.write(contentsOf: Data(GrowingFileTests.line(number).utf8))
        number += 1
      }
      try? handle.close()
      return number
    }
  }

  /// A line of 32 bytes. The kernel publishes the size of a file page by page, so a line must not lie in two pages.
  private static func line(_ number: Int) -> String {
    let record = record(number)
    return record + String(repeating: " ", count: 31 - record.utf8.count) + "\n"
  }

  private static func record(_ number: Int) -> String { "{\"id\":\(number)}" }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    "every command reads a file at the size it had",
    arguments: [
      ["count"], ["count", "--validate", "full"], ["count", "--input", "concatenated"],
      ["check", "--report", "-"], ["check", "--input", "concatenated", "--report", "-"],
      ["schema", "--quiet", "--format", "json"],
      ["schema", "--quiet", "--format", "json", "--input", "concatenated"],
      ["select", "id"],
      ["select", "id", "--input", "concatenated"], ["select", "id", "--where", "id >= 0"],
      ["select", "--types", "id:int64"],
      ["select", "--types", "id:int64", "--format", "csv", "--input", "auto"],
    ], ["1", "3"])
  func command(words: [String], jobs: String) throws {
    let count = 4_000
    let path = try sandbox.file("growing", (0..<count).map(Self.line).joined())
    let appender = Appender()
    let background = Background { appender.append(to: path, from: count) }
    let outcome = try sandbox.run(words + ["--jobs", jobs, "--chunk", "2000", path])
    appender.end()
    let end = try background.value()
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let found =
      switch words[0] {
      case "count": Int(outcome.outputLines[0])
      case "check": outcome.output.firstMatch(of: #/"records" : (\d+)/#).flatMap { Int($0.output.1) }
      case "schema": outcome.output.firstMatch(of: #/"count":(\d+)/#).flatMap { Int($0.output.1) }
      default: outcome.outputLines.count { $0.contains { $0.isNumber } }
      }
    // Each line was written by one call, in one page. So the file never ended within a line.
    let records = try #require(found)
    #expect((count...end).contains(records), "\(records) of \(end)")
    if words.last == "id" || words.contains("--where") {
      #expect(outcome.output == (0..<records).map { Self.record($0) + "\n" }.joined())
    }
  }
}
