import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

@Suite("Set values read or changed before encoding")
struct SetValueTests {
  private struct Event: Codable, Equatable {
    var at: Date
    var bytes: Data
    var load: Double
  }

  private let event = Event(
    at: Date(timeIntervalSince1970: 86_400), bytes: Data([1, 2]), load: .infinity)

  /// Decoders of all strategies, each with the corresponding encoder.
  private static let coders: [@Sendable () -> (DynamicJSONDecoder, DynamicJSONEncoder)] = [
    { coders { _, _ in } },
    {
      coders { decoder, encoder in
        decoder.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .deferredToData
        encoder.dataEncodingStrategy = .deferredToData
      }
    },
    {
      coders { decoder, encoder in
        decoder.dateDecodingStrategy = .secondsSince1970
        encoder.dateEncodingStrategy = .secondsSince1970
      }
    },
    {
      coders { decoder, encoder in
        decoder.dateDecodingStrategy = .millisecondsSince1970
        encoder.dateEncodingStrategy = .millisecondsSince1970
      }
    },
    {
      coders { decoder, encoder in
        decoder.dateDecodingStrategy = .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          guard let days = Double(text.dropFirst()) else { throw CocoaError(.formatting) }
          return Date(timeIntervalSince1970: days * 86_400)
        }
        encoder.dateEncodingStrategy = .custom { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode("d\(date.timeIntervalSince1970 / 86_400)")
        }
        decoder.dataDecodingStrategy = .custom { decoder in
          Data(try decoder.singleValueContainer().decode(String.self).utf8)
        }
        encoder.dataEncodingStrategy = .custom { data, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(String(decoding: data, as: UTF8.self))
        }
      }
    },
  ]

  private static func coders(
    _ set: (DynamicJSONDecoder, DynamicJSONEncoder) -> Void
  ) -> (DynamicJSONDecoder, DynamicJSONEncoder) {
    let (decoder, encoder) = (DynamicJSONDecoder(), DynamicJSONEncoder())
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    set(decoder, encoder)
    return (decoder, encoder)
  }

  @Test(
    "reads values as set, whatever the decoder's strategies", .feature("32", "D6"),
    arguments: coders.indices)
  func reading(index: Int) throws {
    let (decoder, encoder) = Self.coders[index]()
    let model = try decoder.decode(Item.Loose.self, from: Data("{}".utf8))
    model.ds.when.set(event.at)
    model.ds.all.set([event])
    var date: Date?
    var dates: [Date]?
    var events: [Event]?
    var bytes: Data?
    var load: Double?
    date <-- model.ds.when
    #expect(date == event.at)
    date = nil
    date <-- model.ds.all[0].at
    bytes <-- model.ds.all[0].bytes
    load <-- model.ds.all[0].load
    events <-- model.ds.all
    #expect(date == event.at && bytes == event.bytes && load == .infinity && events == [event])
    // A write below it: the rest stays unchanged.
    model.ds.all[0].at.set(Date(timeIntervalSince1970: 0))
    model.ds.all[0].note.set("n")
    model.ds.all[1].set(event)
    events <-- model.ds.all
    var earlier = event
    earlier.at = Date(timeIntervalSince1970: 0)
    #expect(events == [earlier, event])
    dates <-- model.ds.none
    #expect(dates == [])

    // It is written with the encoder's strategies, as if it had been set in its current state.
    let written = try encoder.encode(model)
    let read = try decoder.decode(Item.Loose.self, from: written)
    var (when, note): (Date?, String?)
    events = nil
    when <-- read.ds.when
    events <-- read.ds.all
    note <-- read.ds.all[0].note
    #expect(when == event.at && events == [earlier, event] && note == "n")
    let first = try #require(
      (JSONSerialization.jsonObject(with: written) as? [String: Any])?["all"] as? [[String: Any]]
    ).first
    let plain = try #require(
      JSONSerialization.jsonObject(with: encoder.encode([earlier])) as? [[String: Any]]
    ).first
    #expect((first?["at"] as? NSObject) == (plain?["at"] as? NSObject))
  }

  @Test("encodes a set object's current state after writes below it", .feature("32", "D6"))
  func late() throws {
    final class Counter: Encodable { var count = 1 }
    let model = Item.Loose(dynamicSelf: DynamicClass())
    let counter = Counter()
    model.ds.counter.set(counter)
    model.ds.counter.more[0].x.set(1)
    model.ds.counter.more[0].y.set(Date(timeIntervalSince1970: 0))
    counter.count = 2
    let encoder = DynamicJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    #expect(
      try String(decoding: encoder.encode(model), as: UTF8.self)
        == #"{"counter":{"count":2,"more":[{"x":1,"y":"1970-01-01T00:00:00Z"}]}}"#)
    // Replaces a value that is not an object.
    model.ds.number.set(5)
    model.ds.number.x.set(nil)
    model.ds.counter.set("c")
    #expect(
      try String(decoding: encoder.encode(model), as: UTF8.self) == #"{"counter":"c","number":{"x":null}}"#)
  }

  @Test("an outer encoder's strategies apply to a dynamic object", .feature("33", "D6"))
  func otherEncoders() throws {
    let object = DynamicClass()
    object.at.set(Date(timeIntervalSince1970: 0))
    object.link.set(URL(string: "a:b"))
    object.list.set([Date(timeIntervalSince1970: 1)])
    object.big.set(UInt64.max)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    #expect(
      try String(decoding: encoder.encode(object), as: UTF8.self)
        == #"{"at":0,"big":18446744073709551615,"link":"a:b","list":[1]}"#)
    struct Box: Codable { var object: DynamicClass }
    struct Mixed: Decodable {
      let date: Date?
      init(from decoder: any Decoder) throws { date = try? decoder.singleValueContainer().decode(Date.self) }
    }
    let list = try PropertyListEncoder().encode(Box(object: object))
    let read = try PropertyListDecoder().decode([String: [String: Mixed]].self, from: list)
    #expect(read["object"]?["at"]?.date == Date(timeIntervalSince1970: 0))
    // Numbers of a text, too.
    let digits = "12345678901234567890.0123456789"
    let text = #"{"a":18446744073709551615,"b":\#(digits),"c":0.1}"#
    let model = try DynamicJSONDecoder().decode(Item.Loose.self, from: Data(text.utf8))
    #expect(try String(decoding: encoder.encode(model.ds), as: UTF8.self) == text)
    let large = try DynamicJSONDecoder().decode(
      Item.Loose.self, from: Data(#"{"a":1e400,"b":-1e400,"c":1e-400}"#.utf8))
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try String(decoding: encoder.encode(large.ds), as: UTF8.self) == #"{"a":"+","b":"-","c":0}"#)
    #expect(
      try String(decoding: DynamicJSONEncoder().encode(large), as: UTF8.self)
        == #"{"a":1e400,"b":-1e400,"c":1e-400}"#)
    let again = try JSONDecoder().decode(DynamicClass.self, from: Data(text.utf8))
    #expect(try String(decoding: encoder.encode(again), as: UTF8.self) == text)
  }

  @Test("an ordinary property can be a dynamic object", .feature("D1"))
  func ordinary() throws {
    struct Model: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var id: Int
      var extra: DynamicClass?
      var other: DynamicClass
      func dynamicMapping(mappingType: DynamicMappingType) {}
    }
    let json = #"{"id":1,"extra":{"a":{"b":[1,2.50]}},"other":{"x":null},"rest":true}"#
    let model = try DynamicJSONDecoder().decode(Model.self, from: Data(json.utf8))
    var numbers: [Double]?
    numbers <-- model.extra?.a.b
    #expect(numbers == [1, 2.5])
    var rest: Bool?
    rest <-- model.ds.rest
    #expect(rest == true)
    model.extra?.a.c.set(3)
    let written = try DynamicJSONEncoder().encode(model)
    let tree = try #require(JSONSerialization.jsonObject(with: written) as? NSDictionary)
    let expected = try JSONSerialization.jsonObject(
      with: Data(#"{"id":1,"extra":{"a":{"b":[1,2.5],"c":3}},"other":{"x":null},"rest":true}"#.utf8))
    #expect(tree == expected as? NSDictionary)
    for text in [#"{"id":1,"other":{}}"#, #"{"id":1,"extra":null,"other":{}}"#] {
      #expect(try DynamicJSONDecoder().decode(Model.self, from: Data(text.utf8)).extra == nil)
      #expect(try JSONDecoder().decode(Model.self, from: Data(text.utf8)).extra == nil)
    }
    #expect(throws: DecodingError.self) {
      try DynamicJSONDecoder().decode(Model.self, from: Data(#"{"id":1,"extra":5,"other":{}}"#.utf8))
    }
  }
}
