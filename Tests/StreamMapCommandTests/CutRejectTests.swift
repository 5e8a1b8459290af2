// Records over --max-record. Their rejects are marked as cut, and retry reads them again from their file.

import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Cut rejects")
struct CutRejectTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private static let filler = String(repeating: "x", count: 5_000)
  private static let long = "{\"id\":2,\"a\":\"\(filler)\",\"c\":5}"
  /// A record over the limit with a syntax error before the limit.
  private static let wrong = "{\"b\":01,\"a\":\"\(filler)\",\"c\":5}"

  private func reject(_ input: String, _ words: [String]) throws -> [Reject] {
    _ = try sandbox.run(
      ["select", "id", "--on-error", "skip", "--max-record", "1000", "--output", sandbox.path("rows")]
        + ["--rejects", sandbox.path("bad")] + words + [input])
    let lines = try sandbox.bytes("bad").split(separator: UInt8(ascii: "\n"))
    return try lines.map { try JSONDecoder().decode(Reject.self, from: Data($0)) }
  }

  @Test("marks a cut record as cut, whatever its error is")
  func marksEveryKind() throws {
    let file = try sandbox.file("in", "{\"id\":1}\n\(Self.wrong)\n\(Self.long)\n{\"id\":01}\n")
    let rejects = try reject(file, [])
    #expect(rejects.map(\.kind) == ["syntax", "recordLimit", "syntax"])
    #expect(rejects.map(\.isCut) == [true, true, nil])
    #expect(rejects.allSatisfy { ($0.bytes?.count ?? 0) <= 1_001 })
  }

  @Test("keeps 64 KiB of a cut record with an error before its limit")
  func keepsLittle() throws {
    let file = try sandbox.file("in", "{\"b\":01,\"a\":\"\(String(repeating: "x", count: 300_000))\"}\n")
    _ = try sandbox.run(
      "check", "--max-record", "200000", "--rejects", sandbox.path("bad"), file)
    let reject = try JSONDecoder().decode(Reject.self, from: Data(sandbox.bytes("bad")))
    #expect(reject.isCut == true && reject.bytes?.count == 64 << 10)
  }

  @Test(
    "reads a cut record again from its file",
    arguments: ["lines", "gzip", "zstd", "concatenated", "seq", "array", "records", "auto"])
  func readsAgain(_ kind: String) throws {
    let records = ["{\"id\":1}", Self.long, "{\"id\":3}", Self.wrong]
    let lines = records.joined(separator: "\n") + "\n"
    let array = "[\n" + records.joined(separator: ",\n") + "]"
    let (file, words): (String, [String]) =
      switch kind {
      case "lines": (try sandbox.file("in", lines), [])
      case "gzip": (try sandbox.compressed("in.gz", lines), [])
      case "zstd": (try sandbox.compressed("in.zst", lines, by: .zstd), [])
      case "concatenated": (try sandbox.file("in", lines), ["--input", kind])
      case "seq": (try sandbox.file("in", records.map { "\u{1E}\($0)\n" }.joined()), ["--input", kind])
      case "array": (try sandbox.file("in", array), ["--input", kind])
      case "records": (try sandbox.file("in", "{\"d\":{\"i\":\(array)}}"), ["--records", "d.i"])
      default: (try sandbox.file("in", array), ["--input", "auto"])
      }
    let rejects = try reject(file, words)
    #expect(rejects.map(\.isCut) == [true, true])
    let retried = try sandbox.run(
      "retry", "--merge", sandbox.path("rows"), "id", "--rejects", sandbox.path("worse"), sandbox.path("bad"))
    #expect(retried.output == "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    #expect(retried.status == 1)
    let still = try JSONDecoder().decode(Reject.self, from: Data(sandbox.bytes("worse")))
    #expect(still.kind == "syntax" && still.byte == rejects[1].byte)
  }

  @Test("reports that standard input cannot be read again")
  func standardInput() throws {
    _ = try sandbox.run(
      ["select", "id", "--on-error", "skip", "--max-record", "1000", "--rejects", sandbox.path("bad")],
      input: Array("\(Self.long)\n".utf8))
    let retried = try sandbox.run("retry", "id", sandbox.path("bad"))
    #expect(retried.status == 3)
    #expect(
      retried.errorLines.first
        == "streammap: <stdin>: standard input cannot be read again: save the input to a file, and run the command on that file"
    )
  }
}
