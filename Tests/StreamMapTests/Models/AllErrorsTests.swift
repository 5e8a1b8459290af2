import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// All errors of a record at once.
@Suite("All errors of a record")
struct FailureReportingTests {
  struct Point: Equatable {
    var x = 0
    var y = 0
  }

  struct Named: Equatable {
    let name: String
  }

  struct Model: Equatable {
    var id = -1
    var level: Int8 = 0
    var text = ""
    var tags: [Int] = []
    var once = 0
    var point = Point()
    var points: [Point] = []
    var named: [Named] = []
    var raw = RawJSON()
    var grid: [[Int]] = []
    var table: [String: Point] = [:]
  }

  static func mapping() throws -> Mapping<Model> {
    let point = try Mapping(Point()) {
      Field(\.x, "x", .required)
      Field(\.y, "y")
    }
    let named = try Mapping(Argument<String>("name")) { (name: String) throws -> Named in
      if name.isEmpty { throw Empty() }
      return Named(name: name)
    }
    return try Mapping(Model()) {
      Field(\.id, "id", .required)
      Field(\.level, "level")
      Field(\.text, "a.text", .required)
      Field(\.tags, "tags")
      Field(\.once, "once", .duplicate(.error))
      Field(\.point, "point", mapping: point)
      Field(\.points, "points", mapping: point)
      Field(\.named, "named", mapping: named)
      Field(\.raw, "raw", .null(.error))
      Field(\.grid, "grid")
      Field(\.table, "table", mapping: point)
    }
  }

  struct Empty: Error {}

  /// Kind, location and path of each error.
  static func failures(_ json: String, _ engine: Engine = .automatic) throws -> [String] {
    let mapping = try mapping()
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, reportsAllErrors: true))
    let error = try #require(throws: MappingError.self) { try decoder.decode(json) }
    let first = try #require(throws: MappingError.self) { try mapping.decode(json) }
    #expect(ReportedError(error) == ReportedError(first), "\(json)")
    #expect(first.others.isEmpty)
    return ([error] + error.others).map { "\($0.kind) \($0.byteOffset ?? -1) \($0.path)" }
  }

  static func place(_ json: String, _ part: String) throws -> Int {
    let range = try #require(json.range(of: part))
    return json.utf8.distance(from: json.startIndex, to: range.lowerBound)
  }

  @Test("reports each kind in order of location", .feature("37"), arguments: [Engine.yajl, .index])
  func kinds(_ engine: Engine) throws {
    let json = """
      {"level":300,"a":{"text":7},"tags":[1,"x",null,2.5],"once":1,"once":{"p":[1]},\
      "point":{"y":true},"raw":null,"grid":[[1],2,["z"]]}
      """
    let expected = try [
      "outOfRange \(Self.place(json, "300")) level",
      "typeMismatch \(Self.place(json, "7}")) a.text",
      "typeMismatch \(Self.place(json, "\"x\"")) tags[1]",
      "unexpectedNull \(Self.place(json, "null,2.5")) tags[2]",
      "notAnInteger \(Self.place(json, "2.5")) tags[3]",
      "duplicateName \(Self.place(json, "{\"p\"")) once",
      "typeMismatch \(Self.place(json, "true")) point.y",
      "missingField \(Self.place(json, "},\"raw\"")) point.x",
      "unexpectedNull \(Self.place(json, "null,\"grid")) raw",
      "typeMismatch \(Self.place(json, "2,[\"z")) grid[1]",
      "typeMismatch \(Self.place(json, "\"z\"")) grid[2][0]",
      "missingField \(json.utf8.count - 1) id",
    ]
    #expect(try Self.failures(json, engine) == expected)
  }

  @Test("reports one error for each model that cannot be created", arguments: [Engine.yajl, .index])
  func models(_ engine: Engine) throws {
    let json = """
      {"id":1,"a":{"text":""},"named":[{"name":""},{"name":"b"},{},{"name":1},{"name":""}],\
      "points":[{"x":1},{},7,{"x":2,"y":"z"}],"table":{"a":{"y":1},"b":{"x":null}}}
      """
    let expected = try [
      "invalidModel \(Self.place(json, "},{\"name\":\"b")) named[0]",
      "missingField \(Self.place(json, "},{\"name\":1")) named[2].name",
      "typeMismatch \(Self.place(json, "1},{\"name\":\"\"}]")) named[3].name",
      "invalidModel \(Self.place(json, "}],\"points")) named[4]",
      "missingField \(Self.place(json, "},7")) points[1].x",
      "typeMismatch \(Self.place(json, "7,{")) points[2]",
      "typeMismatch \(Self.place(json, "\"z\"")) points[3].y",
      "missingField \(Self.place(json, "},\"b\":{\"x\"")) table.a.x",
      "unexpectedNull \(Self.place(json, "null")) table.b.x",
    ]
    #expect(try Self.failures(json, engine) == expected)
    let decoder = try Self.mapping().makeDecoder(ReadingOptions(engine: engine, reportsAllErrors: true))
    let error = try #require(throws: MappingError.self) { try decoder.decode(json) }
    let models = ([error] + error.others).filter { $0.kind == .invalidModel }
    #expect(models.map(\.expected) == ["values for Named", "values for Named"])
  }

  @Test("a required model with an error is not reported as absent", arguments: [Engine.yajl, .index])
  func requiredModel(_ engine: Engine) throws {
    struct Pair {
      var named: Named?
      var id = 0
    }
    let named = try Mapping(Argument<String>("name")) { Named(name: $0) }
    let mapping = try Mapping(Pair()) {
      Field(\.named, "named", mapping: named, .required)
      Field(\.id, "id")
    }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, reportsAllErrors: true))
    let error = try #require(throws: MappingError.self) {
      try decoder.decode(#"{"named":{"name":7},"id":"x"}"#)
    }
    #expect(
      ([error] + error.others).map { "\($0.kind) \($0.path)" } == [
        "typeMismatch named.name", "typeMismatch id",
      ])
  }

  @Test(
    "reports that the whole record is not valid after errors in its parts", arguments: [Engine.yajl, .index])
  func wholeModel(_ engine: Engine) throws {
    let mapping = try Self.mapping().validating { $0.id > 0 }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, reportsAllErrors: true))
    for _ in 0..<2 {
      let error = try #require(throws: MappingError.self) {
        try decoder.decode(#"{"id":-1,"a":{"text":""},"points":[{"x":1},{}]}"#)
      }
      #expect(
        ([error] + error.others).map { "\($0.kind) \($0.path)" } == [
          "missingField points[1].x", "invalidModel $",
        ])
    }
  }

  @Test("a syntax error ends the list")
  func syntax() throws {
    let json = #"{"id":"x","level":true,"a":{"text":null} "b"}"#
    #expect(
      try Self.failures(json) == [
        "typeMismatch 6 id", "typeMismatch 18 level", "unexpectedNull 35 a.text", "syntax 41 $",
      ])
    #expect(try Self.failures(#"{"id":"x","#) == ["typeMismatch 6 id", "truncated 10 $"])
    #expect(try Self.failures(#"{"id":1,,"level":true}"#) == ["syntax 8 $"])
    #expect(try Self.failures("7") == ["typeMismatch 0 $"])
  }

  @Test("reports at most a hundred errors")
  func many() throws {
    let json =
      #"{"id":1,"a":{"text":""},"tags":["# + Array(repeating: "null", count: 500).joined(separator: ",")
      + "]}"
    let failures = try Self.failures(json)
    #expect(failures.count == Notes.maximumFailures)
    #expect(failures.last?.hasSuffix("tags[99]") == true)
    let models = Array(repeating: #"{"name":""}"#, count: 150).joined(separator: ",")
    let invalid = try Self.failures(#"{"id":1,"a":{"text":""},"named":[\#(models)]}"#)
    #expect(invalid.count == Notes.maximumFailures)
    #expect(invalid.last?.hasSuffix("named[99]") == true)
  }

  @Test("a decoder works normally after an error")
  func reuse() throws {
    let good = #"{"id":1,"a":{"text":"t"},"tags":[1],"named":[{"name":"n"}],"points":[{"x":1,"y":2}]}"#
    let bad =
      #"{"id":null,"tags":[2,"x"],"named":[{"name":"m"},{}],"points":[{"x":9},{}],"grid":[[1],[null]]}"#
    for engine in [Engine.yajl, .index] {
      let decoder = try Self.mapping().makeDecoder(ReadingOptions(engine: engine, reportsAllErrors: true))
      let model = try decoder.decode(good)
      for _ in 0..<3 {
        let error = try #require(throws: MappingError.self) { try decoder.decode(bad) }
        #expect(error.others.count == 5)
        #expect(try decoder.decode(good) == model)
      }
    }
  }

  @Test("locates additional errors in lines; the description counts them")
  func lines() throws {
    let text = "{\"id\":1,\"a\":{\"text\":\"\"}}\n{\"id\":\"x\",\"a\":{\"text\":1}}\n"
    var lines = try JSONLines(.text(text), as: Self.mapping())
    lines.options.reportsAllErrors = true
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    let other = try #require(error.others.first)
    #expect(error.others.count == 1)
    #expect((other.record, other.line, other.column, other.byteOffset) == (2, 2, 23, 47))
    #expect(error.description.hasSuffix("(and 1 more)"))
  }

  /// A mapping of several fields reports the errors that each field alone reports.
  @Test("matches the errors of single fields on random records")
  func random() throws {
    let parts: [[Field<Model>]] = [
      [Field(\.id, "id", .required)], [Field(\.level, "small")], [Field(\.text, "user.name", .required)],
      [Field(\.tags, "list")], [Field(\.once, "user.id")], [Field(\.grid, "grid")],
      [
        Field(
          \.points, "points",
          mapping: try Mapping(Point()) {
            Field(\.x, "x"); Field(\.y, "y")
          })
      ],
    ]
    let whole = try Mapping(Model()) { parts.flatMap { $0 } }.makeDecoder(
      ReadingOptions(reportsAllErrors: true))
    let each = try parts.map { part in
      try Mapping(Model()) { part }.makeDecoder(ReadingOptions(reportsAllErrors: true))
    }
    func failures(_ decoder: RecordDecoder<Model>, _ record: [UInt8]) -> [MappingError] {
      let error = caught { _ = try decoder.decode(record.span) }
      return error.map { [$0] + $0.others } ?? []
    }
    func told(_ error: MappingError) -> String { "\(error.byteOffset ?? -1) \(error.path) \(error.message)" }
    var generator = LineGenerator(seed: SeededRandom.seed)
    var most = 0
    for _ in 0..<Effort.pick(1_000, 10_000, 100_000) {
      let record = generator.record()
      let all = failures(whole, record)
      guard all.allSatisfy({ $0.category == .mapping }), all.count < Notes.maximumFailures else { continue }
      let expected = each.flatMap { failures($0, record) }
      // A record of the wrong kind has one error.
      let isRoot = all.first?.path == "$" && all.first?.kind == .typeMismatch
      #expect(
        Set(all.map(told)) == Set(expected.map(told)) && all.count == (isRoot ? 1 : expected.count),
        "\(excerpt(record)), \(SeededRandom.again)")
      #expect(zip(all, all.dropFirst()).allSatisfy { ($0.byteOffset ?? 0) <= ($1.byteOffset ?? 0) })
      most = max(most, all.count)
    }
    #expect(most > 5)
  }
}
