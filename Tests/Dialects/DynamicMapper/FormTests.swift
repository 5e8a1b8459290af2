import TestSupport
import DynamicMapperDialect
import Foundation
import StreamMap
import Testing

@Suite("Forms of documents and lines")
struct FormTests {
  @Test("JSON5 documents keep every digit and non-JSON numbers", .feature("D7"))
  func json5() throws {
    let decoder = DynamicJSONDecoder()
    decoder.allowsJSON5 = true
    #expect(try decoder.decode([Int].self, from: Data("[1, +2, 0x10,] // c".utf8)) == [1, 2, 16])
    #expect(try decoder.decode(String.self, from: Data("'a\"'".utf8)) == "a\"")
    #expect(try decoder.decode([String: [Item]].self, from: Data("{a: [{id: 1}]}".utf8))["a"]?.first?.id == 1)
    #expect(try decoder.decode(UInt64.self, from: Data("18446744073709551615".utf8)) == .max)
    let digits = "1234567890123456789.0123456789"
    #expect(try decoder.decode(Decimal.self, from: Data(digits.utf8)) == Decimal(string: digits))
    #expect(
      try decoder.decode([Double].self, from: Data("[.5, 1e300, 0.1, -2.]".utf8)) == [0.5, 1e300, 0.1, -2])
    let special = try decoder.decode([Double].self, from: Data("[Infinity, -Infinity, NaN]".utf8))
    #expect(special[0] == .infinity && special[1] == -.infinity && special[2].isNaN)
    // A configured strategy applies to JSON5's special numbers, too.
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try decoder.decode([Double].self, from: Data("['+', Infinity]".utf8)) == [.infinity, .infinity])
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data("[1".utf8)) }
    decoder.allowsJSON5 = false
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data("[+1]".utf8)) }
  }

  @Test("lines are strict JSON whatever documents allow", .feature("57", "D7"))
  func lines() throws {
    let decoder = DynamicJSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    let text = #"{"id":1}"# + "\n" + "{id:2}\n" + #""id":3"#
    var lines = JSONLines(.text(text), mapping: Item.self, decoder: decoder)
    let error = #expect(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(error?.line == 2 && error?.kind == .syntax)
    lines.onError = .skip { _, _ in }
    var ids: [Int] = []
    try lines.forEach { item, _ in ids.append(item.id) }
    #expect(ids == [1])
  }

  @Test("limits only the depth of documents; lines have limits", .feature("D7"))
  func limits() throws {
    let digits = String(repeating: "7", count: 5000)
    let name = String(repeating: "n", count: 100_000)
    let json = #"{"id":1,"big":\#(digits),"\#(name)":{"x":[true]}}"#
    let item = try DynamicJSONDecoder().decode(Item.self, from: Data(json.utf8))
    #expect(item.id == 1)
    var bools: [Bool]?
    bools <-- item.ds[name].x
    #expect(bools == [true])
    #expect(try String(decoding: DynamicJSONEncoder().encode(item), as: UTF8.self) == json)

    let error = #expect(throws: MappingError.self) {
      try JSONLines(.text(json), mapping: Item.self).forEach { _, _ in }
    }
    #expect(error?.kind == .numberLimit)

    func nested(_ depth: Int) -> Data {
      Data(
        (#"{"id":1,"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}")
          .utf8)
    }
    #expect(try DynamicJSONDecoder().decode(Item.self, from: nested(511)).id == 1)
    #expect(throws: CocoaError.self) { try DynamicJSONDecoder().decode(Item.self, from: nested(512)) }
  }

  @Test("underflow is 0; a number out of range is absent", .feature("5", "7", "D3"))
  func ranges() throws {
    struct Numbers: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var own: Double
      var (double, float, doubles, floats): (Double?, Float?, [Double]?, [Float]?)
      private enum CodingKeys: CodingKey { case own }
      mutating func dynamicMapping(mappingType: DynamicMappingType) {
        double <-- ds.d
        float <-- ds.f
        doubles <-- ds.ds
        floats <-- ds.fs
      }
    }
    let json = #"{"own":1e-400,"d":-1e-400,"f":1e-60,"ds":[1e-400,1e400,2],"fs":[1e-60,1e60,3]}"#
    let numbers = try DynamicJSONDecoder().decode(Numbers.self, from: Data(json.utf8))
    #expect(numbers.own == 0 && numbers.double == 0 && numbers.float == 0)
    #expect(numbers.doubles == [0, 2] && numbers.floats == [0, 3])
    var after: Double? = 5
    after <-- numbers.ds.ds[1]
    #expect(after == 5)
    after <-- numbers.ds.ds[0]
    #expect(after == 0)
    #expect(throws: CocoaError.self) {
      try DynamicJSONDecoder().decode(Numbers.self, from: Data(#"{"own":1e400}"#.utf8))
    }
  }

  @Test("decodes only the last of duplicate members", .feature("60", "D1"))
  func duplicates() throws {
    struct Counts: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var a: Int
      var b: [String: Int]
      var read: [String: Int]?
      mutating func dynamicMapping(mappingType: DynamicMappingType) { read <-- ds.c }
    }
    let json = #"{"a":"x","b":{"x":"y"},"b":{"x":[],"x":2},"c":{"k":true,"k":3},"a":1}"#
    for decoder in [DynamicJSONDecoder(), DynamicJSONDecoder()] {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let counts = try decoder.decode(Counts.self, from: Data(json.utf8))
      #expect(counts.a == 1 && counts.b == ["x": 2] && counts.read == ["k": 3])
    }
  }

  @Test("decodes the metatype passed in, including a subclass", .feature("25", "D8"))
  func metatypes() throws {
    class Base: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var id: Int
      var deep: Int?
      private enum CodingKeys: CodingKey { case id }
      func dynamicMapping(mappingType: DynamicMappingType) { deep <-- ds.more.deep }
    }
    final class Derived: Base {
      override func dynamicMapping(mappingType: DynamicMappingType) { deep <-- ds.more.deeper }
    }
    let json = #"{"id":1,"more":{"deep":2,"deeper":3}}"#
    let type: Base.Type = Derived.self
    for _ in 0..<3 {
      let model = try DynamicJSONDecoder().decode(type, from: Data(json.utf8))
      #expect(model is Derived && model.id == 1 && model.deep == 3)
    }
    var models: [Base] = []
    for result in JSONLines(.text(json + "\n" + json), mapping: type).results {
      models.append(try result.get())
    }
    #expect(models.count == 2 && models.allSatisfy { $0 is Derived && $0.deep == 3 })
    let plain = try DynamicJSONDecoder().decode(Base.self, from: Data(json.utf8))
    #expect(!(plain is Derived) && plain.deep == 2)
  }

  @Test("applies strategies set during decoding on another thread afterwards", .feature("D7"))
  func settings() async throws {
    struct Dated: Decodable { let at: Date }
    let json = Data(#"{"at":1000}"#.utf8)
    for _ in 0..<200 {
      let decoder = DynamicJSONDecoder()
      let encoder = DynamicJSONEncoder()
      async let read: Void = { for _ in 0..<5 { _ = try decoder.decode(Dated.self, from: json) } }()
      async let write: Void = { for _ in 0..<5 { _ = try encoder.encode([Date.distantPast]) } }()
      decoder.dateDecodingStrategy = .secondsSince1970
      encoder.dateEncodingStrategy = .secondsSince1970
      decoder.dateDecodingStrategy = .millisecondsSince1970
      encoder.dateEncodingStrategy = .millisecondsSince1970
      try await read
      try await write
      #expect(try decoder.decode(Dated.self, from: json).at == Date(timeIntervalSince1970: 1))
      #expect(try encoder.encode([Date(timeIntervalSince1970: 1)]) == Data("[1000]".utf8))
    }
  }
}
