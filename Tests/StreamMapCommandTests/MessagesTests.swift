// The program's messages are in messages.txt, where they can be reviewed as a whole. A block is a command line, its
// standard error, and its exit status. STREAMMAP_UPDATE_MESSAGES=1 rewrites the file.

import CompressedInputs
import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Messages")
struct MessagesTests {
  private static let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "messages.txt")

  /// The files that the command lines name.
  private static let files: [String: [UInt8]] = {
    let long = String(repeating: "x", count: 2_000)
    let texts = [
      "good": "{\"id\":1,\"user\":{\"name\":\"a\"}}\n",
      "bad": "{\"id\":1}\nx\n{\"id\":01}\n{\"id\":\"\u{7}\"}\n{\"id\":[}\n{\"id\":1",
      "repeated": "{\"id\":1,\"id\":2,\"a\":1,\"a\":1,\"a\":\"x\"}\n",
      "strings": "{\"id\":{\"$numberLong\":\"12\"}}\n",
      "kinds": "{\"id\":1}\n[1]\n7\nnull\n",
      "elements": "[\n {\"id\":1},\n {\"id\":2}\n]\n",
      "line": "[{\"id\":1},{\"id\":2}]\n",
      "pretty": "{\n \"id\": 1\n}\n",
      "pretties": "{\n \"id\": 1\n}\n{\n \"id\": 2\n}\n",
      "text": "{\"a\":[\(String(repeating: "{\"id\":\"\(long)\"},", count: 600)){}]}\n",
      "members": "{\((0..<100).map { "\"k\($0)\":{\"id\":\($0)}" }.joined(separator: ","))}\n",
      "bzip2": "BZh91AY&SY",
      "page": "<!DOCTYPE html>\n<html>\n",
      "par1": "PAR1\u{15}\u{4}",
      "binary": "\u{0}\u{1}\u{2}\n\u{3}\n",
      "texts": "{\"id\":1}{\"id\":2}\n",
      "sequence": "\u{1E}{\"id\":1}\n",
      "marks": "{}\n\u{FEFF}{}\n",
      "table": "id\n1\n",
      "returns": "{\"a\":1}\r{\"a\":2}\r",
      "long": "{\"a\":\"\(long)\"}\n",
      "deep": String(repeating: "{\"a\":", count: 600) + "1" + String(repeating: "}", count: 600) + "\n",
      "lenient": "{\"id\":NaN,} // one\n{\"id\":\"\\ud800\"}\n",
      "number": "{\"a\":\(String(repeating: "1", count: 1_001))}\n",
    ]
    var files = texts.mapValues { Array($0.utf8) }
    files["utf16"] = Array("{\"id\":1}\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    files["archive"] = Array("data.jsonl".utf8) + [UInt8](repeating: 0, count: 247) + Array("ustar".utf8)
    files["long.zst"] = Zstd.frame(windowLog: 31, Array("{\"id\":1}\n".utf8))
    files["cut.gz"] = Format.gzip.compress(Array(long.utf8)).dropLast(4)
    return files
  }()

  private let sandbox: Sandbox
  /// Has the lock of the checkpoint `held`.
  private let lock: FileLock

  init() throws {
    sandbox = try Sandbox()
    for (name, bytes) in Self.files { _ = try sandbox.file(name, bytes) }
    lock = try FileLock(FilePath(sandbox.path("held.lock")), use: "", otherwise: "")
    _ = try sandbox.run(
      "select", "id", "--on-error", "skip", "--rejects", sandbox.path("rejects"), sandbox.path("bad"))
  }

  @Test("match messages.txt")
  func golden() throws {
    let golden = try String(contentsOf: Self.source, encoding: .utf8)
    var actual = ""
    var isInBlock = false
    for line in golden.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ streammap ") {
        isInBlock = true
        actual += "\(line)\n" + (try outcome(of: Self.words(of: line.dropFirst("$ streammap ".count))))
      } else if line.isEmpty || line.hasPrefix("#") {
        isInBlock = false
        actual += "\(line)\n"
      } else {
        #expect(isInBlock, "neither a command line nor within a block: \(line)")
      }
    }
    actual.removeLast()
    if ProcessInfo.processInfo.environment["STREAMMAP_UPDATE_MESSAGES"] == "1" {
      try actual.write(to: Self.source, atomically: true, encoding: .utf8)
    } else {
      #expect(actual == golden)
    }
  }

  /// Returns the indented standard error and the exit status.
  private func outcome(of words: [String]) throws -> String {
    let paths = words.map { word in
      Self.files[word] != nil || ["rejects", "out", "mark", "held", "absent"].contains(word)
        ? sandbox.path(word) : word
    }
    let outcome = try sandbox.run(paths)
    let error = outcome.error.replacing(sandbox.folder + "/", with: "")
      .replacing("process \(System.processNumber)", with: "process N")
    return error.split(separator: "\n").map { "    \($0)\n" }.joined() + "  exit \(outcome.status)\n"
  }

  /// Splits a line at spaces. A word in single quotes may contain spaces.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}
