@testable import TestSupport

#if !DEBUG
  import CAllocationCounter
  import StreamMap
  import Testing

  /// Allocations of decoding, once a decoder knows the type: only those of the model.
  @Suite("Allocations of a decoder", .enabled(if: allocation_counter_is_available()))
  struct DecodingAllocationTests {
    struct Point: Decodable {
      var x: Double
      var y: Double
    }

    struct Event: Decodable {
      var id: Int
      var name: String
      var level: UInt8?
      var isOpen: Bool
      var place: Point
      var from: Point?
    }

    private static func line(_ index: Int, _ name: String) -> String {
      "{\"id\":\(index),\"other\":[{}],\"name\":\"\(name)\",\"isOpen\":true,\"place\":{\"x\":1.5,\"y\":-2},\"from\":null}\n"
    }

    /// Returns a decoder that shares no sessions. All others of a process do, so that a call learns a type again if another
    /// test has the session that knows it.
    private static func decoder() -> StreamDecoder {
      let decoder = StreamDecoder()
      decoder.following = { _ in nil }
      return decoder
    }

    /// Returns the fewest allocations of ten decoders. Swift's runtime sometimes enlarges a table of the process during a
    /// run. The fewest allocations exclude that.
    private static func allocations(_ name: String, lines count: Int) throws -> Int {
      let text = Array((0..<count).map { line($0, name) }.joined().utf8)
      let counts = try (0..<10).map { _ in
        let decoder = decoder()
        return try Allocations.count {
          try decoder.decodeLines(Event.self, in: text.span) { _, _ in }
        }
      }
      return counts.min() ?? 0
    }

    @Test("does not allocate for nested objects and short strings")
    func records() throws {
      let few = try Self.allocations("short", lines: 50)
      #expect(try Self.allocations("short", lines: 1_050) == few)
      let long = try Self.allocations("more than fifteen bytes", lines: 50)
      #expect(try Self.allocations("more than fifteen bytes", lines: 1_050) == long + 1_000)
    }

    @Test("decodes documents one by one")
    func documents() throws {
      let document = Array(Self.line(1, "short").utf8)
      func allocations(_ decoder: StreamDecoder) throws -> Int {
        for _ in 0..<3 { _ = try decoder.decode(Event.self, from: document.span) }
        return try Allocations.count {
          for _ in 0..<100 { _ = try decoder.decode(Event.self, from: document.span) }
        }
      }
      #expect(try allocations(Self.decoder()) == 0)
      // Sessions are shared: in one of ten calls, no other test has taken the one that knows the type.
      let counts = try (0..<10).map { _ in try allocations(StreamDecoder()) }
      #expect(counts.contains(0), "\(counts)")
    }
  }
#endif
