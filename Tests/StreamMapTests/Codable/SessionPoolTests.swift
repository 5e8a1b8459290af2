import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// A pool lives as long as the process, so it must not keep the memory of the largest document for ever.
@Suite("Sessions kept from call to call")
struct SessionPoolTests {
  /// A decoder with a pool that no other test uses.
  private var decoder: StreamDecoder {
    let decoder = StreamDecoder()
    decoder.lastNameWins = true
    return decoder
  }

  /// An encoder with a pool that no other test uses.
  private var encoder: StreamEncoder {
    let encoder = StreamEncoder()
    encoder.following = { _ in nil }
    return encoder
  }

  private static let length = 9 << 20

  @Test("a decoder keeps the session of a short document")
  func shortDocuments() throws {
    let decoder = decoder
    for _ in 0..<3 { #expect(try decoder.decode([Int].self, from: "[1,2]") == [1, 2]) }
    let pool = decoder.snapshot.options.sessions
    #expect(pool.take() != nil && pool.take() == nil)
  }

  @Test("a decoder keeps no session with a large buffer")
  func longDocuments() throws {
    let decoder = decoder
    let pool = decoder.snapshot.options.sessions
    let text = String(repeating: "x", count: Self.length)
    #expect(try decoder.decode(String.self, from: "\"\\n\(text)\"") == "\n" + text)
    #expect(pool.take() == nil)
  }

  @Test("an encoder keeps the session of a short value, and none with a large buffer")
  func encoding() throws {
    let encoder = encoder
    let pool = encoder.snapshot.options.sessions
    for _ in 0..<3 { #expect(try encoder.encode([1, 2]) == Data("[1,2]".utf8)) }
    #expect(pool.take() != nil && pool.take() == nil)
    #expect(try encoder.encode(String(repeating: "x", count: Self.length)).count == Self.length + 2)
    #expect(pool.take() == nil)
    encoder.outputFormatting = .sortedKeys
    let sorted = encoder.snapshot.options.sessions
    #expect(try encoder.encode(["a": 1]) == Data(#"{"a":1}"#.utf8))
    #expect(sorted.take() != nil)
  }

  /// A model that keeps all containers that it requests until its end.
  private struct Wide: Encodable {
    static let count = 100_000

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 0..<Self.count { _ = list.nestedUnkeyedContainer() }
    }
  }

  @Test("an encoder keeps no session with very many containers")
  func wide() throws {
    let encoder = encoder
    #expect(try encoder.encode(Wide()).count == 3 * Wide.count + 1)
    #expect(encoder.snapshot.options.sessions.take() == nil)
  }
}
