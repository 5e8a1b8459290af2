import Testing

@testable import StreamMapCommand

@Suite struct CountTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test(arguments: [
    ("", 0), ("\n", 0), (" \t\r\n\n", 0), ("{}", 1), ("{}\n", 1), ("{}\n\n{}\r\n \r\n{}", 3),
    ("bad\nworse", 2), ("\u{FEFF}{}\n", 1),
    ("\u{FEFF}\n{}\n", 1),
  ])
  func linesThatAreNotBlank(_ input: String, _ count: Int) throws {
    let outcome = try sandbox.run("count", input: input)
    #expect(outcome.output == "\(count)\n")
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
  }

  @Test func oneNumberForAllFiles() throws {
    let path = try sandbox.file("a", "1\n2\n3")
    #expect(try sandbox.run(["count", path, "-", path], input: Array("4\n".utf8)).output == "7\n")
  }

  @Test func longLinesAreCountedAcrossBlocks() throws {
    let line = String(repeating: "x", count: 700_001)
    #expect(try sandbox.run("count", input: "\(line)\n\n\(line)\n\(line)").output == "3\n")
  }

  @Test func validatingCountsTheGoodOnes() throws {
    let input = "{}\nx\n[]\n"
    let stopped = try sandbox.run("count", "--validate", "full", input: input)
    #expect(stopped.status == 1)
    #expect(stopped.output == "1\n")
    #expect(stopped.error.hasPrefix("<stdin>:2:1: byte 3: "))
    let skipped = try sandbox.run("count", "--validate", "full", "--on-error", "skip", input: input)
    #expect(skipped.status == 1)
    #expect(skipped.output == "2\n")
    #expect(skipped.errorLines.last == "streammap: 1 of 3 records skipped")
  }

  @Test func limitsHoldWhereRecordsAreChecked() throws {
    let input = "[]\n[[]]\n"
    let unchecked = try sandbox.run("count", "--max-depth", "1", input: input)
    #expect(unchecked.status == 2 && unchecked.error.contains("add --validate full"))
    let checked = try sandbox.run("count", "--max-depth", "1", "--validate", "full", input: input)
    #expect(checked.output == "1\n")
    #expect(checked.status == 1)
  }

  @Test func documentsAreCountedOncePerFile() throws {
    let one = try sandbox.file("one", "{\n\"a\":\n1}\n")
    let blank = try sandbox.file("blank", " \n\n")
    let bad = try sandbox.file("bad", "\n{\n")
    #expect(try sandbox.run("count", "--input", "document", one, blank, bad).output == "2\n")
    let checked = try sandbox.run(
      "count", "--input", "document", "--validate", "full", "--on-error", "skip", one, bad, one
    )
    #expect(checked.output == "2\n")
    #expect(checked.status == 1)
  }

  @Test func theNumberGoesToAFile() throws {
    #expect(try sandbox.run("count", "--output", sandbox.path("n"), input: "1\n").output.isEmpty)
    #expect(try sandbox.text("n") == "1\n")
  }
}
