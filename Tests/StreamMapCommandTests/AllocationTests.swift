// Runs whose memory ends at any allocation, and runs with a limit of their address space.

import TestSupport
import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

@Suite(
  "Allocations", .serialized,
  .enabled(if: SystemCalls.areOurs, "no compiler, or no LD_PRELOAD: allocations were not made to fail"))
struct AllocationTests {
  /// The number of allocations of each command that fail, for each way to fail. `all` for every one.
  private static let count: Int = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_ALLOCATIONS"]
    return text == "all" ? .max : text.flatMap { Int($0) } ?? 12
  }()

  /// A command, by the words before its outputs and after them.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let words: [String]
    let outputs: [String]
    let last: [String]
    var testDescription: String { name }

    /// Each has the index, yajl, or decompressors, and one or more workers.
    static let all = [
      Case(
        name: "select", words: ["select", "--format", "csv", "--jobs", "2", "--chunk", "2500"],
        outputs: ["--output", "--rejects", "--report"], last: ["id,text=a,c=b.c[*]", "a"]),
      Case(
        name: "select --checkpoint",
        words: [
          "select", "--format", "arrow", "--batch-rows", "40", "--jobs", "2", "--chunk", "2500",
          "--checkpoint-interval", "0", "--types", "id:json,text=a:json,c=b.c[*]:list(json)",
        ], outputs: ["--output", "--rejects", "--checkpoint"], last: ["a", "gzip", "zstd"]),
      Case(
        name: "check", words: ["check", "--engine", "yajl", "--jobs", "1"],
        outputs: ["--output", "--report"],
        last: ["a", "gzip"]),
      Case(name: "schema", words: ["schema", "--jobs", "1"], outputs: ["--output"], last: ["a", "zstd"]),
    ]
  }

  private let program: URL
  private let sandbox: Sandbox
  /// The only line of a run without memory.
  private static var line: Regex<Substring> {
    #/streammap: out of memory: cannot allocate \d+ bytes; lower --jobs, --chunk or --max-record, or use more memory\n/#
  }

  init() throws {
    program = try #require(BinaryRun.program)
    sandbox = try Sandbox()
    let text = MixedLines(seed: SeededGenerator.seed, lines: 120).text
    _ = try sandbox.file("a", text)
    for format in Format.allCases { _ = try sandbox.compressed(format.rawValue, text, by: format) }
  }

  private func path(_ option: String) -> String { sandbox.path("out\(option)") }

  private func words(_ one: Case) -> [String] {
    let skips = one.name == "check" ? [] : ["--on-error", "skip"]
    return one.words + ["--quiet"] + skips + one.outputs.flatMap { [$0, path($0)] }
      + one.last.map { FileManager.default.fileExists(atPath: sandbox.path($0)) ? sandbox.path($0) : $0 }
  }

  private func clear(_ one: Case) {
    for option in one.outputs {
      for end in ["", ".partial", ".lock"] { try? FileManager.default.removeItem(atPath: path(option) + end) }
    }
    try? FileManager.default.removeItem(atPath: sandbox.path("log"))
  }

  private func outputs(_ one: Case) throws -> [[UInt8]] {
    try one.outputs.filter { ["--output", "--rejects"].contains($0) }.map { option in
      try Array(Data(contentsOf: URL(filePath: path(option))))
    }
  }

  /// Runs with a wish for the interposer. The status is negative after a signal.
  private func run(_ words: [String], failing wish: String) throws -> (status: Int32, error: String) {
    let errors = try sandbox.file("errors", "")
    let wishes = ["CALLS_FAIL": wish].merging(wish == "malloc:0:0" ? ["CALLS_LOG": sandbox.path("log")] : [:])
    { $1 }
    let process = try BinaryRun.start(
      program, words, environment: SystemCalls.environment(sandbox, wishes), errors: errors)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (process.terminationStatus * (isSignal ? -1 : 1), try sandbox.text("errors"))
  }

  @Test(
    "without memory for any allocation, ends with one line and status 3, and runs again identically",
    .feature("53"), arguments: Case.all, ["malloc", "memory"])
  func failing(_ one: Case, how: String) throws {
    let words = words(one)
    // The first run counts the allocations.
    clear(one)
    let whole = try run(words, failing: "malloc:0:0")
    #expect(whole.status == 1 && whole.error.isEmpty, "\(whole)")
    let expected = try outputs(one)
    let last = try sandbox.text("log").split(separator: "\n").last?.split(separator: " ")
    let total = try #require(last.flatMap { $0.last == "-" ? Int($0[0]) : nil })
    try #require(total > 200, "\(one.name): \(total) allocations")

    let step = max(1, total / Self.count)
    let first = 1 + Int(SeededGenerator.seed % UInt64(step))
    var (ended, noted) = (0, 0)
    for number in stride(from: first, through: total, by: step) {
      clear(one)
      let outcome = try run(words, failing: "\(how):\(number):\(ENOMEM)")
      let place: Comment =
        "\(one.name), \(how) \(number) of \(total), STREAMMAP_SEED=\(SeededGenerator.seed): \(outcome)"
      // With two workers, their number varies, and the run may have ended before it.
      if outcome.status == 1 {
        #expect(outcome.error.isEmpty, place)
      } else {
        ended += 1
        #expect(outcome.status == 3, place)
        #expect(outcome.error.wholeMatch(of: Self.line) != nil, place)
        let mark = path("--checkpoint")
        if one.outputs.contains("--checkpoint"), FileManager.default.fileExists(atPath: mark) { noted += 1 }
        let again = try run(words, failing: "none:0:0")
        #expect(again.status == 1 && again.error.isEmpty, "\(place), then \(again)")
      }
      #expect(try outputs(one) == expected, place)
    }
    print("allocations: \(one.name), \(how): \(ended) of \(total) failed, \(noted) had a checkpoint")
    #expect(ended * 10 > 9 * min(Self.count, total), "\(one.name): only \(ended) runs had no memory")
    if one.outputs.contains("--checkpoint") { #expect(noted > 0, "no run had a checkpoint") }
  }

  @Test("an address space that is too small for 64 workers ends the run with one line")
  func limited() throws {
    let text = MixedLines(seed: SeededGenerator.seed, lines: 2_000, badIn: 1_000_000).text
    let file = try sandbox.file("many", text)
    let out = sandbox.path("out")
    let words = [
      "select", "--quiet", "--jobs", "64", "--chunk", "2500", "--max-record", "1GiB", "--output", out, "id,a",
      file,
    ]
    #expect(try sandbox.run(words).status == 0)
    let expected = try sandbox.bytes("out")
    var ended = 0
    for megabytes in stride(from: 60, through: 240, by: 30) {
      try? FileManager.default.removeItem(atPath: out)
      let limit = "ulimit -v \(megabytes << 10); exec \"$0\" \"$@\" 2>'\(sandbox.path("errors"))'"
      func run(_ words: [String]) throws -> Int32 {
        let process = try BinaryRun.start(
          URL(filePath: "/bin/sh"), ["-c", limit, program.path(percentEncoded: false)] + words)
        process.waitUntilExit()
        return process.terminationStatus * (process.terminationReason == .exit ? 1 : -1)
      }
      // The system must be able to load the program.
      guard try run(["--version"]) == 0 else { continue }
      let status = try run(words)
      let error = try sandbox.text("errors")
      let place: Comment = "\(megabytes) MiB: status \(status), \(error)"
      if status == 0 {
        #expect(try sandbox.bytes("out") == expected, place)
      } else {
        ended += 1
        #expect(status == 3, place)
        #expect(error.wholeMatch(of: Self.line) != nil, place)
        #expect(!FileManager.default.fileExists(atPath: out), place)
      }
    }
    #expect(ended > 0)
  }
}
