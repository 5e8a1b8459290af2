import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: dotted keys")
struct DottedKeyTests {
  private struct Nested: Alterable {
    @Mapped(key: "a.x") var first = 1
    @Mapped var between = 2
    @Mapped(key: "a.b.y") var second = 3
    @Mapped(key: "a.b.z") var third: Int? = nil
    @Mapped(key: "c.") var empty = 4
  }

  @Test("writes members of one object together, in any order", .feature("15", "20", "A2"))
  func siblings() throws {
    let text = #"{"a":{"x":1,"b":{"y":3,"z":null}},"between":2,"c":{"":4}}"#
    let model = Nested()
    #expect(try model.toJSONString() == text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(model), as: UTF8.self)
        == #"{"a":{"b":{"y":3,"z":null},"x":1},"between":2,"c":{"":4}}"#)
    model.first = 10
    model.second = 30
    model.empty = 40
    let copy: Nested = try .from(jsonData: try model.toJSONData())
    #expect(copy.first == 10 && copy.second == 30 && copy.empty == 40)
  }

  private struct Event: AlterCodable {
    @Mapped var title = ""
    @Mapped(key: "ticket.price") var price = 0.0
  }

  @Test("encodes a key that leads through another mapped object", .feature("15", "A2"))
  func nestedKeys() throws {
    let event: Event = try .from(jsonString: #"{"title":"Opera","ticket":{"price":12.5}}"#)
    #expect(event.title == "Opera" && event.price == 12.5)
    #expect(try event.toJSONString() == #"{"title":"Opera","ticket":{"price":12.5}}"#)
  }

  private struct Literal: Alterable {
    @Mapped(key: "a\\.b") var escaped = 1
    @Mapped(key: "a.0") var indexed = 2
    @Mapped(key: "a.b") var dotted = 3
  }

  @Test("supports neither escapes nor array indexes in keys", .feature("15", "A2"))
  func noEscape() throws {
    let model: Literal = try .from(jsonString: #"{"a.b":7,"a":[8],"a\\":{"b":9}}"#)
    #expect(model.escaped == 9 && model.indexed == 2 && model.dotted == 3)
  }

  private struct Inner: Alterable {
    @Mapped var name = "inner"
    @Mapped var size = 1
  }

  private struct Overlapping: Alterable {
    @Mapped var user = Inner()
    @Mapped(key: "user.name") var name = "outer"
  }

  @Test("maps an object and one of its members", .feature("15", "A2"))
  func overlapping() throws {
    let model: Overlapping = try .from(jsonString: #"{"user":{"name":"n","size":5}}"#)
    #expect(model.user.name == "n" && model.user.size == 5 && model.name == "n")
    #expect(try Overlapping().toJSONString() == #"{"user":{"name":"outer","size":1}}"#)
  }

  /// Nested keys come first, last, and through optional values.
  private struct Optionals: Alterable {
    @Mapped(key: "user.home.town") var town: String? = nil
    @Mapped(key: "user.home") var home: [String: String]? = nil
    @Mapped(key: "user.name") var name = "outer"
    @Mapped var user: Inner? = nil
    @AlterMapped(key: "user.born", alterer: UnixLongDateAlterer().forOptional) var born: Date? = nil
    @Mapped var last: Int? = nil
  }

  @Test("encodes nil where dotted keys overlap", .feature("5", "15", "20", "A2"))
  func overlappingNothing() throws {
    let model = Optionals()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func texts() throws -> [String] {
      [try model.toJSONString(), String(decoding: try encoder.encode(model), as: UTF8.self)]
    }
    #expect(
      try texts() == [
        #"{"user":{"home":{"town":null},"name":"outer","born":null},"last":null}"#,
        #"{"last":null,"user":{"born":null,"home":{"town":null},"name":"outer"}}"#,
      ])
    let inner = Inner()
    inner.size = 7
    model.user = inner
    model.home = ["street": "s"]
    model.town = "u"
    #expect(
      try texts() == [
        #"{"user":{"name":"outer","size":7,"home":{"street":"s","town":"u"},"born":null},"last":null}"#,
        #"{"last":null,"user":{"born":null,"home":{"street":"s","town":"u"},"name":"outer","size":7}}"#,
      ])
    let copy: Optionals = try .from(json: try model.toJSON())
    #expect(copy.user?.size == 7 && copy.home?["street"] == "s" && copy.town == "u" && copy.name == "outer")
    let list = try PropertyListEncoder().encode(model)
    #expect(try PropertyListDecoder().decode(Optionals.self, from: list).town == "u")
  }

  /// Keys of one instance overlap, those of the others do not.
  private struct Late: Alterable {
    @Mapped var first: Int? = nil
    @Mapped(key: "b.c") var second = 1

    init() {}

    init(key: String) { _first = Mapped(wrappedValue: nil, key: key) }
  }

  @Test("encodes an instance whose own keys overlap", .feature("14", "15", "A1"))
  func lateOverlap() throws {
    #expect(try Late().toJSONString() == #"{"first":null,"b":{"c":1}}"#)
    #expect(try Late(key: "b").toJSONString() == #"{"b":{"c":1}}"#)
    #expect(try Late().toJSONString() == #"{"first":null,"b":{"c":1}}"#)
  }

  private struct ByHand: Alterable {
    @Mapped(key: "a.mapped") var mapped = 1
    var value = 0
    var text = ""

    enum Names: String {
      case text = "b.text"
    }

    init() {}

    init(from decoder: any Decoder) throws {
      self.init()
      let container = try decodeMappedProperties(from: decoder)
      value = try container.decode(forKey: "a.value")
      text = try container.decode(forKey: Names.text)
    }

    func encode(to encoder: any Encoder) throws {
      var container = try encodeMappedProperties(to: encoder)
      try container.encode(value: value, forKey: "a.value")
      try container.encode(value: text, forKey: Names.text)
    }
  }

  @Test("containers write dotted keys into existing objects", .feature("33", "A6"))
  func containers() throws {
    let text = #"{"a":{"mapped":5,"value":6},"b":{"text":"t"}}"#
    let model: ByHand = try .from(jsonString: text)
    #expect(model.mapped == 5 && model.value == 6 && model.text == "t")
    #expect(try model.toJSONString() == text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(model), as: UTF8.self) == text)
    let list = try PropertyListEncoder().encode(model)
    #expect(try PropertyListDecoder().decode(ByHand.self, from: list).toJSONString() == text)
  }

  @Test("containers report which key is missing", .feature("37", "A6", "A11"))
  func missing() throws {
    let absent = #expect(throws: AlterError.self) {
      try ByHand.from(jsonString: #"{"a":{"value":1}}"#)
    }
    #expect(absent?.failureReason == #"there is no value for the key "b""#)
    // Below an existing name the decoder reports the missing key.
    #expect(throws: DecodingError.self) { try ByHand.from(jsonString: #"{"a":{},"b":{"text":""}}"#) }
    #expect(throws: DecodingError.self) { try ByHand.from(jsonString: #"{"a":1,"b":{"text":""}}"#) }
  }
}
