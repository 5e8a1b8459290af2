import Foundation
import Observation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Mappings derived from the models' properties.
@Suite("Deriving")
struct DerivingTests {
  enum Color: String, Sendable { case red, green }

  /// Not declared sendable.
  struct Size: RawRepresentable, Equatable {
    var rawValue: Int
  }

  struct Address: Derivable, Equatable {
    var city = "nowhere"
    var zip: Int?
  }

  struct Everything: Equatable {
    var int = 0
    var small: UInt8 = 1
    var wide: Int64?
    var double = 0.5
    var float: Float = 0
    var flag = false
    var text = "text"
    var maybe: String?
    var texts: [String] = ["template"]
    var holes: [Int?]? = nil
    var set: Set<String> = []
    var table: [String: [Int]] = [:]
    var color = Color.green
    var size = Size(rawValue: 1)
    var colors: [Color] = []
    var colorTable: [String: Color]?
    var byColor: [Color: Int] = [:]
    var sizes: [[Size]] = []
    var url: URL?
    var value = JSONValue.null
    var raw = RawJSON()
    var home = Address()
    var work: Address?
    var others: [Address] = []
    var places: [String: Address] = [:]
    var groups: [[Address]] = []
    private(set) var secret = 1
    mutating func tell(_ secret: Int) { self.secret = secret }
    var sum: Int { int + 1 }
    lazy var cached = 1

    static func == (left: Everything, right: Everything) -> Bool {
      (left.int, left.small, left.wide, left.double, left.float) == (
        right.int, right.small, right.wide, right.double, right.float
      )
        && (left.flag, left.text, left.maybe, left.texts, left.holes, left.set) == (
          right.flag, right.text, right.maybe, right.texts, right.holes, right.set
        )
        && (left.table, left.color, left.size, left.colors, left.colorTable, left.byColor) == (
          right.table, right.color, right.size, right.colors, right.colorTable, right.byColor
        )
        && (left.sizes, left.url, left.value, left.raw, left.home, left.work) == (
          right.sizes, right.url, right.value, right.raw, right.home, right.work
        )
        && (left.others, left.places, left.groups, left.secret) == (
          right.others, right.places, right.groups, right.secret
        )
    }
  }

  @Test("round-trips every supported type", .feature("14", "24", "T1"))
  func types() throws {
    let mapping = try Mapping(deriving: Everything())
    let json =
      #"{"int":-7,"small":200,"wide":9007199254740993,"double":1e-3,"float":2.5,"flag":true,"text":"é\n","#
      + #""maybe":"some text of more than fifteen bytes","texts":["a","b"],"holes":[1,null],"set":["x","y","x"],"#
      + #""table":{"a":[1,2],"b":[]},"color":"red","size":12,"colors":["red","green"],"colorTable":{"k":"red"},"#
      + #""byColor":{"green":3},"sizes":[[1],[2,3]],"url":"https://a.example/b","value":{"x":[1]},"#
      + #""raw": [1, "2"],"home":{"city":"Rome","zip":5},"work":{"zip":6},"others":[{"city":"Oslo"},{}],"#
      + #""places":{"p":{"city":"Bern"}},"groups":[[{"zip":1}],[]],"secret":9,"unknown":{"int":1}}"#
    let model = try mapping.both(json)
    var expected = Everything()
    (expected.int, expected.small, expected.wide, expected.double, expected.float) =
      (-7, 200, 9_007_199_254_740_993, 1e-3, 2.5)
    (expected.flag, expected.text, expected.maybe) = (true, "é\n", "some text of more than fifteen bytes")
    (expected.texts, expected.holes, expected.set) = (["a", "b"], [1, nil], ["x", "y"])
    (expected.table, expected.color, expected.size) = (["a": [1, 2], "b": []], .red, Size(rawValue: 12))
    (expected.colors, expected.colorTable, expected.byColor) = ([.red, .green], ["k": .red], [.green: 3])
    expected.sizes = [[Size(rawValue: 1)], [Size(rawValue: 2), Size(rawValue: 3)]]
    expected.url = URL(string: "https://a.example/b")
    expected.value = model.value
    expected.raw = model.raw
    #expect(model.value["x"]?[0]?.number?.literal == "1")
    #expect(model.raw.text == #"[1,"2"]"#)
    (expected.home, expected.work) = (Address(city: "Rome", zip: 5), Address(city: "nowhere", zip: 6))
    expected.others = [Address(city: "Oslo"), Address()]
    expected.places = ["p": Address(city: "Bern")]
    expected.groups = [[Address(city: "nowhere", zip: 1)], []]
    expected.tell(9)
    #expect(model == expected)
    // The same in the other direction.
    #expect(try mapping.both(String(decoding: mapping.encode(model), as: UTF8.self)) == model)
    // The template's values, whatever the previous record had.
    #expect(try mapping.both("{}") == Everything())
  }

  // MARK: Classes

  class Animal: Equatable {
    var name = "?"
    var legs: Int? = 4
    var owner: Person?
    required init() {}

    static func == (left: Animal, right: Animal) -> Bool {
      (left.name, left.legs, left.owner) == (right.name, right.legs, right.owner)
    }
  }

  final class Dog: Animal {
    var breed = ""
    var toys: [String] = ["ball"]

    static func == (left: Dog, right: Dog) -> Bool {
      left as Animal == right as Animal && (left.breed, left.toys) == (right.breed, right.toys)
    }
  }

  final class Person: Derivable, Equatable {
    var name = ""
    var pets: [String] = []

    static func == (left: Person, right: Person) -> Bool {
      (left.name, left.pets) == (right.name, right.pets)
    }
  }

  @Test("derives a subclass with its inherited properties", .feature("3", "25", "T1"))
  func classes() throws {
    let mapping = try Mapping(deriving: Dog())
    let dog = try mapping.both(
      #"{"name":"Rex","legs":3,"owner":{"name":"Ann","pets":["Rex"]},"breed":"a breed of many letters","toys":[]}"#
    )
    #expect((dog.name, dog.legs, dog.breed, dog.toys) == ("Rex", 3, "a breed of many letters", []))
    #expect(dog.owner?.name == "Ann")
    #expect(dog.owner?.pets == ["Rex"])
    let plain = try mapping.both(#"{"owner":null,"legs":null}"#)
    #expect((plain.name, plain.legs, plain.breed, plain.toys) == ("?", nil, "", ["ball"]))
    #expect(plain.owner == nil)
    let fields = mapping.program.scopes[0].fields
    #expect(fields.map(\.path.text) == ["name", "legs", "owner", "breed", "toys"])
    #expect(fields.allSatisfy { !$0.slot.isInCell })
  }

  @Observable final class Counter: Equatable {
    var count = 0
    var label = "none"
    @ObservationIgnored var _id = 3

    static func == (left: Counter, right: Counter) -> Bool {
      (left.count, left.label) == (right.count, right.label)
    }
  }

  @Test("ignores storage that a macro adds")
  func observable() throws {
    let mapping = try Mapping(deriving: Counter(), .rename("_id", to: "id"))
    let counter = try mapping.both(#"{"count":3,"label":"x","_id":9}"#)
    #expect((counter.count, counter.label, counter._id) == (3, "x", 9))
  }

  // MARK: Wrappers

  @propertyWrapper struct Percent: DerivableWrapper, Equatable {
    private var value = 0
    var wrappedValue: Int {
      get { value }
      set { value = min(max(newValue, 0), 100) }
    }
  }

  @propertyWrapper struct Trimmed: DerivableWrapper, Equatable {
    var wrappedValue: String? {
      didSet { wrappedValue = wrappedValue.map { $0.trimmingCharacters(in: .whitespaces) } }
    }
  }

  struct Wrapped: Equatable {
    @Percent var share
    @Trimmed var title: String?
    var _id = 1
  }

  @Test("maps a property wrapper by its value", .feature("23"))
  func wrappers() throws {
    let mapping = try Mapping(deriving: Wrapped())
    let model = try mapping.both(#"{"share":170,"title":"  x ","_id":2,"_share":5}"#)
    #expect((model.share, model.title, model._id) == (100, "x", 2))
    #expect(try mapping.both("{}") == Wrapped())
    let json = String(decoding: try mapping.encode(model), as: UTF8.self)
    #expect(json == #"{"share":100,"title":"x","_id":2}"#)
    let renamed = try Mapping(deriving: Wrapped(), .rename("%", to: "share"), .exclude("title"))
    #expect(try renamed.both(#"{"%":7,"title":"x"}"#).share == 7)
    #expect(try renamed.both(#"{"%":7,"title":"x"}"#).title == nil)
  }

  // MARK: Rules

  struct Image: Derivable, Equatable {
    var url = ""
    var height = 0
  }

  struct Title: Equatable {
    var label = "none"
  }

  struct Entry: Equatable {
    var name = Title()
    var images: [Image] = []
    var work = ""
    var userName = ""
    var cache = 7
  }

  @Test("names, styles, excluded properties and nested models", .feature("14", "24", "T1"))
  func rules() throws {
    let title = try Mapping(deriving: Title())
    let mapping = try Mapping(
      deriving: Entry(), .rename("im:name", to: "name"), .rename("im:image", to: "images"),
      .rename("1.work", to: "work"), .exclude("cache"), .mapping(title),
      .naming { $0 == "userName" ? "user_name" : $0 },
      .model(Image.self, .rename("@url", to: "url")))
    let json =
      #"{"im:name":{"label":"App"},"im:image":[{"@url":"u","height":"55"},{"height":4}],"1.work":"w","cache":1,"#
      + #""user_name":"n","userName":"no","name":1,"images":2}"#
    let error = try mapping.bothRefuse(json)
    #expect((error.kind, error.path) == (.typeMismatch, "im:image[0].height"))
    let entry = try mapping.both(json.replacing(#""55""#, with: "55"))
    #expect(
      entry
        == Entry(
          name: Title(label: "App"), images: [Image(url: "u", height: 55), Image(height: 4)], work: "w",
          userName: "n"))
    #expect(
      String(decoding: try mapping.encode(entry), as: UTF8.self)
        == #"{"im:name":{"label":"App"},"im:image":[{"@url":"u","height":55},{"@url":"","height":4}],"#
        + #""1.work":"w","user_name":"n"}"#)
  }

  @Test("explicit fields replace derived ones")
  func fields() throws {
    let mapping = try Mapping(deriving: Everything(), .exclude("value")) {
      Field(\.text, "deep.text", .required)
      Field(\.home.city, "city")
    }
    let model = try mapping.both(
      #"{"text":"no","deep":{"text":"yes"},"home":{"city":"no"},"city":"Rome","value":1}"#)
    #expect((model.text, model.home.city) == ("yes", "Rome"))
    #expect(model.value == .null)
    #expect(try mapping.bothRefuse(#"{"text":"no"}"#).kind == .missingField)
  }

  struct Watched: Equatable {
    var when = Date(timeIntervalSince1970: 0) {
      didSet { changes += 1 }
    }
    var name = ""
    var changes = 0
  }

  @Test("an explicit field calls observers, and replaces the derived one")
  func observers() throws {
    let mapping = try Mapping(deriving: Watched(), .exclude("changes")) {
      Field(\.when, "when", using: .unixSeconds)
      Field("name", get: \.name) { (model: inout Watched, name: String) in model.name = "<\(name)>" }
    }
    let model = try mapping.decode(#"{"when":5,"name":"x"}"#)
    #expect((model.when.timeIntervalSince1970, model.name, model.changes) == (5, "<x>", 1))
  }

  struct Strict: Equatable {
    var id = 0
    var name: String?
    var tags: [String] = []
    var image = Image()
  }

  @Test("applies policies to all fields that support them")
  func policies() throws {
    let mapping = try Mapping(
      deriving: Strict(), .policies(.required, .mismatch(.setNil), .interned, .null(.keep)))
    let image = #""image":{"url":"u","height":1}"#
    #expect(try mapping.bothRefuse(#"{"id":1,"tags":[],"image":{"url":"u"}}"#).path == "image.height")
    #expect(try mapping.bothRefuse(#"{"name":"x","tags":[],\#(image)}"#).path == "id")
    #expect(try mapping.both(#"{"id":1,"tags":[],"name":5,\#(image)}"#).name == nil)
    #expect(try mapping.both(#"{"id":null,"tags":null,"name":"x",\#(image)}"#).id == 0)
    #expect(try mapping.bothRefuse(#"{"id":"1","tags":[],\#(image)}"#).kind == .typeMismatch)
  }

  struct Schedule: Equatable {
    let kind = "schedule"
    var start = Date(timeIntervalSince1970: 0)
    var end: Date?
    var days: [Date] = []
    var holes: [[Date?]] = []
    var byName: [String: Date] = [:]
    var link: URL?
    var inner: [Slot] = []

    struct Slot: Derivable, Equatable {
      let number = 7
      var at: Date?
    }
  }

  @Test("one rule makes all values of a type, and another excludes constants")
  func transforms() throws {
    let lowercased = Transform<String, URL>("an address") {
      URL(string: $0.lowercased())
    } encode: {
      "\($0)"
    }
    let mapping = try Mapping(
      deriving: Schedule(), .excludeConstants, .using(.unixSeconds), .using(lowercased))
    let json =
      #"{"start":1,"end":2,"days":[3,4],"holes":[[5,null]],"byName":{"a":6},"link":"http://A/","inner":[{"at":7}]}"#
    let model = try mapping.both(#"{"kind":"x","number":8,"# + json.dropFirst())
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    var expected = Schedule(
      start: date(1), end: date(2), days: [date(3), date(4)], holes: [[date(5), nil]], byName: ["a": date(6)])
    expected.link = URL(string: "http://a/")
    expected.inner = [Schedule.Slot(at: date(7))]
    #expect(model == expected)
    let written = String(decoding: try mapping.encode(model), as: UTF8.self)
    #expect(!written.contains("kind") && !written.contains("number"))
    #expect(try mapping.both(written) == model)
    #expect(try mapping.bothRefuse(#"{"inner":[{"at":true}]}"#).path == "inner[0].at")
    #expect(try mapping.both("{}") == Schedule())

    let constant = Self.error { () throws(PathError) in
      _ = try Mapping(deriving: Schedule(), .exclude("kind"), .using(.unixSeconds))
    }
    #expect(constant?.path == "inner.number")
    #expect(constant?.reason.contains("exclude all constants with .excludeConstants") == true)
  }

  // MARK: Recursion

  struct Tree: Equatable {
    var name = "leaf"
    var children: [Tree] = []
    var table: [String: [Tree]] = [:]
  }

  final class Node: Derivable, Equatable {
    var id = 0
    var next: Node?
    var other: Link?

    static func == (left: Node, right: Node) -> Bool {
      (left.id, left.next, left.other) == (right.id, right.next, right.other)
    }
  }

  struct Link: Derivable, Equatable {
    var to: Node?
    var weight = 1.0
  }

  @Test("derives models of their own type")
  func recursion() throws {
    let mapping = try Mapping(deriving: Tree())
    let json =
      #"{"name":"root","children":[{"name":"a","children":[{"name":"b","children":[],"table":{}}],"table":{}}],"#
      + #""table":{"k":[{"name":"c","children":[],"table":{}}]}}"#
    let tree = try mapping.both(json)
    #expect(tree.children[0].children[0] == Tree(name: "b"))
    #expect(tree.table["k"]?[0].name == "c")
    #expect(String(decoding: try mapping.encode(tree), as: UTF8.self) == json)
    let nodes = try Mapping(deriving: Node())
    let chain = #"{"id":1,"next":{"id":2,"other":{"to":{"id":3,"next":{"id":4}},"weight":2.0}}}"#
    let node = try nodes.both(chain)
    #expect(node.next?.other?.to?.next?.id == 4)
    #expect(node.next?.other?.weight == 2)
    #expect(try nodes.both(String(decoding: nodes.encode(node), as: UTF8.self)) == node)
    #expect(try nodes.bothRefuse(#"{"next":{"next":{"id":"x"}}}"#).path == "next.next.id")
  }

  @Test("frees a recursive mapping")
  func lifetime() throws {
    weak var program: Program?
    do {
      let mapping = try Mapping(deriving: Tree())
      program = mapping.program
      let deep = String(repeating: #"{"children":["#, count: 9) + String(repeating: "]}", count: 9)
      _ = try mapping.decode(deep)
      #expect(try mapping.encode(mapping.decode(deep)).count > 9)
      #expect(program != nil)
    }
    #expect(program == nil)
  }

  // MARK: Generics

  struct Page<Item: Sendable>: Sendable {
    var items: [Item] = []
    var next: Item?
  }

  @Test("derives generic models", .feature("26"))
  func generics() throws {
    let numbers = try Mapping(deriving: Page<Int>()).decode(#"{"items":[1,2],"next":3}"#)
    #expect((numbers.items, numbers.next) == ([1, 2], 3))
    let images = try Mapping(deriving: Page<Image>()).decode(#"{"items":[{"url":"u"}],"next":{"height":3}}"#)
    #expect((images.items, images.next) == ([Image(url: "u")], Image(height: 3)))
  }

  // MARK: Errors

  private static func error(_ body: () throws(PathError) -> Void) -> PathError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  struct Dated {
    var id = 0
    var when = Date()
  }

  struct Outer {
    var inner: Inner?
    struct Inner: Derivable {
      var list: [Date?] = []
    }
  }

  struct Constant {
    let id = 0
    var name = ""
  }

  final class Weak {
    var name = ""
    weak var parent: Weak?
    unowned var owner: AnyObject
    init(_ owner: AnyObject) { self.owner = owner }
  }

  struct Twice { var twice: Int?? }
  struct Nested { var dated = Image2() }
  struct Image2 { var url = "" }
  struct Empty {}
  struct Around {
    var before = 1
    var empty = Empty()
    var after = 2
  }

  @Test("maps a property of zero bytes")
  func empty() throws {
    let mapping = try Mapping(deriving: Around(), .exclude("empty"))
    let model = try mapping.decode(#"{"before":3,"after":4}"#)
    #expect((model.before, model.after) == (3, 4))
  }
  enum Variant { case one }

  @Test("rejects unsupported properties with location and remedy")
  func errors() throws {
    let dated = try #require(Self.error { () throws(PathError) in _ = try Mapping(deriving: Dated()) })
    #expect(dated.path == "when")
    #expect(
      dated.reason == """
        Dated.when is of a type that cannot be mapped by itself, Date: add a field for the property, \
        make the type Derivable, give a mapping (.mapping) or a transform (as .using(.iso8601) for dates), or exclude the property
        """)
    let inner = Self.error { () throws(PathError) in _ = try Mapping(deriving: Outer()) }
    #expect(inner?.path == "inner.list")
    #expect(inner?.reason.hasPrefix("Inner.list is of a type that cannot be mapped") == true)
    let constant = Self.error { () throws(PathError) in _ = try Mapping(deriving: Constant()) }
    #expect(constant?.reason.hasPrefix("Constant.id is a constant") == true)
    #expect(try Mapping(deriving: Constant(), .exclude("id")).decode(#"{"id":1,"name":"x"}"#).id == 0)
    let weak = Self.error { () throws(PathError) in _ = try Mapping(deriving: Weak(Self.owner)) }
    #expect(weak?.path == "parent")
    #expect(weak?.reason.hasPrefix("Weak.parent is a weak or unowned reference") == true)
    #expect(
      try Mapping(deriving: Weak(Self.owner), .exclude("parent", "owner")).decode(#"{"name":"x"}"#).name
        == "x")
    #expect(Self.error { () throws(PathError) in _ = try Mapping(deriving: Twice()) }?.path == "twice")
    #expect(Self.error { () throws(PathError) in _ = try Mapping(deriving: Nested()) }?.path == "dated")
    for (name, error) in [
      ("Empty", Self.error { () throws(PathError) in _ = try Mapping(deriving: Empty()) }),
      ("Variant", Self.error { () throws(PathError) in _ = try Mapping(deriving: Variant.one) }),
      ("Int", Self.error { () throws(PathError) in _ = try Mapping(deriving: [1]) }),
    ] {
      #expect(error != nil, "\(name)")
    }
    let unknown = Self.error { () throws(PathError) in
      _ = try Mapping(deriving: Strict(), .rename("x", to: "nmae"))
    }
    #expect(unknown?.reason == #"Strict has no stored property "nmae": correct the rule that names it"#)
  }

  private final class Owner: Sendable {}
  private static let owner = Owner()

  @Test("recognises constants and weak references")
  func reflection() throws {
    let properties = StoredProperty.all(of: Weak.self)
    #expect(properties.map(\.name) == ["name", "parent", "owner"])
    #expect(properties.map(\.isWritable) == [true, false, false])
    #expect(properties.map(\.isConstant) == [false, false, false])
    #expect(StoredProperty.all(of: Constant.self).map(\.isConstant) == [true, false])
    #expect(StoredProperty.all(of: Constant.self).map(\.isWritable) == [false, true])
    #expect(StoredProperty.all(of: Dog.self).map(\.name) == ["name", "legs", "owner", "breed", "toys"])
    #expect(StoredProperty.all(of: Variant.self).isEmpty)
    #expect(StoredProperty.all(of: (Int, Int).self).isEmpty)
  }

  struct Counted: Equatable {
    var n = 0
    var m = 1
  }

  @Test("accepts a default in an explicit field")
  func ownDefault() throws {
    let mapping = try Mapping(deriving: Counted()) { Field(\.n, "n", default: 5) }
    #expect(try mapping.both("{}") == Counted(n: 5, m: 1))
    #expect(try mapping.both(#"{"n":2,"m":3}"#) == Counted(n: 2, m: 3))
  }
}
