// --unordered changes the order of the rows and nothing else.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("--unordered")
struct UnorderedTests {
  private static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  @Test(
    "writes whole rows, with locations in messages and total counts", arguments: 0..<6)
  func whole(round: UInt64) throws {
    let sandbox = try Sandbox()
    var state = Self.seed &+ round
    let inputs = (0..<4).map { MixedLines(seed: Self.seed &+ round &* 10 &+ $0, lines: 150) }
    let files = try inputs.enumerated().map { try sandbox.file("\($0)", $1.text) }
    let format = round % 2 == 0 ? "jsonl" : "tsv"
    let words = ["select", "--format", format, "--on-error", "skip", "--report", sandbox.path("r")]
    let paths = ["id,text=a,c=b.c[*]"] + files
    let expected = try sandbox.run(words + ["--jobs", "1", "--rejects", sandbox.path("one")] + paths)
    let chunk = "\(1 + MixedLines.next(&state) % 3_000)"
    let found = try sandbox.run(
      words + ["--unordered", "--jobs", "4", "--chunk", chunk, "--rejects", sandbox.path("many")] + paths)
    let what = "chunk \(chunk), STREAMMAP_SEED=\(Self.seed)"
    #expect(found.status == 1)
    // No row contains a line feed, because its texts have escapes.
    #expect(found.outputLines.sorted() == expected.outputLines.sorted(), "\(what)")
    if format == "tsv" { #expect(found.outputLines.first == expected.outputLines.first) }
    // The same file, byte and reason. Line numbers are unknown.
    func places(_ lines: [String]) -> [String] {
      lines.map { line in
        guard let range = line.range(of: ": byte ") else { return line }
        return String(line[..<range.lowerBound].prefix { $0 != ":" } + line[range.lowerBound...])
      }.sorted()
    }
    #expect(places(found.errorLines) == places(expected.errorLines), "\(what)")
    #expect(found.errorLines.last == expected.errorLines.last)
    func rejects(_ name: String) throws -> Set<String> {
      Set(
        try sandbox.text(name).split(separator: "\n").map {
          let reject = try JSONDecoder().decode(Reject.self, from: Data($0.utf8))
          return "\(reject.file) \(reject.offset) \(reject.byte ?? -1) \(reject.raw ?? "")"
        })
    }
    #expect(try rejects("many") == rejects("one"), "\(what)")
    let bytes = inputs.reduce(0) { $0 + $1.text.utf8.count }
    #expect(try sandbox.text("r").contains("\"bytes\" : \(bytes),"), "\(what): \(bytes)")
  }
}
