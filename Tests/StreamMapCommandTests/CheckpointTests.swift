// Edited checkpoints, and files that are not checkpoints.

import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Checkpoints")
struct CheckpointTests {
  private let sandbox: Sandbox
  private let words: [String]
  private let text: String
  /// A valid checkpoint, from a run that a bad record ended.
  private let mark: String

  init() throws {
    sandbox = try Sandbox()
    text = (0..<300).map { "{\"id\":\($0)}\n" }.joined() + "oops\n"
    let input = try sandbox.file("in", text)
    words = [
      "select", "--jobs", "1", "--chunk", "500", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0", "--output", sandbox.path("out"), "--report", sandbox.path("report"), "id",
      input,
    ]
    try #require(try sandbox.run(words).status == 1)
    mark = try sandbox.text("mark")
  }

  /// Runs with a checkpoint, and returns the error. Checks that a run that rejects it changes no file.
  private func rejection(of mark: String) throws -> String {
    _ = try sandbox.file("mark", mark)
    let before = try ["in", "out", "mark", "report"].map { try sandbox.bytes($0) }
    let outcome = try sandbox.run(words)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.error)")
    #expect(try ["in", "out", "mark", "report"].map { try sandbox.bytes($0) } == before)
    return outcome.error
  }

  /// Returns a checkpoint of other content, with its correct checksum.
  private func resealed(_ content: String) -> String {
    let digits = String(Checkpoint.hash(content.utf8), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return "\(content),\"checksum\":\"\(zeros)\(digits)\"}\n"
  }

  private var content: String {
    String(mark[..<(mark.range(of: ",\"checksum\":")?.lowerBound ?? mark.endIndex)])
  }

  @Test("a run continues from a valid checkpoint")
  func good() throws {
    #expect(resealed(content) == mark)
    let again = try sandbox.run(words)
    #expect(again.status == 1 && again.error.contains("in:301:1: byte"), "\(again.error)")
  }

  @Test("detects a change of any byte")
  func anyByte() throws {
    let bytes = Array(mark.utf8)
    let message = "is a checkpoint that was edited or damaged, and cannot be used: name another FILE"
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      let error = try rejection(of: String(decoding: changed, as: UTF8.self))
      // The first bytes identify the file, and have other messages.
      if index >= 24 { #expect(error.contains(message), "byte \(index): \(error)") }
    }
    for count in stride(from: 30, to: bytes.count, by: 7) {
      let error = try rejection(of: String(decoding: bytes[..<count], as: UTF8.self))
      #expect(error.contains(message), "\(count) bytes: \(error)")
    }
    #expect(try rejection(of: mark + " ").contains(message))
  }

  @Test("rejects numbers that no run writes, despite a correct checksum")
  func numbers() throws {
    let expression = #/"([A-Za-z]+)":(\d+)/#
    let fields = content.matches(of: expression).filter {
      !["version", "device", "inode"].contains($0.output.1)
    }
    #expect(Set(fields.map { String($0.output.1) }).isSuperset(of: ["records", "offset", "count", "rows"]))
    for field in fields {
      for number in ["-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808"] {
        var edited = content
        edited.replaceSubrange(field.output.2.startIndex..<field.output.2.endIndex, with: number)
        let error = try rejection(of: resealed(edited))
        // A number that does not fit `Int` has another message, which contains this text too.
        #expect(error.contains("and cannot be used"), "\(field.output.1) \(number): \(error)")
      }
    }
    for (old, new) in [
      ("\"input\":0", "\"input\":1"), ("\"columns\":[{", "\"columns\":[],\"more\":[{"),
      ("\"file\":0", "\"file\":1"),
    ] {
      let edited = content.replacingOccurrences(of: old, with: new)
      try #require(edited != content, "\(old)")
      #expect(
        try rejection(of: resealed(edited)).contains("is a checkpoint with impossible numbers"), "\(new)")
    }
    // A checkpoint of another file is rejected too.
    let edited = content.replacing(#/"inode":\d+/#, with: "\"inode\":1")
    #expect(
      try rejection(of: resealed(edited)).contains("is not the file that the checkpoint was written for"))
    let absent = content.replacing(#/"device":\d+,"inode":\d+,/#, with: "")
    #expect(
      try rejection(of: resealed(absent)).contains("is not the file that the checkpoint was written for"))
  }

  @Test("rejects an offset past the end of the file")
  func behindTheEnd() throws {
    let edited = content.replacing(#/"offset":\d+,"device"/#, with: "\"offset\":1000000,\"device\"")
    try #require(edited != content)
    _ = try sandbox.file("mark", resealed(edited))
    let outcome = try sandbox.run(words)
    #expect(outcome.status == 3 && outcome.error.contains("it was truncated"), "\(outcome.error)")
  }

  @Test("rejects a checkpoint of another version")
  func version() throws {
    for version in ["3", "5"] {
      let edited = content.replacingOccurrences(of: "\"version\":4", with: "\"version\":\(version)")
      let error = try rejection(of: resealed(edited))
      #expect(
        error.contains("is a checkpoint of another version of streammap: name another FILE"), "\(error)")
    }
  }

  @Test(
    "keeps a file that is not a checkpoint",
    arguments: ["", "{", "{}\n", "{\"id\":1}\n", "{\"version\":4}\n", "\u{1}", "[1]"])
  func foreign(_ text: String) throws {
    let error = try rejection(of: text)
    #expect(
      error.hasPrefix(
        "streammap: \(sandbox.path("mark")) is not a checkpoint: name another FILE for --checkpoint\n"))
    #expect(!error.contains("remove"))
  }

  @Test("rejects an input, a directory or a device as a checkpoint")
  func inputs() throws {
    let input = sandbox.path("in")
    func run(_ mark: String, _ input: String) throws -> Outcome {
      try sandbox.run("select", "--checkpoint", mark, "--output", sandbox.path("new"), "id", input)
    }
    try FileManager.default.linkItem(atPath: input, toPath: sandbox.path("twin"))
    for name in ["in", "./in", "twin"] {
      let outcome = try run(sandbox.path(name), input)
      #expect(outcome.status == 2)
      #expect(
        outcome.error.contains("is also an input (\(input)): name another FILE for --checkpoint"),
        "\(outcome.error)")
      #expect(!outcome.error.contains("remove"))
      #expect(try sandbox.text("in") == text)
    }
    let beside = try sandbox.file("x.lock", text)
    #expect(try run(sandbox.path("x"), beside).error.contains("x.lock is also an input"))
    #expect(try sandbox.text("x.lock") == text)
    for path in ["/dev/null", sandbox.folder] {
      let outcome = try run(path, input)
      #expect(outcome.status == 2 && outcome.error.contains("is not a checkpoint"), "\(outcome.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("new")))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("in.lock")))
  }
}
