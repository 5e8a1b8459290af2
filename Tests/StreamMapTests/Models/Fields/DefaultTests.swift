import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Default values")
struct DefaultTests {
  enum Level: String, Sendable { case debug, info, warning }

  struct Point: Equatable, Sendable {
    var x = 0.0
    var y = 0.0
  }

  struct Line: Equatable, Sendable {
    var id = 0
    var level = Level.debug
    var text: String? = "template"
    var tags: [String] = []
    var point = Point()
    var points: [Point] = []
    var computed: Int {
      get { stored }
      set { stored = newValue }
    }
    private var stored = 1
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Line> {
    func with<Value>(_ make: ([FieldPolicy]) -> Value) -> Value { make(policies) }
    let point = try Mapping(Point()) {
      Field(\.x, "x", default: 7)
      Field(\.y, "y")
    }
    return try Mapping(Line()) {
      Field(\.id, "id", default: 42, .null(.keep), .mismatch(.keep))
      Field(\.level, "level", default: .info, .null(.keep), .mismatch(.keep))
      Field(\.text, "text", default: "default", .mismatch(.keep))
      Field(\.tags, "tags", default: ["a", "b"], .mismatch(.keep))
      Field(\.point, "point", mapping: point, default: Point(x: 1, y: 2), .mismatch(.keep))
      Field(\.points, "points", mapping: point, default: [Point(x: 3, y: 4)])
      Field(\.computed, "computed", default: 5, .mismatch(.keep))
    }
  }

  private func line(_ change: (inout Line) -> Void) -> Line {
    var line = Line()
    line.id = 42
    line.level = .info
    line.text = "default"
    line.tags = ["a", "b"]
    line.point = Point(x: 1, y: 2)
    line.points = [Point(x: 3, y: 4)]
    line.computed = 5
    change(&line)
    return line
  }

  @Test("absent, null and mismatch give the default", .feature("5", "6"))
  func instead() throws {
    let mapping = try Self.mapping()
    #expect(try mapping.both("{}") == line { _ in })
    #expect(try mapping.both(#"{"id":null,"level":null}"#) == line { _ in })
    #expect(
      try mapping.both(#"{"id":"x","level":"loud","text":1,"tags":2,"point":[],"computed":"y"}"#)
        == line { _ in })
    #expect(try mapping.both(#"{"text":null}"#) == line { $0.text = nil })
    #expect(
      try mapping.both(#"{"tags":[],"points":[{}]}"#)
        == line {
          $0.tags = []; $0.points = [Point(x: 7, y: 0)]
        })
    #expect(try mapping.both(#"{"point":{"y":9}}"#) == line { $0.point = Point(x: 7, y: 9) })
    #expect(try mapping.bothRefuse(#"{"tags":null}"#).kind == .unexpectedNull)
  }

  @Test("after a record with a value, and a malformed one", .feature("28"))
  func reused() throws {
    let mapping = try Self.mapping()
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      for json in [#"{"id":1,"tags":["z"],"point":{},"computed":6}"#, "{}", #"{"id":2,"points":7}"#, "{}"] {
        let result = try? decoder.read(Array(json.utf8).span) { line in copy line }
        if json == "{}" { #expect(result == line { _ in }) }
        if json.contains("points") { #expect(result == nil) }
      }
    }
  }

  final class Account: Equatable {
    var name = "template"
    var tags: [String] = ["t"]
    var other: Point? = nil
    var sum = 0

    static func == (left: Account, right: Account) -> Bool {
      left.name == right.name && left.tags == right.tags && left.other == right.other && left.sum == right.sum
    }
  }

  @Test("classes, computed properties and setters", .feature("3", "6"))
  func classes() throws {
    let point = try Mapping(Point()) { Field(\.x, "x") }
    let mapping = try Mapping(Account()) {
      Field(\.name, "name", default: "nobody")
      Field(\.tags, "tags", default: [])
      Field(\.other, "other", mapping: point, default: Point(x: 1, y: 1))
      // Called once for each record, with the value or its default.
      Field("cents", default: 5, .null(.keep)) { (account: inout Account, cents: Int) in account.sum += cents
      }
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      func read(_ json: String) throws -> [String] {
        try decoder.read(Array(json.utf8).span) { account in
          ["\(account.name)", "\(account.tags)", "\(account.other?.x ?? -1)", "\(account.sum)"]
        }
      }
      #expect(try read("{}") == ["nobody", "[]", "1.0", "5"])
      #expect(
        try read(#"{"name":"ada","tags":["x"],"other":{"x":3},"cents":7}"#) == ["ada", #"["x"]"#, "3.0", "7"])
      #expect(try read(#"{"other":null,"cents":null}"#) == ["nobody", "[]", "-1.0", "5"])
      #expect(throws: MappingError.self) { try read(#"{"name":1}"#) }
      #expect(try read("{}") == ["nobody", "[]", "1.0", "5"])
    }
  }

  @Test("closure values", .feature("4", "6"))
  func wanted() throws {
    let mapping = try Mapping(
      Argument<Int>("id", .null(.keep), .mismatch(.keep)).or(42),
      Argument<[Int]>("list", .mismatch(.keep)).or([1]),
      Argument<Level>("level", .mismatch(.keep)).or(.warning)
    ) { id, list, level in "\(id) \(list) \(level)" }
    #expect(try mapping.both("{}") == "42 [1] warning")
    #expect(try mapping.both(#"{"id":null,"list":"x","level":"loud"}"#) == "42 [1] warning")
    #expect(try mapping.both(#"{"id":"x","list":[],"level":"info"}"#) == "42 [] info")
    #expect(try mapping.bothRefuse(#"{"list":null}"#).kind == .unexpectedNull)
  }

  @Test("required still applies", .feature("5"))
  func required() throws {
    let mapping = try Mapping(Box(value: 1)) { Field(\.value, "v", default: 2, .required, .null(.keep)) }
    #expect(try mapping.bothRefuse("{}").kind == .missingField)
    #expect(try mapping.both(#"{"v":null}"#).value == 2)
  }

  @Test("written like any value", .feature("20"))
  func written() throws {
    let mapping = try Self.mapping()
    let line = try mapping.decode("{}")
    #expect(try mapping.decode(try mapping.encode(line)) == line)
  }
}
