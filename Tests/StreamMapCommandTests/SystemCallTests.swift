// Runs whose system calls fail, are shortened, or are the last of the process.

import TestSupport
import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

@Suite(
  "System calls", .serialized,
  .enabled(if: SystemCalls.areOurs, "no compiler, or no LD_PRELOAD: system calls were not made to fail"))
struct SystemCallTests {
  /// The number of moments at which a run is ended, for each way to end it.
  private static let ends = ProcessInfo.processInfo.environment["STREAMMAP_KILLS"].flatMap { Int($0) } ?? 24

  private let program: URL
  private let sandbox: Sandbox
  private let files: [String]
  /// The output of an undisturbed run.
  private let output: [UInt8]
  private let rejects: [UInt8]
  private let words: [String]

  init() throws {
    program = try #require(BinaryRun.program)
    let sandbox = try Sandbox()
    self.sandbox = sandbox
    // The second file has a misleading name, and is read as a whole.
    let texts = [
      MixedLines(seed: SeededGenerator.seed, lines: 260).text,
      MixedLines(seed: ~SeededGenerator.seed, lines: 120).text,
    ]
    files = [
      try sandbox.file("a.jsonl", texts[0]),
      try sandbox.file("b.jsonl", Format.gzip.compress(Array(texts[1].utf8))),
    ]
    let plain = ["select", "--quiet", "--format", "csv", "--on-error", "skip"]
    let columns = ["id,text=a,c=b.c[*]"] + files
    let status = try sandbox.run(
      plain + ["--jobs", "1", "--output", sandbox.path("whole"), "--rejects", sandbox.path("wholeBad")]
        + columns
    ).status
    try #require(status == 1)
    output = try sandbox.bytes("whole")
    rejects = try sandbox.bytes("wholeBad")
    words =
      plain + [
        "--jobs", "2", "--chunk", "2500", "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0",
      ]
      + ["--output", sandbox.path("out"), "--rejects", sandbox.path("bad")] + columns
  }

  private func clear() {
    for name in ["out", "bad", "mark", "mark.partial", "mark.lock", "log"] {
      try? FileManager.default.removeItem(atPath: sandbox.path(name))
    }
  }

  private func isWhole() throws -> Bool {
    try sandbox.bytes("out") == output && sandbox.bytes("bad") == rejects
      && !FileManager.default.fileExists(atPath: sandbox.path("mark"))
      && !FileManager.default.fileExists(atPath: sandbox.path("mark.partial"))
  }

  /// Runs with changed calls. A killed process has the status 9.
  @discardableResult
  private func run(_ wishes: [String: String], _ words: [String]? = nil, input: String? = nil) throws
    -> (status: Int32, error: String)
  {
    let errors = try sandbox.file("errors", "")
    let process = try BinaryRun.start(
      program, words ?? self.words, environment: SystemCalls.environment(sandbox, wishes), input: input,
      errors: errors)
    process.waitUntilExit()
    return (process.terminationStatus, try sandbox.text("errors"))
  }

  /// The calls of an undisturbed run.
  private func changes() throws -> [SystemCalls.Change] {
    clear()
    #expect(try run(["CALLS_LOG": sandbox.path("log")]).status == 1)
    #expect(try isWhole())
    return try sandbox.text("log").split(separator: "\n").compactMap { SystemCalls.Change($0) }
  }

  /// The calls of the first checkpoints and of the end, and a given number in between.
  private func moments(_ changes: [SystemCalls.Change]) throws -> [Int] {
    let renamed = changes.filter { $0.call == "rename" }.map(\.number)
    try #require(renamed.count > 5, "there are too few checkpoints")
    // Up to the fsync of the folder after the second checkpoint.
    let begun = renamed[1] + 2
    let ended = try #require(renamed.last) + 1
    var moments = Set(1...begun).union(ended...changes.count)
    let step = max(1, (ended - begun) / max(1, Self.ends - moments.count))
    moments.formUnion(stride(from: begun + 1 + Int(SeededGenerator.seed % UInt64(step)), to: ended, by: step))
    return moments.sorted()
  }

  @Test(
    "ended at any system call, a run resumes identically", .feature("53"),
    arguments: SystemCalls.End.allCases)
  func ended(_ end: SystemCalls.End) throws {
    let changes = try changes()
    // A checkpoint is on disk before it is renamed, and then the folder is synchronised.
    let calls = changes.map { "\($0.call) \($0.path.split(separator: "/").last ?? "")" }
    for name in ["out", "bad", "mark.partial"] { #expect(calls.contains("fsync \(name)")) }
    var noted = 0
    for number in try moments(changes) {
      let change = changes[number - 1]
      if end == .half, change.call != "write" { continue }
      clear()
      let status = try run(["CALLS_END": "\(end):\(number)"]).status
      #expect(status == SIGKILL, "the run was over before its call \(number)")
      if FileManager.default.fileExists(atPath: sandbox.path("mark")) { noted += 1 }
      let again = try sandbox.run(words)
      let place: Comment =
        "\(end) at call \(number), \(change.call) \(change.path), STREAMMAP_SEED=\(SeededGenerator.seed): \(again.error)"
      #expect(again.status == 1, place)
      #expect(try isWhole(), place)
    }
    #expect(noted > 1, "no run was ended after it had noted anything")
  }

  @Test("completes despite an interruption every few system calls", .feature("53"))
  func endedAgain() throws {
    var state = SeededGenerator.seed
    for end in SystemCalls.End.allCases {
      clear()
      var status = SIGKILL
      var runs = 0
      while status == SIGKILL, runs < 500 {
        // A resumed run takes a lock and truncates two files. Writing a checkpoint with its two files takes
        // eleven calls.
        status = try run(["CALLS_END": "\(end):\(17 + MixedLines.next(&state) % 30)"]).status
        runs += 1
      }
      #expect(status == 1 && runs > 3, "\(end) after \(runs) runs, STREAMMAP_SEED=\(SeededGenerator.seed)")
      #expect(try isWhole(), "\(end) after \(runs) runs, STREAMMAP_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test(
    "resumes standard input from a plain or compressed file", .feature("43", "53"),
    arguments: [false, true])
  func standardInput(isCompressed: Bool) throws {
    // Decompressed data is delivered in blocks.
    let text = Array(MixedLines(seed: SeededGenerator.seed, lines: isCompressed ? 20_000 : 300).text.utf8)
    let input = try sandbox.file("input", isCompressed ? Format.zstd.compress(text) : text)
    let words = Array(words.dropLast(files.count))
    let plain = [
      "select", "--quiet", "--format", "csv", "--on-error", "skip", "--jobs", "1", "id,text=a,c=b.c[*]",
    ]
    let whole = try run([:], plain + ["--output", sandbox.path("expected")], input: input)
    #expect(whole.status == 1)
    let output = try sandbox.bytes("expected")
    for number in [10, 30, 45, 60] {
      clear()
      #expect(try run(["CALLS_END": "kill:\(number)"], words, input: input).status == SIGKILL)
      let isNoted = FileManager.default.fileExists(atPath: sandbox.path("mark"))
      #expect(isNoted == (number > 15))
      let again = try run([:], words, input: input)
      #expect(again.status == 1, "\(number): \(again.error)")
      #expect(try sandbox.bytes("out") == output, "\(number)")
    }
    // Another file or a pipe is not the earlier input.
    clear()
    #expect(try run(["CALLS_END": "kill:30"], words, input: input).status == SIGKILL)
    let other = try run([:], words, input: files[0])
    #expect(
      other.status == 2 && other.error.contains("is not the file that the checkpoint was written for"),
      "\(other.error)")
  }

  @Test("short and interrupted reads and writes change nothing", .feature("43"), arguments: 0..<6)
  func shortAndInterrupted(_ round: Int) throws {
    let seed = SeededGenerator.seed &+ UInt64(round)
    let disturbances: [String: String] =
      switch round % 3 {
      case 0: ["CALLS_SHORT": "\(seed)"]
      case 1: ["CALLS_INTERRUPT": "\(2 + seed % 3)"]
      default: ["CALLS_SHORT": "\(seed)", "CALLS_INTERRUPT": "3"]
      }
    clear()
    let outcome = try run(disturbances)
    #expect(outcome.status == 1 && outcome.error.isEmpty, "\(disturbances): \(outcome.error)")
    #expect(try isWhole(), "\(disturbances)")

    // Standard input as a file and as a pipe, every kind of input, every command.
    let whole = try sandbox.file("c.jsonl", MixedLines(seed: seed, lines: 300).text)
    for kind in ["lines", "concatenated", "seq", "array", "document"] {
      for command in [["select", "id"], ["check"], ["count"], ["schema", "--quiet", "--format", "json"]] {
        let words = command + ["--input", kind, "--jobs", "2", "--chunk", "3000"]
        let expected = try sandbox.run(words, input: sandbox.bytes("c.jsonl"))
        for isPipe in [false, true] {
          let script =
            (isPipe ? "cat \"$0\" |" : "") + "exec env LD_PRELOAD=\"$PRELOAD\" \"$@\""
            + (isPipe ? "" : " <\"$0\"") + " >\"$OUT\" 2>\"$ERR\""
          var wishes = SystemCalls.environment(sandbox, disturbances)
          wishes["PRELOAD"] = wishes.removeValue(forKey: "LD_PRELOAD")
          wishes["OUT"] = try sandbox.file("stdout", "")
          wishes["ERR"] = try sandbox.file("stderr", "")
          let process = try BinaryRun.start(
            URL(filePath: "/bin/sh"), ["-c", script, whole, program.path(percentEncoded: false)] + words,
            environment: wishes)
          process.waitUntilExit()
          let place: Comment = "\(words) from a \(isPipe ? "pipe" : "file"), \(disturbances)"
          #expect(process.terminationStatus == expected.status, place)
          #expect(try sandbox.text("stdout") == expected.output, place)
          #expect(try sandbox.text("stderr") == expected.error, place)
        }
      }
    }
  }

  /// The call that fails once, its error, and the expected message.
  struct Failure: CustomTestStringConvertible {
    let call: String
    let code: Int32
    let text: String
    var testDescription: String { "\(call): \(text)" }
  }

  @Test(
    "names a failed call's file, and resumes", .feature("53"),
    arguments: [
      Failure(call: "read", code: EIO, text: "Input/output error"),
      Failure(call: "write", code: ENOSPC, text: "No space left on device"),
      Failure(call: "write", code: EIO, text: "Input/output error"),
      Failure(call: "fsync", code: ENOSPC, text: "No space left on device"),
      Failure(call: "fsync", code: EIO, text: "Input/output error"),
      Failure(call: "rename", code: ENOSPC, text: "No space left on device"),
      Failure(call: "ftruncate", code: EIO, text: "Input/output error"),
      Failure(call: "close", code: EIO, text: "Input/output error"),
      Failure(call: "close", code: ENOSPC, text: "No space left on device"),
    ])
  func failing(_ failure: Failure) throws {
    let changes = try changes()
    var (failed, noted) = (0, 0)
    // All of the first calls, if so many moments are requested.
    for number in stride(from: 1, through: 60, by: max(1, 120 / Self.ends)) {
      clear()
      let first = try run(["CALLS_FAIL": "\(failure.call):\(number):\(failure.code)"])
      let place: Comment =
        "\(failure.call) number \(number), STREAMMAP_SEED=\(SeededGenerator.seed): \(first.error)"
      if first.status == 1 {
        // There are fewer calls, or the failed one loses nothing because all input was read.
        #expect(try isWhole(), place)
        if failure.call == "close" { continue }
        break
      }
      failed += 1
      #expect(first.status == 3, place)
      let names = (files + ["out", "bad", "mark", "mark.lock"].map { sandbox.path($0) }).map {
        "streammap: \($0): \(failure.text)\n"
      }
      #expect(names.contains(first.error), place)
      if FileManager.default.fileExists(atPath: sandbox.path("mark")) { noted += 1 }
      let again = try sandbox.run(words)
      #expect(again.status == 1, "\(place) then \(again.error)")
      #expect(try isWhole(), place)
    }
    let called = failure.call == "read" ? .max : changes.count { $0.call == failure.call }
    #expect(failed >= min(2, called))
    #expect(noted > 0 || failed < 10)
  }

  @Test("reports a file system without locks, and continues")
  func locks() throws {
    let loud = words.filter { $0 != "--quiet" }
    clear()
    let plain = try run([:], loud)
    try #require(plain.status == 1)
    for (number, code) in [(1, ENOLCK), (1, ENOTSUP), (2, ENOLCK), (3, EOPNOTSUPP)] {
      clear()
      let outcome = try run(["CALLS_FAIL": "flock:\(number):\(code)"], loud)
      let note =
        "streammap: \(sandbox.path("mark")): the file system does not support locks: do not start a second run with "
        + "this checkpoint\n"
      #expect(outcome.status == 1 && outcome.error == (number == 1 ? note : "") + plain.error)
      #expect(try isWhole())
    }
    clear()
    let broken = try run(["CALLS_FAIL": "flock:1:\(EIO)"])
    #expect(broken.status == 3)
    #expect(broken.error == "streammap: \(sandbox.path("mark.lock")): Input/output error\n")
  }
}
