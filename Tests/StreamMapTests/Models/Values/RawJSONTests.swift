import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Raw JSON")
struct RawJSONTests {
  @Test(
    "keeps the text without white space outside strings",
    arguments: [
      ("1.50e+1", "1.50e+1"), (#" "a \n b\u0020c" "#, #""a \n b\u0020c""#), ("null", "null"),
      (" true", "true"),
      ("[ 1 , [ ] , { } ]", "[1,[],{}]"), ("{ \"a\\\"b \" : [ 1 ,\t2 ] }", #"{"a\"b ":[1,2]}"#),
      (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), (#""\\""#, #""\\""#), (#"["\\\"",1]"#, #"["\\\"",1]"#),
      (#""é😀""#, #""é😀""#),
    ])
  func text(json: String, text: String) throws {
    #expect(try value(of: json, into: RawJSON()).text == text)
    #expect(try value(of: json, into: RawJSON()).bytes == Array(text.utf8))
    #expect(try value(of: "[\(json), \(json)]", into: [] as [RawJSON]).map(\.text) == [text, text])
  }

  /// A line feed between tokens would end the line. A string cannot contain one.
  @Test("writes multi-line text on one line")
  func lines() throws {
    let text = "{\n  \"a b\": [1,\r\n 2 ],\n  \"c\": \"x \\n y\"\n}\n"
    let one = #"{"a b":[1,2],"c":"x \n y"}"#
    let raw = RawJSON(bytes: Array(text.utf8))
    for (value, written) in [(raw, one), (RawJSON(bytes: Array("[1, 2]".utf8)), "[1, 2]")] {
      let mapping = try boxed(value)
      #expect(String(decoding: try mapping.encode(Box(value: value)), as: UTF8.self) == #"{"v":\#(written)}"#)
      var lines: [UInt8] = []
      let writer = try JSONLinesWriter(as: mapping) { lines.append($0) }
      for _ in 0..<2 { try writer.write(Box(value: value)) }
      try writer.close()
      #expect(String(decoding: lines, as: UTF8.self) == "{\"v\":\(written)}\n{\"v\":\(written)}\n")
      #expect(
        try mapping.decode(lines.prefix { $0 != 0x0A } + []).value.text
          == RawJSON(compacting: Array(written.utf8).span).text)
    }
  }

  @Test("null and absence", .feature("13"))
  func null() throws {
    let template = RawJSON(bytes: Array("7".utf8))
    #expect(try value(of: "null", into: template).text == "null")
    #expect(try value(of: "null", into: template as RawJSON?) == nil)
    #expect(try boxed(template).decode("{}").value == template)
    #expect(try value(of: "[null,1]", into: [] as [RawJSON?]).map { $0?.text } == [nil, "1"])
    #expect(RawJSON().text == "null")
    #expect(template.description == "7")
  }

  @Test("null by policy")
  func nullPolicy() throws {
    let template = RawJSON(bytes: Array("7".utf8))
    #expect(try value(of: "null", into: template, .null(.keep)) == template)
    #expect(
      try boxed(template, .null(.error)).verdict(on: #"{"v":null}"#) == Verdict(.unexpectedNull, 5, "v"))
  }

  @Test("a malformed nested value is the record's error")
  func badWithin() throws {
    #expect(try boxed(RawJSON()).verdict(on: #"{"v":[1,{"x":tru}]}"#) == Verdict(.syntax, 16, "v[1].x"))
  }
}
