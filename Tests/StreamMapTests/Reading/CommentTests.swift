import Testing

@testable import StreamMap
@testable import TestSupport

/// Comments and trailing commas, which ``SyntaxExtensions`` accept.
@Suite("Comments and trailing commas")
struct CommentTests {
  private static let both: SyntaxExtensions = [.comments, .trailingCommas]

  /// The text of a record, by each engine and validation. An error is its message.
  private func read(_ text: String, _ extensions: SyntaxExtensions) throws -> [String] {
    struct Model: Sendable {
      var raw = RawJSON()
      var second: Int?
    }
    let mapping = try Mapping(Model()) {
      Field(\.raw, "$")
      Field(\.second, "b", .mismatch(.keep))
    }
    let bytes = Array(text.utf8)
    return Engine.allCases.flatMap { engine in
      Validation.allCases.map { validation in
        let decoder = mapping.makeDecoder(
          ReadingOptions(engine: engine, validation: validation, extensions: extensions))
        do throws(MappingError) {
          let model = try decoder.decode(bytes.span)
          return model.raw.text
        } catch {
          return "byte \(error.byteOffset ?? -1): \(error.message)"
        }
      }
    }
  }

  @Test(
    "are white space",
    arguments: [
      (#"{"a":1} // "b":2}"#, #"{"a":1}"#), (#"/**/{"a":/* "b": 2, */1}/***/"#, #"{"a":1}"#),
      ("[1,2,]", "[1,2]"),
      ("{\"a\":[{\"b\":1,},],}//", #"{"a":[{"b":1}]}"#),
      (#"{"a":"//,]",/*,]*/"b":"/*",/**/}"#, #"{"a":"//,]","b":"/*"}"#),
      ("[1, // one\n 2, // two\n]", "[1,2]"), (#"["\\",/* " */"\"",]"#, #"["\\","\""]"#), ("[/*]*/]", "[]"),
      (#"{"a":1,"b":[]/**/,/**/}"#, #"{"a":1,"b":[]}"#),
    ])
  func accepted(text: String, expected: String) throws {
    #expect(Set(try read(text, Self.both)) == [expected])
    #expect(try read(text, []).contains { $0.hasPrefix("byte ") })
  }

  @Test(
    "other errors stay where they are",
    arguments: [
      "[,]", "[1,,]", "{,}", #"{"a",}"#, #"{"a":,}"#, "[1,}", "1,", "/", "/*", "/*/", "[1/2]", "[1,] /",
      "// only",
      #"{"a":1,/* "}"#, "[1,]x", "{\"a\":tru,}", "[01,]", "[1] # x", "\"a//", "[1,\u{1}]",
    ])
  func rejected(text: String) throws {
    let lenient = try read(text, Self.both)
    #expect(Set(lenient).count == 1 && lenient[0].hasPrefix("byte "), "\(lenient)")
    let isRepaired = text.contains(",]") || text.contains(",}") || text.contains("//") || text.contains("*/")
    if !isRepaired { #expect(try read(text, []) == lenient) }
  }

  @Test("each extension by itself")
  func each() throws {
    #expect(try read("[1,]", .comments).allSatisfy { $0.hasPrefix("byte 3: ") })
    #expect(try read("[1]//", .trailingCommas).allSatisfy { $0.hasPrefix("byte 3: ") })
    #expect(
      Set(try read("[NaN/**/,/**/NaN,]", [.nonFiniteNumbers, .comments, .trailingCommas])) == ["[null,null]"])
    let pair = [0x5B, 0x22] + [0x80] + Array(#"","/*",]/*"#.utf8) + [0x80] + Array("*/".utf8)
    let all: SyntaxExtensions = [.illFormedUnicode, .comments, .trailingCommas]
    let mapping = try Mapping(Box(value: [String]())) { Field(\.value, "$") }
    #expect(
      try mapping.decode(pair.span, options: ReadingOptions(extensions: all)).value == ["\u{FFFD}", "/*"])
  }

  @Test("a member in a comment is not read without validation")
  func unvalidated() throws {
    let mapping = try Mapping(Box(value: 0)) { Field(\.value, "b") }
    let options = ReadingOptions(validation: .mapped, extensions: .comments)
    #expect(try mapping.decode(#"{"a":1, /* "b":2, */ "b":3}"#, options: options).value == 3)
  }

  /// Comments and commas are inserted in valid documents, where they are allowed.
  @Test("random documents with them are read as without them")
  func random() throws {
    var read = 0
    let mapping = try Mapping(Box(value: RawJSON())) { Field(\.value, "$") }
    try SeededRandom.run(rounds: min(Effort.documents, 1_000)) { random in
      var generator = DocumentGenerator(seed: random.next())
      let text = generator.document()
      guard let strict = try? mapping.decode(text.span).value else { return }
      var changed: [UInt8] = []
      var cursor = RecordCursor()
      var last: UInt8 = 0
      func put(_ piece: String) { changed += Array(piece.utf8) }
      func comment() {
        if random.chance(1, outOf: 3) {
          put(random.pick(["/**/", "/*,]}*/", "/* \" */", "// \"a\":{[\n", " "]))
        }
      }
      while cursor.offset < text.count {
        let (start, byte) = (cursor.offset, text[cursor.offset])
        if byte == ASCII.quote {
          _ = cursor.readText(in: text.span)
        } else if ASCII.isNumberPart(byte) || byte >= 0x61 && byte <= 0x7A {
          repeat {
            cursor.offset += 1
          } while cursor.offset < text.count
            && (ASCII.isNumberPart(text[cursor.offset]) || (0x61...0x7A).contains(text[cursor.offset]))
        } else {
          cursor.offset += 1
        }
        comment()
        if ASCII.isClosing(byte), last != ASCII.openBrace, last != ASCII.openBracket,
          random.chance(1, outOf: 2)
        {
          put(",")
          comment()
        }
        changed += text[start..<cursor.offset]
        if !ASCII.isWhitespace(byte) { last = byte }
      }
      for engine in Engine.allCases {
        let options = ReadingOptions(engine: engine, extensions: Self.both)
        #expect(
          (try? mapping.decode(changed.span, options: options).value) == strict,
          "\(String(decoding: changed, as: UTF8.self)), \(SeededRandom.again)")
      }
      read += 1
    }
    #expect(read > 100)
  }
}
