import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// Lines with other text around the JSON.
@Suite("Embedded lines")
struct EmbeddedLinesTests {
  private static func content(_ line: String, _ decoration: LineDecoration = .text, isFirst: Bool = false)
    -> String?
  {
    let bytes = Array(line.utf8)
    switch decoration.content(of: bytes.span, isFirst: isFirst) {
    case .record(let range): return String(decoding: bytes[range], as: UTF8.self)
    case .nothing: return nil
    case .other: return "-"
    }
  }

  @Test("finds the object of a line", .feature("46"))
  func objects() {
    let cases: [(line: String, record: String?)] = [
      (#"{"a":1}"#, #"{"a":1}"#), (#"web_1  | {"a":1}"#, #"{"a":1}"#),
      (#"<34>Oct 11 22:14:15 host app[12]: {"a":{"b":[1]}}"#, #"{"a":{"b":[1]}}"#),
      (#"[2024-05-01] [12] {"a":1}"#, #"{"a":1}"#), ("\u{1B}[36mweb\u{1B}[0m | {\"a\":1}", #"{"a":1}"#),
      (#"value {} of {id}, {x: 1}: {"a":1}"#, #"{"a":1}"#), (#"x { "a" : 1 } "#, #"{ "a" : 1 }"#),
      (#"{"a":1},"#, #"{"a":1}"#), (#"{"a":1} , "#, #"{"a":1}"#), ("{\"a\":1},\r", #"{"a":1}"#),
      (#"[{"a":1},"#, #"{"a":1}"#), (#"{"a":[1]}]"#, #"{"a":[1]}"#), (#" [ {"a":1} ] "#, #"[ {"a":1} ]"#),
      (#"x [{"a":1}, {"b":2}]"#, #"[{"a":1}, {"b":2}]"#), (#"[[{"a":1}]],"#, #"[[{"a":1}]]"#),
      (#"[[{"a":1}],"#, #"{"a":1}"#), ("x {}", "{}"), ("x { } ,", "{ }"), ("[{}]", "[{}]"), ("[{},", "{}"),
      // Malformed records are not skipped.
      (#"x {"a":1"#, #"{"a":1"#), (#"x {"a":[1"#, #"{"a":[1"#), (#"x {"a":[1]"#, #"{"a":[1]"#),
      (#"x {"a":1}{"b":2}"#, #"{"a":1}{"b":2}"#), (#"x {"a":1} y"#, #"{"a":1} y"#),
      (#"{"a":1},,"#, #"{"a":1},"#),
      ("", nil), (" \t\r", nil), ("text", "-"), ("[", "-"), ("]", "-"), ("],", "-"), ("[1,2]", "-"),
      ("7", "-"),
      ("{", "-"), ("}", "-"), ("x {} y", "-"), ("{'a': 1}", "-"), ("{", "-"), ("{  ", "-"), (",", "-"),
      ("\u{FEFF}", "-"), ("\u{FEFF}{}", "{}"),
    ]
    for (line, record) in cases { #expect(Self.content(line) == record, "\(line)") }
    #expect(Self.content("\u{FEFF} ", isFirst: true) == nil)
  }

  @Test("skips a byte order mark only on the first line", arguments: Engine.allCases)
  func byteOrderMark(engine: Engine) throws {
    let mark = "\u{FEFF}"
    let text = "\(mark)data: {\"v\":1}\ndata: {\"v\":2}\n\(mark)data: {\"v\":3}\n"
    var lines = JSONLines(.text(text), as: try boxed(0))
    lines.framing = .serverSentEvents
    lines.options.engine = engine
    var values: [Int] = []
    try lines.forEach { box, _ in values.append(box.value) }
    #expect(values == [1, 2])
  }

  @Test("finds the data of a server-sent event")
  func events() {
    let cases: [(line: String, record: String?)] = [
      (#"data: {"a":1}"#, #"{"a":1}"#), (#"data:{"a":1}"#, #"{"a":1}"#), ("data:  7 \r", "7"),
      ("data: [1]", "[1]"), ("data: null", "null"), ("data: [DONE] x", "[DONE] x"), ("data: {", "{"),
      ("data: [DONE]", nil), ("data:[DONE] \r", nil), ("data:", nil), ("data", nil), ("data: ", nil),
      ("", nil),
      (": keep-alive", nil), (":", nil), ("event: message", nil), ("event", nil), ("id: 7", nil),
      ("retry: 10", nil),
      (#"{"error":1}"#, "-"), (#" data: {"a":1}"#, "-"), ("DATA: 1", "-"), ("text", "-"),
    ]
    for (line, record) in cases { #expect(Self.content(line, .event) == record, "\(line)") }
    #expect(Self.content("\u{FEFF}data: 1", .event, isFirst: true) == "1")
    #expect(Self.content("\u{FEFF}data: 1", .event) == "-")
  }

  /// Random lines, and what they are by construction.
  private struct Dressed {
    var text: [UInt8] = []
    var heard = Heard()
    var skipped = 0

    private static let prefixes = [
      "", " ", "web_1  | ", "2024-05-01T10:00:00Z [12] ", "<34>Oct 11 host app[1]: ", "\u{1B}[36mx\u{1B}[0m ",
      "ä: ",
      "{} {id} { x", "\"quoted\" \\ ", String(repeating: "long ", count: 90),
    ]

    init(_ framing: Framing, limits: Limits, using random: inout SeededRandom) throws {
      let mapping = try Row.mapping(limits)
      let isEvent = framing == .serverSentEvents
      for number in 1...Int.random(in: 1...40, using: &random) {
        let start = text.count
        let filler = String(repeating: "y", count: Int.random(in: 0...500, using: &random))
        let records = [
          #"{"id": \#(number)}"#, #"{"id":\#(number),"text":"{\"}]"}"#, #"{"id": "no"}"#,
          #"{"id": \#(number)"#,
          #"{"id": \#(number)}}"#, #"{"text": "\#(filler)"}"#, #"[{"id": \#(number)}]"#, "{}",
        ]
        let others =
          isEvent
          ? [("event: x", 0), (": x", 0), ("data: [DONE]", 0), ("x: {}", 1)]
          : [("text", 1), ("[", 1), ("],", 1), ("{ x }", 1)]
        if random.chance(70, outOf: 100), let record = records.randomElement(using: &random) {
          let prefix =
            isEvent
            ? ["data: ", "data:"].randomElement(using: &random) : Self.prefixes.randomElement(using: &random)
          let suffix = isEvent ? ["", " "] : ["", ",", " , ", " "]
          text += Array((prefix ?? "").utf8)
          let range = text.count..<(text.count + record.utf8.count)
          text += Array((record + (suffix.randomElement(using: &random) ?? "")).utf8)
          note(range, line: start..<text.count, by: mapping, limit: limits.record)
        } else if let (other, count) = (others + [("", 0), ("  ", 0)]).randomElement(using: &random) {
          text += Array(other.utf8)
          skipped += count
        }
        text += Array((random.chance(10, outOf: 100) ? "\r\n" : "\n").utf8)
      }
      if random.chance(30, outOf: 100) { text.removeLast(text.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 1) }
    }

    /// Notes a record as reading it separately reports it, with the location and the bytes of its line.
    private mutating func note(_ record: Range<Int>, line: Range<Int>, by mapping: Mapping<Row>, limit: Int) {
      let number = heard.ids.count + heard.refusals.count + 1
      let (known, rejected) = (heard.places.count, heard.refused.count)
      heard.note(text[record], in: text, record: number, by: mapping, limit: limit)
      if heard.places.count > known {
        heard.places[known].byteOffset = line.lowerBound
        heard.places[known].byteCount = line.count
      }
      if heard.refused.count > rejected {
        heard.refused[rejected] = String(decoding: text[line], as: UTF8.self)
      }
    }
  }

  @Test(
    "reads random lines as it reads their records alone",
    arguments: [Framing.embeddedLines, .serverSentEvents])
  func random(framing: Framing) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let limits = RandomLines.limits
    var (records, rejects, skips) = (0, 0, 0)
    for round in 0..<40 {
      let dressed = try Dressed(framing, limits: limits, using: &random)
      let text = dressed.text
      let comment: Comment = "round \(round), \(SeededRandom.again)"
      #expect(try Framed.read(text, framing, limits: limits) == dressed.heard, comment)
      #expect(try Framed.read(text, framing, limits: limits, engine: .yajl) == dressed.heard, comment)
      #expect(try Framed.pushed(text, framing, limits: limits) { _ in 1 + round } == dressed.heard, comment)
      var lines = JSONLines(.bytes(text), as: try Row.mapping(limits))
      lines.framing = framing
      let whole = ChunkedHeard(dressed.heard, records: dressed.heard.ids.count + dressed.heard.refused.count)
      for (workers, chunkSize) in [(1, 1 << 20), (1, 50), (2, 1), (2, 200)] {
        #expect(try lines.heard(workers: workers, chunkSize: chunkSize) == whole, comment)
      }
      #expect(try Self.skippedLines(lines) == dressed.skipped, comment)
      #expect(try Self.skippedLines(lines, workers: 2) == dressed.skipped, comment)
      records += dressed.heard.ids.count
      rejects += dressed.heard.refused.count
      skips += dressed.skipped
    }
    #expect(records > 100 && rejects > 50 && skips > 10, "\(records), \(rejects), \(skips)")
  }

  /// The largest number that was reported.
  private final class Largest: Sendable {
    let number = Mutex(0)
  }

  private static func skippedLines(_ lines: JSONLines<Row>, workers: Int? = nil) throws -> Int {
    let largest = Largest()
    var lines = lines
    lines.onError = .skip { _, _ in }
    lines.onProgress = { progress in
      largest.number.withLock { $0 = max($0, progress.skippedLines) }
    }
    if let workers {
      try lines.forEach(workers: workers) { _, _ in }
    } else {
      try lines.forEach { _, _ in }
    }
    return largest.number.withLock { $0 }
  }

  @Test("limits the record and not the line")
  func limit() throws {
    var limits = Limits()
    limits.record = 20
    let filler = String(repeating: "x", count: 50)
    let long = String(repeating: "x", count: 70_000)
    let lines = [
      #"\#(filler) {"id":1}"#, #"a {"id":2,"text":"\#(filler)"}"#, #"\#(long)"#, #"\#(long) {"id":3}"#,
      #"a {"id":4,"text":"\#(long)"}"#, #"b {"id":5}"#,
    ]
    let text = Array(lines.joined(separator: "\n").utf8)
    let starts = lines.indices.map { lines[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    let heard = try Framed.read(text, .embeddedLines, limits: limits)
    #expect(heard.ids == [1, 5])
    #expect(heard.refusals.map(\.kind) == [.recordLimit, .recordLimit])
    #expect(heard.refusals.map(\.offset) == [starts[1] + 22, starts[4] + 22])
    #expect(heard.refused.map(\.utf8.count) == [lines[1].utf8.count, 64 << 10])
    for size in [1_000, 100_000] {
      #expect(try Framed.pushed(text, .embeddedLines, limits: limits) { _ in size } == heard)
    }
  }
}
