// The files of --output and --rejects, which are written beside the files that they replace.

import CompressedInputs
import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Replaced files")
struct ReplacedFileTests {
  private let sandbox: Sandbox
  private let good: String
  private let bad: String
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    good = try sandbox.file("good", "{\"id\":1}\n")
    bad = try sandbox.file("bad", "{\"id\":1}\nx\n{\"id\":2}\n")
    path = try sandbox.file("out", "old\n")
  }

  private func exists(_ name: String) -> Bool {
    (try? System.status(of: FilePath(sandbox.path(name)))) != nil
  }

  private var kept: String {
    "streammap: \(path) was not replaced: what the run wrote is in \(path).partial\n"
  }

  /// A way in which a run ends, with its output and what the file has afterwards. Nil if it is as it was.
  struct Ending: CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    let written: String
    var isReplaced = false
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "a run replaces its output only if it succeeds",
    arguments: [
      Ending(words: ["select", "id", "good"], status: 0, written: "{\"id\":1}\n", isReplaced: true),
      Ending(
        words: ["select", "id", "--limit", "1", "bad"], status: 0, written: "{\"id\":1}\n", isReplaced: true),
      Ending(
        words: ["select", "id", "--on-error", "skip", "bad"], status: 1, written: "{\"id\":1}\n{\"id\":2}\n",
        isReplaced: true),
      Ending(words: ["select", "id", "bad"], status: 1, written: "{\"id\":1}\n"),
      Ending(words: ["select", "--types", "id:int64", "bad"], status: 1, written: "{\"id\":1}\n"),
      Ending(
        words: ["select", "id", "--on-error", "skip", "--max-errors", "0", "bad"], status: 1,
        written: "{\"id\":1}\n"),
      Ending(
        words: ["select", "id", "--on-error", "skip", "--max-errors", "10%", "bad"], status: 1,
        written: "{\"id\":1}\n{\"id\":2}\n"),
      Ending(
        words: ["select", "id", "--on-error", "skip", "good", "absent"], status: 3, written: "{\"id\":1}\n"),
      Ending(words: ["select", "id", "good", "cut.gz"], status: 3, written: "{\"id\":1}\n{\"id\":7}\n"),
      Ending(words: ["select", "id", "good", "absent"], status: 3, written: ""),
      Ending(words: ["select", "id.", "good"], status: 2, written: ""),
      Ending(words: ["select", "id", "--records", "a", "good"], status: 1, written: ""),
      Ending(words: ["count", "good"], status: 0, written: "1\n", isReplaced: true),
      Ending(words: ["count", "--validate", "full", "bad"], status: 1, written: "1\n"),
      Ending(
        words: ["schema", "--format", "types", "good"], status: 0, written: "id:int64\n", isReplaced: true),
      Ending(words: ["schema", "--format", "types", "bad"], status: 1, written: "id:int64\n"),
      Ending(words: ["check", "good"], status: 0, written: "", isReplaced: true),
    ])
  func endings(_ ending: Ending) throws {
    _ = try sandbox.file(
      "cut.gz", Array(Data([UInt8](Format.gzip.compress(Array("{\"id\":7}\n{\"id\":8}\n".utf8)).dropLast(9))))
    )
    let files = ["good", "bad", "absent", "cut.gz"]
    let words = ending.words.map { files.contains($0) ? sandbox.path($0) : $0 }
    for _ in 0..<2 {
      _ = try sandbox.file("out", "old\n")
      let outcome = try sandbox.run(words + ["--output", path])
      #expect(outcome.status == ending.status, "\(outcome.error)")
      #expect(try sandbox.text("out") == (ending.isReplaced ? ending.written : "old\n"))
      let isKept = !ending.isReplaced && !ending.written.isEmpty
      #expect(exists("out.partial") == isKept)
      #expect(outcome.error.contains(kept) == isKept, "\(outcome.error)")
      if isKept { #expect(try sandbox.text("out.partial") == ending.written) }
    }
  }

  @Test("check writes its errors, also if it stops at the first")
  func check() throws {
    for reaction in ["skip", "stop"] {
      _ = try sandbox.file("out", "old\n")
      let outcome = try sandbox.run("check", "--on-error", reaction, "--output", path, bad)
      #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(try sandbox.text("out").hasPrefix("\(bad):2:1: "))
    }
  }

  @Test("rejects and the report are of the run, also if it fails")
  func rejects() throws {
    let words = [
      "select", "id", "--on-error", "skip", "--rejects-format", "raw", "--rejects", sandbox.path("r"),
      "--output", path,
      "--report", sandbox.path("report"), bad,
    ]
    for (more, end) in [([sandbox.path("absent")], "failed"), ([], "complete")] {
      for name in ["r", "r.errors", "report"] { _ = try sandbox.file(name, "old\n") }
      #expect(try sandbox.run(words + more).status == (more.isEmpty ? 1 : 3))
      #expect(try sandbox.text("out") == (more.isEmpty ? "{\"id\":1}\n{\"id\":2}\n" : "old\n"))
      #expect(try sandbox.text("r") == "x\n" && sandbox.text("r.errors").contains("\"line\":2"))
      #expect(try sandbox.text("report").contains("\"end\" : \"\(end)\""))
    }
  }

  @Test("a checkpoint is of the file itself")
  func checkpoint() throws {
    let outcome = try sandbox.run("select", "id", "--checkpoint", sandbox.path("mark"), "--output", path, bad)
    #expect(outcome.status == 1 && !exists("out.partial"))
    #expect(try sandbox.text("out") == "{\"id\":1}\n")
  }

  @Test("a new file has the permissions of the old one")
  func permissions() throws {
    for permissions in [0o600, 0o640, 0o666] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      #expect(try sandbox.run("select", "id", "--output", path, good).status == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test("a symbolic link stays, and its file is replaced", arguments: [true, false])
  func link(isThere: Bool) throws {
    let folder = sandbox.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if isThere { _ = try sandbox.file("folder/target", "old\n") }
    let link = sandbox.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "folder/target")
    #expect(try sandbox.run("select", "id", "--output", link, bad).status == 1)
    #expect(try isThere ? sandbox.text("folder/target") == "old\n" : !exists("folder/target"))
    #expect(try sandbox.text("folder/target.partial") == "{\"id\":1}\n")
    #expect(try sandbox.run("select", "id", "--output", link, good).status == 0)
    #expect(try sandbox.text("folder/target") == "{\"id\":1}\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "folder/target")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["target"])
  }

  @Test("a pipe and a device are written in place")
  func inPlace() throws {
    #expect(try sandbox.run("select", "id", "--output", "/dev/null", good).status == 0)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null.partial"))
    let fifo = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = Background { (try? System.contents(of: FilePath(fifo))) ?? [] }
    #expect(try sandbox.run("select", "id", "--output", fifo, good).status == 0)
    #expect(try reader.value() == Array("{\"id\":1}\n".utf8))
    #expect(!exists("fifo.partial"))
  }

  @Test("a name of standard output is standard output")
  func standardOutput() throws {
    let program = try #require(BinaryRun.program).path(percentEncoded: false)
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      _ = try sandbox.file("out", "")
      let script = "{ echo first; \"$0\" \"$@\"; echo last; } >'\(path)'"
      let run = try BinaryRun.start(
        URL(filePath: "/bin/sh"), ["-c", script, program, "select", "id", "--output", name, good])
      run.waitUntilExit()
      #expect(run.terminationStatus == 0)
      #expect(try sandbox.text("out") == "first\n{\"id\":1}\nlast\n", "\(name)")
      #expect(!exists("out.partial"))
    }
  }

  @Test("a killed run leaves the file as it was, and the next run writes it anew")
  func killed() throws {
    _ = try sandbox.file("out.partial", "left by a killed run\n")
    #expect(try sandbox.run("select", "id", "--output", path, good).status == 0)
    #expect(try sandbox.text("out") == "{\"id\":1}\n" && !exists("out.partial"))
  }

  @Test("a partial file is not an input of its own run")
  func folder() throws {
    let folder = sandbox.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try sandbox.file("folder/a", "{\"id\":3}\n")
    _ = try sandbox.file("folder/out.partial", "{\"id\":4}\n")
    let outcome = try sandbox.run("select", "id", "--output", sandbox.path("folder/out"), folder)
    #expect(try outcome.status == 0 && sandbox.text("folder/out") == "{\"id\":3}\n", "\(outcome.error)")
    let partial = try sandbox.file("out.partial", "{\"id\":4}\n")
    let refused = try sandbox.run("select", "id", "--output", path, partial)
    #expect(refused.status == 2 && refused.error.contains("is also an input"))
    #expect(try sandbox.text("out.partial") == "{\"id\":4}\n")
  }

  @Test(
    "a folder that cannot be written is named with the remedy", .enabled(if: getuid() != 0, "root may write"))
  func readOnly() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: sandbox.folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sandbox.folder) }
    let failure = #expect(throws: FileFailure.self) { try Replacement(FilePath(path), inputs: [])?.open() }
    #expect(failure?.message.contains("name a file in another folder") == true)
  }

  @Test("a link in the place of a partial file is not followed")
  func attack() throws {
    let precious = try sandbox.file("precious", "keep")
    try FileManager.default.createSymbolicLink(atPath: path + ".partial", withDestinationPath: precious)
    let outcome = try sandbox.run("select", "id", "--output", path, good)
    #expect(outcome.status == 3 && outcome.error.contains("\(path).partial: "), "\(outcome.error)")
    #expect(try sandbox.text("precious") == "keep" && sandbox.text("out") == "old\n")
  }

  @Test("a second run that would write the same file ends")
  func locked() throws {
    let first = try #require(try Replacement(FilePath(path), inputs: []))
    let file = OpenFile(try first.open())
    try #require(try System.lock(file.descriptor) == .taken)
    let second = try sandbox.run("select", "id", "--output", path, good)
    #expect(second.status == 3 && second.error.contains("is writing this file"), "\(second.error)")
    #expect(try sandbox.text("out") == "old\n" && exists("out.partial"))
  }
}
