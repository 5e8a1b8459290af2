import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// The location reported for an error of a model's own code, and for the keys it requests.
@Suite("Errors thrown by models")
struct RejectionPlaceTests {
  private struct Refused: Error, Equatable {
    var id: Int
  }

  /// Rejects 0. Catches the error of its next model, and throws it itself for 9.
  private final class Link: Decodable {
    let id: Int
    let next: Link?

    private enum CodingKeys: CodingKey { case id, next }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      if id == 0 { throw Refused(id: 0) }
      do {
        next = try container.decodeIfPresent(Link.self, forKey: .next)
      } catch is Refused {
        if id == 9 { throw Refused(id: 9) }
        next = nil
      }
    }
  }

  private struct Root: Decodable {
    var links: [Link]
    var byName: [String: Link]?
  }

  private func errors(_ records: [String]) throws -> [MappingError] {
    var lines = JSONLines(.text(records.joined(separator: "\n")), decoding: Root.self)
    let errors = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in errors.withLock { $0.append(error) } }
    try lines.forEach { _, _ in }
    return errors.withLock { $0 }
  }

  @Test("locates an error at the innermost model that threw it")
  func places() throws {
    let records = [
      #"{"links":[{"id":1}, {"id":0}]}"#,
      #"{"links":[{"id":1,"next":{"id":2,"next":{"id":0}}}]}"#,
      #"{"links":[{"id":1,"next":{"id":9,"next":{"id":0}}},{"id":9,"next":{"id":0}}]}"#,
      #"{"links":[{"id":1,"next":{"id":0}}],"byName":{"a":{"id":2},"b":{"id":0}}}"#,
      #"{"links":[{"id":1,"next":{"id":0}},{"id":"x"}]}"#,
    ]
    let errors = try errors(records)
    try #require(errors.map(\.line) == [1, 3, 4, 5])
    #expect(errors.map(\.path) == ["links[1]", "links[1]", "byName.b", "links[1].id"])
    #expect(errors.map(\.kind) == [.decodingFailed, .decodingFailed, .decodingFailed, .typeMismatch])
    #expect(errors.map { ($0.underlying as? Refused)?.id } == [0, 9, 0, nil])
    let start = records[..<3].reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(errors[0].byteOffset == 20 && errors[2].byteOffset == start + 63)
  }

  @Test("a document's error is the model's error")
  func documents() {
    #expect(throws: Refused(id: 0)) {
      try StreamDecoder().decode(Root.self, from: #"{"links":[{"id":0}]}"#)
    }
  }

  @Test("rejects numbers that underflow, or reads 0 if configured")
  func underflow() throws {
    let text = "[1e-400,-1e-999,0e5,1]"
    #expect(throws: DecodingError.self) { try StreamDecoder().decode([Double].self, from: text) }
    let decoder = StreamDecoder()
    decoder.underflowIsZero = true
    #expect(try decoder.decode([Double].self, from: text) == [0, 0, 0, 1])
    #expect(try decoder.decode([Double].self, from: text)[1].sign == .minus)
    #expect(try decoder.decode([Float].self, from: "[1e-60]") == [0])
    #expect(throws: DecodingError.self) { try decoder.decode([Float].self, from: "[1e60]") }
    // Copies share what was learned, but not this.
    decoder.underflowIsZero = false
    #expect(throws: DecodingError.self) { try decoder.decode([Float].self, from: "[1e-60]") }
  }
}
