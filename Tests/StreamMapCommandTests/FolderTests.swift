// Folders as inputs, with unreadable contents.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Folders", .timeLimit(.minutes(1)))
struct FolderTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.path("in/sub"), withIntermediateDirectories: true)
    _ = try sandbox.file("in/a", "{\"id\":1}\n")
    _ = try sandbox.file("in/sub/z", "{\"id\":2}\n")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: sandbox.path(name), withDestinationPath: target)
  }

  @Test("a broken link is one input that cannot be read")
  func dangling() throws {
    try link("in/b", to: "nowhere")
    try link("in/c", to: "c")
    try link("in/d", to: "a")
    let failures = [
      "streammap: \(sandbox.path("in/b")): No such file or directory",
      "streammap: \(sandbox.path("in/c")): Too many levels of symbolic links",
    ]
    let check = try sandbox.run("check", "--report", "-", sandbox.path("in"))
    #expect(check.status == 3 && check.errorLines == failures)
    #expect(check.output.contains("\"records\" : 3"))
    let select = try sandbox.run("select", "id", sandbox.path("in"))
    #expect(select.status == 3 && select.errorLines == [failures[0]] && select.output.isEmpty)
  }

  @Test(
    "--on-error skip reports a broken link, as check does",
    arguments: [["select"], ["select", "--checkpoint"], ["count", "--validate", "full"], ["schema"]])
  func skipping(_ command: [String]) throws {
    try link("in/b", to: "nowhere")
    let missing = sandbox.path("missing")
    let failures = [sandbox.path("in/b"), missing].map { "streammap: \($0): No such file or directory" }
    var words = command + ["--on-error", "skip"]
    if command.last == "--checkpoint" {
      words.insert(contentsOf: [sandbox.path("mark"), "--output", sandbox.path("out")], at: 2)
    }
    let paths = command[0] == "select" ? ["id"] : []
    let whole = try sandbox.run(
      command.filter { $0 != "--checkpoint" } + paths + [sandbox.path("in/a"), sandbox.path("in/sub/z")])
    let outcome = try sandbox.run(words + paths + [sandbox.path("in"), missing])
    #expect(outcome.status == 3 && outcome.errorLines == failures, "\(outcome.error)")
    #expect(try (command.last == "--checkpoint" ? sandbox.text("out") : outcome.output) == whole.output)
    // A run without a readable input overwrites nothing.
    let old = try sandbox.file("old", "old")
    let none = try sandbox.run(
      command.filter { $0 != "--checkpoint" } + ["--on-error", "skip", "--output", old] + paths + [missing])
    #expect(none.status == 3 && none.errorLines == [failures[1]], "\(none.error)")
    #expect(try sandbox.text("old") == "old")
  }

  @Test(
    "--on-error skip skips a damaged file, except with checkpoints"
  )
  func damaged() throws {
    let archive = try sandbox.compressed("in/b.gz", "{\"id\":7}\n")
    let good = try sandbox.bytes("in/b.gz")
    try Data(good.prefix(12)).write(to: URL(filePath: archive))
    let plain = ["select", "--on-error", "skip", "--jobs", "1"]
    let over = try sandbox.run(plain + ["id", sandbox.path("in")])
    #expect(over.status == 3 && over.output == "{\"id\":1}\n{\"id\":2}\n", "\(over)")
    #expect(
      over.error.contains("\(archive): truncated gzip: ends inside its first member, at compressed byte"))
    // A run with a checkpoint ends there, so that the output is complete in the end.
    let words =
      plain + [
        "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0", "--output", sandbox.path("out"),
        "id",
        sandbox.path("in"),
      ]
    let ended = try sandbox.run(words)
    #expect(ended.status == 3 && ended.error == over.error, "\(ended.error)")
    let handle = try #require(FileHandle(forWritingAtPath: archive))
    try handle.write(contentsOf: Data(good))
    try handle.close()
    let again = try sandbox.run(words)
    #expect(again.status == 0, "\(again.error)")
    #expect(try sandbox.text("out") == "{\"id\":1}\n{\"id\":7}\n{\"id\":2}\n")
  }

  @Test("reports a file that cannot be opened, and reads the others")
  func unopened() throws {
    // A socket has a status but cannot be opened, even by root, who can read every other file.
    let path = sandbox.path("in/a")
    try FileManager.default.removeItem(atPath: path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let isBound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    let outcome = try sandbox.run("select", "--on-error", "skip", "id", sandbox.path("in"))
    #expect(outcome.status == 3 && outcome.output == "{\"id\":2}\n")
    #expect(outcome.error == "streammap: \(path): No such device or address\n")
  }

  @Test(
    "--include and --exclude choose files of a folder",
    arguments: [
      ("", "a.jsonl b.json old/c.jsonl old/deep/d.jsonl"),
      ("--include *.jsonl", "a.jsonl old/c.jsonl old/deep/d.jsonl"),
      ("--include *.jsonl --include *.json", "a.jsonl b.json old/c.jsonl old/deep/d.jsonl"),
      ("--exclude *.jsonl", "b.json"), ("--include *.jsonl --exclude c.*", "a.jsonl old/deep/d.jsonl"),
      ("--exclude *.jsonl --include *.jsonl", ""), ("--exclude old", "a.jsonl b.json"),
      ("--exclude old/", "a.jsonl b.json"),
      ("--exclude deep", "a.jsonl b.json old/c.jsonl"), ("--include old/*", "old/c.jsonl"),
      ("--include old/*/*", "old/deep/d.jsonl"), ("--include /*.jsonl", "a.jsonl"),
      ("--exclude old/deep", "a.jsonl b.json old/c.jsonl"), ("--exclude /old --include *", "a.jsonl b.json"),
      ("--include [ab].json*", "a.jsonl b.json"), ("--include ?.json", "b.json"), ("--include old", ""),
      ("--include .*", ""), ("--include *", "a.jsonl b.json old/c.jsonl old/deep/d.jsonl"),
    ])
  func globs(_ options: String, _ expected: String) throws {
    try FileManager.default.createDirectory(
      atPath: sandbox.path("all/old/deep"), withIntermediateDirectories: true)
    let names = ["a.jsonl", "b.json", "old/c.jsonl", "old/deep/d.jsonl", ".hidden.jsonl", "old/.hidden"]
    for name in names { _ = try sandbox.file("all/\(name)", "{\"n\":\"\(name)\"}\n") }
    let words = options.split(separator: " ").map(String.init)
    let rows = expected.split(separator: " ").map { "{\"n\":\"\($0)\"}" }
    for folder in [sandbox.path("all"), sandbox.path("all/")] {
      let outcome = try sandbox.run(["select"] + words + ["n", folder])
      #expect(outcome.status == 0 && outcome.outputLines == rows, "\(outcome)")
      let hint = "is a directory without files that match --include and --exclude: it is skipped\n"
      #expect(rows.isEmpty == outcome.error.hasSuffix(hint), "\(outcome.error)")
    }
    // Files named directly are read whatever their names.
    let named = try sandbox.run(
      ["select"] + words + ["n", sandbox.path("all/.hidden.jsonl"), sandbox.path("in/a")])
    #expect(named.outputLines.count == 2)
  }

  @Test("rejects a checkpoint of a run with other patterns")
  func globsOfACheckpoint() throws {
    _ = try sandbox.file("in/b", "oops\n")
    let words = [
      "select", "--chunk", "5", "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0",
      "--output",
      sandbox.path("out"), "id", sandbox.path("in"),
    ]
    #expect(try sandbox.run(words).status == 1)
    try #require(FileManager.default.fileExists(atPath: sandbox.path("mark")))
    for glob in [["--include", "*"], ["--exclude", "nothing"]] {
      let other = try sandbox.run(["select"] + glob + words.dropFirst())
      #expect(
        other.status == 2 && other.error.contains("is the checkpoint of another command"), "\(other.error)")
    }
    #expect(try sandbox.run(words).status == 1)
  }

  @Test("does not read files that the run writes into the folder")
  func own() throws {
    func words(_ folder: String) -> [String] {
      [
        "select", "--on-error", "skip", "--quiet", "--checkpoint", sandbox.path("\(folder)/mark"),
        "--checkpoint-interval", "0", "--chunk", "5", "--output", sandbox.path("\(folder)/out"), "--rejects",
        sandbox.path("\(folder)/bad"), "--report", sandbox.path("\(folder)/report"), "id", sandbox.path("in"),
      ]
    }
    _ = try sandbox.file("in/sub/y", "oops\n")
    for folder in ["in", "in/sub"] {
      // Repeats with the files of the first run, and with the files that a killed run leaves.
      for _ in 0..<3 {
        let outcome = try sandbox.run(words(folder))
        #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome.error)")
        #expect(try sandbox.text("\(folder)/out") == "{\"id\":1}\n{\"id\":2}\n")
        _ = try sandbox.file("\(folder)/mark.partial", "{\"id\":99}\n")
      }
      for name in ["out", "bad", "report", "mark.lock", "mark.partial"] {
        try FileManager.default.removeItem(atPath: sandbox.path("\(folder)/\(name)"))
      }
    }
    try FileManager.default.removeItem(atPath: sandbox.path("in/sub/y"))
    // The same if the shell has opened the output.
    let streams = StandardStreams(
      input: 0, output: try System.openForWriting(sandbox.file("in/0", "")),
      error: try System.openForWriting(sandbox.file("in/1", "")))
    let status = Program.run(arguments: ["select", "id", sandbox.path("in")], streams: streams)
    for descriptor in [streams.output, streams.error] { try System.close(descriptor) }
    #expect(status == 0)
    #expect(try sandbox.text("in/0") == "{\"id\":1}\n{\"id\":2}\n" && sandbox.text("in/1").isEmpty)
    // An output that is also a named input is an error.
    let named = try sandbox.run("select", "--output", sandbox.path("in/a"), "id", sandbox.path("in/a"))
    #expect(named.status == 2 && named.error.contains("is also an input"))
    #expect(try sandbox.text("in/a") == "{\"id\":1}\n")
  }

  @Test("reports links to enclosing folders instead of following them")
  func loops() throws {
    // Two links. Followed as far as the system allows, they would give 2^40 files.
    try link("in/up", to: "../in")
    try link("in/sub/up", to: "../../in")
    let check = try sandbox.run("check", "--report", "-", sandbox.path("in"))
    #expect(check.status == 3 && check.output.contains("\"records\" : 2"))
    #expect(
      check.errorLines
        == ["in/sub/up", "in/up"].map {
          "streammap: \(sandbox.path($0)): it links to a directory that contains it: remove the link"
        })
    // A folder given twice is not a loop.
    try FileManager.default.removeItem(atPath: sandbox.path("in/up"))
    try FileManager.default.removeItem(atPath: sandbox.path("in/sub/up"))
    try link("in/again", to: "sub")
    #expect(try sandbox.run("count", sandbox.path("in")).output == "3\n")
  }
}
