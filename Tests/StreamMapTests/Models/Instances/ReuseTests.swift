import Testing

@testable import StreamMap
@testable import TestSupport

/// After every record of a random sequence, valid or malformed, a reused instance equals a fresh decode of that
/// record alone.
@Suite("Reuse")
struct ReuseTests {
  static let seeds: [UInt64] = [1, 2, 3, .random(in: 4 ... .max)]

  /// Reads the same records into a reused instance and into fresh ones.
  static func compare<Root, Shown: Equatable>(
    _ mapping: Mapping<Root>, seed: UInt64, records: Int = 400, _ show: (borrowing Root) -> Shown
  ) throws {
    var dice = SeededGenerator(seed: seed)
    let decoder = mapping.makeDecoder()
    for number in 0..<records {
      let json = RandomRecord.json(&dice)
      let fresh = Result { try mapping.decode(json) }.map(show)
      let reused = Result { try decoder.look(json, show) }
      switch (fresh, reused) {
      case (.success(let fresh), .success(let reused)):
        try #require(reused == fresh, "seed \(seed), record \(number): \(json)")
      case (.failure(let fresh as MappingError), .failure(let reused as MappingError)):
        try #require(ReportedError(reused) == ReportedError(fresh), "seed \(seed), record \(number): \(json)")
      default:
        Issue.record("seed \(seed), record \(number): fresh \(fresh), reused \(reused): \(json)")
      }
      if dice.once(in: 10) { _ = try? decoder.decode(RandomRecord.json(&dice)) }
    }
  }

  enum Color: String, Sendable {
    case red, green
  }

  struct Point: Equatable {
    var x = 1.5
    var names: [String] = []
    var note: String? = "a note of more than fifteen bytes"
  }

  struct Value: Equatable {
    var id = 1
    var small: UInt8 = 2
    var ratio: Float = 0.5
    var flag = true
    var text = "template text of more than fifteen bytes"
    var optional: String? = "template"
    var numbers: [Int] = [1, 2, 3]
    var empty: [String] = []
    var maybe: [Double]? = [1.5]
    var holes: [Int?] = [nil, 4]
    var raw = RawJSON()
    var value: JSONValue?
    var color = Color.green
    var colors: [Color] = [.red]
    var point = Point()
    var other: Point? = Point(x: 9)
    var points: [Point] = [Point()]
    var collected: [Int] = [7]
    var first: Int?
  }

  static func point(_ policies: FieldPolicy...) throws -> Mapping<Point> {
    let policy = policies.first ?? .badElement(.error)
    return try Mapping(Point()) {
      Field(\.x, "x", policy)
      Field(\.names, "names", policy)
      Field(\.note, "note", policy)
    }
  }

  static func value(_ policy: FieldPolicy, _ more: FieldPolicy) throws -> Mapping<Value> {
    let point = try point(policy)
    return try Mapping(Value()) {
      Field(\.id, "id", policy, more)
      Field(\.small, "id", policy, more)
      Field(\.ratio, "ratio", policy, more)
      Field(\.flag, "flag", policy, more)
      Field(\.text, "text", policy, more)
      Field(\.optional, "text", policy, more)
      Field(\.numbers, "list", policy, more)
      Field(\.empty, "names", policy, more)
      Field(\.maybe, "list", policy, more)
      Field(\.holes, "list", policy, more)
      Field(\.raw, "point", more)
      Field(\.value, "list", more)
      Field(\.color, "color", policy, more)
      Field(\.colors, "colors", policy, more)
      Field(\.point, "point", mapping: point, policy, more)
      Field(\.other, "point", mapping: point, policy, more)
      Field(\.points, "points", mapping: point, policy, more)
      Field(\.collected, "points[*].id", policy, more)
      Field(\.first, "list[0]", policy, more)
    }
  }

  @Test("struct", .feature("28"), arguments: seeds)
  func structs(seed: UInt64) throws {
    for policy in [FieldPolicy.badElement(.error), .badElement(.drop), .null(.keep), .mismatch(.keep)] {
      for more in [FieldPolicy.truncating, .badElement(.drop), .duplicate(.error)] {
        try Self.compare(try Self.value(policy, more), seed: seed, records: 120) { copy $0 }
      }
    }
  }

  struct Gathered: Equatable {
    var rows: [[Int]] = [[1], [2, 3]]
    var names: Set<String> = ["template"]
    var members: [String: RawJSON] = ["a name of more than fifteen bytes": RawJSON()]
    var points: [String: Point]? = ["p": Point()]
    var all: [String: JSONValue] = [:]
    var grid: [[Point]] = []
  }

  @Test("collections", arguments: seeds)
  func collections(seed: UInt64) throws {
    let point = try Self.point(.mismatch(.keep))
    for policy in [FieldPolicy.badElement(.error), .badElement(.drop), .mismatch(.keep), .duplicate(.last)] {
      let mapping = try Mapping(Gathered()) {
        Field(\.rows, "points", .badElement(.drop), policy)
        Field(\.names, "names", policy)
        Field(\.members, "point", policy)
        Field(\.points, "point", mapping: point, .badElement(.drop), policy)
        Field(\.all, "$", .badElement(.drop), policy)
        Field(\.grid, "points", mapping: point, .badElement(.drop), policy)
      }
      try Self.compare(mapping, seed: seed, records: 120) { copy $0 }
    }
  }

  @Test("struct, the last duplicate counts", arguments: seeds)
  func lastDuplicates(seed: UInt64) throws {
    let mapping = try Mapping(Value()) {
      Field(\.id, "id", .duplicate(.last), .mismatch(.keep))
      Field(\.text, "text", .duplicate(.last), .null(.keep))
      Field(\.numbers, "list", .duplicate(.last), .badElement(.drop), .mismatch(.keep))
      Field(\.maybe, "list", .duplicate(.last), .badElement(.drop), .mismatch(.keep))
    }
    try Self.compare(mapping, seed: seed) { copy $0 }
  }

  @Test("fields of a property, and of a property within it", arguments: seeds)
  func overlapping(seed: UInt64) throws {
    let point = try Self.point(.mismatch(.keep))
    let mapping = try Mapping(Value()) {
      Field(\.text, "text", .mismatch(.keep))
      Field(\.numbers, "list", .badElement(.drop))
      Field(\.point.x, "x", .mismatch(.keep))
      Field(\.point, "point", mapping: point, .mismatch(.keep))
      Field(\.point.note, "note", .mismatch(.keep))
    }
    try Self.compare(mapping, seed: seed) { copy $0 }

    let decoder = mapping.makeDecoder()
    for (text, name, x) in [
      (#"{"text":"a","point":{"x":2}}"#, "a", 2), (#"{"text":"b","x":3}"#, "b", 3),
      (#"{"text":"c","point":{"x":4}}"#, "c", 4), (#"{}"#, Value().text, Value().point.x),
      // The field that is declared last counts, in any order of members.
      (#"{"text":"b","point":{"x":4},"x":5}"#, "b", 4),
    ] {
      let model = try decoder.look(text) { copy $0 }
      #expect(model.text == name && model.point.x == x, "\(text)")
    }
  }

  @Test("one long array leaves its capacity in no more than one other model", arguments: [1, 2])
  func capacity(workers: Int) throws {
    struct List {
      var items: [String] = []
      var parts: [Part] = []

      struct Part {
        var items: [Int]? = nil
      }
    }
    let part = try Mapping(List.Part()) { Field(\.items, "items") }
    let mapping = try Mapping(List()) {
      Field(\.items, "items")
      Field(\.parts, "parts", mapping: part)
    }
    let texts = Array(repeating: #""a""#, count: 20_000).joined(separator: ",")
    let numbers = Array(repeating: "1", count: 20_000).joined(separator: ",")
    let long = #"{"items":[\#(texts)],"parts":[{"items":[\#(numbers)]},{"items":[1]}]}"#
    let short = #"{"items":["b"],"parts":[{"items":[1]},{"items":[1,2]}]}"#
    let text = ([long] + Array(repeating: short, count: 20)).joined(separator: "\n")
    let lists = try JSONLines(.bytes(Array(text.utf8)), as: mapping).results(workers: workers).map {
      try $0.get()
    }
    #expect(lists.map(\.items.count) == [20_000] + Array(repeating: 1, count: 20))
    // The array after the long one may be as large, because most of it was used.
    for list in lists.dropFirst(2) {
      #expect(list.items.capacity < 100)
      for part in list.parts { #expect(try #require(part.items).capacity < 100) }
    }
  }

  final class Final {
    var id = 1
    var text: String? = "template text of more than fifteen bytes"
    var list: [Int] = [1]
    var point = Point()
    var points: [Point] = []
    var shown: [String] { ["\(id)", "\(text ?? "nil")", "\(list)", "\(point)", "\(points)"] }
  }

  @Test("final class", .feature("28"), arguments: seeds)
  func finalClasses(seed: UInt64) throws {
    let point = try Self.point()
    let mapping = try Mapping(Final()) {
      Field(\.id, "id", .mismatch(.keep))
      Field(\.text, "text", .mismatch(.setNil))
      Field(\.list, "list", .badElement(.drop), .null(.keep))
      Field(\.point, "point", mapping: point, .mismatch(.keep))
      Field(\.points, "points", mapping: point, .badElement(.drop))
    }
    try Self.compare(mapping, seed: seed) { $0.shown }
  }

  class Open {
    var id = 1
    var text: String? = "template text of more than fifteen bytes" {
      didSet {}
    }
    var list: [Int] = [1] {
      didSet {}
    }
    private var stored = Point(x: 3)
    var point: Point {
      get { stored }
      set { stored = newValue }
    }
    var points: [Point]? = [Point()] {
      didSet {}
    }
    var color: Color? = .red
    var shown: [String] {
      ["\(id)", "\(text ?? "nil")", "\(list)", "\(point)", "\(points ?? [])", "\(color as Any)"]
    }
  }

  @Test("class whose properties have no address", arguments: seeds)
  func cells(seed: UInt64) throws {
    let point = try Self.point()
    let mapping = try Mapping(Open()) {
      Field(\.id, "id", .mismatch(.keep))
      Field(\.text, "text", .mismatch(.setNil))
      Field(\.list, "list", .badElement(.drop))
      Field(\.point, "point", mapping: point)
      Field(\.points, "points", mapping: point, .badElement(.drop))
      Field(\.color, "color", .mismatch(.setNil))
    }
    try Self.compare(mapping, seed: seed) { $0.shown }
  }

  @Test("setter closures", arguments: seeds)
  func closures(seed: UInt64) throws {
    let mapping = try Mapping(Value()) {
      Field("id", .mismatch(.keep)) { (value: inout Value, id: Int) in value.id += id }
      Field("list", .badElement(.drop), .mismatch(.keep)) { (value: inout Value, list: [Int]) in
        value.numbers += list
      }
      Field("text", .mismatch(.setNil)) { (value: inout Value, text: String?) in value.text += text ?? "nil" }
      Field(\.flag, "flag", .mismatch(.keep))
    }
    try Self.compare(mapping, seed: seed) { copy $0 }
  }

  final class Branch {
    var id = 5
    var leaf: Leaf? = Leaf()
    var leaves: [Leaf] = []
    var shown: [String] { ["\(id)", leaf?.shown ?? "nil"] + leaves.map(\.shown) }
  }

  final class Leaf {
    var x = 1.5
    var names: [String] = ["template"]
    var note: String?
    var shown: String { "\(x) \(names) \(note ?? "nil")" }
  }

  @Test("classes in classes", arguments: seeds)
  func nestedClasses(seed: UInt64) throws {
    let leaf = try Mapping(Leaf()) {
      Field(\.x, "x", .mismatch(.keep))
      Field(\.names, "names", .badElement(.drop))
      Field(\.note, "note")
    }
    let mapping = try Mapping(Branch()) {
      Field(\.id, "id", .mismatch(.keep))
      Field(\.leaf, "point", mapping: leaf)
      Field(\.leaves, "points", mapping: leaf, .badElement(.drop))
    }
    try Self.compare(mapping, seed: seed) { $0.shown }
  }
}

/// Records with the members that these models map: absent, null, valid, mismatched, duplicated, and sometimes
/// truncated.
enum RandomRecord {
  static func json(_ dice: inout SeededGenerator) -> String {
    var members: [String] = []
    for name in [
      "id", "ratio", "flag", "text", "list", "names", "color", "colors", "point", "points", "other",
    ] {
      for _ in 0..<dice.pick([0, 1, 1, 1, 1, 1, 1, 2]) { members.append("\"\(name)\":\(value(name, &dice))") }
    }
    members.shuffle(using: &dice)
    let record = "{\(members.joined(separator: dice.once(in: 4) ? " ,\n" : ","))}"
    guard dice.once(in: 12) else { return record }
    return String(
      decoding: Array(record.utf8).prefix(Int.random(in: 0..<record.utf8.count, using: &dice)), as: UTF8.self)
  }

  private static func value(_ name: String, _ dice: inout SeededGenerator) -> String {
    if dice.once(in: 9) { return "null" }
    if dice.once(in: 25) { return dice.pick(["1", "true", "\"x\"", "[]", "{}", "[{}]", "1e400", "300"]) }
    switch name {
    case "id": return "\(Int.random(in: 0...200, using: &dice))"
    case "ratio": return dice.pick(["1", "0.1", "-2.5e3", "1e-3"])
    case "flag": return dice.pick(["true", "false"])
    case "text": return dice.pick([#""""#, #""short""#, #""a text of more than fifteen bytes, \u00e9""#])
    case "list":
      return list(&dice) { dice in
        dice.once(in: 12)
          ? dice.pick(["null", "\"x\"", "1.5", "[]"]) : "\(Int.random(in: -5...5, using: &dice))"
      }
    case "names":
      return list(&dice) { dice in
        dice.once(in: 15) ? "7" : dice.pick([#""a""#, #""a name of twenty bytes""#])
      }
    case "color": return dice.pick([#""red""#, #""green""#])
    case "colors":
      return list(&dice) { dice in dice.once(in: 15) ? #""blue""# : dice.pick([#""red""#, #""green""#]) }
    case "points": return list(&dice) { dice in dice.once(in: 15) ? "null" : point(&dice) }
    default: return point(&dice)
    }
  }

  private static func list(_ dice: inout SeededGenerator, _ element: (inout SeededGenerator) -> String)
    -> String
  {
    let elements = (0..<Int.random(in: 0...4, using: &dice)).map { _ in element(&dice) }
    return "[\(elements.joined(separator: ","))]"
  }

  private static func point(_ dice: inout SeededGenerator) -> String {
    var members: [String] = []
    for name in ["x", "names", "note", "id"] where dice.once(in: 2) {
      switch name {
      case "x": members.append("\"x\":\(value("ratio", &dice))")
      case "names": members.append("\"names\":\(value("names", &dice))")
      case "id": members.append("\"id\":\(value("id", &dice))")
      default: members.append("\"note\":\(value("text", &dice))")
      }
    }
    return "{\(members.joined(separator: ","))}"
  }
}
