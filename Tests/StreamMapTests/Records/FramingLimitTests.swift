import Testing

@testable import StreamMap
@testable import TestSupport

/// Records over their limits, and inputs larger than memory.
@Suite("Framing, limits")
struct FramingLimitTests {
  private static let huge = "{\"text\":\"\(String(repeating: "x", count: 500))\",\"a\":[[{}]]}"

  @Test("rejects and cuts only the record over the limit", arguments: [1, 7, 1_000])
  func limit(size: Int) throws {
    let records = [
      "{\"id\":1}", Self.huge, "{\"id\":2}", "[\(String(repeating: " ", count: 100))]", "{\"id\":3}",
    ]
    let cases: [(Framing, String, Int, Int)] = [
      (.concatenated, records.joined(), 8, 0), (.array(), "[\(records.joined(separator: ","))]", 10, 2),
      (.sequence, records.map { "\u{1E}\($0)\n" }.joined(), 11, 4),
    ]
    for (framing, text, first, between) in cases {
      let heard = try Framed.pushed(Array(text.utf8), framing, limits: Limits(record: 30)) { _ in size }
      #expect(heard.ids == [1, 2, 3])
      let second = first + Self.huge.utf8.count + 8 + between
      #expect(
        heard.refusals == [
          Verdict(.recordLimit, first + 30, "text"), Verdict(.recordLimit, second + 30, "[0]"),
        ], "\(framing)")
      #expect(heard.refused.map(\.utf8.count) == [31, 31])
      #expect(heard.places.map(\.record) == [1, 3, 5])
    }
  }

  @Test("reads a record at the limit, in a sequence too", arguments: [1, 3, 1_000])
  func exactly(size: Int) throws {
    let record = #"{"id":1,"text":"0123456789"}"#
    for (framing, text) in [
      (Framing.sequence, "\u{1E}\(record)\n\u{1E}\(record)\n"), (.concatenated, "\(record)\n\(record)\n"),
      (.array(), "[\(record)\n,\(record)\n]"), (.lines, "\(record)\n\(record)\n"),
    ] {
      for (limit, ids) in [(record.utf8.count, [1, 1]), (record.utf8.count - 1, [])] {
        let heard = try Framed.pushed(Array(text.utf8), framing, limits: Limits(record: limit)) { _ in size }
        #expect(heard.ids == ids && heard.refusals.count == 2 - ids.count, "\(framing) \(limit)")
      }
    }
  }

  @Test("memory use is independent of input and record size", .feature("42"))
  func memory() throws {
    for framing in [Framing.concatenated, .sequence, .array(), try Framed.array("a[1]")] {
      let framer = ValueFramer(framing, limits: Limits(record: 1_000), validates: true)
      let block = [UInt8](repeating: 0x20, count: 100_000)
      let filler = [UInt8](repeating: 0x78, count: 100_000)
      func feed(_ bytes: [UInt8]) throws -> Int {
        var index = 0
        var records = 0
        while index < bytes.count {
          index += framer.append(bytes.span.extracting(index...))
          while try framer.next() { records += 1 }
        }
        #expect(framer.window.end - framer.window.start < 1 << 20)
        return records
      }
      var isArray = false
      if case .array = framing.kind {
        isArray = true
        if framing != .array() {
          _ = try feed(Array("{\"b\":\"".utf8))
          for _ in 0..<50 { _ = try feed(filler) }
          _ = try feed(Array("\",\"c\":[".utf8))
          for _ in 0..<50 {
            _ = try feed(Array(repeatElement(Array("{\"y\":[]},".utf8), count: 10_000).joined()))
          }
          _ = try feed(Array("1],\"a\":[1,".utf8))
        }
        _ = try feed([0x5B])
      }
      for _ in 0..<50 { _ = try feed(block) }
      if framing == .sequence { _ = try feed([0x1E]) }
      _ = try feed(Array("{\"a\":[\"".utf8))
      var records = 0
      for _ in 0..<50 { records += try feed(filler) }
      #expect(records == 1, "cut, while it goes on")
      _ = try feed(Array("\"]}".utf8))
      for _ in 0..<50 { _ = try feed(block) }
      let separator: [UInt8] = isArray ? [0x2C] : framing == .sequence ? [0x1E] : []
      #expect(try feed(separator + Array("{\"id\":1}".utf8) + (isArray ? [0x5D] : [0x1E])) == 1)
      #expect(framer.record.count == 8)
      if isArray { for _ in 0..<50 { _ = try feed(block) } }
    }
  }

  @Test("applies limits to text around an array")
  func around() throws {
    let deep = String(repeating: "[", count: 20)
    let heard = try Framed.read(
      Array("{\"a\":[{\"id\":1}],\"b\":\(deep)".utf8), Framed.array("a"), limits: Limits(depth: 8))
    #expect(heard.ids == [1])
    #expect(heard.refusals == [Verdict(.depthLimit, 27, "b[0][0][0][0][0][0][0]")])
    let name = try Framed.read(
      Array("{\"\(deep)\":1,\"a\":[]}".utf8), Framed.array("a"), limits: Limits(name: 8))
    #expect(name.refusals == [Verdict(.nameLimit, 10, "$")])
  }

  @Test("partial model of an unfinished record")
  func partial() throws {
    for (framing, before) in [(Framing.concatenated, ""), (.sequence, "\u{1E}"), (.array(), "[")] {
      var parser = PushParser(try Row.mapping(), framing: framing)
      var seen: [String?] = []
      for piece in [before + "{\"id\":1,\"te", "xt\":\"ab", "cd", "ef\"}"] {
        try parser.feed(Array(piece.utf8)) { row, _ in seen.append(row.text) }
        _ = try parser.partial { row, _ in seen.append(row.text) }
      }
      let last: [String?] =
        framing == .sequence ? [nil, "ab", "abcd", "abcdef"] : [nil, "ab", "abcd", "abcdef"]
      #expect(seen == last, "\(framing)")
    }
  }

  @Test("a sink's stop ends reading")
  func sink() throws {
    struct Once: EventSink {
      var numbers = 0
      mutating func number(_ literal: Span<UInt8>) -> EventAction {
        numbers += 1
        return numbers == 2 ? .stop : .proceed
      }
    }
    let parser = EventParser(into: Once(), framing: .array())
    var records = 0
    try parser.feed(Array("[1,2,3,4]".utf8)) { _ in records += 1 }
    #expect(parser.isStopped)
    #expect(parser.sink.numbers == 2)
    #expect(records == 1)
    try parser.finish()
    #expect(parser.isStopped)
    var places: [Int] = []
    try parser.feed(Array(" [{},".utf8)) { places.append($0.byteOffset) }
    try parser.feed(Array("[7]]".utf8)) { places.append($0.byteOffset) }
    try parser.finish()
    #expect(!parser.isStopped)
    #expect(places == [2, 5])
  }

  @Test(
    "JSONTestSuite's files as elements", .feature("45"), .corpus("JSONTestSuite/test_parsing", cases: 318))
  func suite() throws {
    for file in try Corpora.files("JSONTestSuite/test_parsing", where: { $0.hasSuffix(".json") }) {
      for framing in [Framing.array(), .concatenated, .sequence] {
        let (before, between, after): ([UInt8], [UInt8], [UInt8]) =
          switch framing.kind {
          case .array: ([0x5B], [0x2C], [0x5D])
          case .sequence: ([0x1E], [0x0A, 0x1E], [0x0A])
          default: ([], [0x20], [])
          }
        let one = Array("{\"id\":1}".utf8)
        let text = before + one + between + file.bytes + between + one + after
        guard text.count < 20_000 else { continue }
        let expected = try ReferenceFraming.heard(text, framing)
        #expect(try Framed.read(text, framing) == expected, "\(file.name) in \(framing)")
        if file.name.hasPrefix("y_"), !file.bytes.starts(with: [0xEF]) {
          #expect(expected.refusals.allSatisfy { $0.kind.category == .mapping }, "\(file.name) in \(framing)")
          #expect(expected.ids.last == 1, "\(file.name)")
        }
        if framing == .sequence { #expect(expected.ids.first == 1 && expected.ids.last == 1, "\(file.name)") }
      }
    }
  }
}
