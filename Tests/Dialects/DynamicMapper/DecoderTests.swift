import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

@Suite("DynamicJSONDecoder")
struct DecoderTests {
  private struct Dated: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var at: Date
    var nested: Date?
    var list: [Date]?
    mutating func dynamicMapping(mappingType: DynamicMappingType) {
      guard mappingType == .decoding else { return }
      nested <-- ds.more.at
      list <-- ds.more.list
    }
  }

  @Test("applies JSONDecoder's strategies to properties and the dynamic object", .feature("32", "D7"))
  func strategies() throws {
    let decoder = DynamicJSONDecoder()
    let asBase: JSONDecoder = decoder
    let json = Data(#"{"at":1000,"more":{"at":2000,"list":[3000,"x"]}}"#.utf8)
    #expect(try decoder.decode(Dated.self, from: json).at == Date(timeIntervalSinceReferenceDate: 1000))
    decoder.dateDecodingStrategy = .millisecondsSince1970
    let dated = try asBase.decode(Dated.self, from: json)
    #expect(dated.at == Date(timeIntervalSince1970: 1) && dated.nested == Date(timeIntervalSince1970: 2))
    #expect(dated.list == [Date(timeIntervalSince1970: 3)])
    // Also after the record.
    var after: Date?
    after <-- dated.ds.more.at
    #expect(after == Date(timeIntervalSince1970: 2))
    decoder.dateDecodingStrategy = .custom { decoder in
      Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) * 2)
    }
    #expect(try decoder.decode(Dated.self, from: json).nested == Date(timeIntervalSince1970: 4000))

    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let object = try decoder.decode(Item.Loose.self, from: Data(#"{"a":"inf","b":["-inf",1]}"#.utf8)).ds
    var (infinite, list): (Double?, [Double]?)
    infinite <-- object.a
    list <-- object.b
    #expect(infinite == .infinity && list == [-.infinity, 1])
  }

  private class Animal: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var name: String
    var legs: Int?
    func dynamicMapping(mappingType: DynamicMappingType) { legs <-- ds.body.legs }
  }

  private final class Dog: Animal {
    var calls = 0
    override func dynamicMapping(mappingType: DynamicMappingType) {
      super.dynamicMapping(mappingType: mappingType)
      calls += 1
    }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  @Test("a subclass whose metatype is passed as its superclass has its dynamic object")
  func metatypes() throws {
    let type: Animal.Type = Dog.self
    let json = Data(#"{"name":"Rex","body":{"legs":4}}"#.utf8)
    let dog = try #require(try DynamicJSONDecoder().decode(type, from: json) as? Dog)
    #expect(dog.name == "Rex" && dog.legs == 4 && dog.calls == 1)
  }

  @Test("a key strategy matches converted and original names", .feature("D7"), arguments: [false, true])
  func keys(isCustom: Bool) throws {
    struct Person: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var firstName: String
      var (converted, spelt, absent): (Int?, Int?, Int?)
      enum CodingKeys: CodingKey { case firstName }
      mutating func dynamicMapping(mappingType: DynamicMappingType) {
        guard mappingType == .decoding else { return }
        converted <-- ds.lotsOfInfo.childrenCount
        spelt <-- ds.lots_of_info.children_count
        absent <-- ds.lots_of_info.none
      }
    }
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let decoder = DynamicJSONDecoder()
    decoder.keyDecodingStrategy =
      isCustom
      ? .custom { path in
        let words = (path.last?.stringValue ?? "").split(separator: "_").map(String.init)
        return Key(stringValue: (words.prefix(1) + words.dropFirst().map(\.capitalized)).joined())
      } : .convertFromSnakeCase
    let json = #"{"lots_of_info":{"children_count":3},"first_name":"a"}"#
    for _ in 0..<3 {
      let person = try decoder.decode(Person.self, from: Data(json.utf8))
      #expect(person.firstName == "a" && person.converted == 3 && person.spelt == 3 && person.absent == nil)
      var (converted, spelt): (Int?, Int?)
      converted <-- person.ds.lotsOfInfo.childrenCount
      spelt <-- person.ds.lots_of_info.children_count
      #expect(converted == 3 && spelt == 3)
      person.ds.lotsOfInfo.childrenCount.set(4)
      let encoder = DynamicJSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      #expect(
        try String(decoding: encoder.encode(person), as: UTF8.self)
          == #"{"first_name":"a","lots_of_info":{"children_count":4}}"#)
      #expect(
        try String(decoding: DynamicJSONEncoder().encode(person), as: UTF8.self)
          == #"{"firstName":"a","lots_of_info":{"children_count":4}}"#)
    }
  }

  @Test("decodes structs, classes and subclasses", .feature("25", "D8"))
  func subclasses() throws {
    class Base: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var id: Int
      var deep: Int?
      private enum CodingKeys: CodingKey { case id }
      func dynamicMapping(mappingType: DynamicMappingType) {
        if mappingType == .decoding { deep <-- ds.more.deep } else { deep --> { ds.more.deep.set($0) } }
      }
    }
    final class Derived: Base {
      var name: String
      var deeper: Int?
      private enum CodingKeys: CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: encoder)
      }
      override func dynamicMapping(mappingType: DynamicMappingType) {
        super.dynamicMapping(mappingType: mappingType)
        if mappingType == .decoding { deeper <-- ds.more.deeper }
      }
    }
    let json = #"{"name":"n","id":1,"more":{"deep":2,"deeper":3},"rest":[]}"#
    for _ in 0..<3 {
      let model = try DynamicJSONDecoder().decode(Derived.self, from: Data(json.utf8))
      #expect(model.id == 1 && model.name == "n" && model.deep == 2 && model.deeper == 3)
      #expect(try String(decoding: DynamicJSONEncoder().encode(model), as: UTF8.self) == json)
    }
  }

  @Test("decodes ordinary types, dictionaries and enums like JSONDecoder", .feature("33", "D1"))
  func ordinary() throws {
    enum Shape: Codable, Equatable { case circle(radius: Double), square(Int) }
    struct Drawing: Codable, Equatable {
      var shapes: [String: [Shape]]
      var owner: Item?
    }
    let json = Data(
      #"{"shapes":{"a":[{"circle":{"radius":1}},{"square":{"_0":2}}]},"owner":{"id":3,"x":4}}"#.utf8)
    let drawing = try DynamicJSONDecoder().decode(Drawing.self, from: json)
    #expect(try JSONDecoder().decode(Drawing.self, from: json) == drawing)
    #expect(drawing.shapes == ["a": [.circle(radius: 1), .square(2)]])
    // A model in an ordinary one has a dynamic object, but its hook is not called automatically.
    var kept: Int?
    kept <-- drawing.owner?.ds.x
    #expect(kept == 4 && drawing.owner?.deep == nil)
    let again = try DynamicJSONDecoder().decode(Drawing.self, from: DynamicJSONEncoder().encode(drawing))
    #expect(again == drawing)
    kept = nil
    kept <-- again.owner?.ds.x
    #expect(kept == 4)
    #expect(try DynamicJSONDecoder().decode([Int?].self, from: Data("[1,null]".utf8)) == [1, nil])
  }

  @Test(
    "throws the errors of JSONDecoder", .feature("37", "D1"),
    arguments: [
      #"{"id":"x"}"#, "{}", #"{"id":null}"#, "[]", #"{"id":99999999999999999999}"#, #"{"id":1.5}"#,
    ])
  func errors(json: String) throws {
    func error(_ decoder: JSONDecoder) -> DecodingError? {
      #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: Data(json.utf8)) }
    }
    let (ours, theirs) = try (#require(error(DynamicJSONDecoder())), #require(error(JSONDecoder())))
    switch (ours, theirs) {
    case (.typeMismatch(let one, let context), .typeMismatch(let other, let otherContext)):
      #expect(
        one == other && context.codingPath.map(\.stringValue) == otherContext.codingPath.map(\.stringValue))
    case (.keyNotFound(let one, _), .keyNotFound(let other, _)): #expect(one.stringValue == other.stringValue)
    case (.valueNotFound(let one, let context), .valueNotFound(let other, let otherContext)):
      #expect(
        one == other && context.codingPath.map(\.stringValue) == otherContext.codingPath.map(\.stringValue))
    case (.dataCorrupted, .dataCorrupted): break
    default: Issue.record("\(ours) is not \(theirs)")
    }
  }

  @Test("reads UTF-16, and input that only Foundation supports")
  func forms() throws {
    let json = #"{"id":1,"more":{"deep":"é"}}"#
    let wide = try #require(json.data(using: .utf16))
    #expect(try DynamicJSONDecoder().decode(Item.self, from: wide) == Item(id: 1, deep: "é"))
    let decoder = DynamicJSONDecoder()
    decoder.allowsJSON5 = true
    #expect(
      try decoder.decode(Item.self, from: Data("{id: +1, /* c */ more: {deep: 'é',},}".utf8))
        == Item(id: 1, deep: "é"))
    decoder.allowsJSON5 = false
    decoder.assumesTopLevelDictionary = true
    #expect(
      try decoder.decode(Item.self, from: Data(#""id":1,"more":{"deep":"é"}"#.utf8)) == Item(id: 1, deep: "é")
    )
  }

  @Test("a decoder or dynamic object can outlive its record")
  func kept() throws {
    final class Keeping: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var decoder: any Decoder
      var early: Int?
      init(from decoder: any Decoder) throws { self.decoder = decoder }
      func dynamicMapping(mappingType: DynamicMappingType) { early <-- ds.a }
    }
    let decoder = DynamicJSONDecoder()
    var kept: [Keeping] = []
    for number in 0..<5 {
      kept.append(try decoder.decode(Keeping.self, from: Data(#"{"a":\#(number),"id":\#(number)}"#.utf8)))
    }
    for (number, model) in kept.enumerated() {
      var late: Int?
      late <-- model.ds.a
      #expect(model.early == number && late == number)
      // A model decoded from it has a separate dynamic object.
      let item = try Item.Loose(from: model.decoder)
      #expect(item.dynamicSelf == nil)
      let again = try model.decoder.singleValueContainer().decode(Item.self)
      late = nil
      late <-- again.ds.a
      #expect(again.id == number && late == number)
    }
  }

  @Test("threads share one model and one decoder")
  func threads() async throws {
    struct Shared: @unchecked Sendable { let model: Item.Loose }
    let json = Data(#"{"a":{"b":[1,2,3]},"id":1,"more":{"deep":"d"}}"#.utf8)
    let decoder = DynamicJSONDecoder()
    let shared = Shared(model: try decoder.decode(Item.Loose.self, from: json))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            var value: Int?
            value <-- shared.model.ds.a.b[2]
            let item = try decoder.decode(Item.self, from: json)
            guard value == 3, item == Item(id: 1, deep: "d") else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
