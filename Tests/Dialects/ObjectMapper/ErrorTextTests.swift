import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

/// The words of errors, which users compare and log.
@Suite("ObjectMapper: texts of errors")
struct ErrorTextTests {
  private enum Kind: String { case a }
  private final class Upper: TransformType {
    func transformFromJSON(_ value: Any?) -> String? { (value as? String)?.uppercased() }
    func transformToJSON(_ value: String?) -> String? { value }
  }
  private struct Named: TransformType, CustomStringConvertible {
    var description: String { "named" }
    func transformFromJSON(_ value: Any?) -> String? { nil }
    func transformToJSON(_ value: String?) -> String? { value }
  }
  private struct Inner: ImmutableMappable {
    init(map: Map) throws { _ = try map.value("x") as Int }
  }
  private struct Maybe: Mappable {
    init?(map: Map) { return nil }
    mutating func mapping(map: Map) {}
  }
  private struct Made: StaticMappable, ImmutableMappable {
    init(map: Map) throws { _ = try map.value("x") as Int }
    static func objectForMapping(map: Map) -> (any BaseMappable)? { nil }
    func mapping(map: Map) {}
  }
  private struct Asking: ImmutableMappable {
    init(map: Map) throws { try (map.context as? Question)?.ask(map) }
  }
  private struct Question: MapContext {
    let ask: (Map) throws -> Void
  }

  /// Returns the error for the member `v`, which must be the same from text and from a tree.
  private func error(
    _ value: String?, at location: SourceLocation = #_sourceLocation, _ ask: @escaping (Map) throws -> Void
  ) throws -> MapError {
    let json = value.map { #"{"v":\#($0)}"# } ?? "{}"
    let mapper = Mapper<Asking>(context: Question(ask: ask))
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let read = try #require(throws: MapError.self, sourceLocation: location) {
      try mapper.map(JSONString: json)
    }
    let found = try #require(throws: MapError.self, sourceLocation: location) { try mapper.map(JSON: tree) }
    #expect(
      read.reason == found.reason && read.key == found.key && "\(read)" == "\(found)",
      sourceLocation: location)
    return read
  }

  @Test("a failed cast names the requested type and the whole value", .feature("O18"))
  func casts() throws {
    #expect(try error("\"x\"") { _ = try $0.value("v") as Int }.reason == "Cannot cast to 'Int'")
    #expect(try error("\"x\"") { _ = try $0.value("v") as Int? }.reason == "Cannot cast to 'Optional<Int>'")
    let array = try error("[1,\"x\"]") { _ = try $0.value("v") as [Int] }
    #expect(array.reason == "Cannot cast to 'Array<Int>'" && (array.currentValue as? [Any])?.count == 2)
    let members = try error("{\"a\":[]}") { _ = try $0.value("v") as [String: Bool]? }
    #expect(members.reason == "Cannot cast to 'Optional<Dictionary<String, Bool>>'")
    #expect(
      try error(nil) { _ = try $0.value("v") as [[Int]] }.reason == "Cannot cast to 'Array<Array<Int>>'")
  }

  @Test("missing and mismatched models have the words of ObjectMapper", .feature("O18"))
  func models() throws {
    for value in [nil, "null"] {
      #expect(try error(value) { _ = try $0.value("v") as Inner }.reason == "Found unexpected nil value")
      #expect(try error(value) { _ = try $0.value("v") as Inner? }.reason == "Found unexpected nil value")
      #expect(try error(value) { _ = try $0.value("v") as [Inner]? }.reason == "Cannot cast to '[Any]'")
      #expect(try error(value) { _ = try $0.value("v") as [[Inner]] }.reason == "Cannot cast to '[[Any]]'")
      #expect(
        try error(value) { _ = try $0.value("v") as [String: Inner] }.reason
          == "Cannot cast to '[String: Any]'")
    }
    #expect(try error("5") { _ = try $0.value("v") as Inner }.reason == "Cannot cast to '[String: Any]'")
    #expect(try error("{}") { _ = try $0.value("v") as Maybe }.reason == "Cannot map to 'Maybe'")
    let nested = try error("{\"x\":true1}".replacing("true1", with: "[]")) { _ = try $0.value("v") as Inner }
    #expect(nested.reason == "Cannot cast to 'Int'" && nested.key == "x")
  }

  @Test("a failed transform names itself and the object's type", .feature("O18"))
  func transforms() throws {
    let enumeration = try error("\"b\"") { _ = try $0.value("v") as Kind }
    #expect(
      enumeration.reason
        == "Cannot transform to 'Kind' using \(String(reflecting: EnumTransform<Kind>.self))")
    #expect(try error("[5]") { _ = try $0.value("v") as [Kind]? }.reason == enumeration.reason)
    let upper = try error("[\"a\",5]") { _ = try $0.value("v", using: Upper()) as [String] }
    #expect(upper.reason == "Cannot transform to 'String' using \(Upper())" && upper.key == "v")
    #expect(upper.currentValue as? Int == 5)
    #expect(
      try error("5") { _ = try $0.value("v", using: Named()) as String }.reason
        == "Cannot transform to 'String' using named")
  }

  @Test("the mapper's own errors have the words of ObjectMapper", .feature("O18"))
  func mappers() throws {
    func reason(_ body: () throws -> some Any) throws -> String? {
      let error = try #require(throws: MapError.self) { _ = try body() }
      #expect(error.key == nil && error.file == nil)
      return error.reason
    }
    let mapper = Mapper<Inner>()
    #expect(try reason { try mapper.map(JSONString: "{") as Inner } == "Cannot parse into '[String: Any]'")
    #expect(try reason { try mapper.map(JSONString: "[]") as Inner } == "Cannot parse into '[String: Any]'")
    #expect(try reason { try mapper.map(JSONObject: 5) as Inner } == "Cannot cast to '[String: Any]'")
    #expect(
      try reason { try mapper.mapArray(JSONString: "{") as [Inner] } == "Cannot convert string into Any'")
    #expect(
      try reason { try mapper.mapArray(JSONString: "{}") as [Inner] } == "Cannot cast to '[[String: Any]]'")
    #expect(
      try reason { try mapper.mapArray(JSONObject: [1]) as [Inner] } == "Cannot cast to '[[String: Any]]'")
    #expect(
      try reason { try mapper.mapDictionary(JSONObject: [1]) as [String: Inner] }
        == "Cannot cast to '[String: [String: Any]]''")
    #expect(
      try reason { try mapper.mapArrayOfArrays(JSONObject: [1]) as [[Inner]] }
        == "Cannot cast to '[[[String: Any]]]''")
    let error = try #require(throws: MapError.self) { try mapper.map(JSONString: "[1]") as Inner }
    #expect(error.currentValue as? String == "[1]")
  }

  @Test("the description has a line for reason, location, key and value", .feature("O18"))
  func descriptions() throws {
    let error = MapError(
      key: "k", currentValue: 5, reason: "r", file: "Sources/App/User.swift", function: "init(map:)", line: 3)
    #expect(
      error.description
        == "Got an error while mapping.\n- reason: r\n- location: User.init(map:):3\n- key: k\n- currentValue: 5"
    )
    #expect(
      MapError(key: nil, currentValue: nil, reason: nil).description
        == "Got an error while mapping.\n- reason: nil\n- location: nil\n- key: nil\n- currentValue: nil")
  }

  @Test("the initialisers of an immutable model throw where an optional is expected, too", .feature("O17"))
  func optionalContext() throws {
    let text = #"{"x":"no"}"#
    #expect(throws: MapError.self) {
      let inner: Inner? = try Inner(JSONString: text)
      _ = inner
    }
    #expect(throws: MapError.self) {
      let inner: Inner? = try Inner(JSON: ["x": "no"])
      _ = inner
    }
    #expect((try? Inner(JSON: ["x": 1])) != nil && (try? Inner(JSON: [:])) == nil)
    // Also for a type with a factory.
    #expect(throws: MapError.self) {
      let made: Made? = try Made(JSONString: text)
      _ = made
    }
    #expect(throws: MapError.self) {
      let made = try Made(JSON: [:])
      _ = made
    }
  }
}
