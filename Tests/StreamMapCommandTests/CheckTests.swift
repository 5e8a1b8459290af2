import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct CheckTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test func aGoodFileIsSilent() throws {
    let outcome = try sandbox.run("check", input: "{\"a\":1}\n[]\n\n\"x\"\n1\r\nnull")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.isEmpty)
  }

  @Test func itGoesOnAfterABadRecord() throws {
    let outcome = try sandbox.run(
      "check", input: "{\"a\":1}\n{\"a\":tru}\n{\"é\":}\n[1,2] 3\n[1\n\"\u{1}\"\n{}\n")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    let places = outcome.errorLines.map { $0.prefix(while: { $0 != " " }) }
    #expect(places == ["<stdin>:2:9:", "<stdin>:3:7:", "<stdin>:4:7:", "<stdin>:5:3:", "<stdin>:6:2:"])
    #expect(outcome.errorLines.first?.hasPrefix("<stdin>:2:9: byte 16: ") == true)
  }

  @Test func illFormedTextIsFound() throws {
    let bytes: [UInt8] = Array("{\"a\":\"".utf8) + [0xC0, 0xAF] + Array("\"}\n{}\n".utf8)
    let outcome = try sandbox.run(["check"], input: bytes)
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("<stdin>:1:7: byte 6: "))
    #expect(outcome.errorLines.count == 1)
  }

  @Test func itStopsWhenAsked() throws {
    let outcome = try sandbox.run("check", "--on-error", "stop", input: "x\ny\n")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
  }

  @Test func allFilesAreChecked() throws {
    let bad = try sandbox.file("bad", "{x\n")
    let good = try sandbox.file("good", "{}\n")
    let missing = sandbox.path("missing")
    let outcome = try sandbox.run("check", bad, missing, good, bad)
    #expect(outcome.status == 3)
    #expect(outcome.errorLines.count == 3)
    #expect(outcome.errorLines.first == "streammap: \(missing): No such file or directory")
    #expect(outcome.errorLines.dropFirst().allSatisfy { $0.hasPrefix("\(bad):1:2: byte 1: ") })
  }

  @Test func theErrorsGoToAFile() throws {
    let outcome = try sandbox.run("check", "--output", sandbox.path("errors"), "--quiet", input: "x\n{}\ny\n")
    #expect(outcome.status == 1)
    #expect(outcome.error.isEmpty)
    let lines = try sandbox.text("errors").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("<stdin>:3:1: byte 5: ") == true)
  }

  @Test("reports the byte alone if the line is unknown", arguments: ["--range", "--split"])
  func unknownLine(option: String) throws {
    let file = try sandbox.file("in", "{\"id\":1}\n{\"id\":2}\n{\"id\":x}\n")
    let part = option == "--range" ? "5:" : "2/2"
    let outcome = try sandbox.run("check", option, part, "--rejects", sandbox.path("bad"), file)
    let line = "\(file): byte 24: expected a value, found 'x' (at id)"
    #expect(outcome.errorLines == [line])
    #expect(try sandbox.run("retry", "id", sandbox.path("bad")).errorLines.first == line)
  }

  @Test func quietLeavesTheStatus() throws {
    let outcome = try sandbox.run("check", "--quiet", input: "x\n")
    #expect(outcome.status == 1)
    #expect(outcome.error.isEmpty)
  }

  @Test(arguments: ["--engine=auto", "--engine=yajl", "--engine=index", "--validate=full"])
  func everyEngineChecksEverything(_ option: String) throws {
    #expect(try sandbox.run("check", option, input: "{\"a\":[1]}\n").status == 0)
    #expect(try sandbox.run("check", option, input: "{\"a\":[01]}\n").status == 1)
  }

  /// Only the encoding of the unmapped number is checked.
  @Test func mappedChecksTheEncoding() throws {
    #expect(try sandbox.run("check", "--validate=mapped", input: "{\"a\":[01]}\n").status == 0)
    // The help names these two.
    #expect(try sandbox.run("check", "--validate=mapped", input: "[1,2\n{\"a\":01}\n").status == 0)
    let yajl = try sandbox.run("check", "--validate=mapped", "--engine=yajl", input: "{\"a\":[01]}\n")
    #expect(yajl.status == 1)
    let bad = try sandbox.run("check", "--validate=mapped", input: "{\"a\":\"\u{1}\"}\n")
    #expect(bad.status == 1)
  }

  @Test func aDocumentMaySpanLines() throws {
    let text = "{\n  \"a\": [\n    1,\n    tru\n  ]\n}\n"
    let bad = try sandbox.run("check", "--input", "document", input: text)
    #expect(bad.status == 1)
    #expect(bad.error.hasPrefix("<stdin>:4:8: byte 25: "))
    let good = try sandbox.run(
      "check", "--input", "document", input: text.replacingOccurrences(of: "tru\n", with: "true\n")
    )
    #expect(good.status == 0)
    #expect(good.error.isEmpty)
  }

  @Test func aDocumentThatEndsEarlySaysWhere() throws {
    let outcome = try sandbox.run("check", "--input", "document", input: "[1,\n2")
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("<stdin>:2:2: byte 5: "))
    let empty = try sandbox.run("check", "--input", "document")
    #expect(empty.status == 1)
    #expect(empty.error.hasPrefix("<stdin>:1:1: byte 0: "))
  }

  @Test(arguments: ["lines", "document"])
  func limitsAreObeyed(_ shape: String) throws {
    let deep = "{\"a\":[[[1]]]}"
    func check(_ limits: String...) throws -> Outcome {
      try sandbox.run(["check", "--input", shape] + limits, input: Array(deep.utf8))
    }
    #expect(try check("--max-depth", "4", "--max-record", "13").status == 0)
    let tooDeep = try check("--max-depth", "3")
    #expect(tooDeep.status == 1)
    #expect(tooDeep.error.hasPrefix("<stdin>:1:8: byte 7: "))
    let tooLong = try check("--max-record", "12")
    #expect(tooLong.status == 1)
    #expect(tooLong.error.hasPrefix("<stdin>:1:13: byte 12: "), "\(tooLong.error)")
  }

  /// Longer than any block that is read at once, so that blocks must be joined.
  @Test func aLongDocumentIsReadInBlocks() throws {
    let element = #"{"id": 12345678901, "name": "é\ud83d\ude00 word", "list": [1.5e3, null]}"#
    let elements = Array(repeating: element, count: 30_000).joined(separator: ",\n")
    let good = try sandbox.run("check", "--input", "document", input: "[\(elements)]")
    #expect(good.status == 0, "\(good.error.prefix(200))")
    let bad = try sandbox.run("check", "--input", "document", input: "[\(elements)}")
    let byte = elements.utf8.count + 1
    #expect(
      bad.error.hasPrefix("<stdin>:30000:\(element.utf8.count + 1): byte \(byte): ".self)
        || bad.error.contains(": byte \(byte): "), "\(bad.error.prefix(200))")
  }

  @Test func oneErrorStaysOneLine() throws {
    let outcome = try sandbox.run("check", input: #"{"a\nb\u001b[31m":{"c d":x}}"# + "\n")
    #expect(outcome.errorLines.count == 1)
    #expect(!outcome.error.contains("\u{1B}"))
    let bad = try sandbox.file("name\n\u{1B}[31m\u{9B}", "x")
    let named = try sandbox.run("check", bad, bad + "\n")
    #expect(named.errorLines.count == 2)
    #expect(named.errorLines.last?.contains(#"/name\u000A\u001B[31m\u009B:1:1: byte 0: "#) == true)
    let usage = try sandbox.run("check", "--\u{1B}")
    #expect(usage.errorLines.first == #"streammap: unknown option '--\u001B'"#)
  }
}
