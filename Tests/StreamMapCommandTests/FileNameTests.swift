// Files whose names are not UTF-8.

import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

// File systems on Darwin accept only names in UTF-8.
#if !canImport(Darwin)
  @Suite("File names that are not UTF-8")
  struct FileNameTests {
    private let sandbox: Sandbox
    private let folder: FilePath

    init() throws {
      sandbox = try Sandbox()
      folder = FilePath(sandbox.path(""))
    }

    /// Returns the path of a name in the sandbox. The names are Latin-1 or truncated UTF-8.
    private func path(_ name: [UInt8]) -> FilePath { FilePath(bytes: folder.bytes + name) }

    private func write(_ path: FilePath, _ text: String) throws {
      let descriptor = try System.openForWriting(path)
      try System.writeAll(descriptor, Array(text.utf8))
      try System.close(descriptor)
    }

    private func text(_ path: FilePath) throws -> String {
      String(decoding: try System.contents(of: path), as: UTF8.self)
    }

    private func run(_ arguments: [FilePath]) throws -> Outcome {
      let (output, error) = (try sandbox.file("stdout", ""), try sandbox.file("stderr", ""))
      let streams = StandardStreams(
        input: try System.openForReading("/dev/null"), output: try System.openForWriting(output),
        error: try System.openForWriting(error))
      let status = Program.run(arguments: arguments, streams: streams)
      for descriptor in [streams.input, streams.output, streams.error] { try System.close(descriptor) }
      return Outcome(status: status, output: try sandbox.text("stdout"), error: try sandbox.text("stderr"))
    }

    private static let latin: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".jsonl".utf8)

    @Test("escapes bytes of names that are not UTF-8")
    func description() {
      #expect(FilePath(bytes: Self.latin).description == "caf\\xE9.jsonl")
      #expect(FilePath(bytes: [0xE2, 0x82, 0x41, 0xC3, 0xA9, 0xFF]).description == "\\xE2\\x82Aé\\xFF")
      #expect(FilePath("é\\xFF").description == "é\\xFF")
      #expect(FilePath(bytes: Self.latin).text == nil && FilePath("é").text == "é")
    }

    @Test("every command reads and writes files with such names")
    func everywhere() throws {
      let input = path(Self.latin)
      try write(input, "{\"id\":1}\noops\n{\"id\":2}\n")
      let shown = "\(folder)caf\\xE9.jsonl"
      #expect(try run(["count", input]).output == "3\n")
      #expect(try run(["check", input]).error.hasPrefix("\(shown):2:1: byte 9: "))
      #expect(try run(["schema", "--on-error", "skip", input]).output.contains("id"))
      #expect(try run(["select", "--input", "auto", "--on-error", "skip", "id", input]).status == 1)
      let missing = try run(["count", path([0xFE])])
      #expect(
        missing.status == 3 && missing.error == "streammap: \(folder)\\xFE: No such file or directory\n")

      let names: [UInt8] = [0xF1, 0xF2, 0xF3, 0xF4]
      let (output, rejects, report, mark) =
        (path([names[0]]), path([names[1]]), path([names[2]]), path([names[3]]))
      let words: [FilePath] = [
        "select", "--quiet", "--on-error", "skip", "--rejects", rejects, "--report", report,
        "--checkpoint", mark, FilePath(bytes: Array("--output=".utf8) + output.bytes), "id", input,
      ]
      let outcome = try run(words)
      #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(try text(output) == "{\"id\":1}\n{\"id\":2}\n")
      #expect(try text(report).contains("caf\\\\xE9.jsonl"))
      #expect(throws: SystemCode.notFound) { try System.contents(of: mark) }
      #expect(try !text(mark + ".lock").isEmpty)

      // The reject has the file's name as bytes, so that retry can read the record again.
      var reject = try JSONDecoder().decode(Reject.self, from: Data(text(rejects).utf8))
      #expect(reject.file == shown && reject.source == input)
      (reject.raw, reject.isCut) = ("oo", true)
      var line: [UInt8] = []
      reject.write(into: &line)
      let cut = try sandbox.file("cut", line)
      try write(input, "{\"id\":1}\n{\"id\":7}\n{\"id\":2}\n")
      let retried = try run(["retry", "--merge", output, "id", FilePath(cut)])
      #expect(retried.status == 0, "\(retried.error)")
      #expect(retried.output == "{\"id\":1}\n{\"id\":7}\n{\"id\":2}\n")
    }

    @Test("finds such names in folders, and reads such folders")
    func folders() throws {
      let inner = path([0xE4])
      try FileManager.default.createDirectory(
        atPath: sandbox.path("plain"), withIntermediateDirectories: true)
      try System.rename(FilePath(sandbox.path("plain")), to: inner)
      try write(FilePath(bytes: inner.bytes + [0x2F, 0xFF]), "{\"id\":1}\n")
      try write(FilePath(bytes: inner.bytes + [0x2F, 0xFE]), "oops\n")
      let check = try run(["check", inner])
      #expect(check.status == 1 && check.error.hasPrefix("\(folder)\\xE4/\\xFE:1:1: "), "\(check.error)")
      #expect(try run(["select", "--exclude", "[!a-z]", "id", inner]).output.isEmpty)
      #expect(try run(["select", "--on-error", "skip", "id", inner]).output == "{\"id\":1}\n")
    }

    @Test("rejects words that are not UTF-8, except file names")
    func words() throws {
      let wrong = FilePath(bytes: [0x61, 0xFF])
      for (words, message) in [
        (["select", wrong, "f"], "PATHS takes text in UTF-8, not 'a\\xFF'"),
        (["select", "--records", wrong, "a", "f"], "--records takes text in UTF-8, not 'a\\xFF'"),
        (["select", "--format", wrong, "a", "f"], "--format takes text in UTF-8, not 'a\\xFF'"),
        ([wrong], "unknown command 'a\\xFF'"),
        ([FilePath(bytes: Array("--outp".utf8) + [0xFF])], "unknown option '--outp\\xFF'"),
      ] as [([FilePath], String)] {
        let outcome = try run(words)
        #expect(outcome.status == 2 && outcome.error.contains(message), "\(outcome.error)")
      }
    }

    @Test("accepts such names on the command line of the program")
    func commandLine() throws {
      let program = try #require(BinaryRun.program)
      try write(path(Self.latin), "{\"id\":1}\n")
      let output = sandbox.path("out")
      let script = "exec \"$0\" select --output \"$1\" id \"$2$(printf 'caf\\351.jsonl')\""
      let process = try BinaryRun.start(
        URL(filePath: "/bin/sh"),
        ["-c", script, program.path(percentEncoded: false), output, folder.description])
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try sandbox.text("out") == "{\"id\":1}\n")
    }
  }
#endif
