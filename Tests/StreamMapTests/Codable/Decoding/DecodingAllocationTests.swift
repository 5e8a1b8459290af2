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

    /// Returns the allocations of the last thousand of 1,050 records. After fifty, the decoder knows the type. Two decoders
    /// are not compared: how often an array grows while a type is learned can depend on the sizes of the C library's blocks.
    private static func allocations(_ name: String) throws -> Int {
      let text = Array((0..<1_050).map { line($0, name) }.joined().utf8)
      let decoder = decoder()
      var count = 0
      var first: Int64 = 0
      _ = try Allocations.count {
        try decoder.decodeLines(Event.self, in: text.span) { _, _ in
          count += 1
          if count == 50 { first = allocation_counter_allocations_on_this_thread() }
        }
      }
      #expect(count == 1_050)
      return Int(allocation_counter_allocations_on_this_thread() - first)
    }

    @Test("does not allocate for nested objects and short strings")
    func records() throws {
      #expect(try Self.allocations("short") == 0)
      #expect(try Self.allocations("more than fifteen bytes") == 1_000)
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
