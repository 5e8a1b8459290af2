// Missing inputs, and outputs that reject data.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct StreamsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs with `descriptor` as standard output.
  private func run(_ arguments: [String], output descriptor: Int32) throws -> (status: Int32, error: String) {
    let errors = UUID().uuidString
    let streams = StandardStreams(
      input: try System.openForReading("/dev/null"), output: descriptor,
      error: try System.openForWriting(try sandbox.file(errors, ""))
    )
    let status = Program.run(arguments: arguments, streams: streams)
    try System.close(streams.input)
    try System.close(streams.error)
    return (status, try sandbox.text(errors))
  }

  private func records(_ count: Int) throws -> String {
    try sandbox.file("records", (0..<count).map { "{\"id\":\($0)}\n" }.joined())
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["select", "id", "FILE"], ["count", "FILE"],
    ["select", "id", "--format", "csv", "FILE"],
  ])
  func aClosedPipeEndsItQuietly(_ arguments: [String]) throws {
    let path = try records(100_000)
    let pipe = try TestPipe()
    pipe.closeReading()
    let outcome = try run(arguments.map { $0 == "FILE" ? path : $0 }, output: pipe.writing)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["select", "id", "FILE"], ["count", "FILE"],
    ["select", "id", "--quiet", "FILE"],
  ])
  func aFullDeviceIsNamed(_ arguments: [String]) throws {
    let path = try records(100_000)
    let full = try System.openForWriting("/dev/full")
    defer { try? System.close(full) }
    let outcome = try run(arguments.map { $0 == "FILE" ? path : $0 }, output: full)
    #expect(outcome.status == 3)
    #expect(outcome.error == "streammap: <stdout>: No space left on device\n")
  }

  @Test(arguments: ["select", "count", "check"])
  func aFullOutputFileIsNamed(_ command: String) throws {
    let path = try sandbox.file("bad", "{\"id\":1}\nx\n")
    let words = command == "select" ? ["select", "id"] : [command]
    let outcome = try sandbox.run(words + ["--output", "/dev/full", path])
    #expect(outcome.status == 3)
    #expect(outcome.errorLines.last == "streammap: /dev/full: No space left on device")
  }

  @Test(arguments: ["select", "count", "check"])
  func aMissingFileIsNamed(_ command: String) throws {
    let missing = sandbox.path("missing")
    let words = command == "select" ? ["select", "id"] : [command]
    let outcome = try sandbox.run(words + [missing, "--quiet"])
    #expect(outcome.status == 3)
    #expect(outcome.error == "streammap: \(missing): No such file or directory\n")
    #expect(outcome.output.isEmpty)
  }

  /// A missing file is detected before the output is modified.
  @Test func nothingIsOverwrittenForAMissingFile() throws {
    let precious = try sandbox.file("precious", "keep")
    let outcome = try sandbox.run("select", "id", sandbox.path("missing"), "--output", precious)
    #expect(outcome.status == 3)
    #expect(try sandbox.text("precious") == "keep")
  }

  @Test(arguments: [["select", "id"], ["count"], ["check"], ["check", "--input", "document"]])
  func aDescriptorThatCannotBeReadIsNamed(_ words: [String]) throws {
    let errors = try sandbox.file("errors", "")
    let streams = StandardStreams(
      input: try System.openForWriting(try sandbox.file("unreadable", "{}")),
      output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(errors)
    )
    let status = Program.run(arguments: words, streams: streams)
    for descriptor in [streams.input, streams.output, streams.error] { try System.close(descriptor) }
    #expect(status == 3)
    #expect(try sandbox.text("errors") == "streammap: <stdin>: Bad file descriptor\n")
  }

  /// A file of the run must not get the number of a closed descriptor, and with it the messages for that descriptor.
  @Test func closedDescriptorsAreNotUsedForFiles() throws {
    let program = try #require(BinaryRun.program)
    let path = try sandbox.file("bad", "{\"id\":1}\nx\n{\"id\":2}\n")
    let (output, rejects) = (sandbox.path("rows"), sandbox.path("rejects"))
    let words = ["select", "--on-error", "skip", "--output", output, "--rejects", rejects, "id", path]
    func run(_ closed: String, _ words: [String]) throws -> Int32 {
      let process = try BinaryRun.start(
        URL(filePath: "/bin/sh"),
        ["-c", "exec \"$0\" \"$@\" \(closed)", program.path(percentEncoded: false)] + words)
      process.waitUntilExit()
      return process.terminationStatus
    }
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
      #expect(try run(closed, words) == 1, "\(closed)")
      #expect(try sandbox.text("rows") == "{\"id\":1}\n{\"id\":2}\n", "\(closed)")
      let rejected = try sandbox.text("rejects")
      #expect(rejected.contains("\"raw\":\"x\"") && !rejected.contains("skipped"), "\(closed)")
    }
    // Rows are not lost in silence.
    #expect(try run(">&-", ["select", "--quiet", "id", path]) == 3)
    #expect(try run("<&-", ["select", "--quiet", "id", "-"]) == 3)
  }

  @Test(arguments: [["select", "id"], ["count", "--validate", "full"], ["count"], ["check"]])
  func progressIsDrawnWhereAskedAndTakenBack(_ words: [String]) throws {
    let path = try records(200_000)
    let outcome = try sandbox.run(words + ["--progress", path])
    #expect(outcome.status == 0)
    #expect(outcome.error.contains(" records, "))
    #expect(outcome.error.contains(" left"))
    #expect(outcome.error.hasSuffix("\r\u{1B}[K"))
    #expect(!outcome.error.contains("\n"))
    #expect(try sandbox.run(words + [path]).error.isEmpty)
    #expect(try sandbox.run(words + ["--no-progress", "--quiet", path]).error.isEmpty)
  }

  /// On a terminal the line appears automatically. It is cut to the width, so that it can be erased.
  @Test(arguments: [0, 24] as [UInt16])
  func aTerminalShowsProgressUnasked(_ columns: UInt16) throws {
    var (terminal, screen): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 10, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // SAFETY: both numbers and the size are read or written during the call alone.
    try #require(unsafe openpty(&terminal, &screen, nil, nil, &size) == 0)
    defer { try? System.close(terminal) }
    let input = try TestPipe()
    let writing = input.writing
    let writer = Background {
      for _ in 0..<3 {
        _ = System.write(writing, Array("{\"id\":1}\n".utf8).span)
        usleep(150_000)
      }
      try? System.close(writing)
    }
    let streams = StandardStreams(
      input: input.reading, output: try System.openForWriting(try sandbox.file("out", "")), error: screen
    )
    #expect(Program.run(arguments: ["select", "id", "-"], streams: streams) == 0)
    try writer.value()
    input.forgetWriting()
    try System.close(streams.output)
    try System.close(screen)
    var block = [UInt8](repeating: 0, count: 4096)
    var text = ""
    // After the other side is closed, reading ends with an error.
    while let count = try? System.read(terminal, into: &block), count > 0 {
      text += String(decoding: block[..<count], as: UTF8.self)
    }
    let lines = text.split(separator: "\r")
    #expect(lines.count > 1)
    #expect(lines.last == "\u{1B}[K")
    let width = columns == 0 ? 79 : Int(columns) - 1
    for line in lines.dropLast() { #expect(line.replacing("\u{1B}[K", with: "").count <= width) }
  }

  @Test func diagnosticsStandOnLinesOfTheirOwn() throws {
    let good = String(repeating: "{\"id\":1}\n", count: 200_000)
    let path = try sandbox.file("mixed", good + "x\n" + good)
    let outcome = try sandbox.run("check", "--progress", path)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("\r\u{1B}[K\(path):200001:1: byte 1800000: "))
  }

  /// Rows are not held until a buffer is full while a pipe has no more data for now, such as that of `tail -f`.
  @Test(arguments: ["1\n2\n", "1\n2\n3"])
  func whatIsReadyIsWrittenBeforeWaiting(_ first: String) throws {
    let input = try TestPipe()
    let output = try TestPipe()
    let errors = try System.openForWriting(try sandbox.file("errors", ""))
    let streams = StandardStreams(input: input.reading, output: output.writing, error: errors)
    let run = Background { Program.run(arguments: ["select", "$"], streams: streams) }
    try write(first, to: input.writing)
    var block = [UInt8](repeating: 0, count: 4096)
    var rows = ""
    while rows.split(separator: "\n").count < 2 {
      let count = try System.read(output.reading, into: &block)
      try #require(count > 0)
      rows += String(decoding: block[..<count], as: UTF8.self)
    }
    #expect(rows == "1\n2\n")
    try write("\n4", to: input.writing)
    input.closeWriting()
    #expect(try run.value() == 0)
    output.closeWriting()
    let count = try System.read(output.reading, into: &block)
    let last = first.hasSuffix("3") ? "3\n4\n" : "4\n"
    #expect(String(decoding: block[..<count], as: UTF8.self) == last)
    try System.close(errors)
  }

  private func write(_ text: String, to descriptor: Int32) throws {
    let bytes = Array(text.utf8)
    #expect(try System.write(descriptor, bytes.span).get() == bytes.count)
  }

  /// Other code reads pipes than files. The results must not differ.
  @Test(arguments: [
    ["select", "a"], ["select", "a", "--on-error", "skip"], ["check"], ["count"],
    ["count", "--validate", "full", "--on-error", "skip"],
  ])
  func aPipeGivesWhatAFileGives(_ words: [String]) throws {
    let lines = (0..<30_000).map { number in
      number % 10_000 == 9_999 ? "{\"a\":\(number)" : "{\"a\": \(number), \"b\": \"é \(number)\"}"
    }
    let text = "\u{FEFF}\n" + lines.joined(separator: "\r\n")
    let file = try sandbox.run(words, input: Array(text.utf8))
    let input = try TestPipe()
    let writing = input.writing
    let writer = Background {
      let writer = OutputWriter(descriptor: writing, name: "pipe", capacity: 999)
      try? writer.append(text)
      try? writer.flush()
      try? System.close(writing)
    }
    let streams = StandardStreams(
      input: input.reading, output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(try sandbox.file("errors", ""))
    )
    let status = Program.run(arguments: words, streams: streams)
    input.closeReading()
    try writer.value()
    input.forgetWriting()
    try System.close(streams.output)
    try System.close(streams.error)
    #expect(status == file.status)
    #expect(try sandbox.text("out") == file.output)
    #expect(try sandbox.text("errors") == file.error)
  }
}
