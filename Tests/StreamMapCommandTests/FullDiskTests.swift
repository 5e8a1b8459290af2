// Files on a full disk.

import TestSupport
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Full disks")
struct FullDiskTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    "names any full file, with status 3", .feature("54", "56"),
    arguments: [
      ["select", "--on-error", "skip", "--output", "/dev/full"],
      ["select", "--on-error", "skip", "--format", "csv", "--output", "/dev/full"],
      ["select", "--on-error", "skip", "--rejects", "/dev/full"],
      ["select", "--on-error", "skip", "--unordered", "--rejects", "/dev/full"],
      ["select", "--on-error", "skip", "--report", "/dev/full"], ["check", "--output", "/dev/full"],
      ["check", "--rejects", "/dev/full"], ["check", "--report", "/dev/full"],
      ["count", "--output", "/dev/full"],
      ["count", "--validate", "full", "--on-error", "skip", "--rejects", "/dev/full"],
      ["count", "--validate", "full", "--on-error", "skip", "--report", "/dev/full"],
      ["schema", "--on-error", "skip", "--output", "/dev/full"],
      ["schema", "--on-error", "skip", "--rejects", "/dev/full"],
    ], [10, 4_000])
  func full(_ words: [String], lines: Int) throws {
    let mixed = MixedLines(seed: SeededGenerator.seed, lines: lines, badIn: 2)
    let file = try sandbox.file("in", mixed.text)
    let paths = words[0] == "select" ? ["id,a"] : []
    let whole = try sandbox.run(
      Array(words.dropLast(2)) + ["--quiet", "--jobs", "2", "--chunk", "5000"] + paths + [file])
    let outcome = try sandbox.run(words + ["--quiet", "--jobs", "2", "--chunk", "5000"] + paths + [file])
    #expect(outcome.status == 3)
    #expect(outcome.error == "streammap: /dev/full: No space left on device\n")
    // The other outputs are correct up to the end of the run.
    if words.suffix(2).first != "--output", words[0] == "select", !words.contains("--unordered") {
      #expect(whole.output.hasPrefix(outcome.output))
      if words.contains("--report") { #expect(outcome.output == whole.output) }
    }
  }

  @Test("names a full standard output", .feature("43", "54"))
  func fullStream() throws {
    let file = try sandbox.file(
      "in", MixedLines(seed: SeededGenerator.seed, lines: 50, badIn: 1_000_000).text)
    for words in [
      ["select", "id"], ["count"], ["schema"], ["check", "--report", "-"], ["explain", "id"], ["manual"],
    ] {
      let full = try System.openForWriting("/dev/full")
      let errors = try System.openForWriting(sandbox.file("errors", ""))
      let status = Program.run(
        arguments: words + (["explain", "manual"].contains(words[0]) ? [] : [file]),
        streams: StandardStreams(input: 0, output: full, error: errors))
      for descriptor in [full, errors] { try System.close(descriptor) }
      #expect(status == 3, "\(words)")
      #expect(try sandbox.text("errors") == "streammap: <stdout>: No space left on device\n", "\(words)")
    }
  }

  @Test(
    "a file size limit (RLIMIT_FSIZE) gives status 3",
    arguments: ["--output", "--rejects", "--report", ">"])
  func sizeLimit(_ option: String) throws {
    let program = try #require(BinaryRun.program)
    let file = try sandbox.file("in", String(repeating: "{\"id\":1}\noops\n", count: 400))
    // The report needs many columns to reach the limit.
    let paths = (0..<12).map { "c\($0)=id" }.joined(separator: ",")
    let small = try sandbox.file("small", "")
    let errors = try sandbox.file("errors", "")
    let words =
      ["select", "--quiet", "--on-error", "skip"] + (option == ">" ? [] : [option, small]) + [paths, file]
    let script = "ulimit -f 2; exec \"$0\" \"$@\" >'\(option == ">" ? small : "/dev/null")' 2>'\(errors)'"
    let run = try BinaryRun.start(
      URL(filePath: "/bin/sh"), ["-c", script, program.path(percentEncoded: false)] + words)
    run.waitUntilExit()
    #expect(run.terminationReason == .exit && run.terminationStatus == 3)
    let isReplaced = option == "--output"
    let kept = "streammap: \(small) was not replaced: what the run wrote is in \(small).partial\n"
    #expect(
      try sandbox.text("errors")
        == "streammap: \(option == ">" ? "<stdout>" : small): File too large\n" + (isReplaced ? kept : ""))
    #expect(try sandbox.bytes(isReplaced ? "small.partial" : "small").count == 1_024)
  }

  @Test(
    "a run whose disk was full resumes with identical output", .feature("53"),
    .enabled(if: SmallDisk.isAllowed, "nothing can be mounted here: no disk was full"),
    arguments: ["out", "bad", "mark"])
  func room(_ small: String) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let disk = try SmallDisk(sandbox.path("disk"), bytes: (small == "mark" ? 3 : 16) * page)
    // The lock and one checkpoint take the two remaining pages.
    if small == "mark" { _ = try sandbox.file("disk/filler", [UInt8](repeating: 1, count: page)) }
    func path(_ name: String) -> String { sandbox.path(name == small ? "disk/\(name)" : name) }
    let lines = max(4_000, page / 2)
    let files = try ["a", "b"].map { name in
      try sandbox.file(name, MixedLines(seed: SeededGenerator.seed, lines: lines, badIn: 3).text)
    }
    let plain = [
      "select", "--quiet", "--format", "csv", "--on-error", "skip", "--jobs", "2", "--chunk", "30000",
    ]
    func words(_ output: String, _ rejects: String) -> [String] {
      plain + ["--output", output, "--rejects", rejects, "id,text=a,c=b.c[*]"] + files
    }
    #expect(try sandbox.run(words(sandbox.path("whole"), sandbox.path("wholeBad"))).status == 1)
    let resumable =
      words(path("out"), path("bad")) + ["--checkpoint", path("mark"), "--checkpoint-interval", "0"]
    let full = try sandbox.run(resumable)
    #expect(full.status == 3)
    #expect(full.error == "streammap: \(path(small)): No space left on device\n")
    #expect(FileManager.default.fileExists(atPath: path("mark")))
    // Attempts without room lose nothing.
    let again = try sandbox.run(resumable)
    #expect(again.status == 3 && again.error == full.error)
    try disk.grow(to: 64 << 20)
    let resumed = try sandbox.run(resumable)
    #expect(resumed.status == 1 && resumed.error.isEmpty)
    let isWhole = try Data(contentsOf: URL(filePath: path("out"))) == Data(sandbox.bytes("whole"))
    let hasRejects = try Data(contentsOf: URL(filePath: path("bad"))) == Data(sandbox.bytes("wholeBad"))
    #expect(isWhole && hasRejects)
    #expect(!FileManager.default.fileExists(atPath: path("mark")))
    #expect(!FileManager.default.fileExists(atPath: path("mark") + ".partial"))
  }
}
