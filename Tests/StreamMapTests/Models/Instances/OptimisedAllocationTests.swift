@testable import TestSupport
import StreamMapTables

// Guarantees of optimised code. `swift test -c release -Xswiftc -enable-testing` runs these tests.
#if !DEBUG
  import CAllocationCounter
  import Testing

  @testable import StreamMap

  /// Allocations of a record in optimised code.
  @Suite("Allocations in optimised builds", .enabled(if: allocation_counter_is_available()))
  struct OptimisedAllocationTests {
    static let tracks = [
      #"{"id":1,"name":"fifteen bytes..","points":[[1.5,2],[3,4.25],[-5e-3,6],[12.3456,98.7654]],"level":3}"#,
      #"{"points":[[1,2]],"level":null,"id":2,"flags":[true,false,true]}"#, #"{"id":3,"points":[]}"#,
      #"{"id":4,"other":{"deep":[[{"id":1}],"text"]},"name":"escaped \n\u00e9"}"#,
    ]

    @Test("does not allocate for a numeric model with nested points")
    func points() throws {
      #expect(try Allocations.count(AllocationTests.track(), Self.tracks) == 0)
    }

    @Test("allocates a constant number for lines in memory")
    func lines() throws {
      let mapping = try AllocationTests.track()
      func reading(_ count: Int) throws -> Int {
        let text = Array(repeating: Self.tracks.joined(separator: "\n") + "\n", count: count).joined()
        let lines = JSONLines(.text(text), as: mapping)
        return try Allocations.count { try lines.forEach { _, _ in } }
      }
      // One-time work of a process may happen now.
      _ = try reading(10)
      // The buffer may grow once more.
      #expect(try reading(1_000) - reading(10) < 10)
    }

    @Test("does not allocate without fields")
    func nothing() throws {
      #expect(try Allocations.count(Mapping(()) {}, Self.tracks) == 0)
    }

    @Test("does not allocate for a string over fifteen bytes that fits in the memory of the one before")
    func strings() throws {
      let record =
        #"{"id":1,"short":"123456789012345","long":"1234567890123456","user":{"name":"long, \u00e9scaped name"}}"#
      #expect(try Allocations.count(AllocationTests.texts(), [record], rounds: 100) == 0)
      let short = #"{"short":"123456789012345","x":"1234567890123456789"}"#
      #expect(try Allocations.count(AllocationTests.texts(), [short]) == 0)
    }

    final class Model {
      var id = 0
      var numbers: [Double] = []
    }

    @Test("does not allocate for a class instance that is free")
    func classes() throws {
      let mapping = try Mapping(Model()) {
        Field(\.id, "id")
        Field(\.numbers, "numbers")
      }
      let records = [#"{"id":1,"numbers":[1,2.5]}"#, #"{"id":2}"#]
      #expect(try Allocations.count(mapping, records) == 0)
    }

    struct Arrays {
      var numbers: [Int] = []
      var maybe: [Int]? = []
      var holes: [Int?] = []
      var collected: [Int32] = []
    }

    @Test("does not allocate for arrays that have grown")
    func arrays() throws {
      let mapping = try Mapping(Arrays()) {
        Field(\.numbers, "n")
        Field(\.holes, "n")
        Field(\.maybe, "n")
        Field(\.collected, "o[*].v")
      }
      let records = [#"{"n":[1,2,3,4,5],"o":[{"v":1},{"v":2}]}"#, #"{"n":[],"o":[]}"#]
      #expect(try Allocations.count(mapping, records) == 0)
    }

    @Test("does not allocate for names under .* or escaped names")
    func members() throws {
      let mapping = try boxed([0], at: "*.v")
      let record = #"{"a":{"v":1},"\u0062":{"v":2},"a":{"v":3}}"#
      #expect(try Allocations.count(mapping, [record]) == 0)
    }

    @Test("does not allocate for rows of a projection")
    func rows() throws {
      let projection = try Projection("id,name,points[*],o=other.deep")
      // An absent list releases its memory, because nil has none.
      #expect(try Allocations.count(projection.mapping(), Array(Self.tracks.prefix(3))) == 0)
    }

    @Test("does not allocate for a written JSON Lines row")
    func written() throws {
      let projection = try Projection("id,name,points[*]")
      let decoder = try projection.mapping().makeDecoder()
      let writer = RowWriter(projection, format: .jsonl)
      var output: [UInt8] = []
      output.reserveCapacity(1 << 16)
      let record = Array(Self.tracks[0].utf8)
      try decoder.read(record.span) { row in
        writer.write(row, into: &output)
        #expect(Allocations.count { writer.write(row, into: &output) } == 0)
      }
    }
  }
#endif
