// Two concurrent runs that would write the same files.

import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Two runs at once", .serialized, .timeLimit(.minutes(4)))
struct LockTests {
  private let sandbox: Sandbox
  private let program: URL
  private let input: String
  /// The output of a run without a second one.
  private let whole: [UInt8]

  init() throws {
    sandbox = try Sandbox()
    program = try #require(BinaryRun.program)
    let text = String(repeating: MixedLines(seed: SeededGenerator.seed, lines: 500).text, count: 8)
    input = try sandbox.file("in.jsonl", text)
    let run = try sandbox.run(Self.plain + ["--output", sandbox.path("whole"), "id,text=a", input])
    try #require(run.status == 1)
    whole = try sandbox.bytes("whole")
  }

  private static let plain = ["select", "--quiet", "--on-error", "skip"]

  private func words(mark: String? = "mark", output: String = "out", chunk: Int = 2_000) -> [String] {
    let checkpoint = mark.map { ["--checkpoint", sandbox.path($0), "--checkpoint-interval", "0"] } ?? []
    return Self.plain + ["--jobs", "1", "--chunk", "\(chunk)"] + checkpoint
      + ["--output", sandbox.path(output), "--rejects", sandbox.path("\(output).bad"), "id,text=a", input]
  }

  private func stamp(_ name: String) -> String? {
    (try? sandbox.bytes(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits for the next checkpoint. Returns nil if the run ends first.
  private func nextStamp(of run: Process, after old: String?) -> String? {
    while run.isRunning {
      if let new = stamp("mark"), new != old { return new }
      usleep(300)
    }
    return nil
  }

  /// Stops a run. Returns when no thread of it runs any more, which is some time after the signal was sent.
  private func stop(_ run: Process) {
    kill(run.processIdentifier, SIGSTOP)
    #if os(Linux)
      let stat = "/proc/\(run.processIdentifier)/stat"
      while run.isRunning {
        // The state follows the name, which is in parentheses.
        let text = (try? String(contentsOfFile: stat, encoding: .utf8)) ?? ""
        if text.split(separator: ")").last?.hasPrefix(" T") == true { return }
        usleep(100)
      }
    #else
      usleep(50_000)
    #endif
  }

  private func names() throws -> Set<String> {
    try Set(FileManager.default.contentsOfDirectory(atPath: sandbox.folder)).filter { !$0.contains("-") }
  }

  @Test("a second run with the same checkpoint changes nothing")
  func sameCheckpoint() throws {
    let first = try BinaryRun.start(program, words())
    var mark = nextStamp(of: first, after: nil)
    var looks = 0
    while let old = mark, looks < 12 {
      stop(first)
      let files = ["out", "out.bad", "mark", "mark.partial", "mark.lock"]
      let before = files.map { try? sandbox.bytes($0) }
      let all = try names()
      let second = try sandbox.run(words())
      #expect(second.status == 3)
      #expect(
        second.error
          == "streammap: \(sandbox.path("mark.lock")): another run (process \(first.processIdentifier)) is "
          + "using this checkpoint; wait until it ends, or name another FILE for --checkpoint\n")
      let other = try sandbox.run(words(output: "other"))
      #expect(other.status == 2 && other.error.contains("is the checkpoint of another command"))
      #expect(files.map { try? sandbox.bytes($0) } == before)
      #expect(try names() == all)
      looks += 1
      kill(first.processIdentifier, SIGCONT)
      mark = nextStamp(of: first, after: old)
    }
    first.waitUntilExit()
    #expect(looks > 5, "the run was over after \(looks) looks")
    #expect(first.terminationStatus == 1)
    #expect(try sandbox.bytes("out") == whole)
    #expect(stamp("mark.lock") == "\(first.processIdentifier)\n" && stamp("mark") == nil)
  }

  @Test("two runs started together write the output of one run")
  func together() throws {
    var told = 0
    for round in 0..<10 {
      for name in ["out", "out.bad", "mark", "mark.lock"] {
        try? FileManager.default.removeItem(atPath: sandbox.path(name))
      }
      // Each run may continue from the other's checkpoint.
      let errors = try (0..<2).map { try sandbox.file("errors\($0)", "") }
      let runs = try errors.map { try BinaryRun.start(program, words(chunk: 20_000), errors: $0) }
      for run in runs { run.waitUntilExit() }
      let statuses = runs.map(\.terminationStatus)
      #expect(statuses.contains(1) && statuses.allSatisfy { [1, 3].contains($0) }, "\(round): \(statuses)")
      #expect(try sandbox.bytes("out") == whole, "\(round): \(statuses)")
      for (index, status) in statuses.enumerated() where status == 3 {
        told += 1
        let holder = runs[1 - index].processIdentifier
        #expect(try sandbox.text("errors\(index)").contains("another run (process \(holder)) is using"))
      }
    }
    #expect(told > 0, "no two runs met")
  }

  @Test(
    "only one run writes an output, whatever the checkpoints", arguments: [nil, "mark2"] as [String?])
  func sameOutput(_ mark: String?) throws {
    let first = try BinaryRun.start(program, words())
    try #require(nextStamp(of: first, after: nil) != nil)
    stop(first)
    let before = try sandbox.bytes("out")
    let second = try sandbox.run(words(mark: mark))
    #expect(second.status == 3)
    #expect(second.error.hasPrefix("streammap: \(sandbox.path("out")): another run"), "\(second.error)")
    #expect(second.error.hasSuffix("is writing this file; wait until it ends, or name another file\n"))
    #if os(Linux)
      #expect(second.error.contains("(process \(first.processIdentifier))"), "\(second.error)")
    #endif
    #expect(try sandbox.bytes("out") == before)
    // The second run does not create its rejects either.
    let beside = try sandbox.run(
      Self.plain + ["--output", sandbox.path("out"), "--rejects", sandbox.path("fresh"), "id", input])
    #expect(beside.status == 3 && !FileManager.default.fileExists(atPath: sandbox.path("fresh")))
    // The rejects are locked too.
    let third = try sandbox.run(
      Self.plain + ["--rejects", sandbox.path("out.bad"), "--output", sandbox.path("free"), "id", input])
    #expect(third.status == 3 && third.error.contains("out.bad: another run"), "\(third.error)")
    kill(first.processIdentifier, SIGCONT)
    first.waitUntilExit()
    #expect(first.terminationStatus == 1)
    #expect(try sandbox.bytes("out") == whole)
  }

  @Test("a killed run releases its lock, and the lock file is kept")
  func killed() throws {
    var inode: UInt64?
    for _ in 0..<3 {
      let run = try BinaryRun.start(program, words())
      _ = nextStamp(of: run, after: stamp("mark"))
      kill(run.processIdentifier, SIGKILL)
      run.waitUntilExit()
      let lock = try System.status(of: FilePath(sandbox.path("mark.lock"))).identity.inode
      #expect(inode == nil || inode == lock)
      inode = lock
    }
    let last = try sandbox.run(words())
    #expect(last.status == 1, "\(last.error)")
    #expect(try sandbox.bytes("out") == whole)
  }

  @Test("a lock belongs to an open file, even within one process")
  func inOneProcess() throws {
    let path = FilePath(sandbox.path("lock"))
    func take() throws -> FileLock { try FileLock(path, use: "busy", otherwise: "rest") }
    var lock: FileLock? = try take()
    #expect(lock?.isHeld == true)
    let failure = #expect(throws: FileFailure.self) { _ = try take() }
    #expect(
      failure?.message
        == "\(path): another run (process \(System.processNumber)) is busy; wait until it ends, or rest")
    lock = nil
    _ = try take()
  }

  @Test(
    "does not change a file that is not a lock",
    arguments: ["[[package]]\n", "{\"id\":1}\n", "12 34", String(repeating: "1", count: 40)])
  func foreign(_ text: String) throws {
    let path = try sandbox.file("Cargo.lock", text)
    let outcome = try sandbox.run(words(mark: "Cargo"))
    #expect(outcome.status == 3)
    #expect(
      outcome.error
        == "streammap: \(path): it is not a lock file: name another FILE for --checkpoint\n"
    )
    #expect(try sandbox.text("Cargo.lock") == text)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("out")))
    for text in ["", "1234\n", "99", "\0\0\0"] {
      _ = try sandbox.file("Cargo.lock", text)
      #expect(try sandbox.run(words(mark: "Cargo")).status == 1)
      #expect(try sandbox.text("Cargo.lock") == "\(System.processNumber)\n")
    }
  }
}
