import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Statistics of the values in the records of a stream.
@Suite("Field statistics")
struct QualityReportTests {
  struct Item {
    var price: Double?
    var name = ""
  }

  struct Model {
    var id = -1
    var note: String?
    var level = 0
    var tags: [Int] = []
    var items: [Item] = []
  }

  static func mapping() throws -> Mapping<Model> {
    let item = try Mapping(Item()) {
      Field(\.price, "price")
      Field(\.name, "n.name", .mismatch(.keep))
    }
    return try Mapping(Model()) {
      Field(\.id, "id", .required)
      Field(\.note, "note")
      Field(\.level, "user.level", .mismatch(.keep), .null(.keep))
      Field(\.tags, "tags", .badElement(.drop))
      Field(\.items, "items", mapping: item)
    }
  }

  static let lines = [
    #"{"id":1,"note":"a","user":{"level":3},"tags":[1],"items":[{"price":1,"n":{"name":"x"}}]}"#,
    #"{"id":2,"note":null,"user":{"level":"x"},"tags":[1,"x",2.5,null],"items":[{"price":null},{"n":{"name":3}}]}"#,
    #"{"note":"no id"}"#,
    #"{"id":4,"user":{"level":null}}"#,
    #"{"id":5,"user":7,"items":[{"#,
    "",
    #"{"id":6,"note":null,"tags":["y"],"items":[{"price":"p"}]}"#,
  ]

  static func report(_ engine: Engine, _ reportsAllErrors: Bool = false) throws -> FieldStatistics {
    let statistics = FieldStatistics()
    var lines = try JSONLines(.text(Self.lines.joined(separator: "\n")), as: mapping())
    lines.options = ReadingOptions(engine: engine, reportsAllErrors: reportsAllErrors, statistics: statistics)
    lines.onError = .skip { _, _ in }
    try lines.forEach { _, _ in }
    return statistics
  }

  static func place(_ line: Int, _ part: String) throws -> FieldStatistics.Location {
    let before = Self.lines[..<(line - 1)].reduce(0) { $0 + $1.utf8.count + 1 }
    let range = try #require(Self.lines[line - 1].range(of: part))
    let offset = Self.lines[line - 1].utf8.distance(
      from: Self.lines[line - 1].startIndex, to: range.lowerBound)
    return FieldStatistics.Location(
      record: line > 6 ? line - 1 : line, line: line, byteOffset: before + offset)
  }

  @Test("a path of several that cannot be followed is absent", arguments: [Engine.yajl, .index])
  func several(_ engine: Engine) throws {
    let mapping = try Mapping(Item()) { Field(\.name, ["user.name", "name"], .mismatch(.keep)) }
    let statistics = FieldStatistics()
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, statistics: statistics))
    let lines = [#"{"user":7,"name":"x"}"#, #"{"user":[],"other":1}"#, #"{"user":{"name":3}}"#]
    var names: [String] = []
    try decoder.decodeLines(in: lines.joined(separator: "\n")) { item, _ in names.append(item.name) }
    #expect(names == ["x", "", ""])
    let field = try #require(statistics.fields.first)
    #expect(statistics.records == 3)
    #expect(field.absent.count == 1 && field.absent.firstLine == 2)
    #expect(field.mismatched.count == 1 && field.mismatched.firstLine == 3)
  }

  @Test("counts null for a list that takes a single value", arguments: [Engine.yajl, .index])
  func nullForList(_ engine: Engine) throws {
    struct Tagged {
      var tags: [Int] = []
    }
    let statistics = FieldStatistics()
    let decoder = try Mapping(Tagged()) { Field(\.tags, "tags", .singleAsArray) }
      .makeDecoder(ReadingOptions(engine: engine, statistics: statistics))
    let error = try #require(throws: MappingError.self) { try decoder.decode(#"{"tags":null}"#) }
    #expect(error.kind == .unexpectedNull)
    #expect(statistics.fields[0].null.count == 1)
  }

  @Test("counts a record once if a partial model was shown", arguments: [Engine.yajl, .index])
  func partial(_ engine: Engine) throws {
    let statistics = FieldStatistics()
    var parser = PushParser(
      try Self.mapping(), options: ReadingOptions(engine: engine, statistics: statistics))
    try parser.feed(Array((#"{"id":1,"note":null,"tags":["x"]}"# + "\n" + #"{"id":2,"note":null,"#).utf8)) {
      _, _ in
    }
    let isShown = try parser.partial { _, _ in true }
    #expect(isShown == true)
    try parser.feed(Array((#""tags":["x"]}"# + "\n").utf8)) { _, _ in }
    try parser.finish { _, _ in }
    #expect(statistics.records == 2)
    #expect(statistics.fields[1].null.count == 2)
    #expect(statistics.fields[3].dropped.count == 2)
  }

  @Test("counts values and first locations", arguments: [Engine.yajl, .index], [false, true])
  func counts(_ engine: Engine, _ reportsAllErrors: Bool) throws {
    let statistics = try Self.report(engine, reportsAllErrors)
    #expect((statistics.records, statistics.rejected) == (3, 3))
    #expect(
      statistics.fields.map(\.path) == [
        "id", "note", "user.level", "tags", "items", "items[*].price", "items[*].n.name",
      ])
    #expect(
      statistics.fields.map { [$0.absent.count, $0.null.count, $0.mismatched.count, $0.dropped.count] } == [
        [1, 0, 0, 0], [1, 2, 0, 0], [2, 1, 1, 0], [2, 0, 0, 4], [2, 0, 0, 0], [1, 1, 1, 0], [2, 0, 1, 0],
      ])
    let firsts = statistics.fields.map {
      [$0.absent.first, $0.null.first, $0.mismatched.first, $0.dropped.first]
    }
    let expected: [[FieldStatistics.Location?]] = try [
      [Self.place(3, "}"), nil, nil, nil],
      [Self.place(4, "}}").after(1), Self.place(2, "null"), nil, nil],
      [Self.place(3, "}"), Self.place(4, "null"), Self.place(2, "\"x\"}"), nil],
      [Self.place(3, "}"), nil, nil, Self.place(2, "\"x\",2.5")],
      [Self.place(3, "}"), nil, nil, nil],
      [Self.place(2, "}]}"), Self.place(2, "null}"), Self.place(7, "\"p\""), nil],
      [Self.place(2, "},{"), nil, Self.place(2, "3}}"), nil],
    ]
    for (field, places) in zip(statistics.fields, zip(firsts, expected)) {
      #expect(places.0 == places.1, "\(field.path)")
    }
  }

  @Test("both engines, records and random lines give equal statistics")
  func random() throws {
    var generator = LineGenerator(seed: SeededRandom.seed)
    for _ in 0..<Effort.pick(100, 1_000, 5_000) {
      let text = generator.sample().text
      let mapping = try Mapping(Model()) {
        Field(\.id, "id", .mismatch(.keep))
        Field(\.note, "text", .mismatch(.setNil))
        Field(\.level, "user.id", .mismatch(.keep), .null(.keep))
        Field(\.tags, "list", .badElement(.drop), .mismatch(.keep))
      }
      let reports = try [Engine.yajl, .index].map { engine in
        let statistics = FieldStatistics()
        let decoder = RecordDecoder(mapping, options: ReadingOptions(engine: engine, statistics: statistics))
        try decoder.decodeLines(in: text.span, onError: .skip { _, _ in }) { _, _ in }
        return statistics
      }
      #expect(reports[0].fields == reports[1].fields, "\(SeededRandom.again)")
      #expect((reports[0].records, reports[0].rejected) == (reports[1].records, reports[1].rejected))
    }
  }

  @Test("shares statistics between streams of one or two mappings")
  func shared() throws {
    let statistics = FieldStatistics()
    let mapping = try Mapping(Item()) { Field(\.price, "price") }
    for _ in 0..<2 {
      var lines = JSONLines(.text("{}\n{\"price\":1}\n"), as: mapping)
      lines.options.statistics = statistics
      try lines.forEach { _, _ in }
    }
    #expect(statistics.fields.count == 1)
    #expect(statistics.fields[0].absent.count == 2)
    _ = try RecordDecoder(
      Mapping(Item()) { Field(\.name, "name") }, options: ReadingOptions(statistics: statistics)
    )
    .decode("{}")
    #expect(statistics.fields.map(\.path) == ["price", "name"])
    #expect(
      statistics.fields[1].absent.first == FieldStatistics.Location(record: nil, line: nil, byteOffset: 1))
    #expect(statistics.records == 5)
  }

  @Test("counts a record that is rejected when read again")
  func again() throws {
    struct Pair: Equatable {
      let id: Int
      let note: String?
    }
    let built = try Mapping(Argument<Int>("id"), Argument<String?>("note")) { (id: Int, note: String?) in
      Pair(id: id, note: note)
    }
    let statistics = FieldStatistics()
    let decoder = RecordDecoder(built, options: ReadingOptions(validation: .mapped, statistics: statistics))
    for record in [#"{"a":nul,"note":null,"id":1}"#, #"{"note":null,"id":1} {"id":2}"#] {
      #expect(try decoder.decode(Array(record.utf8).span) == Pair(id: 1, note: nil))
    }
    #expect(statistics.fields.map(\.null.count) == [0, 2])
  }

  @Test("counts models with hooks once, also dropped ones")
  func hooks() throws {
    let item = try Mapping(Item()) {
      Field(\.price, "price")
      Field(\.name, "name")
    }.validating { $0.price != 7 }
    let mapping = try Mapping(Model()) { Field(\.items, "items", mapping: item, .badElement(.drop)) }
    let statistics = FieldStatistics()
    let decoder = RecordDecoder(mapping, options: ReadingOptions(statistics: statistics))
    for _ in 0..<2 {
      #expect(try decoder.decode(Array(#"{"items":[{"price":7},{}]}"#.utf8).span).items.count == 1)
    }
    #expect(statistics.fields.map(\.absent.count) == [0, 2, 4])
    #expect(statistics.fields.map(\.dropped.count) == [2, 0, 0])
  }

  @Test("prints a table")
  func description() throws {
    let text = try Self.report(.index).description
    #expect(text.hasPrefix("3 records, 3 rejected; fields with findings: 7 of 7\nfield "))
    #expect(
      text.contains(
        "\ntags             Array<Int>             2     0           0        4  line 2, byte 140\n"))
    #expect(FieldStatistics().description == "0 records, 0 rejected; fields with findings: 0 of 0")
  }
}

extension FieldStatistics.Location {
  fileprivate func after(_ count: Int) -> FieldStatistics.Location {
    var place = self
    place.byteOffset += count
    return place
  }
}
