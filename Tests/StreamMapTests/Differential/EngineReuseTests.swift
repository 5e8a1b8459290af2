import StreamMap
import Testing

/// One cursor used for several things at once, one within the other, or left in the middle.
@Suite("Engines, used again")
struct EngineReuseTests {
  private struct Model: Sendable {
    var id = -1
    var text: String?
  }

  private static func cursor(_ engine: Engine, _ validation: Validation) throws -> Cursor<Model> {
    let mapping = try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.text, "text")
    }
    return mapping.makeCursor(engine: engine, validation: validation)
  }

  private static let ways: [(Engine, Validation)] = [(.yajl, .full), (.index, .full), (.index, .mapped)]

  /// Lines that cover several windows, each with its number, and text of any length.
  private static func lines(_ count: Int, from first: Int = 0) -> [UInt8] {
    var text: [UInt8] = []
    for id in first..<(first + count) {
      text += Array("{\"text\":\"\(String(repeating: "x", count: id * 37 % 900))\",\"id\":\(id)}\n".utf8)
    }
    return text
  }

  /// A record that has other things at the same places.
  private static let inner = Array(
    "{\n\"a\":[[[\"\\\\\"]]],\"b\":\"\(String(repeating: "]}\\\"", count: 300))\",\n\"id\":1000000}".utf8)

  @Test("a record read while lines are", arguments: ways)
  func recordWithinLines(_ engine: Engine, _ validation: Validation) throws {
    let cursor = try Self.cursor(engine, validation)
    let text = Self.lines(400)
    var ids: [Int] = []
    try cursor.forEachLine(in: text.span) { model, place in
      ids.append(model.id)
      if place.record % 7 == 0 {
        #expect(try cursor.decode(Self.inner.span).id == 1_000_000)
      } else if place.record % 11 == 0 {
        #expect(throws: MappingError.self) { try cursor.decode(Self.inner.dropLast(3).span) }
      }
    }
    #expect(ids == Array(0..<400))
  }

  @Test("lines read while lines are", arguments: ways)
  func linesWithinLines(_ engine: Engine, _ validation: Validation) throws {
    let cursor = try Self.cursor(engine, validation)
    let text = Self.lines(300)
    let other = Self.lines(200, from: 5_000)
    var ids: [Int] = []
    try cursor.forEachLine(in: text.span) { model, place in
      ids.append(model.id)
      guard place.record % 50 == 0 else { return }
      var others: [Int] = []
      try cursor.forEachLine(in: other.span) { model, _ in others.append(model.id) }
      #expect(others == Array(5_000..<5_200))
    }
    #expect(ids == Array(0..<300))
  }

  private struct Enough: Error {}

  @Test("lines left at every record, and read again", arguments: ways)
  func left(_ engine: Engine, _ validation: Validation) throws {
    let cursor = try Self.cursor(engine, validation)
    let text = Self.lines(250)
    for stop in stride(from: 1, through: 250, by: 25) {
      #expect(throws: Enough.self) {
        try cursor.forEachLine(in: text.span) { _, place in
          if place.record == stop { throw Enough() }
        }
      }
      var ids: [Int] = []
      try cursor.forEachLine(in: text.span) { model, _ in ids.append(model.id) }
      #expect(ids == Array(0..<250))
      #expect(try cursor.decode(Self.inner.span).id == 1_000_000)
    }
  }

  /// What a record of several lines leaves behind must not be found across the end of a line.
  @Test("records of several lines, and then lines", arguments: ways)
  func gapWithLineFeed(_ engine: Engine, _ validation: Validation) throws {
    let cursor = try Self.cursor(engine, validation)
    for space in ["", " ", "\n", "\n\n  "] {
      let record = Array("{\"a\":1,\(space)\"id\":2,\(space)\"text\":\"b\"}".utf8)
      for _ in 0..<3 { #expect(try cursor.decode(record.span).id == 2) }
    }
    let text = Array(
      "{\"a\":1,\n\"id\":\"5\"}\n{\"a\":1,\"id\":6}\n{\"a\":1, \"id\":7,\n\n  \"text\":8}\n".utf8)
    var ids: [Int] = []
    let noted = Noted()
    try cursor.forEachLine(in: text.span, onError: .skip { noted.note($0, $1) }) { model, place in
      if place.line == 3 { ids.append(model.id) }
    }
    #expect(ids == [6])
    #expect(noted.all.map { $0.error.line }.contains(1))
  }
}
