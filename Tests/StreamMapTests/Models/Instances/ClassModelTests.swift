import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Class models")
struct ClassModelTests {
  final class Final {
    var id = 0
    var name = "template"
    var tags: [String] = ["t"]
    var point: Point? = Point(x: 1, y: 1)
    var level: Int8 = 5
  }

  struct Point: Equatable {
    var x = 0
    var y = 0
  }

  class Open {
    var id = 0
    var name: String? = "template"
    var tags: [String] = ["t"]
  }

  final class Derived: Open {
    var own = 1
    private(set) var changes = 0
    override var id: Int {
      didSet { changes += 1 }
    }
  }

  @Test("final class", .feature("3"))
  func finalClass() throws {
    let point = try Mapping(Point()) {
      Field(\.x, "x")
      Field(\.y, "y")
    }
    let mapping = try Mapping(Final()) {
      Field(\.id, "id")
      Field(\.name, "name")
      Field(\.tags, "tags")
      Field(\.point, "point", mapping: point)
      Field(\.level, "level")
    }
    let decoder = mapping.makeDecoder()
    for _ in 0..<3 {
      try decoder.look(
        #"{"id":7,"name":"a string of more than fifteen","tags":["a","b"],"point":{"x":2},"level":-1}"#
      ) {
        #expect(($0.id, $0.name, $0.level) == (7, "a string of more than fifteen", -1))
        #expect($0.tags == ["a", "b"])
        #expect($0.point == Point(x: 2))
      }
      try decoder.look("{}") {
        #expect(($0.id, $0.name, $0.level) == (0, "template", 5))
        #expect($0.tags == ["t"])
        #expect($0.point == Point(x: 1, y: 1))
      }
    }
  }

  @Test("non-final class", .feature("25"))
  func openClass() throws {
    let mapping = try Mapping(Open()) {
      Field(\.id, "id")
      Field(\.name, "name")
      Field(\.tags, "tags")
    }
    let decoder = mapping.makeDecoder()
    try decoder.look(#"{"id":7,"name":null,"tags":["a"]}"#) {
      #expect($0.id == 7)
      #expect($0.name == nil)
      #expect($0.tags == ["a"])
    }
    try decoder.look("{}") {
      #expect($0.id == 0)
      #expect($0.name == "template")
      #expect($0.tags == ["t"])
    }
  }

  @Test("template of a derived class")
  func derivedClass() throws {
    let mapping = try Mapping(Derived() as Open) {
      Field(\.id, "id")
      Field(\.name, "name")
    }
    let model = try #require(try mapping.decode(#"{"id":7,"name":"x"}"#) as? Derived)
    #expect((model.id, model.name, model.own, model.changes) == (7, "x", 1, 1))
  }

  final class Observed {
    var changes: [Int] = []
    var id = 1 {
      didSet { changes.append(id) }
    }
    private var stored = "template"
    var computed: String {
      get { stored }
      set { stored = "<\(newValue)>" }
    }
    var list: [Int] = [4] {
      didSet { changes.append(list.count) }
    }
    lazy var late = 3
  }

  @Test("observed and computed properties", .feature("3"))
  func observed() throws {
    let mapping = try Mapping(Observed()) {
      Field(\.id, "id")
      Field(\.computed, "computed")
      Field(\.list, "list")
      Field(\.late, "late")
    }
    let model = try mapping.decode(#"{"id":5,"computed":"x","list":[1,2,3],"late":9}"#)
    #expect((model.id, model.computed, model.late) == (5, "<x>", 9))
    #expect(model.list == [1, 2, 3])
    #expect(model.changes == [5, 3])
    let absent = try mapping.decode("{}")
    #expect((absent.id, absent.computed, absent.late) == (1, "template", 3))
    #expect(absent.changes.isEmpty)
  }

  @Test("computed and observed properties of a reused instance")
  func reused() throws {
    final class Model {
      var name: String? = "template" {
        didSet { changes += 1 }
      }
      var list: [Int] = [4] {
        didSet { changes += 1 }
      }
      var changes = 0
    }
    let mapping = try Mapping(Model()) {
      Field(\.name, "name")
      Field(\.list, "list")
    }
    let decoder = mapping.makeDecoder()
    try decoder.look(#"{"name":"x","list":[1,2]}"#) {
      #expect($0.name == "x")
      #expect($0.list == [1, 2])
    }
    try decoder.look(#"{"name":null}"#) {
      #expect($0.name == nil)
      #expect($0.list == [4])
    }
    try decoder.look("{}") {
      #expect($0.name == "template")
      #expect($0.list == [4])
    }
  }

  struct Computed: Equatable {
    var celsius = 10.0
    var fahrenheit: Double {
      get { celsius * 9 / 5 + 32 }
      set { celsius = (newValue - 32) * 5 / 9 }
    }
    var log: [String] = []
    var watched = 0 {
      didSet { log.append("\(oldValue) to \(watched)") }
    }
  }

  @Test("struct with a computed and an observed property")
  func computedStruct() throws {
    let mapping = try Mapping(Computed()) {
      Field(\.fahrenheit, "f")
      Field(\.watched, "w")
    }
    #expect(try mapping.decode(#"{"f":212}"#).celsius == 100)
    #expect(try mapping.decode(#"{"w":5}"#).log == ["0 to 5"])
    #expect(try mapping.decode("{}") == Computed())
  }

  @Test("setter closures")
  func closures() throws {
    struct Model: Equatable {
      var sum = 0
      var calls = 0
      var names: [String] = ["template"]
    }
    let mapping = try Mapping(Model()) {
      Field("a") { (model: inout Model, number: Int) in
        model.sum += number
        model.calls += 1
      }
      Field("b", .mismatch(.keep)) { (model: inout Model, number: Int) in
        model.sum += number
        model.calls += 1
      }
      Field("names[*]") { (model: inout Model, names: [String]) in model.names += names }
    }
    let decoder = mapping.makeDecoder()
    #expect(
      try decoder.look(#"{"a":1,"b":2,"names":["x"]}"#) { copy $0 }
        == Model(sum: 3, calls: 2, names: ["template", "x"]))
    #expect(try decoder.look(#"{"a":5}"#) { copy $0 } == Model(sum: 5, calls: 1))
    #expect(try decoder.look("{}") { copy $0 } == Model())
    #expect(try decoder.look(#"{"b":"no number","a":1,"a":7}"#) { copy $0 } == Model(sum: 1, calls: 1))
    #expect(throws: MappingError.self) { try decoder.look(#"{"a":1,"b":2,"#) { _ in } }
    #expect(try decoder.look(#"{"names":[]}"#) { copy $0 } == Model())
  }

  /// `keep` means the template's value, however the machine stores it.
  @Test("keeps values of properties without an address")
  func keptCells() throws {
    final class Model {
      var name: String? = "template" {
        didSet {}
      }
      var list: [Int] = [4] {
        didSet {}
      }
      var count = 3 {
        didSet {}
      }
      var calls = 0
    }
    let mapping = try Mapping(Model()) {
      Field(\.name, "name", .null(.keep), .mismatch(.keep))
      Field(\.list, "list", .null(.keep), .mismatch(.keep))
      Field(\.count, "count", .null(.keep), .mismatch(.keep))
      Field("closure", .null(.keep), .mismatch(.keep)) { (model: inout Model, _: Int?) in model.calls += 1 }
    }
    let decoder = mapping.makeDecoder()
    let good = #"{"name":"x","list":[1],"count":9,"closure":1}"#
    for json in [
      #"{"name":null,"list":null,"count":null,"closure":null}"#,
      #"{"name":1,"list":1,"count":"x","closure":"x"}"#,
    ] {
      for record in [json, good, json] {
        try decoder.look(record) {
          #expect($0.name == (record == good ? "x" : "template"))
          #expect($0.list == (record == good ? [1] : [4]))
          #expect($0.count == (record == good ? 9 : 3))
          #expect($0.calls == (record == good ? 1 : 0))
        }
      }
    }
  }

  final class Inner {
    var number = 1
    var text = "inner"
  }

  final class Outer: @unchecked Sendable {
    var inner = Inner()
    var other = 2
  }

  /// The property is in another object than the root, so its distance is not an offset.
  @Test("property through a reference")
  func throughReference() throws {
    let mapping = try Mapping(Outer()) {
      Field(\.inner.number, "number")
      Field(\.inner.text, "text")
      Field(\.other, "other")
    }
    let decoder = mapping.makeDecoder()
    var kept: [Outer] = []
    for index in 0..<20 {
      let model = try decoder.decode(
        #"{"number":\#(index),"text":"text number \#(index) of many","other":\#(-index)}"#)
      kept.append(model)
      _ = [Inner(), Inner()]
    }
    for (index, model) in kept.enumerated() {
      #expect(model.inner.number == index)
      #expect(model.inner.text == "text number \(index) of many")
      #expect(model.other == -index)
    }
    try decoder.look("{}") {
      #expect($0.inner.number == 1)
      #expect($0.inner.text == "inner")
    }
  }

  @Test("which properties have an offset")
  func offsets() throws {
    let outer = InstanceOperations(template: { Outer() })
    let observed = InstanceOperations(template: { Observed() })
    // Earlier freed memory is used up, so that objects are adjacent in memory, and objects of equal age have equal
    // distances.
    var others: [Box<Outer>] = []
    for _ in 0..<500 {
      for _ in 0..<8 { others.append(Box(value: Outer())) }
      #expect(Field(\Outer.other, "x").description.offset(outer) != nil)
      try #require(Field(\Outer.inner.number, "x").description.offset(outer) == nil)
      try #require(Field(\Observed.id, "x").description.offset(observed) == nil)
      try #require(Field(\Observed.computed, "x").description.offset(observed) == nil)
    }
  }
}
