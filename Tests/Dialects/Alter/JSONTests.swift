import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: JSON input and output")
struct JSONTests {
  private struct Model: Alterable {
    @Mapped var number = 1
    @Mapped var text: String? = nil
    @AlterMapped(alterer: UnixLongDateAlterer().optionally) var date: Date? = nil
  }

  @Test("writes nil as null", .feature("34", "A7"))
  func null() throws {
    #expect(try Model().toJSONString() == #"{"number":1,"text":null,"date":null}"#)
    let json = try Model().toJSON()
    #expect(json["text"] is NSNull && json["date"] is NSNull && json["number"] as? Int == 1)
  }

  @Test("writes pretty or compact JSON, also of arrays", .feature("34", "A7"))
  func pretty() throws {
    let pretty = "{\n  \"number\" : 1,\n  \"text\" : null,\n  \"date\" : null\n}"
    #expect(try Model().toJSONString(prettyPrinted: true) == pretty)
    #expect(try Model().toJSONData(prettyPrinted: true) == Data(pretty.utf8))
    #expect(try Model().toJSONString(prettyPrinted: false) == Model().toJSONString())
    let models = [Model(), Model()]
    let line = #"{"number":1,"text":null,"date":null}"#
    #expect(try models.toJSONString() == "[\(line),\(line)]")
    #expect(try models.toJSONData() == Data("[\(line),\(line)]".utf8))
    // In the original, arrays are always pretty if the option is given.
    #expect(try models.toJSONString(prettyPrinted: false) == "[\(line),\(line)]")
    #expect(try models.toJSONString(prettyPrinted: true).contains("\n    \"number\" : 1"))
    #expect(try models.toJSONData(prettyPrinted: true).count > models.toJSONData().count)
    #expect(try models.toJSON().map { $0["number"] as? Int } == [1, 1])
    #expect(try [Model]().toJSONString() == "[]")
  }

  @Test("reads a dictionary, a string, and data in any encoding", .feature("38", "A7"))
  func inputs() throws {
    let dictionary: [String: Any] = ["number": 5, "text": "é", "date": NSNull()]
    let text = #"{"number":5,"text":"é"}"#
    let utf16 = try #require(text.data(using: .utf16LittleEndian))
    for model in [
      try Model.from(json: dictionary), try .from(jsonString: text), try .from(jsonData: Data(text.utf8)),
      try .from(jsonData: utf16),
    ] {
      #expect(model.number == 5 && model.text == "é" && model.date == nil)
    }
  }

  private struct Long: Alterable {
    @Mapped var text = ""
    @Mapped var number = Decimal(0)
    @Mapped var count = 0
  }

  @Test("limits only the depth of a document", .feature("A7"))
  func limits() throws {
    let text = String(repeating: "x", count: 17 << 20)
    let json =
      #"{"text":"\#(text)","number":1\#(String(repeating: "0", count: 99)).\#(String(repeating: "0", count: 2000)),"count":2}"#
    let long: Long = try .from(jsonString: json)
    #expect(long.text.utf8.count == text.utf8.count && long.count == 2)
    #expect(long.number == Decimal(sign: .plus, exponent: 99, significand: 1))
    func nested(_ depth: Int) -> String {
      #"{"count":2,"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(try Long.from(jsonString: nested(511)).count == 2)
    #expect(throws: DecodingError.self) { try Long.from(jsonString: nested(512)) }
  }

  private struct Text: Alterable {
    @Mapped var number = 1

    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("text")
    }
  }

  @Test("gives no dictionary unless the model encodes as an object", .feature("37", "A7", "A11"))
  func noObject() {
    let error = #expect(throws: (any Error).self) { try Text().toJSON() }
    #expect(error is AlterError)
  }

  private struct Custom: Alterable {
    @Mapped var number = 1

    func toJSONData(prettyPrinted: Bool) throws -> Data { Data("{}".utf8) }
  }

  @Test("all outputs use a model's custom encoding", .feature("A7"))
  func ownForm() throws {
    #expect(try Custom().toJSONString() == "{}")
    #expect(try Custom().toJSON().isEmpty)
  }
}
