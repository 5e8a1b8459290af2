import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Documents with a comma before a closing bracket, which `JSONDecoder` accepts.
@Suite("Trailing commas")
struct TrailingCommaTests {
  private struct Ignored: Decodable, Sendable {
    init(from decoder: any Decoder) throws {}
  }

  @Test("one document may have them, like JSONDecoder's", .feature("33"))
  func same() throws {
    let texts = [
      "[1,]", "[1 , ]", "[1,\n]", "[[1,],]", "[1,2,]", "[,]", "[1,,]", "[1,]x", "[1,}", "1,", "[1,",
      "[1,/**/]",
      #"{"a":1,}"#, #"{"a":{"b":1,},}"#, #"{"a":"x,]",}"#, #"["\\",]"#, #"{"a":[],}"#, "[{},]", "[null,]",
      "{,}",
      #"{"a":1,,}"#, #"{"a":,}"#, #"{"a",}"#, #"{"a":1,"b",}"#, #"{"a":1,]"#, "[1,\u{C}]", "[1,]\0",
    ]
    for text in texts {
      let data = Data(text.utf8)
      let foundation = Result { try JSONDecoder().decode(Ignored.self, from: data) }
      let own = Result { try StreamDecoder().decode(Ignored.self, from: data) }
      #expect((try? foundation.get()) == nil ? (try? own.get()) == nil : (try? own.get()) != nil, "\(text)")
    }
    let decoder = StreamDecoder()
    #expect(
      try decoder.decode([String: [Int]].self, from: #"{"a":[1,2,],"b":[],}"#) == ["a": [1, 2], "b": []])
    let wide = try #require(#"["é",]"#.data(using: .utf16BigEndian))
    #expect(try decoder.decode([String].self, from: wide) == ["é"])
    decoder.assumesTopLevelDictionary = true
    #expect(try decoder.decode([String: [Int]].self, from: #""a":[1,],"#) == ["a": [1]])
  }

  /// What a decoded value kept is read after the call, when the replaced text is gone.
  @Test("a container that is kept stays valid")
  func kept() throws {
    final class Shelf: Decodable {
      let list: any UnkeyedDecodingContainer

      init(from decoder: any Decoder) throws { list = try decoder.unkeyedContainer() }
    }
    let shelf = try StreamDecoder().decode(Shelf.self, from: #"["first",["second",],]"#)
    var list = shelf.list
    #expect(try list.decode(String.self) == "first")
    #expect(try list.decode([String].self) == ["second"])
    #expect(list.isAtEnd)
  }

  @Test("random documents have the error of a parser that allows them")
  func random() throws {
    var accepted = 0
    let limits = ReferenceLimits(allowsTrailingCommas: true)
    try SeededRandom.run(rounds: min(Effort.documents, 20_000)) { random in
      var generator = DocumentGenerator(seed: random.next())
      var text = generator.document()
      for index in text.indices.reversed() where text[index] == 0x5D || text[index] == 0x7D {
        if random.chance(1, outOf: 3) { text.insert(0x2C, at: index) }
      }
      if random.chance(1, outOf: 3) {
        text.insert(random.pick(Array("{}[],:\"1 ".utf8)), at: random.below(text.count + 1))
      }
      let expected = Result { () throws(ReferenceError) in try ReferenceParser.parse(text, limits: limits) }
      do {
        _ = try StreamDecoder().decode(Ignored.self, from: text.span)
        accepted += 1
        #expect(
          (try? expected.get()) != nil, "\(String(decoding: text, as: UTF8.self)), \(SeededRandom.again)")
      } catch DecodingError.dataCorrupted(let context) {
        let error = context.underlyingError as? MappingError
        guard case .failure(let failure) = expected else {
          Issue.record("refused: \(String(decoding: text, as: UTF8.self)), \(SeededRandom.again)")
          return
        }
        #expect(
          error?.byteOffset == failure.offset && error?.path == failure.path,
          "\(String(decoding: text, as: UTF8.self)), \(SeededRandom.again)")
      }
    }
    #expect(accepted > 1_000)
  }

  @Test("lines and mappings do not have them")
  func strict() throws {
    let lines = JSONLines(.text("[1,]\n"), decoding: [Int].self)
    #expect(throws: MappingError.self) { try lines.forEach { _, _ in } }
    let mapping = try Mapping([Int]()) { Field(\.self, "list") }
    #expect(throws: MappingError.self) { try mapping.decode(#"{"list":[1,]}"#) }
    #expect(throws: MappingError.self) { try mapping.decode(#"{"list":[1],}"#) }
  }
}
