import Testing

@testable import StreamMap
@testable import TestSupport

/// Records that are not objects, and intermediate values that no path can enter.
@Suite("Values of the wrong kind")
struct WrongKindTests {
  struct Price: Equatable, Sendable {
    var amount = -1
    var unit: String? = "template"
  }

  struct Order: Equatable, Sendable {
    var id = -1
    var name = "template"
    var city: String? = "template"
    var zip: Int? = -1
    var first = -1
    var prices = [-1]
    var nested = Price()
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Order> {
    let price = try Mapping(Price()) {
      Field(\.amount, "value.amount")
      Field(\.unit, "value.unit", .mismatch(.setNil))
    }
    return try Mapping(Order()) {
      Field(\.id, "id")
      Field(\.name, "user.name", all: policies)
      Field(\.city, "user.address.city", .mismatch(.setNil))
      Field(\.zip, "user.address.zip", .mismatch(.keep))
      Field(\.first, "list[0]", .mismatch(.keep))
      Field(\.prices, "items[*].price", .badElement(.drop))
      Field(\.nested, "nested", mapping: price)
    }
  }

  private func order(_ change: (inout Order) -> Void) -> Order {
    var order = Order()
    change(&order)
    return order
  }

  // MARK: The record

  @Test(
    "records must be objects", arguments: ["[]", #"[{"id":1}]"#, "7", #""x""#, "true", "null", " 1e5 "])
  func root(json: String) throws {
    let start = json.first == " " ? 1 : 0
    let found = [
      "[": "an array", "7": "7", "\"": #"a string ("x")"#, "t": "true", "n": "null", " ": "1e5",
    ][String(json.prefix(1))]
    let expected = ReportedError(
      .typeMismatch, at: start, "$", expected: "an object", found: try #require(found))
    for error in [
      try boxed(5, at: "id").everyWayRefuses(json),
      try boxed(5 as Int?, at: "id", .required, .null(.keep), .mismatch(.keep)).everyWayRefuses(json),
      try boxed(5, at: "a.b", .mismatch(.keep)).everyWayRefuses(json),
      try boxed([5], at: "a[*].b", .mismatch(.keep), .badElement(.drop)).everyWayRefuses(json),
      try boxed([5], at: "*", .mismatch(.keep), .badElement(.drop)).everyWayRefuses(json),
      try Mapping(Box(value: 5)) { Field(\.value, ["id", "user.id"], .mismatch(.keep)) }
        .everyWayRefuses(json),
      try Self.mapping().everyWayRefuses(json),
    ] {
      #expect(ReportedError(error) == expected)
      #expect(error.message == "$: expected an object, found \(found ?? "")")
    }
  }

  @Test("records must be arrays for array paths")
  func arrayRoot() throws {
    for json in [#"{"0":1}"#, "7", "null"] {
      for mapping in [
        try boxed([5], at: "[*]", .mismatch(.keep)), try boxed([5], at: "[0]", .mismatch(.keep)),
      ] {
        let refusal = ReportedError(try mapping.everyWayRefuses(json))
        let found = json == "7" ? "7" : json == "null" ? "null" : "an object"
        #expect(refusal == ReportedError(.typeMismatch, at: 0, "$", expected: "an array", found: found))
      }
    }
    #expect(try boxed(5, at: "[0]").everyWay("[1]").value == 1)
    #expect(try boxed([5], at: "[*].a", .badElement(.drop)).everyWay(#"[{"a":1},7,null]"#).value == [1])
    // A number that can be an index or a name enters both.
    let either = try Mapping(Box(value: 5)) { Field(\.value, .path("0", delimiter: ".")) }
    #expect(try either.everyWay("[1]").value == 1)
    #expect(try either.everyWay(#"{"0":2}"#).value == 2)
    #expect(
      ReportedError(try either.everyWayRefuses("7"))
        == ReportedError(.typeMismatch, at: 0, "$", expected: "an object or an array", found: "7"))
  }

  @Test("accepts any record with a path $ or no paths", arguments: ["[1]", "7", #""x""#, "null", "{}"])
  func anyRoot(json: String) throws {
    #expect(try boxed(RawJSON(), at: "$").everyWay(json).value == RawJSON(bytes: Array(json.utf8)))
    let both = try Mapping(Order()) {
      Field(\.id, "id")
      Field(\.first, "$", .mismatch(.keep), .null(.keep))
    }
    #expect(try both.everyWay(json) == order { $0.first = json == "7" ? 7 : -1 })
    let none = try Mapping(Box(value: 5)) {}
    #expect(try none.everyWay(json).value == 5)
  }

  @Test("an error in a value of a path $ has its place", arguments: [#"{"a":"x"}"#, "[1]", #""x""#, "7"])
  func decodedRoot(json: String) throws {
    let mapping = try Mapping(Box(value: 0)) {
      Field(\.value, "$", using: Transform<JSONValue, Int>("true", decode: { $0 == .bool(true) ? 1 : nil }))
    }
    #expect(try mapping.everyWay(" true").value == 1)
    let error = ReportedError(try mapping.everyWayRefuses("  \(json)"))
    #expect(error.kind == .invalidValue && error.byteOffset == 2)
  }

  @Test("reports a mismatch of the record before a later syntax error")
  func rootPlaces() throws {
    let mapping = try boxed(5, at: "id")
    #expect(Verdict(try mapping.everyWayRefuses("\u{FEFF}[1]")) == Verdict(.typeMismatch, 3, "$"))
    #expect(Verdict(try mapping.everyWayRefuses("[1,}")) == Verdict(.typeMismatch, 0, "$"))
    #expect(Verdict(try mapping.everyWayRefuses("7 8")) == Verdict(.typeMismatch, 0, "$"))
    #expect(Verdict(try mapping.everyWayRefuses("tru")) == Verdict(.truncated, 3, "$"))
    #expect(Verdict(try mapping.everyWayRefuses(#""x"#)) == Verdict(.truncated, 2, "$"))
  }

  // MARK: Intermediate values

  @Test("reports an intermediate mismatch at its offset")
  func intermediate() throws {
    let mapping = try Self.mapping()
    for (json, found) in [
      ("7", "7"), (#""x""#, #"a string ("x")"#), ("true", "true"), ("false", "false"), ("[]", "an array"),
      (#"[{"name":"x"}]"#, "an array"),
    ] {
      let error = try mapping.everyWayRefuses(#"{"id":1,"user":\#(json)}"#)
      #expect(
        ReportedError(error)
          == ReportedError(.typeMismatch, at: 15, "user", expected: "an object for user.name", found: found))
      #expect(error.message == "user: expected an object for user.name, found \(found)")
    }
    #expect(
      ReportedError(try boxed(5, at: "a[0]").everyWayRefuses(#"{"a":{}}"#))
        == ReportedError(.typeMismatch, at: 5, "a", expected: "an array for a[0]", found: "an object"))
    #expect(
      ReportedError(try boxed([5], at: "a[*].b").everyWayRefuses(#"{"a":{"b":1}}"#))
        == ReportedError(.typeMismatch, at: 5, "a", expected: "an array for a[*].b", found: "an object"))
    #expect(
      ReportedError(try boxed([5], at: "a.*").everyWayRefuses(#"{"a":[1]}"#))
        == ReportedError(.typeMismatch, at: 5, "a", expected: "an object for a.*", found: "an array"))
    #expect(
      ReportedError(try boxed(5, at: "a.b.c").everyWayRefuses(#"{"a":{"b":"x"}}"#))
        == ReportedError(
          .typeMismatch, at: 10, "a.b", expected: "an object for a.b.c", found: #"a string ("x")"#))
    // The same in the value of a nested model.
    #expect(
      ReportedError(try mapping.everyWayRefuses(#"{"nested":{"value":3}}"#))
        == ReportedError(
          .typeMismatch, at: 19, "nested.value", expected: "an object for nested.value.amount", found: "3"))
  }

  @Test("an intermediate null or empty container counts as absent")
  func absent() throws {
    for json in ["{}", #"{"user":null}"#, #"{"user":{}}"#, #"{"user":{"address":null},"list":null}"#] {
      #expect(try Self.mapping().everyWay(json) == Order())
      #expect(
        Verdict(try Self.mapping(.required).everyWayRefuses(json)).kind == .missingField)
    }
    #expect(try Self.mapping().everyWay(#"{"items":null,"list":[]}"#) == Order())
  }

  @Test("each field applies its own policy")
  func policies() throws {
    let tolerant = try Self.mapping(.mismatch(.keep))
    #expect(try tolerant.everyWay(#"{"user":7,"list":{"0":3}}"#) == order { $0.city = nil })
    #expect(
      try tolerant.everyWay(#"{"user":{"name":"x","address":"y"}}"#)
        == order {
          $0.name = "x"; $0.city = nil
        })
    // A required field accepts this, because the value is present but has the wrong kind.
    #expect(try Self.mapping(.mismatch(.keep), .required).everyWay(#"{"user":7}"#) == order { $0.city = nil })
    #expect(
      Verdict(try Self.mapping(.required).everyWayRefuses(#"{"user":7}"#))
        == Verdict(.typeMismatch, 8, "user"))
    // A later member is ignored, unless the last one counts.
    #expect(try tolerant.everyWay(#"{"user":7,"user":{"name":"x"}}"#) == order { $0.city = nil })
    let last = try boxed(5, at: "a.b", .duplicate(.last), .mismatch(.keep))
    #expect(try last.everyWay(#"{"a":7,"a":{"b":1}}"#).value == 1)
    #expect(try last.everyWay(#"{"a":{"b":1},"a":7}"#).value == 5)
    // "Keep" means the template's value, also in a reused instance.
    for engine in Engine.allCases {
      let decoder = tolerant.makeDecoder(ReadingOptions(engine: engine))
      _ = try decoder.decode(#"{"user":{"name":"x","address":{"city":"c","zip":1}},"list":[1]}"#)
      #expect(try decoder.decode(#"{"user":7,"list":7}"#) == order { $0.city = nil })
    }
  }

  @Test("a value of the wrong kind is reported before the text after it", arguments: Engine.allCases)
  func first(_ engine: Engine) throws {
    for json in [#""a" x"#, "\"a\" \u{1}"] {
      let decoder = try boxed(5, at: "$").makeDecoder(ReadingOptions(engine: engine))
      let error = caught { _ = try decoder.decode(json) }
      #expect(error?.kind == .typeMismatch && error?.byteOffset == 0, "\(json)")
    }
  }

  @Test("a wildcard's element of the wrong kind is a bad element")
  func elements() throws {
    let json = #"{"items":[{"price":1},7,null,{"price":2},[3],"x",{}]}"#
    #expect(try Self.mapping().everyWay(json).prices == [1, 2])
    #expect(
      ReportedError(try boxed([5], at: "items[*].price").everyWayRefuses(json))
        == ReportedError(
          .typeMismatch, at: 22, "items[1]", expected: "an object for items[*].price", found: "7"))
    #expect(try boxed([5], at: "items[*].price", .badElement(.keep)).everyWay(json).value == [5])
    #expect(
      try boxed([5] as [Int?], at: "items[*].price", .badElement(.setNil)).everyWay(json).value
        == [1, nil, nil, 2, nil, nil, nil])
    #expect(
      try boxed([5], at: "*.x", .badElement(.drop)).everyWay(#"{"a":{"x":1},"b":7,"c":[],"d":null}"#).value
        == [1])
    #expect(
      try boxed([[5]], at: "a[*].b", .badElement(.drop)).everyWay(#"{"a":[7,{"b":[1]},{"b":2}]}"#).value
        == [[1]])
    #expect(
      try boxed([5], at: "a[*].b[*].c", .badElement(.drop))
        .everyWay(#"{"a":[{"b":7},{"b":[1,{"c":2}]},{"b":null}]}"#).value == [2])
    // The list itself has the wrong kind.
    #expect(
      try boxed([5], at: "items[*].price", .badElement(.drop), .mismatch(.keep)).everyWay(#"{"items":7}"#)
        .value
        == [5])
  }

  @Test("combines paths into an object with paths into either container")
  func either() throws {
    let mapping = try Mapping(Order()) {
      Field(\.name, "a.name", .mismatch(.keep))
      Field(\.id, .path("a.0", delimiter: "."))
    }
    #expect(try mapping.everyWay(#"{"a":[3]}"#) == order { $0.id = 3 })
    #expect(
      try mapping.everyWay(#"{"a":{"0":3,"name":"x"}}"#)
        == order {
          $0.id = 3; $0.name = "x"
        })
    #expect(
      ReportedError(try mapping.everyWayRefuses(#"{"a":7}"#))
        == ReportedError(.typeMismatch, at: 5, "a", expected: "an object or an array for a.0", found: "7"))
    let strict = try Mapping(Order()) {
      Field(\.id, .path("a.0", delimiter: "."))
      Field(\.name, ["a.name", "name"])
    }
    #expect(
      try strict.everyWay(#"{"a":[3],"name":"x"}"#)
        == order {
          $0.id = 3; $0.name = "x"
        })
    #expect(try strict.everyWay(#"{"a":[3]}"#) == order { $0.id = 3 })
  }

  @Test("counts all mismatches and reports all errors")
  func reports() throws {
    let lines = #"""
      {"id":1,"user":7}
      {"id":2,"user":"x","items":[7,{"price":1},8],"list":9}
      [1]
      {"id":"x","user":[],"nested":{"value":1}}
      """#
    for engine in [Engine.yajl, .index] {
      let statistics = FieldStatistics()
      let mapping = try Self.mapping(.mismatch(.keep))
      var reading = JSONLines(.text(lines), as: mapping)
      reading.options = ReadingOptions(engine: engine, reportsAllErrors: true, statistics: statistics)
      let noted = Noted()
      reading.onError = .skip { noted.note($0, $1) }
      try reading.forEach { _, _ in }
      let failures = noted.all.map { ([$0.error] + $0.error.others).map(Verdict.init) }
      #expect((statistics.records, statistics.rejected) == (2, 2))
      #expect(
        statistics.fields.map { [$0.absent.count, $0.mismatched.count, $0.dropped.count] }.prefix(6) == [
          [0, 1, 0], [0, 3, 0], [0, 3, 0], [0, 3, 0], [2, 1, 0], [2, 0, 2],
        ])
      #expect(statistics.fields[1].mismatched.firstOffset == 15)
      #expect(statistics.fields[5].dropped.firstOffset == 46)
      #expect(
        failures == [
          [Verdict(.typeMismatch, 73, "$")],
          [Verdict(.typeMismatch, 83, "id"), Verdict(.typeMismatch, 115, "nested.value")],
        ])
    }
  }

  // MARK: Fields with several paths

  static func aliased(_ policies: FieldPolicy...) throws -> Mapping<Order> {
    try Mapping(Order()) {
      Field(\.name, ["user.name", "name", "a.b.name"], all: policies)
      Field(\.id, "id")
    }
  }

  @Test("a path that cannot be followed counts as absent, whatever the order")
  func aliases() throws {
    let mapping = try Self.aliased()
    #expect(try mapping.everyWay(#"{"user":7,"name":"x"}"#) == order { $0.name = "x" })
    #expect(try mapping.everyWay(#"{"name":"x","user":[7],"a":{"b":3}}"#) == order { $0.name = "x" })
    #expect(try mapping.everyWay(#"{"a":{"b":{"name":"x"}},"user":"y"}"#) == order { $0.name = "x" })
    #expect(try mapping.everyWay(#"{"user":7,"id":1}"#) == order { $0.id = 1 })
    #expect(
      try mapping.everyWay(#"{"a":{"b":[1,{"c":2}]}, "user":17 , "id":1}"#) == order { $0.id = 1 })
    #expect(
      Verdict(try Self.aliased(.required).everyWayRefuses(#"{"id":1,"user":true}"#))
        == Verdict(.missingField, 19, "user.name"))
    #expect(try Self.aliased(.mismatch(.keep)).everyWay(#"{"user":7,"id":1}"#) == order { $0.id = 1 })
    #expect(
      Verdict(try Self.aliased(.mismatch(.keep), .required).everyWayRefuses(#"{"user":7}"#))
        == Verdict(.missingField, 9, "user.name"))
    // A value that a path leads to must fit.
    #expect(
      Verdict(try mapping.everyWayRefuses(#"{"user":{"name":7},"name":"x"}"#))
        == Verdict(.typeMismatch, 16, "user.name"))
    let last = try Self.aliased(.duplicate(.last), .mismatch(.error))
    #expect(try last.everyWay(#"{"user":7,"user":{"name":"x"}}"#) == order { $0.name = "x" })
    #expect(try last.everyWay(#"{"user":7,"user":{}}"#) == Order())
    #expect(try last.everyWay(#"{"user":{"name":"x"},"user":7}"#) == Order())
    let optional = try Mapping(Order()) { Field(\.city, ["user.city", "city"], .mismatch(.setNil)) }
    #expect(try optional.everyWay(#"{"user":7}"#) == Order())
    #expect(try optional.everyWay(#"{"user":7,"city":"c"}"#) == order { $0.city = "c" })
    #expect(try optional.everyWay("{}") == Order())
  }

  @Test("a bad element of one of several paths is no absent path")
  func aliasElements() throws {
    let mapping = try Mapping(Box(value: [5])) { Field(\.value, ["a[*].b", "list"]) }
    #expect(try mapping.everyWay(#"{"a":7,"list":[2]}"#).value == [2])
    #expect(
      Verdict(try mapping.everyWayRefuses(#"{"a":[{"b":1},7]}"#)) == Verdict(.typeMismatch, 14, "a[1]"))
  }

  @Test("a path that cannot be followed hides no other error")
  func aliasPlaces() throws {
    let mapping = try Self.aliased()
    #expect(Verdict(try mapping.everyWayRefuses(#"{"user":7,"id":"x"}"#)) == Verdict(.typeMismatch, 15, "id"))
    #expect(
      Verdict(try mapping.everyWayRefuses(#"{"user":7,"id":"x","name":"x"}"#))
        == Verdict(.typeMismatch, 15, "id"))
    #expect(Verdict(try mapping.everyWayRefuses(#"{"id":"x","user":7}"#)) == Verdict(.typeMismatch, 6, "id"))
    #expect(
      Verdict(try mapping.everyWayRefuses(#"{"user":7,"name":"x"} x"#)) == Verdict(.extraValue, 22, "$"))
    #expect(Verdict(try mapping.everyWayRefuses(#"{"user":7,"id":1"#)) == Verdict(.truncated, 16, "$"))
    #expect(Verdict(try mapping.everyWayRefuses(#"{"user":7,"id":"x""#)) == Verdict(.typeMismatch, 15, "id"))
    // A failed record does not affect the next one.
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      #expect(throws: MappingError.self) { try decoder.decode(#"{"user":7,"id":"x"}"#) }
      #expect(throws: MappingError.self) { try decoder.decode(#"{"user":7,"id":"#) }
      #expect(try decoder.decode(#"{"id":3}"#) == order { $0.id = 3 })
      #expect(throws: MappingError.self) { try decoder.decode(#"{"id":"x"}"#) }
      #expect(try decoder.decode(#"{"user":7,"name":"n"}"#) == order { $0.name = "n" })
    }
  }

  struct Orders: Equatable, Sendable {
    var list: [Order] = []
    var single: Order?
    var id = 0
  }

  @Test("the paths of each nested model count separately")
  func nestedAliases() throws {
    let order = try Self.aliased()
    let mapping = try Mapping(Orders()) {
      Field(\.list, "list", mapping: order)
      Field(\.single, "single", mapping: order)
      Field(\.id, "id")
    }
    let good =
      #"{"list":[{"user":7,"name":"a"},{"id":1},{"name":"b","user":8}],"single":{"user":9,"name":"c"}}"#
    #expect(try mapping.everyWay(good).list.map(\.name) == ["a", "template", "b"])
    #expect(try mapping.everyWay(good).single?.name == "c")
    #expect(
      Verdict(try mapping.everyWayRefuses(#"{"list":[{"user":7,"name":"a"},{"user":"x"},{"id":"x"}]}"#))
        == Verdict(.typeMismatch, 50, "list[2].id"))
    let outer = try Mapping(Orders()) {
      Field(\.id, ["user.id", "id"])
      Field(\.list, "list", mapping: order)
    }
    #expect(try outer.everyWay(#"{"user":7,"list":[{"user":8}]}"#) == Orders(list: [Order()]))
    #expect(try outer.everyWay(#"{"user":7,"list":[{"user":8}],"id":5}"#) == Orders(list: [Order()], id: 5))
  }

  @Test("an error does not show a value that was rejected before it")
  func staleRejection() throws {
    struct Model {
      var lists: [String: [Int]] = [:]
      var number = 0
    }
    let mapping = try Mapping(Model()) {
      Field(\.lists, "lists", .singleAsArray, .mismatch(.keep))
      Field(\.number, "number")
    }
    let error = caught { _ = try mapping.decode(#"{"lists":7,"number":"x"}"#) }
    #expect(error?.found == #"a string ("x")"#)
  }

  @Test("an array in place of an object is reported as one")
  func foundArray() throws {
    struct Inner { var x = 0 }
    struct Model {
      var inner = Inner()
      var id = 0
      var name = ""
    }
    let inner = try Mapping(Inner()) { Field(\.x, "x") }
    let mapping = try Mapping(Model()) {
      Field(\.inner, "inner", mapping: inner)
      Field(\.name, "a.name")
      Field(\.id, .path("a.0", delimiter: "."))
    }
    for record in [#"{"inner":[1]}"#, #"{"a":[3]}"#] {
      let error = caught { _ = try mapping.decode(record) }
      #expect(error?.found == "an array", "\(record)")
    }
  }

  @Test("a model that is read from a number, under a name that is none")
  func scalarModelKey() throws {
    struct Degrees { var value: Double }
    struct Model { var degrees: [Int: Degrees] = [:] }
    let degrees = try Mapping<Degrees>(Argument<Double>("$")) { Degrees(value: $0) }
    let mapping = try Mapping(Model()) { Field(\.degrees, "t", mapping: degrees) }
    let error = caught { _ = try mapping.decode(#"{"t":{"x":20}}"#) }
    #expect(error?.kind == .invalidName && error?.byteOffset == 10)
  }
}

extension Mapping where Root: Equatable {
  /// Decodes a record in every way: with both engines, with both validations, and as lines and a document in
  /// pieces. All must give the same model or the same error. The validations must agree on records that `.full`
  /// accepts.
  fileprivate func everyWay(_ json: String, at location: SourceLocation = #_sourceLocation) throws -> Root {
    let bytes = Array(json.utf8)
    let first = Result { () throws(MappingError) in try decodeTwice(json, .yajl, .full) }
    func compare(_ way: String, _ body: () throws(MappingError) -> Root) {
      switch (first, Result(catching: body)) {
      case (.success(let first), .success(let other)):
        #expect(first == other, "\(way): \(json)", sourceLocation: location)
      case (.failure(let first), .failure(let other)):
        #expect(ReportedError(first) == ReportedError(other), "\(way): \(json)", sourceLocation: location)
      case (let first, let other):
        Issue.record("\(way): \(json): \(other), not \(first)", sourceLocation: location)
      }
    }
    compare("index") { () throws(MappingError) in try decodeTwice(json, .index, .full) }
    if case .failure(let error) = first, error.category != .mapping {
      // Validation `.mapped` may accept malformed records.
    } else {
      compare("mapped") { () throws(MappingError) in try decodeTwice(json, .index, .mapped) }
    }
    for framing in [Framing.lines, .document] {
      for size in [1, 2, 7, 1_000] {
        compare("\(framing), \(size) bytes at a time") { () throws(MappingError) in
          try pushed(bytes, framing, size)
        }
      }
    }
    return try first.get()
  }

  fileprivate func everyWayRefuses(
    _ json: String, at location: SourceLocation = #_sourceLocation
  ) throws -> MappingError {
    try #require(throws: MappingError.self, "\(json)", sourceLocation: location) {
      _ = try everyWay(json, at: location)
    }
  }

  private func decodeTwice(
    _ json: String, _ engine: Engine, _ validation: Validation
  ) throws(MappingError) -> Root {
    let decoder = makeDecoder(ReadingOptions(engine: engine, validation: validation))
    _ = try? decoder.decode(json)
    return try decoder.decode(json)
  }

  private func pushed(_ bytes: [UInt8], _ framing: Framing, _ size: Int) throws(MappingError) -> Root {
    var parser = PushParser(self, framing: framing)
    var roots: [Root] = []
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        try parser.feed(Array(bytes[start..<min(start + size, bytes.count)])) { root, _ in
          roots.append(copy root)
        }
      }
      try parser.finish { root, _ in roots.append(copy root) }
    } catch let error as MappingError {
      throw error
    } catch {
      fatalError("\(error)")
    }
    return roots[0]
  }
}
