import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

@Suite("ObjectMapper: immutable models")
struct ImmutableTests {
  private enum Colour: String { case red, green }

  private struct Point: ImmutableMappable, Hashable {
    let x: Int
    init(map: Map) throws { x = try map.value("x") }
    func mapping(map: Map) { x >>> map["x"] }
  }

  /// Gets a value of a type from the member `v`.
  private struct Getter<Value>: ImmutableMappable {
    let value: Value
    init(map: Map) throws {
      guard let get = map.context as? Get<Value> else { throw CocoaError(.featureUnsupported) }
      value = try get.body(map)
    }
  }

  private struct Get<Value>: MapContext {
    let body: (Map) throws -> Value
  }

  /// The result for a document, by text and by tree. `nil` if it throws.
  private func get<Value>(
    _ json: String, at location: SourceLocation = #_sourceLocation, _ body: @escaping (Map) throws -> Value
  ) throws -> Value? where Value: Equatable {
    let mapper = Mapper<Getter<Value>>(context: Get(body: body))
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let expected = try? mapper.map(JSON: tree).value
    for _ in 0..<2 {
      let read = try? mapper.map(JSONString: json).value
      #expect(read == expected, "text and tree differ", sourceLocation: location)
    }
    return expected
  }

  @Test("reads every shape; throws for bad values, also in collections", .feature("4", "11", "O17"))
  func values() throws {
    #expect(try get(#"{"v":5}"#) { try $0.value("v") as Int } == 5)
    #expect(try get(#"{"v":5.5}"#) { try $0.value("v") as Int } == nil)
    #expect(try get(#"{"v":5.5}"#) { try $0.value("v") as Float } == 5.5)
    #expect(try get(#"{"v":{"w":"x"}}"#) { try $0.value("v.w") as String } == "x")
    #expect(try get(#"{"v.w":"x"}"#) { try $0.value("v.w", nested: false) as String } == "x")
    #expect(try get(#"{"v":{"w":"x"}}"#) { try $0.value("v->w", delimiter: "->") as String } == "x")
    #expect(try get(#"{"v":["a","b"]}"#) { try $0.value("v") as [String] } == ["a", "b"])
    #expect(try get(#"{"v":["a",1]}"#) { try $0.value("v") as [String] } == nil)
    #expect(try get(#"{"v":[]}"#) { try $0.value("v") as [Point] } == [])
    #expect(try get(#"{"v":[{"x":1}]}"#) { try $0.value("v") as [Point] }?.first?.x == 1)
    #expect(try get(#"{"v":[{"x":1},{}]}"#) { try $0.value("v") as [Point] } == nil)
    #expect(try get(#"{"v":[{"x":1},null]}"#) { try $0.value("v") as [Point] } == nil)
    #expect(try get(#"{"v":{"a":{"x":1}}}"#) { try $0.value("v") as [String: Point] }?["a"]?.x == 1)
    #expect(try get(#"{"v":{}}"#) { try $0.value("v") as [String: Point] } == [:])
    #expect(try get(#"{"v":{"a":1}}"#) { try $0.value("v") as [String: Point] } == nil)
    #expect(try get(#"{"v":[[{"x":1}],[]]}"#) { try $0.value("v") as [[Point]] }?.map(\.count) == [1, 0])
    #expect(try get(#"{"v":[[{"x":1}],1]}"#) { try $0.value("v") as [[Point]] } == nil)
    #expect(try get(#"{"v":[{"x":1}]}"#) { try $0.value("v") as Set<Point> }?.count == 1)
    #expect(try get(#"{"v":{"id":3}}"#) { try $0.value("v") as Item }?.id == 3)
    #expect(try get(#"{"v":{}}"#) { try $0.value("v") as Item } == nil)
    #expect(try get(#"{"v":"red"}"#) { try $0.value("v") as Colour } == .red)
    #expect(try get(#"{"v":"blue"}"#) { try $0.value("v") as Colour } == nil)
    #expect(try get(#"{"v":["red","green"]}"#) { try $0.value("v") as [Colour] } == [.red, .green])
    #expect(try get(#"{"v":["red","blue"]}"#) { try $0.value("v") as [Colour] } == nil)
    #expect(
      try get(#"{"v":{"a":"red","a":"green"}}"#) { try $0.value("v") as [String: Colour] } == ["a": .green])
    #expect(try get(#"{"v":{"a":"red","b":"blue"}}"#) { try $0.value("v") as [String: Colour] } == nil)
    #expect(try get(#"{"v":[]}"#) { try $0.value("v") as [String: Colour] } == nil)
    #expect(try get(#"{"v":null}"#) { try $0.value("v") as [String: Colour]? } == .some(nil))
    #expect(try get(#"{"v":[1,"a"]}"#) { try ($0.value("v") as [Any]).count } == 2)
    #expect(try get(#"{"v":{"a":5}}"#) { try ($0.value("v") as [String: Any])["a"] as? Double } == 5)
  }

  @Test("absent and null give nil; mismatches and failed models throw", .feature("5", "O17"))
  func optionals() throws {
    for (json, isThrown) in [("{}", false), (#"{"v":null}"#, false), (#"{"v":[]}"#, true)] {
      #expect(try get(json) { try $0.value("v") as Int? } == (isThrown ? nil : .some(nil)), "\(json)")
      #expect(try get(json) { try $0.value("v") as String? } == (isThrown ? nil : .some(nil)), "\(json)")
      #expect(
        try get(json) { try $0.value("v") as [Int]? } == (json.contains("[]") ? [] : .some(nil)), "\(json)")
      #expect(try get(json) { try $0.value("v") as Colour? } == nil, "\(json)")
      #expect(try get(json) { try $0.value("v") as Point? } == nil, "\(json)")
    }
    for json in ["{}", #"{"v":null}"#] {
      #expect(try get(json) { try $0.value("v") as [Colour]? } == nil, "\(json)")
      #expect(try get(json) { try $0.value("v") as [Point]? } == nil, "\(json)")
      #expect(try get(json) { try $0.value("v") as [String: Point]? } == nil, "\(json)")
    }
    #expect(try get(#"{"v":"red"}"#) { try $0.value("v") as Colour? } == .red)
    #expect(try get(#"{"v":["red"]}"#) { try $0.value("v") as [Colour]? } == [.red])
    #expect(try get(#"{"v":5}"#) { try $0.value("v") as Int? } == 5)
    #expect(try get(#"{"v":{"x":1}}"#) { try $0.value("v") as Point? }??.x == 1)
  }

  @Test("defaults hide failures", .feature("6", "O17"))
  func defaults() throws {
    let date = Date(timeIntervalSince1970: 0)
    for json in ["{}", #"{"v":null}"#, #"{"v":[1]}"#] {
      #expect(try get(json) { try $0.value("v", default: 7) } == 7)
      #expect(try get(json) { try $0.value("v", default: [Item(id: 7)]) } == [Item(id: 7)])
      #expect(try get(json) { try $0.value("v", default: Item(id: 7)) } == Item(id: 7))
      #expect(try get(json) { try $0.value("v", default: Colour.red) } == .red)
      #expect(try get(json) { try $0.value("v", default: date, using: DateTransform()) } == date)
    }
    #expect(try get(#"{"v":5}"#) { try $0.value("v", default: 7) } == 5)
    // Raw values, also in collections.
    #expect(try get(#"{"v":["green"]}"#) { try $0.value("v", default: [Colour.red]) } == [.green])
    #expect(try get(#"{"v":["green","no"]}"#) { try $0.value("v", default: [Colour.red]) } == [.red])
    #expect(
      try get(#"{"v":{"a":"green"}}"#) { try $0.value("v", default: ["b": Colour.red]) } == ["a": .green])
    #expect(try get(#"{"v":{"a":5}}"#) { try $0.value("v", default: ["b": Colour.red]) } == ["b": .red])
    #expect(try get(#"{"v":"green"}"#) { try $0.value("v", default: Colour?.some(.red)) } == .green)
    #expect(try get(#"{"v":"no"}"#) { try $0.value("v", default: Colour?.some(.red)) } == .red)
  }

  @Test(
    "transforms apply to values and collections, all or an error", .feature("16", "31", "O17"))
  func transforms() throws {
    let epoch = Date(timeIntervalSince1970: 0)
    #expect(try get(#"{"v":0}"#) { try $0.value("v", using: DateTransform()) as Date } == epoch)
    #expect(try get("{}") { try $0.value("v", using: DateTransform()) as Date } == nil)
    #expect(
      try get(#"{"v":[0,"0"]}"#) { try $0.value("v", using: DateTransform()) as [Date] } == [epoch, epoch])
    #expect(try get(#"{"v":[0,null]}"#) { try $0.value("v", using: DateTransform()) as [Date] } == nil)
    #expect(
      try get(#"{"v":{"a":0}}"#) { try $0.value("v", using: DateTransform()) as [String: Date] } == [
        "a": epoch
      ])
    #expect(
      try get(#"{"v":[[0],[]]}"#) { try $0.value("v", using: DateTransform()) as [[Date]] } == [[epoch], []])
    #expect(try get(#"{"v":[[0],1]}"#) { try $0.value("v", using: DateTransform()) as [[Date]] } == nil)
  }

  @Test("errors name key, value, reason and calling code", .feature("37", "O18"))
  func errors() throws {
    func error(_ json: String) throws -> MapError {
      try #require(throws: MapError.self) { try Point(JSONString: json) }
    }
    let wrong = try error(#"{"x":"five"}"#)
    #expect(
      wrong.key == "x" && wrong.currentValue as? String == "five" && wrong.reason == "Cannot cast to 'Int'")
    #expect("\(wrong.function ?? "")" == "init(map:)" && (wrong.line ?? 0) > 0)
    #expect("\(wrong.file ?? "")".hasSuffix("ImmutableTests.swift") && wrong.description.contains("five"))
    let missing = try error("{}")
    #expect(missing.key == "x" && missing.currentValue == nil)
    let notJSON = try error(#"{"x":1"#)
    #expect(notJSON.key == nil && notJSON.currentValue as? String == #"{"x":1"#)
    #expect(try error("[1]").reason == "Cannot parse into '[String: Any]'")
    let dates = Mapper<Getter<[Date]>>(context: Get { try $0.value("v", using: DateTransform()) as [Date] })
    #expect(try #require(throws: MapError.self) { try dates.map(JSONString: #"{"v":[1,[]]}"#) }.key == "v")
  }

  @Test("collections of immutable models throw", .feature("4", "38", "O21"))
  func collections() throws {
    let mapper = Mapper<Point>()
    #expect(try mapper.mapArray(JSONString: #"[{"x":1}]"#).count == 1)
    #expect(throws: MapError.self) { try mapper.mapArray(JSONString: #"[{"x":1},{}]"#) }
    #expect(throws: MapError.self) { try mapper.mapArray(JSONString: "nonsense") }
    #expect(throws: MapError.self) { try mapper.mapArray(JSONObject: 5) }
    #expect(throws: MapError.self) { try mapper.mapArray(JSONArray: [["x": "a"]]) }
    #expect(try mapper.mapDictionary(JSONString: #"{"a":{"x":1}}"#)["a"]?.x == 1)
    #expect(try mapper.mapDictionary(JSON: ["a": ["x": 1]])["a"]?.x == 1)
    #expect(throws: MapError.self) { try mapper.mapDictionary(JSONObject: nil) }
    #expect(try mapper.mapDictionaryOfArrays(JSON: ["a": [["x": 1]]])["a"]?.count == 1)
    #expect(throws: MapError.self) { try mapper.mapDictionaryOfArrays(JSONObject: [1]) }
    #expect(try mapper.mapArrayOfArrays(JSONObject: [[["x": 1]]]).first?.first?.x == 1)
    #expect(try mapper.mapSet(JSONString: #"[{"x":1},{"x":1}]"#).count == 1)
    #expect(throws: MapError.self) { try mapper.mapSet(JSONArray: [[:]]) }
  }
}
