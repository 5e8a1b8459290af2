import Testing

@testable import StreamMap
@testable import TestSupport

/// Closures that run after a model is decoded.
@Suite("Hooks")
struct HookTests {
  struct Line: Equatable {
    var price = 0
    var count = 1
    var total = 0
  }

  struct Order: Equatable {
    var id = 0
    var lines: [Line] = []
    var first: Line?
    var byName: [String: Line] = [:]
    var total = 0
    var log = ""
  }

  struct Wrong: Error, CustomStringConvertible {
    var description: String { "the price is wrong" }
  }

  static func line() throws -> Mapping<Line> {
    try Mapping(Line()) {
      Field(\.price, "price")
      Field(\.count, "count")
    }.didDecode { line in
      if line.price == 13 { throw Wrong() }
      line.total = line.price * line.count
    }.validating { $0.price >= 0 }
  }

  static func order(_ policies: FieldPolicy...) throws -> Mapping<Order> {
    let line = try line()
    return try Mapping(Order()) {
      Field(\.id, "id")
      Field(\.lines, "lines", mapping: line, policies.first ?? .null(.setNil))
      Field(\.first, "first", mapping: line, policies.last ?? .null(.setNil))
      Field(\.byName, "by", mapping: line, policies.first ?? .null(.setNil))
    }.didDecode { order in
      order.total = order.lines.reduce(0) { $0 + $1.total } + (order.first?.total ?? 0)
      order.log += "\(order.id);"
    }.didDecode { $0.log += "second" }
  }

  @Test("didDecode runs once for each model, nested models first", .feature("35", "G8"))
  func order() throws {
    let mapping = try Self.order()
    var expected = Order(
      id: 1, lines: [Line(price: 2, count: 3, total: 6), Line(price: 5, total: 5)],
      first: Line(price: 4, total: 4), byName: ["a": Line(price: 1, total: 1)], total: 15, log: "1;second")
    #expect(
      try mapping.both(
        #"{"id":1,"lines":[{"price":2,"count":3},{"price":5}],"first":{"price":4},"by":{"a":{"price":1}}}"#)
        == expected)
    #expect(try mapping.both("{}") == Order(log: "0;second"))
    expected.lines = []
    expected.total = 4
    #expect(try mapping.both(#"{"id":1,"lines":[]}"#, into: expected).log == "1;second1;second")
  }

  /// Changes by a hook do not affect the next record.
  @Test(
    "a reused instance keeps nothing of a hook's changes", .feature("35"), arguments: [Engine.yajl, .index])
  func reuse(engine: Engine) throws {
    let decoder = try Self.order().makeDecoder(ReadingOptions(engine: engine))
    for _ in 0..<3 {
      for (json, log) in [(#"{"id":1}"#, "1;second"), ("{}", "0;second"), (#"{"lines":[{}]}"#, "0;second")] {
        try decoder.look(json) { #expect($0.log == log, "\(json)") }
      }
    }
  }

  final class Box {
    var value = 0
    var tags: [String] = []
    var filled = 0
    var observed = 0 { didSet { filled += 100 } }
  }

  @Test("objects, and properties stored at the end", .feature("35"), arguments: [Engine.yajl, .index])
  func objects(engine: Engine) throws {
    let mapping = try Mapping(Box()) {
      Field(\.value, "value")
      Field(\.observed, "observed")
      Field<Box>("tag") { (box: inout Box, tag: String) in box.tags.append(tag) }
    }.didDecode { $0.filled += $0.value + $0.observed + $0.tags.count }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
    for _ in 0..<2 {
      try decoder.look(#"{"value":1,"observed":2,"tag":"a"}"#) {
        #expect($0.filled == 104 && $0.tags == ["a"])
      }
      try decoder.look(#"{"value":1}"#) { #expect($0.filled == 1 && $0.tags == []) }
    }
    let box = Box()
    try decoder.decode(Array(#"{"value":1,"observed":2,"tag":"a"}"#.utf8).span, into: box)
    try decoder.decode(Array(#"{"tag":"b"}"#.utf8).span, into: box)
    #expect(box.tags == ["a", "b"] && box.filled == 104 + 5)
  }

  @Test("errors and failed validation, and policies for them", .feature("4", "35", "O1", "O9"))
  func refused() throws {
    let mapping = try Self.order()
    let error = try mapping.bothRefuse(#"{"lines":[{"price":1},{"price":13}]}"#)
    #expect(Verdict(error) == Verdict(.invalidModel, 33, "lines[1]"))
    #expect(error.message == "lines[1]: expected values for Line, found the price is wrong")
    let invalid = try mapping.bothRefuse(#"{"first":{"price":-1} }"#)
    #expect(Verdict(invalid) == Verdict(.invalidModel, 20, "first"))
    #expect(invalid.found == "invalid values")
    #expect(Verdict(try Self.line().bothRefuse(#" {"price":-1} "#)) == Verdict(.invalidModel, 12, "$"))
    let loose = try Self.order(.badElement(.drop), .mismatch(.setNil))
    #expect(
      try loose.both(
        #"{"lines":[{"price":13},{"price":1},{"price":-1}],"first":{"price":13},"by":{"a":{"price":-1},"b":{}}}"#
      )
        == Order(lines: [Line(price: 1, total: 1)], byName: ["b": Line()], total: 1, log: "0;second"))
  }

  /// `x` is not an integer, so the dictionary has no entry for nil.
  @Test("reports a rejected model, not that its name cannot be a key", .feature("4", "35"))
  func refusedEntry() throws {
    struct Shelf: Equatable {
      var lines: [Int: Line?] = [:]
    }
    let line = try Self.line()
    let mapping = try Mapping(Shelf()) { Field(\.lines, "by", mapping: line, .badElement(.setNil)) }
    #expect(try mapping.both(#"{"by":{"1":{"price":-1}}}"#).lines == [1: nil])
    let error = try mapping.bothRefuse(#"{"by":{"x":{"price":-1}}}"#)
    #expect(Verdict(error) == Verdict(.invalidModel, 22, "by.x"))
  }

  /// The model is complete before its array ends.
  @Test("a rejected model whose paths are indexes", .feature("4", "35"))
  func refusedArray() throws {
    let line = try Mapping(Line()) { Field(\.price, "[0]") }.validating { $0.price >= 0 }
    let mapping = try Mapping(Order()) { Field(\.lines, "lines", mapping: line) }
    #expect(try mapping.both(#"{"lines":[[1,2],[3]]}"#).lines.map(\.price) == [1, 3])
    let rest = #","note":"far enough from the end for the index's loop over elements"}"#
    let error = try mapping.bothRefuse(#"{"id":1,"lines":[[1,2],[-1,[5]],[2]]"# + rest)
    #expect(Verdict(error) == Verdict(.invalidModel, 30, "lines[1]"))
  }

  @Test("undoes a rejected update", .feature("28", "35"), arguments: [Engine.yajl, .index])
  func takenBack(engine: Engine) throws {
    final class Outer {
      var inner = Box()
      var id = 0
    }
    let inner = try Mapping(Box()) { Field(\.value, "value") }.validating { $0.value >= 0 }
    let mapping = try Mapping(Outer()) {
      Field(\.inner, "inner", mapping: inner, .mismatch(.keep))
      Field(\.id, "id")
    }.validating { $0.id >= 0 }
    let outer = Outer()
    outer.inner.value = 5
    let (box, decoder) = (outer.inner, mapping.makeDecoder(ReadingOptions(engine: engine)))
    try decoder.decode(Array(#"{"inner":{"value":-1},"id":1}"#.utf8).span, into: outer)
    #expect(outer.inner === box && box.value == 5 && outer.id == 1)
    try decoder.decode(Array(#"{"inner":{"value":6}}"#.utf8).span, into: outer)
    #expect(outer.inner === box && box.value == 6)
    #expect(throws: MappingError.self) {
      try decoder.decode(Array(#"{"inner":{"value":7},"id":-1}"#.utf8).span, into: outer)
    }
    #expect(outer.inner === box && box.value == 6 && outer.id == 1)
  }

  struct Tagged: Equatable {
    var tags: [String] = []
  }

  @Test("keeps a hook's value for a field with bad elements")
  func void() throws {
    let mapping = try Mapping(Tagged()) { Field(\.tags, "tags", .badElement(.keep)) }
      .didDecode { if $0.tags.isEmpty { $0.tags = ["none"] } }
    #expect(try mapping.both(#"{"tags":["a",1]}"#) == Tagged(tags: ["none"]))
    #expect(try mapping.both(#"{"tags":["a"]}"#) == Tagged(tags: ["a"]))
  }
}
