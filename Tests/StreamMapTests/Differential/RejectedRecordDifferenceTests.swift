import StreamMap
import Testing

@testable import TestSupport

/// Random records. Most are rejected, for one or several reasons. yajl and the index find errors in different ways.
@Suite("Rejected records of both engines")
struct RejectedRecordDifferenceTests {
  struct Point: Equatable {
    var x = 0
    var y = 0.5
  }

  struct Model: Equatable {
    var id = -1
    var level: Int8 = 0
    var text: String?
    var deep = false
    var tags: [Int] = []
    var once = 0
    var point = Point()
    var points: [Point] = []
    var grid: [[Int]] = []
    var table: [String: Point] = [:]
    var raw = RawJSON()
    var either = ""
  }

  private struct Unlucky: Error {}

  private static func mapping(rejectsUnknownNames: Bool) throws -> Mapping<Model> {
    let point = try Mapping(Point(), rejectsUnknownNames: rejectsUnknownNames) {
      Field(\.x, "x", .required)
      Field(\.y, "y")
    }.didDecode { point in if point.x == 13 { throw Unlucky() } }
    return try Mapping(Model(), rejectsUnknownNames: rejectsUnknownNames) {
      Field(\.id, "id", .required)
      Field(\.level, "level")
      Field(\.text, "text")
      Field(\.deep, "a.b.deep", .required)
      Field(\.tags, "tags")
      Field(\.once, "once", .duplicate(.error))
      Field(\.point, "point", mapping: point)
      Field(\.points, "points", mapping: point)
      Field(\.grid, "grid")
      Field(\.table, "table", mapping: point)
      Field(\.raw, "raw", .null(.error))
      Field(\.either, ["either.text", "or"])
    }.didDecode { model in if model.id == 13 { throw Unlucky() } }
  }

  // MARK: Records

  private static let points = [
    #"{"x":1,"y":2.5}"#, #"{"y":1, "x":13}"#, #"{"y":1}"#, #"{"x":2,"z":0}"#, "{}",
  ]
  private static let others = [
    "7", "-0.5", "null", "true", #""a""#, #""\u00e9\n""#, "[]", "{}", "[[1]]", #"{"x":"a,}"}"#, "1e400",
    "300",
  ]
  private static let members: [(name: String, values: [String])] = [
    ("id", ["1", "22", "13"]), ("level", ["5", "-128"]), ("text", [#""some \"text\"""#, "null"]),
    ("a", [#"{"b":{"deep":true}}"#, #"{"c":1,"b":{"d":[],"deep":false}}"#, #"{"b":{}}"#, #"{"b":7}"#]),
    ("tags", ["[]", "[1,2, 3]", #"[1,"2"]"#]), ("once", ["1"]), ("point", points),
    ("points", ["[]"] + points.map { "[\($0)]" } + points.map { #"[{"x":3}, \#($0)]"# }),
    ("grid", ["[[1],[2,3]]", "[[],[4.5]]"]), ("table", points.map { #"{"k":\#($0)}"# }),
    ("raw", [#"{"any":[1,{"x":null}]}"#]), ("either", [#"{"text":"a"}"#, "1"]), ("or", [#""b""#, "2"]),
    ("unknown", ["1", #"{"id":"x"}"#]),
  ]

  private static func record(_ random: inout SeededRandom) -> [UInt8] {
    var members = Self.members.shuffled(using: &random)
    if random.chance(7, outOf: 8) { members.removeAll { $0.name == "unknown" } }
    members.removeLast(random.pick([0, 0, 1, 3]))
    if random.chance(1, outOf: 8) { members.append(random.pick(members)) }
    let space = random.pick(["", "", "", " ", "\t "])
    let texts = members.map { member in
      var value = random.chance(1, outOf: 12) ? random.pick(others) : member.values[0]
      if random.chance(1, outOf: 12) { value = random.pick(member.values) }
      let name =
        random.chance(1, outOf: 60)
        ? "\\u00\(String(member.name.utf8.first ?? 0, radix: 16))" + member.name.dropFirst() : member.name
      return "\"\(name)\"\(space):\(space)\(value)"
    }
    var text = Array("\(space){\(texts.joined(separator: "\(space),\(space)"))}\(space)".utf8)
    if random.chance(1, outOf: 3) { damage(&text, &random) }
    return text
  }

  private static func damage(_ text: inout [UInt8], _ random: inout SeededRandom) {
    let place = random.below(text.count)
    switch random.below(5) {
    case 0: text.removeLast(text.count - place)
    case 1: text.remove(at: place)
    case 2: text[place] = random.pick([0xFF, 0xC3, 0x00, 0x5C, 0x22, 0x2C, 0x7D, 0x5D, 0x30, 0x2E])
    case 3:
      text.insert(contentsOf: Array(random.pick([#"\x"#, #"\u12"#, "0", "}", ",", "\""]).utf8), at: place)
    default:
      // Of names, quotes and commas there is always one.
      let kind = UInt8(ascii: random.pick(["\"", ":", ","]))
      if let found = text[place...].firstIndex(of: kind) { text.remove(at: found) }
    }
  }

  // MARK: The comparison

  private enum Outcome: Equatable {
    case read(Model)
    case rejected(ReportedError)

    /// Whether the text is wrong, and not a value.
    var isMalformed: Bool {
      if case .rejected(let error) = self { error.kind.category != .mapping } else { false }
    }
  }

  private static func outcomes(
    _ text: [UInt8], _ mapping: Mapping<Model>, _ options: ReadingOptions
  ) throws -> [Int: Outcome] {
    var outcomes: [Int: Outcome] = [:]
    let noted = Noted()
    try mapping.makeDecoder(options).decodeLines(in: text.span, onError: .skip { noted.note($0, $1) }) {
      outcomes[$1.line] = .read(copy $0)
    }
    for (error, _) in noted.all { outcomes[error.line ?? 0] = .rejected(ReportedError(error)) }
    return outcomes
  }

  @Test(
    "every engine and mode rejects a record for the same reason", arguments: [false, true], [false, true])
  func reasons(rejectsUnknownNames: Bool, reportsAllErrors: Bool) throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ (rejectsUnknownNames ? 1 : 0))
    let lines = (0..<(Effort.now == .quick ? 3_000 : 30_000)).map { _ in Self.record(&random) }
    let text = Array(lines.joined(separator: [0x0A]))
    let mapping = try Self.mapping(rejectsUnknownNames: rejectsUnknownNames)
    func outcomes(_ engine: Engine, _ validation: Validation) throws -> [Int: Outcome] {
      var options = ReadingOptions(engine: engine, validation: validation)
      options.reportsAllErrors = reportsAllErrors
      return try Self.outcomes(text, mapping, options)
    }
    let expected = try outcomes(.yajl, .full)
    let full = try outcomes(.index, .full)
    let mapped = try outcomes(.index, .mapped)
    var counts = (read: 0, malformed: 0, mismatched: 0)
    for number in 1...lines.count {
      guard let one = expected[number] else { continue }
      if case .read = one {
        counts.read += 1
      } else if one.isMalformed {
        counts.malformed += 1
      } else {
        counts.mismatched += 1
      }
      // In mapped validation, some malformed records are read.
      let isSame = full[number] == one && (mapped[number] == one || isRead(mapped[number]) && one.isMalformed)
      if !isSame {
        Issue.record(
          """
          \(String(decoding: lines[number - 1], as: UTF8.self))
          yajl: \(one); index: \(full[number] as Any); mapped: \(mapped[number] as Any); \(SeededRandom.again)
          """)
      }
    }
    #expect(full.count == expected.count && mapped.count == expected.count)
    #expect(counts.read > 100 && counts.malformed > 400 && counts.mismatched > 400, "\(counts)")
  }

  private func isRead(_ outcome: Outcome?) -> Bool {
    if case .read = outcome { true } else { false }
  }
}
