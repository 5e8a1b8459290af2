import StreamMap
import Testing

@testable import TestSupport

/// Errors that mapped validation must find too. The index once misread each of these inputs.
@Suite("Engines with mapped validation")
struct EngineMappedTests {
  private struct Model: Imaged {
    var id = -1
    var text: String? = "absent"

    func write(to image: inout Image) { image(id, text) }
  }

  private static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.text, "text", policies.first ?? .mismatch(.error))
    }
  }

  /// The error of a record, which `mapped` must report as `full` does.
  private static func error(
    of record: [UInt8], _ mapping: Mapping<Model>, at location: SourceLocation = #_sourceLocation
  ) -> MappingError? {
    let mapped = mapping.makeDecoder(ReadingOptions(engine: .index, validation: .mapped))
    let found = caught { try mapped.read(record.span) { _ in } }
    let expected = caught { _ = try mapping.makeDecoder(ReadingOptions(engine: .yajl)).decode(record.span) }
    #expect(
      found?.description == expected?.description, "\(excerpt(record))", sourceLocation: location)
    return found
  }

  /// yajl would find the leading zero.
  @Test("reads a record as long as the limit by the index")
  func longest() throws {
    let options = ReadingOptions(limits: Limits(record: 15), engine: .index, validation: .mapped)
    #expect(try Self.mapping().makeDecoder(options).decode(#"{"id":1,"a":01}"#).id == 1)
    #expect(throws: MappingError.self) {
      try Self.mapping().makeDecoder(options).decode(#"{"id":1,"a":001}"#)
    }
  }

  // MARK: Scalars

  /// If it were read as the record's value, it would hide the record.
  @Test("a byte order mark is skipped before a record", arguments: Validation.allCases)
  func byteOrderMark(_ validation: Validation) throws {
    let mapping = try Self.mapping()
    let decoder = mapping.makeDecoder(ReadingOptions(engine: .index, validation: validation))
    for space in ["", " ", "\r"] {
      let record = Array("\u{FEFF}\(space){\"id\":7,\"text\":\"x\"}".utf8)
      let model = try decoder.decode(record.span)
      #expect(model.id == 7)
      #expect(model.text == "x")
      var ids: [Int] = []
      let text = record + Array("\n{\"id\":8}\n".utf8)
      try decoder.decodeLines(in: text.span) { model, _ in ids.append(model.id) }
      #expect(ids == [7, 8])
    }
    // Anywhere else it is an error.
    let text = Array("{\"id\":7}\n\u{FEFF}{\"id\":8}\n".utf8)
    let error = caught { try decoder.decodeLines(in: text.span) { _, _ in } }
    #expect(error?.kind == .syntax)
    #expect(error?.byteOffset == 9)
  }

  @Test("text that cannot begin a value is a syntax error")
  func noScalars() throws {
    let words = ["x", ",", ":", "]", "}", "+1", ".5", "Infinity", "NaN", "'a'", "/", "\u{FEFF}", "é", "\0"]
    for word in words {
      for mapping in [try Self.mapping(), try Self.mapping(.mismatch(.setNil))] {
        // A root that is not an object, and a value of another type, are accepted if they are values.
        for record in [" \(word)", #"{"text":\#(word)}"#, #"{"id":1,"text":\#(word) ,"a":2}"#] {
          #expect(Self.error(of: Array(record.utf8), mapping)?.category == .syntax, "\(record)")
        }
      }
    }
  }

  // MARK: Containers

  /// A skipped value that ends with the record makes it truncated, in any position.
  @Test("a record that ends within a skipped value")
  func neverClosed() throws {
    let mapping = try Mapping(Model()) { Field(\.id, "a.b") }
    for count in 0..<140 {
      let text = String(repeating: "x", count: count)
      for rest in [
        #""c":"\#(text)""#, #""\#(text)":[1"#, #""c":{"d":"\#(text)"}"#, #""c":[[],"\#(text)",[1]"#,
      ] {
        for whole in [#"{"a":{"b":1,"#, #"{"x":[[{}]],"a":{"b":1,"#].map({ $0 + rest }) {
          #expect(Self.error(of: Array(whole.utf8), mapping)?.category == .truncated, "\(whole)")
        }
      }
    }
  }

  // MARK: Escapes

  /// The fixture strings with a malformed escape, including quotes.
  private static let badEscapes = Fixture.escapes.filter { fixture in
    guard case .rejected(.escape, _, _) = fixture.verdict else { return false }
    return fixture.bytes.first == UInt8(ascii: "\"") && fixture.bytes.last == UInt8(ascii: "\"")
  }

  /// A container closed by the wrong bracket ends there, and nothing is left in it. Searching it for the mapped
  /// elements would take days.
  @Test("a distant element of an unterminated array", .timeLimit(.minutes(1)))
  func farElement() throws {
    let mapping = try Mapping(Model()) { Field(\.id, "a[2147483646]") }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: .index, validation: .mapped))
    for text in ["{\"a\":[}", "{\"a\":[1,2}", "{\"a\":[", "{\"a\":[1", "{\"a\":[,,", "{\"a\":[[}"] {
      for _ in 0..<20 {
        // Without mapped values the record may be accepted or rejected, but no value may be stored.
        #expect((try? decoder.decode(Array(text.utf8).span))?.id ?? -1 == -1, "\(text)")
      }
    }
  }

  @Test("a comma or a bracket in place of an element, before a mapped one")
  func noElement() throws {
    let mapping = try Mapping(Model()) { Field(\.id, "a[2]") }
    // Near the end of the text, elements are read in another way.
    let rest = String(repeating: "z", count: 64)
    for elements in ["[1,,2]", "[1,,,2]", "[}", "[1,}"] {
      let record = Array("{\"b\":\"some text before the array\",\"a\":\(elements),\"c\":\"\(rest)\"}".utf8)
      #expect(Self.error(of: record, mapping)?.category == .syntax, "\(elements)")
    }
  }

  @Test("a malformed escape in a stored string")
  func escapes() throws {
    #expect(Self.badEscapes.count > 25)
    let mapping = try Self.mapping()
    for fixture in Self.badEscapes {
      for (front, back) in [(#"{"text":"#, "}"), (#"{"id":1,"a":"\\","text": "#, #" ,"b":"\n"}"#)] {
        let record = Array(front.utf8) + fixture.bytes + Array(back.utf8)
        #expect(Self.error(of: record, mapping)?.kind == .escape, "\(fixture.name), \(fixture.location)")
      }
    }
  }

  /// A name that cannot be read could be any name.
  @Test("a malformed escape in a name before a mapped value")
  func names() throws {
    let mapping = try Self.mapping()
    for fixture in Self.badEscapes {
      let record = Array("{".utf8) + fixture.bytes + Array(#":1,"text":"x","id":2}"#.utf8)
      #expect(Self.error(of: record, mapping)?.kind == .escape, "\(fixture.name), \(fixture.location)")
    }
  }
}
