import CAllocationCounter
import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Allocations of a record, once a decoder's buffers have grown. Only the calling thread's allocations are counted,
/// so that parallel tests do not interfere.
@Suite("Allocations", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
  @Test("the counter counts allocations")
  func counter() {
    var arrays: [[Int]] = []
    arrays.reserveCapacity(10)
    let counted = Allocations.count { for size in 1...10 { arrays.append([Int](repeating: 1, count: size)) } }
    #expect(counted == 10)
    #expect(arrays.count == 10)
    #expect(Allocations.count {} == 0)
  }

  struct Point {
    var x = 0.0
    var y = 0.0
  }

  struct Track {
    var id = 0
    var name = ""
    var points: [Point] = []
    var level: UInt8?
    var flags: [Bool] = []
  }

  static func track() throws -> Mapping<Track> {
    let point = try Mapping(Point()) {
      Field(\.x, "[0]")
      Field(\.y, "[1]")
    }
    return try Mapping(Track()) {
      Field(\.id, "id", .required)
      Field(\.name, "name")
      Field(\.points, "points", mapping: point)
      Field(\.level, "level")
      Field(\.flags, "flags")
    }
  }

  struct Texts {
    var id = 0
    var short = ""
    var long = ""
    var other: String?
  }

  static func texts() throws -> Mapping<Texts> {
    try Mapping(Texts()) {
      Field(\.id, "id")
      Field(\.short, "short")
      Field(\.long, "long")
      Field(\.other, "user.name")
    }
  }

  /// Unoptimised code allocates for each record, unlike optimised code, but never for the record's contents.
  @Test("does not allocate more for many elements", .feature("2"))
  func elements() throws {
    func record(_ count: Int) -> String {
      let points = Array(repeating: "[1.5,-2e3]", count: count).joined(separator: ",")
      let flags = Array(repeating: "true", count: count).joined(separator: ",")
      let other = Array(repeating: #"{"x":["text of more than fifteen bytes"]}"#, count: count).joined(
        separator: ",")
      return
        #"{"id":1,"name":"fifteen bytes..","points":[\#(points)],"flags":[\#(flags)],"other":[\#(other)]}"#
    }
    let mapping = try Self.track()
    #expect(try Allocations.count(mapping, [record(1)]) == Allocations.count(mapping, [record(500)]))
    let rows = try Projection("id,points[*],o=other[*].x").mapping()
    #expect(try Allocations.count(rows, [record(1)]) == Allocations.count(rows, [record(500)]))
  }

  @Test("does not allocate for a string over fifteen bytes that fits in the memory of the one before")
  func strings() throws {
    let mapping = try Self.texts()
    func counted(_ long: String, _ name: String) throws -> Int {
      let record = #"{"id":1,"short":"123456789012345","long":"\#(long)","user":{"name":"\#(name)"}}"#
      return try Allocations.count(mapping, [record], rounds: 100)
    }
    let none = try counted("short", "123456789012345")
    #expect(try counted("1234567890123456", "short") == none)
    let accented = try counted("short", "é")
    #expect(try counted("1234567890123456", "long, and of accents: é") == accented)
    let escaped = try counted("a\\nb", "\\u00e9scaped")
    #expect(try counted("1234567890\\n12345", "long, \\u00e9scaped name") == escaped)
  }

  /// The text of many values grows like an array, not with each value.
  @Test("many values of one row")
  func manyValues() throws {
    let projection = try Projection("[*]")
    let decoder = try projection.mapping().makeDecoder()
    let record = Array("[\((0..<20_000).map { "\($0)" }.joined(separator: ","))]".utf8)
    let counted = try Allocations.count { try decoder.read(record.span) { _ in } }
    #expect(counted < 100, "20,000 values")
  }
}
