import StreamMap
import Testing

@testable import TestSupport

/// One decoder reused within the closure of its own lines, or after stopping early. Each text must give the results
/// of a fresh decoder.
@Suite("Engines reused")
struct EngineReuseTests {
  private struct Model: Imaged {
    var id = -1
    var text: String?
    var name = "nobody in particular"
    var list: [Int] = [0]

    func write(to image: inout Image) { image(id, text, name, list) }
  }

  static let ways = [
    RouteOptions(engine: .yajl), RouteOptions(engine: .index),
    RouteOptions(engine: .index, validation: .mapped),
  ]

  private static func decoder(_ way: RouteOptions) throws -> RecordDecoder<Model> {
    let mapping = try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.text, "text")
      Field(\.name, "user.name")
      Field(\.list, "list")
    }
    return mapping.makeDecoder(way.options)
  }

  /// Maps only the id, so that reading a record can end early.
  private static func idCursor(_ way: RouteOptions) throws -> RecordDecoder<Model> {
    try Mapping(Model()) { Field(\.id, "id") }.makeDecoder(way.options)
  }

  // MARK: Texts

  /// Lines of any length over several windows of the index: one line longer than a window, blank lines, malformed
  /// lines, and both line endings. The last line has no line feed.
  private static func text(_ count: Int, from first: Int = 0) -> [UInt8] {
    let lines = (first..<(first + count)).map { id -> String in
      let text = String(repeating: id % 3 == 0 ? "é" : "x", count: id % 100 == 50 ? 70_000 : id * 37 % 700)
      return switch id % 12 {
      case 2: #"{"id":\#(id),"text":\#(id)}"#
      case 5: #"{"user":{"x":[{}],"name":"\#(text)"},"list":[\#(id),-1],"id":\#(id)}"# + "\r"
      case 7: "  "
      case 8: #"{"id":\#(id),"text":"\#(text)"#
      case 9: #"{"list":[],"text":"\"\\\u00e9\#(text)","id":\#(id)}"#
      default: #"{"text":"\#(text)","id":\#(id)}"#
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The number of lines that give models.
  private static func models(_ count: Int) -> Int { (0..<count).count { ![2, 7, 8].contains($0 % 12) } }

  /// Records with different members at the same offsets. Most have several lines, some are malformed.
  private static let records: [[UInt8]] = [
    "{\n\"a\":[[[\"\\\\\"]]],\"b\":\"\(String(repeating: "]}\\\"", count: 300))\",\n\"id\":-2}",
    #"{"id":-3,"text":"\u65e5\u672c, and more than fifteen bytes","user":{"name":""},"list":[1,2,3]}"#,
    "{\"id\":-4,\n\"text\":\"never closed",
    "{ }",
    "{\"text\":\"\(String(repeating: "0", count: 100_000))\"\n,\n\"list\":[\(String(repeating: "7,\n", count: 9_000))7]}",
    "\u{FEFF}\n{\"id\":-5,\"text\":null}\n",
    "{\n\n\"id\":-6,\n\"list\":[1,\n2,\n\"3\"]}",
    "",
    "-7",
  ].map { Array($0.utf8) }

  // MARK: Reading

  /// Reads lines, and skips malformed ones. The inner closure runs after the model was noted, because it is
  /// overwritten.
  private static func trace(
    _ text: [UInt8], _ decoder: RecordDecoder<Model>, within: (RecordLocation) throws -> Void = { _ in }
  ) -> Trace {
    let tape = Tape()
    do {
      try decoder.decodeLines(in: text.span, onError: tape.policy) { model, place in
        note(model, place, tape)
        try within(place)
      }
    } catch {
      tape.note(thrown: error)
    }
    return tape.trace
  }

  /// Reads one record.
  private static func trace(record: [UInt8], _ decoder: RecordDecoder<Model>, decodes: Bool = false) -> Trace
  {
    let tape = Tape()
    do {
      if decodes {
        note(try decoder.decode(record.span), nil, tape)
      } else {
        try decoder.read(record.span) { note($0, nil, tape) }
      }
    } catch {
      tape.note(thrown: error)
    }
    return tape.trace
  }

  private static func note(_ model: borrowing Model, _ place: RecordLocation?, _ tape: Tape) {
    var image = Image()
    model.write(to: &image)
    tape.note(place) { $0.bytes.append(contentsOf: image.bytes) }
  }

  /// The results of fresh decoders for the records.
  private static func tellRecords(_ way: RouteOptions) throws -> [Trace] {
    try records.map { trace(record: $0, try decoder(way)) }
  }

  // MARK: Within

  @Test("records within lines", arguments: ways)
  func recordsWithinLines(_ way: RouteOptions) throws {
    let text = Self.text(400)
    let fresh = Self.trace(text, try Self.decoder(way))
    #expect(fresh.entries.count { $0.kind == nil } == Self.models(400))
    let records = try Self.tellRecords(way)
    #expect(records.count { $0.entries[0].kind == nil } == 5)

    let decoder = try Self.decoder(way)
    var findings: [String] = []
    let told = Self.trace(text, decoder) { place in
      // Some lines without an inner reading, some with one record, some with all.
      for index in Self.records.indices where place.record % 16 == 0 || place.record % 32 == index {
        let told = Self.trace(record: Self.records[index], decoder, decodes: place.record % 3 == 0)
        let difference = told.difference(from: records[index])
        if let difference { findings.append("\(place): \(difference)") }
      }
    }
    #expect(findings == [])
    #expect(told.difference(from: fresh) == nil)
  }

  @Test("lines within lines within lines", arguments: ways)
  func linesWithinLines(_ way: RouteOptions) throws {
    let texts = [Self.text(300), Self.text(200, from: 1_000), Self.text(3, from: 21)]
    let fresh = try texts.map { Self.trace($0, try Self.decoder(way)) }
    #expect(fresh.map { $0.entries.count { $0.kind == nil } } == [Self.models(300), 150, 3])

    let decoder = try Self.decoder(way)
    var findings: [String] = []
    var inner = 0
    func expect(_ index: Int, within: (RecordLocation) throws -> Void = { _ in }) {
      let told = Self.trace(texts[index], decoder, within: within)
      if let difference = told.difference(from: fresh[index]) { findings.append("\(index): \(difference)") }
    }
    expect(0) { place in
      guard place.record % 40 == 1 else { return }
      inner += 1
      expect(1) { place in
        guard place.record % 40 == 1 else { return }
        inner += 1
        expect(2) { _ in expect(2) }
      }
      // The same bytes that are being read.
      expect(0)
    }
    #expect(findings == [])
    #expect(inner > 20)
  }

  // MARK: Left

  private struct Enough: Error {}

  /// Reads lines up to a record. Returns whether the closure's error was thrown.
  private static func leave(_ text: [UInt8], at record: Int, _ decoder: RecordDecoder<Model>) -> Bool {
    do {
      try decoder.decodeLines(in: text.span, onError: .skip { _, _ in }) { _, place in
        if place.record >= record { throw Enough() }
      }
      return false
    } catch {
      return error is Enough
    }
  }

  @Test("lines stopped early, then read from the beginning", arguments: ways)
  func left(_ way: RouteOptions) throws {
    let text = Self.text(250)
    let other = Self.text(30, from: 400)
    let fresh = try (text: Self.trace(text, Self.decoder(way)), other: Self.trace(other, Self.decoder(way)))
    let records = try Self.tellRecords(way)
    let decoder = try Self.decoder(way)
    for stop in [1, 2, 40, 99, 200, 225] {
      #expect(Self.leave(text, at: stop, decoder))
      #expect(Self.trace(text, decoder).difference(from: fresh.text) == nil, "left at \(stop)")
      #expect(Self.leave(text, at: stop, decoder))
      #expect(Self.trace(other, decoder).difference(from: fresh.other) == nil, "left at \(stop)")
      #expect(Self.leave(text, at: stop, decoder))
      let record = stop % records.count
      let told = Self.trace(record: Self.records[record], decoder)
      #expect(told.difference(from: records[record]) == nil, "left at \(stop)")
    }
  }

  @Test("inner lines stopped early while outer lines continue", arguments: ways)
  func leftWithin(_ way: RouteOptions) throws {
    let text = Self.text(250)
    let fresh = Self.trace(text, try Self.decoder(way))
    let decoder = try Self.decoder(way)
    var left = 0
    let told = Self.trace(text, decoder) { place in
      if place.record % 20 == 1, Self.leave(text, at: 230 - place.record, decoder) { left += 1 }
    }
    #expect(left > 5)
    #expect(told.difference(from: fresh) == nil)
  }

  // MARK: Several lines

  /// Records with members on separate lines.
  private static let pretty: [[UInt8]] = ["", "\n", "\r\n", "\n\n  ", "\n\t"].flatMap { space in
    [
      "{\(space)\"a\":1,\(space)\"id\":5,\(space)\"text\":\"b\"}\n",
      "{\(space)\"user\":{\(space)\"name\":\"n\"},\(space)\"id\":6,\(space)\"list\":[\(space)1\(space)]\(space)}\n",
      "{\"id\" :\(space)7,\"a\":1\(space),\"text\"\(space): \(space)\"c\"}\n",
    ].map { Array($0.utf8) }
  }

  /// As lines, each of these records is split. What the index learned from the whole record must not be used across a
  /// line end.
  @Test("records of several lines, then their lines", arguments: ways)
  func linesOfRecords(_ way: RouteOptions) throws {
    let text = Array((Self.pretty + Self.pretty).joined())
    for makeDecoder in [Self.decoder, Self.idCursor] {
      let fresh = Self.trace(text, try makeDecoder(way))
      // One-line records give models, split ones do not.
      #expect(fresh.entries.count { $0.kind == nil } >= 6)
      #expect(fresh.entries.count { $0.kind != nil } >= 24)
      for record in Self.pretty {
        let whole = Self.trace(record: record, try makeDecoder(way))
        let decoder = try makeDecoder(way)
        // The member prediction expects the earlier order again.
        for _ in 0..<3 { #expect(Self.trace(record: record, decoder).difference(from: whole) == nil) }
        #expect(Self.trace(text, decoder).difference(from: fresh) == nil, "after \(excerpt(record))")
        let told = Self.trace(text, decoder) { _ in _ = Self.trace(record: record, decoder) }
        #expect(told.difference(from: fresh) == nil, "with \(excerpt(record)) within")
      }
    }
  }

  // MARK: Errors

  private static let outer = Array("{\"id\":1}\n{\"id\":2}\n\n{\"id\":\"3\"}\n{\"id\":4}\n".utf8)
  /// Malformed at byte 6 of its third line.
  private static let inner = Array("{\"id\":10}\n\n{\"id\":true}\n{\"id\":11}\n".utf8)

  private static func isInner(_ error: MappingError?) -> Bool {
    guard let error else { return false }
    return (error.kind, error.path) == (.typeMismatch, "id") && (error.record, error.line) == (2, 3)
      && (error.column, error.byteOffset) == (7, 17)
  }

  /// The locations of errors, as record, line and byte.
  private static func places(_ errors: [MappingError]) -> [[Int?]] {
    errors.map { [$0.record, $0.line, $0.byteOffset] }
  }

  @Test("a malformed record of inner lines", arguments: ways)
  func badWithin(_ way: RouteOptions) throws {
    let decoder = try Self.decoder(way)
    let noted = Noted()
    let innerNoted = Noted()
    var ids: [Int] = []
    var innerIds: [Int] = []
    var errors: [MappingError?] = []
    try decoder.decodeLines(in: Self.outer.span, onError: .skip { noted.note($0, $1) }) { model, _ in
      ids.append(model.id)
      errors.append(caught { try decoder.decodeLines(in: Self.inner.span) { _, _ in } })
      try decoder.decodeLines(in: Self.inner.span, onError: .skip { innerNoted.note($0, $1) }) { model, _ in
        innerIds.append(model.id)
      }
    }
    #expect(ids == [1, 2, 4])
    #expect(innerIds == [10, 11, 10, 11, 10, 11])
    #expect(errors.count == 3 && errors.allSatisfy(Self.isInner), "\(errors)")
    #expect(Self.places(innerNoted.all.map(\.error)) == [[2, 3, 17], [2, 3, 17], [2, 3, 17]])
    #expect(Self.places(noted.all.map(\.error)) == [[3, 4, 25]])
  }

  /// It is the closure's error, not an error of a record of the outer lines, which would be skipped.
  @Test("a malformed record of inner lines, thrown through outer lines", arguments: ways)
  func badThrough(_ way: RouteOptions) throws {
    let decoder = try Self.decoder(way)
    let noted = Noted()
    var ids: [Int] = []
    let error = caught {
      try decoder.decodeLines(in: Self.outer.span, onError: .skip { noted.note($0, $1) }) { model, _ in
        ids.append(model.id)
        try decoder.decodeLines(in: Self.inner.span) { model, _ in ids.append(model.id) }
      }
    }
    #expect(Self.isInner(error), "\(error as Any)")
    #expect(ids == [1, 10])
    #expect(noted.all.isEmpty)
    let told = Self.trace(Self.outer, decoder)
    #expect(told.difference(from: Self.trace(Self.outer, try Self.decoder(way))) == nil)
  }
}
