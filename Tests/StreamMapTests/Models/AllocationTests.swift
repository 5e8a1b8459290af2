import CAllocationCounter
import Testing

@testable import StreamMap

/// What a record costs in allocations, once a cursor's buffers have grown.
///
/// The counts are the calling thread's, so that tests that run beside do not disturb.
@Suite("Allocations", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
  /// Allocations of a closure, on this thread.
  static func count(_ body: () throws -> Void) rethrows -> Int {
    allocation_counter_start_on_this_thread()
    defer { allocation_counter_stop_on_this_thread() }
    try body()
    return Int(allocation_counter_allocations_on_this_thread())
  }

  /// Reads every record twice, for the buffers to grow, and then counts.
  static func allocations<Root>(_ mapping: Mapping<Root>, _ records: [String], rounds: Int = 20) throws -> Int
  {
    let cursor = mapping.makeCursor()
    let bytes = records.map { Array($0.utf8) }
    func round() throws {
      for record in bytes { try unsafe record.withUnsafeBytes { unsafe try cursor.read($0) { _ in } } }
    }
    try round()
    try round()
    let counted = try count { for _ in 0..<rounds { try round() } }
    print("ALLOC", Root.self, Double(counted) / Double(rounds * records.count))
    return counted
  }

  @Test("the counter counts")
  func counter() {
    var arrays: [[Int]] = []
    arrays.reserveCapacity(10)
    let counted = Self.count { for size in 1...10 { arrays.append([Int](repeating: 1, count: size)) } }
    #expect(counted == 10)
    #expect(arrays.count == 10)
    #expect(Self.count {} == 0)
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

  static let tracks = [
    #"{"id":1,"name":"fifteen bytes..","points":[[1.5,2],[3,4.25],[-5e-3,6],[123.456789,987.654321]],"level":3}"#,
    #"{"points":[[1,2]],"level":null,"id":2,"flags":[true,false,true]}"#, #"{"id":3,"points":[]}"#,
    #"{"id":4,"other":{"deep":[[{"id":1}],"text"]},"name":"escaped \n\u00e9"}"#,
  ]

  @Test("none for a numeric model with nested points")
  func points() throws {
    #expect(try Self.allocations(Self.track(), Self.tracks) == 0)
  }

  @Test("none for lines in memory, but a constant for the reading")
  func lines() throws {
    let mapping = try Self.track()
    func reading(_ count: Int) throws -> Int {
      let bytes = Array(
        Array(repeating: Self.tracks.joined(separator: "\n") + "\n", count: count).joined().utf8)
      let lines = JSONLines(bytes: bytes, as: mapping)
      return try Self.count { try lines.forEach { _, _ in } }
    }
    #expect(try reading(1_000) == reading(10))
  }

  @Test("none where nothing is wanted")
  func nothing() throws {
    #expect(try Self.allocations(Mapping(()) {}, Self.tracks) == 0)
  }

  struct Texts {
    var id = 0
    var short = ""
    var long = ""
    var other: String?
    var lang = ""
  }

  @Test("one for each string of more than fifteen bytes")
  func strings() throws {
    let mapping = try Mapping(Texts()) {
      Field(\.id, "id")
      Field(\.short, "short")
      Field(\.long, "long")
      Field(\.other, "user.name")
      Field(\.lang, "lang")
    }
    let record =
      #"{"id":1,"short":"123456789012345","long":"1234567890123456","user":{"name":"a long name, and \u00e9scaped"},"lang":"en"}"#
    #expect(try Self.allocations(mapping, [record], rounds: 100) == 200)
    #expect(try Self.allocations(mapping, [#"{"short":"123456789012345","x":"1234567890123456789"}"#]) == 0)
  }

  final class Model {
    var id = 0
    var numbers: [Double] = []
  }

  @Test("none for a class that nobody holds")
  func classes() throws {
    let mapping = try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.numbers, "numbers")
    }
    #expect(try Self.allocations(mapping, [#"{"id":1,"numbers":[1,2.5]}"#, #"{"id":2}"#]) == 0)
  }

  struct Arrays {
    var numbers: [Int] = []
    var maybe: [Int]?
    var holes: [Int?] = []
    var collected: [Int32] = []
  }

  @Test("none for arrays that have grown")
  func arrays() throws {
    let mapping = try Mapping(Arrays()) {
      Field(\.numbers, "n")
      Field(\.holes, "n")
      Field(\.maybe, "n")
      Field(\.collected, "o[*].v")
    }
    #expect(
      try Self.allocations(mapping, [#"{"n":[1,2,3,4,5],"o":[{"v":1},{"v":2}]}"#, #"{"n":[],"o":[]}"#]) == 0)
  }

  @Test("a name found under .*, and a name told apart by escapes")
  func members() throws {
    let mapping = try boxed([0], at: "*.v")
    #expect(try Self.allocations(mapping, [#"{"a":{"v":1},"\u0062":{"v":2},"a":{"v":3}}"#]) == 0)
  }

  @Test("rows of a projection")
  func rows() throws {
    let projection = try Projection("id,name,points[*],o=other.deep")
    #expect(try Self.allocations(projection.mapping(), Self.tracks) == 0)
  }

  /// The text of many values grows as an array does, not by each value.
  @Test("many values of one row")
  func manyValues() throws {
    let projection = try Projection("[*]")
    let cursor = try projection.mapping().makeCursor()
    let record = Array("[\((0..<20_000).map { "\($0)" }.joined(separator: ","))]".utf8)
    let counted = try Self.count { try unsafe record.withUnsafeBytes { unsafe try cursor.read($0) { _ in } } }
    #expect(counted < 100, "20,000 values")
  }

  @Test("a written row")
  func written() throws {
    let projection = try Projection("id,name,points[*]")
    let cursor = try projection.mapping().makeCursor()
    let record = Array(Self.tracks[0].utf8)
    for format in RowFormat.allCases {
      let writer = RowWriter(projection, format: format)
      var output: [UInt8] = []
      output.reserveCapacity(1 << 16)
      try unsafe record.withUnsafeBytes { bytes in
        unsafe try cursor.read(bytes) { row in
          writer.write(row, into: &output)
          let counted = Self.count { writer.write(row, into: &output) }
          #expect(format == .jsonl ? counted == 0 : counted <= 8, "\(format): \(counted)")
        }
      }
    }
  }
}
