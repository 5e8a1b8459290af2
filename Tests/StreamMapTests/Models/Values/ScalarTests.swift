import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Booleans and strings")
struct ScalarTests {
  @Test("Bool")
  func bool() throws {
    #expect(try value(of: "true", into: false))
    #expect(try !value(of: "false", into: true))
    for json in ["1", "0", "\"true\"", "[]", "{}"] {
      let error = try boxed(false).refusal(of: "{\"v\":\(json)}")
      #expect(Verdict(error) == Verdict(.typeMismatch, 5, "v"))
      #expect(error.expected == "true or false for Bool")
    }
  }

  @Test(
    "String",
    arguments: [
      (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u65E5""#, "Aé日"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1Ex""#, "𝄞x"), (#""a\u0000b""#, "a\0b"), (#""é日😀""#, "é日😀"),
      (#""👨‍👩‍👧‍👦""#, "👨‍👩‍👧‍👦"), (#""123456789012345""#, "123456789012345"),
      (#""1234567890123456""#, "1234567890123456"),
      (#""12345678901234\n""#, "12345678901234\n"), (#""123456789012345\n""#, "123456789012345\n"),
      (#""ééééééé1""#, "ééééééé1"), (#""éééééééé""#, "éééééééé"), (#""\\u0041""#, #"\u0041"#),
      (#""\\\"""#, #"\""#),
      ("\"\u{7F}\u{2028}\u{FFFD}\u{10FFFF}\"", "\u{7F}\u{2028}\u{FFFD}\u{10FFFF}"),
    ])
  func string(json: String, text: String) throws {
    // Compared by bytes, because String compares by canonical equivalence.
    #expect(try Array(value(of: json, into: "template").utf8) == Array(text.utf8))
    #expect(try value(of: "[\(json),\(json)]", into: [] as [String]) == [text, text])
    #expect(try value(of: json, into: nil as String?) == text)
  }

  @Test("long string")
  func longString() throws {
    let text = String(repeating: "0123456789é\\n", count: 20_000)
    let read = try value(of: "\"\(text)\"", into: "")
    #expect(read.utf8.count == 20_000 * 13)
    #expect(read == String(repeating: "0123456789é\n", count: 20_000))
  }

  @Test("rejects other types", arguments: ["1", "true", "[\"a\"]", "{\"v\":\"a\"}"])
  func otherTypes(json: String) throws {
    let error = try boxed("").refusal(of: "{\"v\":\(json)}")
    #expect(Verdict(error) == Verdict(.typeMismatch, 5, "v"))
    #expect(error.expected == "a string for String")
  }
}
