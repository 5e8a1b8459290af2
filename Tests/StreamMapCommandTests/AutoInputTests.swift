// --input auto, for seekable inputs and for inputs that can be read only once.

import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("--input auto", .timeLimit(.minutes(2)))
struct AutoInputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let records = (0..<9_000).map { "{\"id\":\($0),\"n\":[\"é\"]}" }
  private static let texts = [
    records.joined(separator: "\n"), records.joined(), "[\(records.joined(separator: ",\n"))]",
    records.map { "\u{1E}\($0)\n" }.joined(), "{\"id\":[\n\(records.joined(separator: ",\n"))]}",
    "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}{\"id\":2}", "[{\"id\":1},{\"id\":2}]", "\u{1E}{\"id\":1}\n",
    "{\"id\":\n1}",
    "", " \n", "7", "oops\n{\"id\":1}", "{\"id\":1}\noops\n",
  ]

  /// Runs with a pipe as standard input that gets a few bytes at a time.
  private func run(_ words: [String], piping bytes: [UInt8], by count: Int) throws -> Outcome {
    let input = try TestPipe()
    let writing = input.writing
    let writer = Background {
      for start in stride(from: 0, to: bytes.count, by: count) {
        let part = Array(bytes[start..<min(start + count, bytes.count)])
        guard (try? System.writeAll(writing, part)) != nil else { break }
      }
      try? System.close(writing)
    }
    input.forgetWriting()
    let streams = StandardStreams(
      input: input.reading, output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(try sandbox.file("errors", "")))
    let status = Program.run(arguments: words, streams: streams)
    input.closeReading()
    try writer.value()
    try System.close(streams.output)
    try System.close(streams.error)
    return Outcome(status: status, output: try sandbox.text("out"), error: try sandbox.text("errors"))
  }

  @Test("detects a pipe's format like a file's, losing no byte", arguments: texts.indices)
  func pipes(_ number: Int) throws {
    let text = Array(Self.texts[number].utf8)
    let words = ["select", "--input", "auto", "--on-error", "skip", "$"]
    let expected = try sandbox.run(words, input: text)
    #expect(expected.output.isEmpty == [10, 11].contains(number))
    for bytes in [text, Format.gzip.compress(text), Format.zstd.compress(text)] {
      for count in [7, 5_000, 200_000] where count > 7 || bytes.count < 10_000 {
        let piped = try run(words, piping: bytes, by: count)
        #expect(piped.output == expected.output && piped.status == expected.status, "by \(count)")
        #expect(piped.error == expected.error, "by \(count)")
      }
    }
  }

  @Test("writes a pipe's rows once two lines settle detection")
  func waiting() throws {
    let input = try TestPipe()
    let output = try TestPipe()
    let errors = try System.openForWriting(try sandbox.file("errors", ""))
    let streams = StandardStreams(input: input.reading, output: output.writing, error: errors)
    let run = Background { Program.run(arguments: ["select", "--input", "auto", "id"], streams: streams) }
    try System.writeAll(input.writing, Array("{\"id\":1}\n{\"id\":2}\n".utf8))
    var block = [UInt8](repeating: 0, count: 4096)
    let count = try System.read(output.reading, into: &block)
    #expect(String(decoding: block[..<count], as: UTF8.self) == "{\"id\":1}\n{\"id\":2}\n")
    input.closeWriting()
    #expect(try run.value() == 0)
    try System.close(errors)
  }

  @Test("check reports unreadable inputs, and reads the others")
  func others() throws {
    let fifo = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let bad = try sandbox.file("bad", "[{\"a\":1},\n{\"a\":x}]")
    let damaged = try sandbox.file(
      "damaged", Array(try Data(contentsOf: URL(filePath: sandbox.compressed("gz", "{}\n"))))[..<12] + [])
    let gone = sandbox.path("gone")
    let writer = Background {
      try? Data("{\"b\":1}{\"b\":y}".utf8).write(to: URL(filePath: fifo), options: [])
    }
    let outcome = try sandbox.run("check", "--input", "auto", gone, damaged, fifo, bad)
    try writer.value()
    #expect(outcome.status == 3)
    let lines = outcome.errorLines
    try #require(lines.count == 4, "\(outcome.error)")
    #expect(lines[0] == "streammap: \(gone): No such file or directory")
    #expect(lines[1].hasPrefix("streammap: \(damaged): truncated gzip: ends inside its first member"))
    #expect(lines[2].hasPrefix("\(fifo):1:13: byte 12: ") && lines[3].hasPrefix("\(bad):2:6: byte 15: "))
  }

  @Test("reports an input that disappears, and reads the others")
  func goesAway() throws {
    // A socket exists but cannot be opened.
    let path = sandbox.path("socket")
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the path is shorter than its room, which is zeroed; the address is read during the call alone.
    let bound = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { unsafe room[index] = byte }
      return path.utf8.count < room.count
    }
    try #require(bound)
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    let bad = try sandbox.file("bad", "x\n")
    for kind in ["auto", "lines", "document", "array"] {
      let outcome = try sandbox.run("check", "--input", kind, path, bad)
      #expect(outcome.status == 3 && outcome.errorLines.count == 2, "\(kind): \(outcome.error)")
      #expect(
        outcome.error.hasPrefix("streammap: \(path): No such device or address\n\(bad):1:1: "), "\(kind)")
    }
  }
}
