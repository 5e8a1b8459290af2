import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// Polymorphic models, selected by a discriminator.
@Suite("Variants")
struct ChoosingTests {
  class Animal {
    var name = ""
  }

  final class Cat: Animal {
    var lives = 9
  }

  final class Dog: Animal {
    var tricks: [String] = []
  }

  struct Bad: Error, CustomStringConvertible {
    var description: String { "no lives are left" }
  }

  static func animal(_ path: String = "type", otherwise: Bool = false) throws -> Mapping<Animal> {
    let names = [Field(\Animal.name, "name")]
    let (catNames, dogNames) = (try Field<Cat>.inherited(names), try Field<Dog>.inherited(names))
    let cat = try Mapping(Cat()) {
      catNames
      Field(\.lives, "lives")
    }.validating { $0.lives > 0 }
    let dog = try Mapping(Dog()) {
      dogNames
      Field(\.tricks, "tricks")
    }
    let other = try Mapping(Animal()) { names }
    return try Mapping<Animal>(
      discriminator: path, among: [Variant("cat", cat), Variant("dog", dog)],
      otherwise: otherwise ? Variant(otherwise: other) : nil)
  }

  static func describe(_ animal: Animal) -> String {
    switch animal {
    case let cat as Cat: "cat \(cat.name) \(cat.lives)"
    case let dog as Dog: "dog \(dog.name) \(dog.tricks)"
    default: "animal \(animal.name)"
    }
  }

  struct Owner {
    var name = ""
    var pets: [Animal] = []
    var best: Animal?
    var byName: [String: Animal] = [:]
  }

  static func owner(_ policies: [FieldPolicy] = [], otherwise: Bool = false) throws -> Mapping<Owner> {
    let animal = try animal(otherwise: otherwise)
    return try Mapping(Owner()) {
      Field(\.name, "name")
      Field(\.pets, "pets", mapping: animal, policies.first ?? .badElement(.error))
      Field(\.best, "best", mapping: animal, policies.last ?? .badElement(.error))
      Field(\.byName, "by", mapping: animal, policies.first ?? .badElement(.error))
    }
  }

  static func describe(_ owner: Owner) -> String {
    let pets = owner.pets.map(describe).joined(separator: ", ")
    let byName = owner.byName.sorted { $0.key < $1.key }.map { "\($0.key) \(describe($0.value))" }
    return "\(owner.name): [\(pets)] \(owner.best.map(describe) ?? "nobody") \(byName)"
  }

  @Test(
    "discriminator of subclasses first, last and nested", .feature("27", "O19"),
    arguments: [Engine.yajl, .index])
  func subclasses(engine: Engine) throws {
    func read(_ path: String, _ json: String) throws -> String {
      let decoder = try Self.animal(path).makeDecoder(ReadingOptions(engine: engine))
      let (first, second) = (try decoder.decode(json), try decoder.decode(json))
      #expect(first !== second)
      #expect(Self.describe(first) == Self.describe(second))
      return Self.describe(first)
    }
    #expect(try read("type", #"{"type":"cat","name":"a","lives":7}"#) == "cat a 7")
    #expect(try read("type", #" {"name":"a","tricks":["x"],"type":"dog"} "#) == "dog a [\"x\"]")
    #expect(try read("type", #"{"name":"a\n","lives":3,"type":"c\u0061t"}"#) == "cat a\n 3")
    #expect(try read("type", #"{"type":"dog","type":"cat"}"#) == "dog  []")
    #expect(try read("a.kinds[1]", #"{"name":"a","a":{"b":1,"kinds":[0,"cat"]}}"#) == "cat a 9")
  }

  @Test("in fields, elements and members", .feature("27", "O19"), arguments: [Engine.yajl, .index])
  func fields(engine: Engine) throws {
    let decoder = try Self.owner().makeDecoder(ReadingOptions(engine: engine))
    let json = #"""
      {"name":"o","pets":[{"type":"cat","lives":1},{"tricks":[],"name":"d","type":"dog"}],
       "best":{"name":"b","type":"cat"},"by":{"x":{"type":"dog"}}}
      """#
    for _ in 0..<2 {
      #expect(
        Self.describe(try decoder.decode(json)) == #"o: [cat  1, dog d []] cat b 9 ["x dog  []"]"#)
    }
    #expect(Self.describe(try decoder.decode(#"{"best":null}"#)) == ": [] nobody []")
  }

  @Test("unknown or absent discriminator: error, policy or another model", .feature("27", "O19"))
  func unknown() throws {
    func refuse(_ mapping: Mapping<Owner>, _ json: String) throws -> MappingError {
      let errors = try [Engine.yajl, .index].map { engine in
        try #require(throws: MappingError.self) {
          try mapping.makeDecoder(ReadingOptions(engine: engine)).decode(json)
        }
      }
      #expect(ReportedError(errors[0]) == ReportedError(errors[1]))
      return errors[0]
    }
    let mapping = try Self.owner()
    let bird = try refuse(mapping, #"{"pets":[{"type":"cat"},{"type":"bird"}]}"#)
    #expect(Verdict(bird) == Verdict(.invalidModel, 24, "pets[1]"))
    #expect(bird.found == "\"bird\"")
    #expect(bird.expected.hasPrefix(#"a value whose type is "cat" or "dog""#))
    for (json, found) in [
      ("{}", "none"), (#"{"type":null}"#, "none"), (#"{"type":7}"#, "7"), (#"{"type":[]}"#, "another"),
    ] {
      #expect(try refuse(mapping, #"{"best":\#(json)}"#).found == found)
    }
    #expect(Verdict(try refuse(mapping, #"{"best":"cat"}"#)) == Verdict(.typeMismatch, 8, "best"))
    #expect(Verdict(try refuse(mapping, #"{"best":[]}"#)) == Verdict(.typeMismatch, 8, "best"))
    // An error inside a variant keeps its location, and no policy applies. A policy applies to an invalid model.
    let loose = try Self.owner([.badElement(.drop), .mismatch(.setNil)])
    #expect(
      Verdict(try refuse(loose, #"{"pets":[{"type":"cat","lives":"x"}]}"#))
        == Verdict(.typeMismatch, 31, "pets[0].lives"))
    let json =
      #"{"pets":[{"type":"bird"},{"type":"cat","lives":0},1,{"type":"cat"}],"best":{},"by":{"a":{}}}"#
    for engine in [Engine.yajl, .index] {
      #expect(
        Self.describe(try loose.makeDecoder(ReadingOptions(engine: engine)).decode(json))
          == ": [cat  9] nobody []")
    }
    let any = try Self.owner(otherwise: true)
    #expect(
      Self.describe(try any.decode(#"{"pets":[{"type":"bird","name":"b"},{"name":"c"}]}"#))
        == ": [animal b, animal c] nobody []")
    let root = try #require(throws: MappingError.self) { try Self.animal().decode(#" {"type":"bird"}"#) }
    #expect(Verdict(root) == Verdict(.invalidModel, 1, "$"))
    #expect(throws: PathError.self) { try Self.animal("types[*]") }
  }

  @Test("a mapping or a closure for every other value", arguments: [Engine.yajl, .index])
  func otherwise(engine: Engine) throws {
    func read<Root>(_ mapping: Mapping<Root>, _ json: String) throws -> Root {
      try mapping.makeDecoder(ReadingOptions(engine: engine)).decode(json)
    }
    let cat = try Mapping(Argument<Int>("lives")) { "cat \($0)" }
    let text = try Mapping(Argument<String>("name")) { "name \($0)" }
    let mapped = try Mapping<String>(discriminator: "type", among: [Variant("cat", cat)], otherwise: text)
    #expect(try read(mapped, #"{"type":"cat","lives":3}"#) == "cat 3")
    #expect(try read(mapped, #"{"name":"x"}"#) == "name x")
    #expect(throws: MappingError.self) { try read(mapped, #"{"type":"dog"}"#) }

    struct Small: Error {}
    let made = try Mapping<String>(discriminator: "type", among: [Variant("cat", cat)]) { json in
      guard json.bytes.count > 2 else { throw Small() }
      return json.text
    }
    #expect(try read(made, #"{"lives":3,"type":"cat"}"#) == "cat 3")
    #expect(
      try read(made, #" {"type": "do\u0067", "a": [1.0, null]} "#) == #"{"type":"do\u0067","a":[1.0,null]}"#)
    // A value without members has no discriminator, and is of the wrong type.
    for other in ["[1]", #""cat""#, "null", "-1e5"] {
      let error = try #require(throws: MappingError.self) { try read(made, other) }
      #expect(error.kind == (other == "null" ? .unexpectedNull : .typeMismatch))
    }
    let error = try #require(throws: MappingError.self) { try read(made, "{ }") }
    #expect(error.kind == .invalidModel && error.found.contains("Small"))
    #expect(throws: (any Error).self) { try made.encode("dog") }
  }

  enum Shape: Equatable {
    case circle(Circle)
    case square(Int)
    indirect case group([Shape])

    static let mapping: Result<Mapping<Shape>, any Error> = Result {
      let circle = try Mapping(Circle()) { Field(\.radius, "radius", .required) }
      let square = try Mapping(Side()) { Field(\.side, "side") }
      let group = try Mapping(Group()) {
        Field(\.shapes, "shapes", .badElement(.drop), recursive: { try Shape.mapping.get() })
      }
      return try Mapping<Shape>(
        discriminator: "kind",
        among: [
          Variant(1, circle) {
            .circle($0)
          } unwrap: {
            if case .circle(let circle) = $0 { circle } else { nil }
          },
          Variant("square", square) {
            if $0.side < 0 { throw Bad() }
            return .square($0.side)
          } unwrap: {
            if case .square(let side) = $0 { Side(side: side) } else { nil }
          },
          Variant("group", group) {
            .group($0.shapes)
          } unwrap: {
            if case .group(let shapes) = $0 { Group(shapes: shapes) } else { nil }
          },
        ])
    }
  }

  struct Circle: Equatable { var radius = 1.0 }
  struct Side: Equatable { var side = 1 }
  struct Group: Equatable { var shapes: [Shape] = [] }

  @Test("a variant without 'unwrap:' is named when it is encoded")
  func withoutUnwrap() throws {
    let circle = try Mapping(Circle()) { Field(\.radius, "radius") }
    let square = try Mapping(Side()) { Field(\.side, "side") }
    let mapping = try Mapping<Shape>(
      discriminator: "kind",
      among: [
        Variant("circle", circle) { .circle($0) },
        Variant(2, square) {
          .square($0.side)
        } unwrap: {
          if case .square(let side) = $0 { Side(side: side) } else { nil }
        },
      ])
    #expect(try String(decoding: mapping.encode(.square(3)), as: UTF8.self) == #"{"kind":2,"side":3}"#)
    let error = #expect(throws: EncodingError.self) { try mapping.encode(.circle(Circle())) }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("no error")
      return
    }
    #expect(
      context.debugDescription.hasSuffix(
        #"no variant matches this Shape: the variant "circle" has no 'unwrap:', which writing needs"#))
  }

  @Test("recursive enumeration cases", .feature("27", "O19"))
  func cases() throws {
    let mapping = try Shape.mapping.get()
    let json =
      #"{"kind":"group","shapes":[{"kind":1,"radius":2.5},{"kind":"group","shapes":[{"kind":"square","side":3}]}]}"#
    let shape = Shape.group([.circle(Circle(radius: 2.5)), .group([.square(3)])])
    #expect(try mapping.both(json) == shape)
    #expect(String(decoding: try mapping.encode(shape), as: UTF8.self) == json)
    #expect(
      try mapping.both(#"{"shapes":[{"kind":2},{"kind":"square","side":-1}],"kind":"group"}"#) == .group([]))
    let error = try mapping.bothRefuse(
      #"{"kind":"group","shapes":[{"radius":2,"kind":"group","shapes":[{"kind":1}]}]}"#)
    #expect(Verdict(error) == Verdict(.missingField, 72, "shapes[0].shapes[0].radius"))
    let refused = try mapping.bothRefuse(#"{"kind":"square","side":-1}"#)
    #expect(refused.kind == .invalidModel && refused.found == "no lives are left")
  }

  protocol Named { var name: String { get } }
  struct Person: Named { var name = "" }
  struct Firm: Named {
    var name = ""
    var size = 0
  }

  @Test("a protocol, hooks, contexts and encoding", .feature("27", "29", "34", "35"))
  func protocols() throws {
    let person = try Mapping(Person()) { Field(\.name, "name") }
    let firm = try Mapping(Firm()) {
      Field(\.size, "size")
      Field(\.name, "name")
    }.didDecode(context: String.self) { $0.name += $1 }
    let mapping = try Mapping<any Named>(
      discriminator: "is.a", among: [Variant("person", person), Variant("firm", firm)]
    )
    .validating { $0.name != "nobody" }
    for engine in [Engine.yajl, .index] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: " Ltd"))
      let named = try decoder.decode(#"{"is":{"a":"firm"},"name":"x","size":3}"#)
      #expect((named as? Firm)?.name == "x Ltd" && (named as? Firm)?.size == 3)
      #expect(throws: MappingError.self) { try decoder.decode(#"{"is":{"a":"person"},"name":"nobody"}"#) }
      #expect(throws: MappingError.self) {
        try mapping.makeDecoder(ReadingOptions(engine: engine)).decode(#"{"is":{"a":"firm"}}"#)
      }
    }
    let json = try mapping.encode(Firm(name: "y", size: 4))
    #expect(String(decoding: json, as: UTF8.self) == #"{"is":{"a":"firm"},"size":4,"name":"y"}"#)
    let owner = Owner(name: "o", pets: [Cat(), Dog(), Animal()], best: nil)
    let written = try Self.owner(otherwise: true).encode(owner)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"name":"o","pets":[{"type":"cat","name":"","lives":9},{"type":"dog","name":"","tricks":[]},{"name":""}],"by":{}}"#
    )
    #expect(throws: EncodingError.self) { try Self.owner().encode(owner) }
  }

  final class Cache: @unchecked Sendable {
    var cats: [Int: Cat] = [:]
  }

  @Test(
    "updates an object that a closure finds", .feature("27", "28", "O19"), arguments: [Engine.yajl, .index])
  func found(engine: Engine) throws {
    let cache = Cache()
    let (known, lives) = (Cat(), 5)
    known.name = "known"
    cache.cats[1] = known
    let cat = try Mapping(Cat()) {
      Field(\.name, "name", .null(.keep))
      Field(\.lives, "lives")
    }.updating(Argument<Int>("id"), context: Cache.self) { id, cache in
      if id == 13 { throw Bad() }
      return cache.cats[id]
    }
    struct Home {
      var cats: [Cat] = []
      var first: Cat?
    }
    let home = try Mapping(Home()) {
      Field(\.cats, "cats", mapping: cat, .badElement(.drop))
      Field(\.first, "first", mapping: cat)
    }
    let decoder = home.makeDecoder(ReadingOptions(engine: engine, context: cache))
    let json = #"{"cats":[{"lives":5,"id":1},{"id":2,"name":"new"},{"id":13}],"first":{"id":1,"name":null}}"#
    for _ in 0..<2 {
      let read = try decoder.decode(json)
      #expect(read.cats.count == 2 && read.cats[0] === known && read.first === known)
      #expect(known.name == "known" && known.lives == lives && read.cats[1].name == "new")
      #expect(
        String(decoding: try home.encode(read), as: UTF8.self)
          == #"{"cats":[{"name":"known","lives":5},{"name":"new","lives":9}],"first":{"name":"known","lives":5}}"#
      )
    }
    #expect(
      try cat.makeDecoder(ReadingOptions(engine: engine, context: cache)).decode(#"{"id":1,"lives":4}"#)
        === known)
    #expect(known.lives == 4)
    let error = try #require(throws: MappingError.self) {
      try decoder.decode(#"{"first":{"id":1,"name":"x","lives":"y"}}"#)
    }
    #expect(Verdict(error) == Verdict(.typeMismatch, 36, "first.lives"))
    #expect(known.name == "known")
    let missing = try #require(throws: MappingError.self) { try decoder.decode(#"{"first":{}}"#) }
    #expect(Verdict(missing) == Verdict(.missingField, 10, "first.id"))
  }

  @Test("releases an object that a closure finds", .feature("28"), arguments: [Engine.yajl, .index])
  func released(engine: Engine) throws {
    let cache = Cache()
    let decoder = try Mapping(Cat()) { Field(\.lives, "lives") }
      .updating(Argument<Int>("id"), context: Cache.self) { id, cache in cache.cats[id] }
      .makeDecoder(ReadingOptions(engine: engine, context: cache))
    for json in [#"{"id":1,"lives":4}"#, #"{"id":1,"lives":"four"}"#] {
      cache.cats[1] = Cat()
      weak let known = cache.cats[1]
      #expect(((try? decoder.decode(json)) != nil) == (known?.lives == 4))
      cache.cats[1] = nil
      #expect(known == nil, "\(json)")
    }
    withExtendedLifetime(decoder) {}
  }

  final class Box: @unchecked Sendable {
    var value = 0
  }

  struct Boxed {
    var serial = Serial.next()
    var box = Box()
    var numbers: [Int] = []
  }

  enum Serial {
    private static let last = Mutex(0)

    static func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  @Test("a model that was given away is not changed by the next one", arguments: [Engine.yajl, .index])
  func givenAway(engine: Engine) throws {
    let boxed = try Mapping(Boxed()) {
      Field(\.box.value, "value")
      Field(\.numbers, "numbers")
    }
    let mapping = try Mapping<Boxed>(discriminator: "type", among: [Variant("boxed", boxed) { $0 }])
    let decoder = try Mapping([Boxed]()) { Field(\.self, "$", mapping: mapping) }
      .makeDecoder(ReadingOptions(engine: engine))
    let models = try decoder.decode(
      #"[{"type":"boxed","value":1,"numbers":[1,2]},{"value":2,"type":"boxed","numbers":[3]},{"type":"boxed"}]"#
    )
    #expect(models.map(\.box.value) == [1, 2, 0])
    #expect(models.map(\.numbers) == [[1, 2], [3], []])
    // Each has its own template.
    #expect(Set(models.map(\.serial)).count == 3)
    #expect(models[0].box !== models[1].box)
  }

  enum Part: Equatable {
    case list(List)
    case count(Count)

    struct List: Equatable {
      var items: [String] = []
      var totals: [String: Int] = [:]
    }

    struct Count: Equatable {
      var value = 0
    }

    static func mapping(_ path: String = "type") throws -> Mapping<Part> {
      let list = try Mapping(List()) {
        Field(\.items, "items")
        Field(\.totals, "totals")
      }
      return try Mapping(
        discriminator: path,
        among: [
          Variant("list", list) { .list($0) },
          Variant(2, try Mapping(Count()) { Field(\.value, "value") }) { .count($0) },
        ])
    }
  }

  @Test("a copy of a model is not changed by the next record", arguments: [Engine.yajl, .index])
  func copies(engine: Engine) throws {
    let decoder = try Part.mapping().makeDecoder(ReadingOptions(engine: engine))
    let first = #"{"type":"list","items":["one","two"],"totals":{"a":1,"b":2}}"#
    let second = #"{"type":"list","items":["three"],"totals":{"c":3}}"#
    var parts: [Part] = []
    try decoder.decodeLines(in: [first, second, #"{"type":"list"}"#, first].joined(separator: "\n")) {
      part, _ in
      parts.append(copy part)
    }
    // `decode` returns a model of its own after `read` has shown one, and the reverse.
    parts.append(try decoder.decode(second))
    parts.append(try decoder.read(first) { copy $0 })
    parts.append(try decoder.decode(second))
    let firstPart = Part.list(Part.List(items: ["one", "two"], totals: ["a": 1, "b": 2]))
    let secondPart = Part.list(Part.List(items: ["three"], totals: ["c": 3]))
    #expect(
      parts == [firstPart, secondPart, .list(Part.List()), firstPart, secondPart, firstPart, secondPart])
  }

  @Test("discriminators in any spelling and place", arguments: [Engine.yajl, .index])
  func spellings(engine: Engine) throws {
    let space = String(repeating: " ", count: 70)
    for path in ["type", "is.type"] {
      let decoder = try Part.mapping(path).makeDecoder(ReadingOptions(engine: engine))
      let list = Part.list(Part.List(items: ["a"]))
      for (text, part) in [
        (#"{"type":"list","items":["a"]}"#, list), (#"{"items":["a"],"type":"list"}"#, list),
        (#"{"x":{"type":2,"y":[{"type":"z"}]},"items":["a"],"type":"list"}"#, list),
        (#"{"ty\u0070e":"list","items":["a"]}"#, list), (#"{"a\n":1,"type":"list","items":["a"]}"#, list),
        (#"{"type":"li\u0073t","items":["a"]}"#, list), (#"{"type":"list","type":2,"items":["a"]}"#, list),
        (
          "{\(space)\"items\"\(space): [\"a\"]\(space),\(space)\"type\"\(space):\(space)\"list\"\(space)}",
          list
        ),
        (#"{"type":2,"value":1,"typ":"list","types":"list","tYpe":"list"}"#, .count(Part.Count(value: 1))),
        (#"{"typf":"list","value":1,"type": 2 }"#, .count(Part.Count(value: 1))),
      ] as [(String, Part)] {
        // The members of the discriminator's object are in the object `is` too.
        let text = path == "type" ? text : #"{"is":\#(text),\#(text.dropFirst())"#
        #expect(try decoder.decode(text) == part, "\(text)")
        #expect(try decoder.decode(" \(text) ") == part, "\(text)")
      }
      for text in [
        "{}", #"{"type":"lis"}"#, #"{"type":"list "}"#, #"{"type":""}"#, #"{"type":2.5}"#, #"{"type":null}"#,
        #"{"type":["list"]}"#, #"{"type":{"list":2}}"#, #"{"typ":"list"}"#, #"{"x":{"type":"list"}}"#, "[]",
        #"{"type":true}"#, #"{"type":"2"}"#, #"{"":"list"}"#,
      ] {
        let text = path == "type" ? text : #"{"is":\#(text)}"#
        #expect(throws: MappingError.self, "\(text)") { try decoder.decode(text) }
      }
    }
  }

  struct Item {
    var id = Serial.next()
    var box = Box()
    var name = ""
    var numbers: [Int] = []
  }

  @Test("a property without a field is new in each model", arguments: [Engine.yajl, .index], [1, 2])
  func unmapped(engine: Engine, workers: Int) throws {
    let item = try Mapping(Item()) {
      Field(\.name, "name")
      Field(\.numbers, "numbers")
    }
    let mapping = try Mapping<Item>(discriminator: "type", among: [Variant("item", item) { $0 }])
      .didDecode { $0.box.value += 1 }
    let lines = #"{"type":"item","name":"a","numbers":[1]}"# + "\n" + #"{"type":"item"}"# + "\n"
    let text = String(repeating: lines, count: 50)
    let options = ReadingOptions(engine: engine)
    var input = JSONLines(.bytes(Array(text.utf8)), as: mapping)
    input.options = options
    let items = try input.results(workers: workers).map { try $0.get() }
    #expect(Set(items.map(\.id)).count == 100)
    #expect(Set(items.map { ObjectIdentifier($0.box) }).count == 100)
    #expect(items.allSatisfy { $0.box.value == 1 })
    var values: [Int] = []
    try mapping.makeDecoder(options).decodeLines(in: text) { item, _ in values.append(item.box.value) }
    #expect(values == Array(repeating: 1, count: 100))
  }

  @Test("a long array leaves no capacity behind in models that are kept")
  func capacity() throws {
    let long = #"{"type":"list","items":["# + String(repeating: "\"a\",", count: 20_000) + "\"a\"]}"
    let text = ([long] + Array(repeating: #"{"type":"list","items":["b"]}"#, count: 20)).joined(
      separator: "\n")
    for workers in [1, 2] {
      let input = JSONLines(.bytes(Array(text.utf8)), as: try Part.mapping())
      let parts = try input.results(workers: workers).map { try $0.get() }
      for part in parts.dropFirst() {
        guard case .list(let list) = part else { throw Bad() }
        #expect(list.items.capacity < 100)
      }
    }
  }

  struct Twice {
    var name = ""
    var boxes: [Box] = [Box()]
  }

  struct Aliased {
    var name = ""
  }

  @Test("a property of two paths, and objects within values", arguments: [Engine.yajl, .index])
  func twice(engine: Engine) throws {
    let aliased = try Mapping(Aliased()) {
      Field(\.name, ["a", "b"])
    }
    let names = try Mapping<Aliased>(discriminator: "type", among: [Variant("x", aliased) { $0 }])
    let lines = (1...4).map { #"{"type":"x","\#($0 % 2 == 0 ? "a" : "b")":"\#($0)"}"# }.joined(
      separator: "\n")
    var found: [String] = []
    try names.makeDecoder(ReadingOptions(engine: engine)).decodeLines(in: lines) { model, _ in
      found.append(model.name)
    }
    #expect(found == ["1", "2", "3", "4"])

    let box = Transform<Int, [Box]>("a number") { _ in [Box()] }
    let twice = try Mapping(Twice()) {
      Field(\.name, "name")
      Field(\.boxes, "boxes", using: box)
    }
    let boxes = try Mapping<Twice>(discriminator: "type", among: [Variant("x", twice) { $0 }])
      .didDecode { $0.boxes[0].value += 1 }
    var values: [Int] = []
    try boxes.makeDecoder(ReadingOptions(engine: engine)).decodeLines(in: lines) { model, _ in
      values.append(model.boxes[0].value)
    }
    #expect(values == [1, 1, 1, 1])
  }
}
