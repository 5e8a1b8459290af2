// Files between two runs that somebody edited: checkpoints, also with a checksum that is right, rejects, raw rejects with
// their errors, schemas and lists of types. The program never crashes, and says what it does not take.

import Foundation
import Testing

@testable import StreamMapCommand
@testable import TestSupport

@Suite("Edited files between two runs")
struct HostileFilesTests {
  private static let rounds = Effort.pick(150, 1_000, 20_000)

  private static let records =
    (0..<20).map { #"{"id":\#($0),"text":"\#($0 % 3 == 0 ? "é" : "a\\n")"}"# }.joined(separator: "\n")
    + "\n{\"id\":\n{\"id\":\"\u{1}\"}\n{\"text\":1}\n"

  /// Returns a text with a few edits: of a number, of bytes, or of a part.
  private static func edited(_ bytes: [UInt8], _ dice: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<dice.number(1...3) where !bytes.isEmpty {
      let place = dice.number(0...(bytes.count - 1))
      switch dice.number(0...7) {
      case 0...2:
        // A number, from anywhere on.
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[place...].firstIndex(where: { digits.contains($0) }) else { continue }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: dice.one(of: numbers).utf8)
      case 3: bytes[place] = UInt8(dice.number(0...255))
      case 4: bytes.remove(at: place)
      case 5: bytes.insert(dice.one(of: Array("{}[]\",:\\\n0-".utf8)), at: place)
      case 6: bytes.removeSubrange(place..<min(bytes.count, place + dice.number(1...40)))
      default:
        let part = Array(bytes[place..<min(bytes.count, place + dice.number(1...60))])
        bytes.insert(contentsOf: part, at: dice.number(0...bytes.count))
      }
    }
    return bytes
  }

  private static let numbers = [
    "0", "1", "-1", "7", "1000000", "4611686018427387903", "9223372036854775807", "9223372036854775808",
    "1e9", "1.5", "null",
    "\"x\"", "[]",
  ]

  private func expect(_ outcome: Outcome, _ words: [String], _ text: [UInt8], _ round: Int) {
    let line = Comment(
      rawValue:
        "\(words.joined(separator: " "))\n\(excerpt(text, limit: 2_000))\nstatus \(outcome.status): \(outcome.error)\nround \(round), STREAMMAP_SEED=\(SeededGenerator.seed)"
    )
    #expect(ExitStatus(rawValue: outcome.status) != nil, line)
    #expect(outcome.status == 0 || !outcome.error.isEmpty, line)
  }

  @Test("an edited checkpoint is rejected with a message, or used as a whole", arguments: [false, true])
  func checkpoints(isSigned: Bool) throws {
    let sandbox = try Sandbox()
    let input = try sandbox.file("a", Self.records)
    let words = [
      "select", "id,text", input, "--on-error", "skip", "--complete-lines", "--jobs", "1", "--checkpoint",
      sandbox.path("mark"), "--output", sandbox.path("out"), "--rejects", sandbox.path("bad"), "--report",
      sandbox.path("report"),
    ]
    #expect(try sandbox.run(words).status == 1)
    let files = ["mark", "out", "bad"]
    let whole = try files.map { try sandbox.bytes($0) }
    var rejected = 0
    for round in 0..<Self.rounds {
      var dice = SeededGenerator(round: round)
      for (name, bytes) in zip(files, whole) { _ = try sandbox.file(name, bytes) }
      var text = Self.edited(whole[0], &dice)
      if isSigned {
        // The checksum is the last member.
        let covered = text.prefix(
          max(0, text.count - Array(",\"checksum\":\"0123456789abcdef\"}\n".utf8).count))
        let digits = String(Checkpoint.hash(covered), radix: 16)
        text = covered + Array(",\"checksum\":\"\("0".times(16 - digits.count))\(digits)\"}\n".utf8)
      }
      _ = try sandbox.file("mark", text)
      let outcome = try sandbox.run(words)
      expect(outcome, words, text, round)
      guard outcome.status == 2 else { continue }
      rejected += 1
      // "Nothing was written."
      #expect(try sandbox.bytes("out") == whole[1] && sandbox.bytes("bad") == whole[2], "round \(round)")
    }
    #expect(rejected > Self.rounds / 4)
  }

  @Test("edited rejects are retried or reported", arguments: ["jsonl", "raw"])
  func rejects(format: String) throws {
    let sandbox = try Sandbox()
    let input = try sandbox.file("a", Self.records)
    let first = [
      "select", "id,text", input, "--quiet", "--on-error", "skip", "--rejects-format", format, "--rejects",
      sandbox.path("bad"), "--output", sandbox.path("old"),
    ]
    #expect(try sandbox.run(first).status == 1)
    let names = format == "raw" ? ["bad", "bad.errors"] : ["bad"]
    let whole = try names.map { try sandbox.bytes($0) }
    var statuses: Set<Int32> = []
    for round in 0..<Self.rounds {
      var dice = SeededGenerator(round: round)
      var edited: [UInt8] = []
      for (name, bytes) in zip(names, whole) {
        edited = dice.chance(70) ? Self.edited(bytes, &dice) : bytes
        _ = try sandbox.file(name, edited)
      }
      var words = [
        "retry", "id,text", "--rejects-format", format, "--output", sandbox.path("new"), sandbox.path("bad"),
      ]
      if dice.chance(60) { words += ["--merge", sandbox.path("old")] }
      if dice.chance(30) { words += ["--max-record", "20"] }
      let outcome = try sandbox.run(words)
      statuses.insert(outcome.status)
      expect(outcome, words, edited, round)
    }
    #expect(statuses.count > 1, "\(statuses)")
  }

  @Test("an edited schema or list of types is used or reported", arguments: ["json", "types"])
  func schemas(format: String) throws {
    let sandbox = try Sandbox()
    let input = try sandbox.file("a", Self.records)
    let whole = Array(
      try sandbox.run("schema", "--on-error", "skip", "--quiet", "--format", format, input).output.utf8)
    for round in 0..<Self.rounds {
      var dice = SeededGenerator(round: round)
      let text = Self.edited(whole, &dice)
      let schema = try sandbox.file("schema", text)
      let words = [
        "select", "--schema", schema, "--on-error", "skip", "--format", dice.one(of: ["csv", "arrow"]), input,
        "--output", sandbox.path("out"),
      ]
      let outcome = try sandbox.run(words)
      expect(outcome, words, text, round)
    }
  }
}
