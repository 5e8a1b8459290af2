import TestSupport
import GenomeDialect
import Testing

@Suite("Genome: transforms")
struct TransformTests {
  private struct Odd: Error {}

  private static let text = #"{"type": "dog", "count": 3, "none": null, "list": ["dog", "cat"]}"#

  @Test("for constants: fromJson and extract with a closure", .feature("31", "G6"))
  func constants() throws {
    try withMaps(Self.text) { map in
      let type = try map["type"].fromJson { PetType(rawValue: $0)! }
      let other = try map.extract("type") { PetType(rawValue: $0) }
      let none = try map.extract("none") { (text: String?) in text ?? "nothing" }
      let absent: String? = try map["absent"].fromJson { (text: String?) in text }
      let list = try map.extract("list") { (names: [String]) in names.compactMap(PetType.init) }
      #expect(type == .Dog && other == .Dog && none == "nothing" && absent == nil && list == [.Dog, .Cat])
      let text: String = try <~map["count"].transformFromJson { (count: Int) in "\(count)" }
      #expect(text == "3")
      #expect(throws: TransformationError.self) { try map["none"].fromJson { (text: String) in text } }
      #expect(throws: TransformationError.self) { try map.extract("absent") { (text: String) in text } }
      #expect(throws: JsonConvertibleError.self) { try map["count"].fromJson { (text: String) in text } }
      #expect(throws: JsonConvertibleError.self) { try map["count"].fromJson { (text: String?) in text } }
      #expect(throws: Odd.self) { try map["count"].fromJson { (_: Int) -> Int in throw Odd() } }
    }
  }

  private struct Model: BasicMappable {
    var from = 0
    var to = 0
    var chain = ""
    var turned = ""
    var optional: PetType?

    mutating func sequence(map: Map) throws {
      try from <~> map["from"].transformFromJson { (text: String) in Int(text) ?? -1 }
      try to <~> map["to"].transformToJson { "\($0)" }
      try chain
        <~> map["chain"].transformFromJson { (number: Int) in "<\(number)>" }.transformToJson { $0.count }
      try turned
        <~> map["turned"].transformToJson { (text: String) in text.count }
        .transformFromJson { (number: Int) in String(repeating: "x", count: number) }
      try optional
        <~> map["optional"].transformFromJson { (name: String?) in name.flatMap(PetType.init) }
        .transformToJson { $0?.rawValue }
    }
  }

  @Test(
    "combines one-way and two-way transforms in either order, with optionals", .feature("1", "31", "G1", "G6")
  )
  func ways() throws {
    let json: Json = ["from": "12", "to": 7, "chain": 5, "turned": 3, "optional": "cat"]
    var model = try Model(js: json)
    #expect(model.from == 12 && model.to == 7 && model.chain == "<5>" && model.turned == "xxx")
    #expect(model.optional == .Cat)
    try #expect(
      model.jsonRepresentation() == ["from": 12, "to": "7", "chain": 3, "turned": 3, "optional": "cat"])
    model.optional = nil
    try #expect(model.jsonRepresentation()["optional"] == nil)
    let map = Map(json: try Json.deserialize(#"{"from": "1", "to": 2, "chain": 3, "turned": 4}"#))
    try model.sequence(map)
    #expect(model.from == 1 && model.optional == nil)
  }

  @Test("passes through a closure's error in both directions", .feature("31", "G6"))
  func throwing() throws {
    let map = Map()
    #expect(throws: Odd.self) { try 1 ~> map["a"].transformToJson { (_: Int) -> Int in throw Odd() } }
    // A map of the other direction calls no closure.
    try 1 ~> Map(json: EmptyJson)["a"].transformToJson { (_: Int) -> Int in throw Odd() }
    var value = 1
    try value <~ map["a"].transformFromJson { (_: Int) -> Int in throw Odd() }
    #expect(value == 1 && map.toJson == EmptyJson)
    // A closure for an optional accepts nil.
    try "a" ~> map["b"].transformToJson { (text: String?) in text.map { "\($0)!" } }
    #expect(map.toJson == ["b": "a!"])
  }

  @Test("converts scalars when another type is requested by name", .feature("8", "G15"))
  func fuzzy() throws {
    struct Fuzzy: BasicMappable {
      var flags: [Bool] = []
      var count = 0
      var ratio = 0.0
      var small: UInt8?
      var label = ""
      var tags: [String] = []

      mutating func sequence(map: Map) throws {
        try flags <~> map.fuzzy("flags")
        try count <~> map.fuzzy("count")
        try ratio <~> map.fuzzy("ratio")
        try small <~> map.fuzzy("small")
        try label <~> map.fuzzy("label")
        try tags <~> map.fuzzy("tags")
      }
    }
    let model = try Fuzzy(
      js: [
        "flags": ["yes", "T", "1", 1, true, "no", "f", 0], "count": "12", "ratio": "2.5", "small": "null",
        "label": 12, "tags": "a, b,c",
      ] as Json)
    #expect(model.flags == [true, true, true, true, true, false, false, false])
    #expect(model.count == 12 && model.ratio == 2.5 && model.small == nil && model.label == "12")
    #expect(model.tags == ["a", "b", "c"])
    try #expect(model.jsonRepresentation()["count"] == 12)
    try withMaps(#"{"a": "maybe", "b": 300, "c": "12x", "d": null}"#) { map in
      #expect(throws: JsonConvertibleError.self) { try <~map.fuzzy("a") as Bool }
      #expect(throws: JsonConvertibleError.self) { try <~map.fuzzy("b") as UInt8 }
      #expect(throws: JsonConvertibleError.self) { try <~map.fuzzy("c") as Int }
      #expect(throws: TransformationError.self) { try <~map.fuzzy("d") as Int }
      #expect(throws: MappingError.self) { try map.extract("a") as Bool }
    }
  }

  @Test("transforms can be created by their initialisers", .feature("G6"))
  func initialisers() throws {
    struct Model: MappableObject {
      var kind = "none"
      var size: Int?
      init(map: Map) throws { try sequence(map: map) }
      mutating func sequence(map: Map) throws {
        let upper = FromJsonTransformer(map: map["kind"]) { (text: String) in text.uppercased() }
        let lower = ToJsonTransformer(map: map["kind"]) { (text: String) in text.lowercased() }
        try kind <~> TwoWayTransformer(fromJsonTransformer: upper, toJsonTransformer: lower)
        try size <~ FromJsonTransformer(map: map["size"]) { (text: String?) in text.flatMap { Int($0) } }
        try size ~> ToJsonTransformer(map: map["size"]) { (size: Int?) in size.map { "\($0)" } }
      }
    }
    let model = try Model(js: ["kind": "cat", "size": "3"])
    #expect(model.kind == "CAT" && model.size == 3)
    #expect(try model.jsonRepresentation() == ["kind": "cat", "size": "3"])
    #expect(try Model(js: ["kind": "cat"]).size == nil)
    #expect(throws: (any Error).self) { try Model(js: ["size": "3"]) }
  }

  @Test("a key can be created from a raw value", .feature("G5"))
  func keys() throws {
    let path = try #require(KeyType(rawValue: "a.b"))
    #expect(path == .KeyPath("a.b") && path == "a.b")
    let map = Map(json: ["a": ["b": 5]])
    #expect(try map.extract(path) == 5)
  }
}
