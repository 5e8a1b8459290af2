import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Decoders and containers that a model keeps stay valid, and show nothing of the next record.
@Suite("Decoders kept after decoding")
struct KeptDecoderTests {
  private struct Late: Decodable {
    var decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  private struct Keyed: Decodable {
    var container: KeyedDecodingContainer<AnyKey>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyKey.self) }
  }

  private struct Unkeyed: Decodable {
    var container: any UnkeyedDecodingContainer
    init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
  }

  private struct Super: Decodable {
    var decoder: any Decoder
    init(from decoder: any Decoder) throws {
      self.decoder = try decoder.container(keyedBy: AnyKey.self).superDecoder(forKey: AnyKey("a"))
    }
  }

  private struct Model<Part: Decodable>: Decodable {
    var part: Part
    var number: Int
  }

  private func json(_ part: String, _ number: Int) -> String {
    "{\"number\":\(number),\"part\":\(part),\"x\":[]}"
  }

  private func text(_ index: Int) -> String { "a text of more than fifteen bytes, number \(index)" }

  @Test("a keyed container")
  func keyed() throws {
    let decoder = StreamDecoder()
    let models = try (0..<20).map { index in
      try decoder.decode(
        Model<Keyed>.self, from: json("{\"b\":{\"c\":\(index)},\"a\":\"\(text(index))\"}", index))
    }
    for (index, model) in models.enumerated() {
      #expect(model.number == index)
      #expect(try model.part.container.decode(String.self, forKey: AnyKey("a")) == text(index))
      let nested = try model.part.container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("b"))
      #expect(try nested.decode(Int.self, forKey: AnyKey("c")) == index)
      #expect(try model.part.container.decode([String: Int].self, forKey: AnyKey("b")) == ["c": index])
      #expect(model.part.container.codingPath.map(\.stringValue) == ["part"])
      #expect(nested.codingPath.map(\.stringValue) == ["part", "b"])
      #expect(throws: DecodingError.self) { try model.part.container.decode(Int.self, forKey: AnyKey("z")) }
    }
  }

  @Test("a decoder, of the root and a nested value")
  func decoders() throws {
    let decoder = StreamDecoder()
    let models = try (0..<20).map {
      try decoder.decode(Model<Late>.self, from: json("[\($0),\"\(text($0))\"]", $0))
    }
    for (index, model) in models.enumerated() {
      var container = try model.part.decoder.unkeyedContainer()
      #expect(try container.decode(Int.self) == index)
      #expect(try container.decode(String.self) == text(index))
      #expect(container.isAtEnd && container.count == 2)
      #expect(model.part.decoder.codingPath.map(\.stringValue) == ["part"])
    }
    let roots = try (0..<20).map { try decoder.decode(Late.self, from: "\($0)") }
    for (index, root) in roots.enumerated() {
      #expect(try root.decoder.singleValueContainer().decode(Int.self) == index)
    }
    let elements = try decoder.decode([Late].self, from: "[1,2,3]")
    #expect(try elements.map { try Int(from: $0.decoder) } == [1, 2, 3])
    #expect(elements.map { $0.decoder.codingPath.first?.intValue } == [0, 1, 2])
  }

  @Test("an unkeyed container and a super decoder")
  func others() throws {
    let decoder = StreamDecoder()
    let arrays = try (0..<20).map {
      try decoder.decode(Model<Unkeyed>.self, from: json("[{\"a\":\($0)},2]", $0))
    }
    for (index, model) in arrays.enumerated() {
      var container = model.part.container
      var copy = container
      #expect(try container.decode([String: Int].self) == ["a": index])
      #expect(try container.decode(Int.self) == 2)
      #expect(container.isAtEnd && !copy.isAtEnd)
      #expect(try copy.nestedContainer(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("a")) == index)
    }
    let supers = try (0..<20).map {
      try decoder.decode(Model<Super>.self, from: json("{\"a\":{\"b\":\($0)}}", $0))
    }
    for (index, model) in supers.enumerated() {
      let container = try model.part.decoder.container(keyedBy: AnyKey.self)
      #expect(try container.decode(Int.self, forKey: AnyKey("b")) == index)
      #expect(container.codingPath.map(\.stringValue) == ["part", "a"])
    }
  }

  @Test("containers from lines of a stream")
  func lines() throws {
    let records = (0..<300).map { json("{\"a\":\"\(text($0))\"}", $0) + "\n" }
    let lines = JSONLines(.text(records.joined()), decoding: Model<Keyed>.self)
    let models = try lines.results.map { try $0.get() }
    for (index, model) in models.enumerated() {
      #expect(try model.part.container.decode(String.self, forKey: AnyKey("a")) == text(index))
    }
    #expect(models.count == 300)
  }

  /// Each keeps its record until it is released.
  @Test("frees everything once they are released")
  func release() throws {
    final class Token: Sendable {}
    final class Watched: Decodable {
      var container: KeyedDecodingContainer<AnyKey>
      init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyKey.self) }
    }
    weak var token: Token?
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    var kept: [Watched] = []
    do {
      let strong = Token()
      token = strong
      let decoder = StreamDecoder()
      decoder.userInfo[key] = strong
      for index in 0..<5 { kept.append(try decoder.decode(Watched.self, from: "{\"a\":\(index)}")) }
    }
    // The sessions keep the decoder's options, and the containers keep the sessions.
    #expect(token != nil)
    #expect(try kept.map { try $0.container.decode(Int.self, forKey: AnyKey("a")) } == [0, 1, 2, 3, 4])
    kept = []
    #expect(token == nil)
  }
}
