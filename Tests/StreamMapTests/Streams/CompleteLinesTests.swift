import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// A last line without a line feed is left in the input.
@Suite("Complete lines")
struct CompleteLinesTests {
  private static func lines(
    _ input: Input, _ framing: Framing = .lines, limits: Limits = RandomLines.limits
  ) throws -> JSONLines<Row> {
    var lines = JSONLines(input, as: try Row.mapping(limits))
    lines.framing = framing
    lines.completeLines = true
    return lines
  }

  /// What is read of a text by its documentation: the text up to its last line feed, or all of it if what follows is over
  /// the limit.
  private static func complete(_ text: [UInt8], limit: Int) -> [UInt8] {
    let end = text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return text.count - end > limit + 1 ? text : Array(text[..<end])
  }

  private static let tails = [
    "", #"{"id": 1"#, #"{"id": 1}"#, "x", " ", "\r", #"{"id": "no"}"#, String(repeating: "x", count: 401),
    String(repeating: "x", count: 402), String(repeating: " ", count: 900),
  ]

  @Test("reads what it reads of the complete lines alone")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let limit = RandomLines.limits.record
    var unfinished = 0
    for round in 0..<40 {
      let text = Array((RandomLines(using: &random).text + random.pick(Self.tails)).utf8)
      let kept = Self.complete(text, limit: limit)
      if kept.count < text.count { unfinished += 1 }
      let expected = try Framed.read(kept, .lines, limits: RandomLines.limits)
      let comment: Comment = "round \(round), \(SeededRandom.again)"
      let file = try TemporaryFile(text)
      for input in [Input.bytes(text), .path(file.path)] {
        for engine in [Engine.automatic, .yajl] {
          var lines = try Self.lines(input)
          lines.options.engine = engine
          #expect(try lines.heard() == expected, comment)
        }
      }
      let pipe = try SlowPipe([text], pause: 0)
      #expect(try Self.lines(.descriptor(pipe.descriptor)).heard() == expected, comment)
      let whole = ChunkedHeard(
        expected, records: expected.ids.count + expected.refused.count)
      for (workers, size) in [(1, 1 << 20), (1, 7), (2, 40), (3, 1_000)] {
        #expect(try Self.lines(.path(file.path)).heard(workers: workers, chunkSize: size) == whole, comment)
        let pipe = try SlowPipe([text], pause: 0)
        let piped = try Self.lines(.descriptor(pipe.descriptor)).heard(workers: workers, chunkSize: size)
        #expect(piped == whole, comment)
      }
      var split: [Int] = []
      for part in 1...5 {
        var lines = try Self.lines(.path(file.path))
        lines.inputRange = .split(part, of: 5)
        split += try lines.heard().ids
      }
      #expect(split == expected.ids, comment)
    }
    #expect(unfinished > 10, "\(unfinished)")
  }

  @Test(
    "continues after the last complete line", arguments: [Framing.lines, .embeddedLines, .serverSentEvents])
  func continues(framing: Framing) throws {
    let prefix = framing == .lines ? "" : framing == .embeddedLines ? "log | " : "data: "
    let text = Array((0..<50).map { "\(prefix){\"id\":\($0)}\($0 % 3 == 0 ? "\r\n" : "\n")" }.joined().utf8)
    let file = try TemporaryFile([UInt8]())
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    var ids: [Int] = []
    var next = 0
    for start in stride(from: 0, to: text.count, by: 7) {
      try handle.write(contentsOf: Data(text[start..<min(start + 7, text.count)]))
      var lines = try Self.lines(.path(file.path), framing)
      lines.inputRange = .range(next..<Int.max)
      try lines.forEach { row, location in
        ids.append(row.id)
        next = location.bytes.upperBound + 1
      }
    }
    try handle.close()
    #expect(ids == Array(0..<50))
  }

  @Test("does not search an endless line for its beginning")
  func searches() throws {
    let text = "{\"id\":1}\n" + String(repeating: "x", count: 300_000)
    let file = try TemporaryFile(text)
    for (limit, ids, rejects) in [(400, [1], 1), (299_998, [1], 1), (299_999, [1], 0), (1 << 20, [1], 0)] {
      var limits = Limits()
      limits.record = limit
      let heard = try Self.lines(.path(file.path), limits: limits).heard(workers: 1, chunkSize: 1_000)
      #expect(heard.ids == ids && heard.refusals.count == rejects, "\(limit)")
    }
  }

  @Test("leaves an unfinished line in chunks that arrive")
  func chunks() async throws {
    let pieces = [#"{"id":1}"#, "\n{\"id", "\":2}\n{\"id\":3}"].map { Array($0.utf8) }
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    for piece in pieces { continuation.yield(piece) }
    continuation.finish()
    var ids: [Int] = []
    for try await row in try Self.lines(.chunks(stream)).async { ids.append(row.id) }
    #expect(ids == [1, 2])
  }
}
