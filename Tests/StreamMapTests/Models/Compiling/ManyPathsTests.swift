import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Ten thousand columns cost ten times as much as a thousand. The tests measure compiling, outlining, and reading a
/// record with few of the columns.
@Suite("Many paths", .serialized)
struct ManyPathsTests {
  static let shapes: [String: @Sendable (Int) -> String] = [
    "flat": { "p\($0)" },
    "one deep prefix": { "\((0..<30).map { "level\($0)" }.joined(separator: ".")).p\($0)" },
    "siblings under two nodes": { "\($0 % 2 == 0 ? "left" : "right").p\($0)" },
    "an object each": { "p\($0).value" },
    "elements of arrays": { "p\($0)[*].value" },
    "one array": { "items[*].p\($0)" },
    "indexes": { "items[\($0)].value" },
    "nested indexes": { "p\($0)[3][\($0)]" },
    "the same length and first eight bytes": { "in_reply_to_\(1_000_000 + $0)" },
    "within each other": { "p\($0 / 2)\($0 % 2 == 0 ? ".a" : ".a.b")" },
    "the same path": { "name\($0)=p" },
  ]

  @Test("columns compile and read in linear time", arguments: shapes.keys.sorted())
  func columns(shape: String) throws {
    let path = try #require(Self.shapes[shape])
    try expectLinear { count in
      let list = (0..<count).map(path).joined(separator: ",")
      return {
        let projection = try Projection(list)
        let mapping = try projection.mapping()
        #expect(try mapping.outline.children.isEmpty == false)
        let decoder = RecordDecoder(mapping)
        let writer = RowWriter(projection, format: .jsonl)
        for record in ["{}", #"{"p7":{"value":1}}"#, #"{"items":[{"p7":1}]}"#] {
          var output: [UInt8] = []
          try decoder.read(Array(record.utf8).span) { writer.write($0, into: &output) }
        }
      }
    }
  }

  private final class Model {
    var values: [Int: Int] = [:]
    subscript(list index: Int) -> [Int] {
      get { [] }
      set { values[index] = newValue.count }
    }
    subscript(item index: Int) -> Item? {
      get { nil }
      set { values[index] = newValue?.value }
    }
    var rest: [String: RawJSON] = [:]
  }

  private struct Item: Sendable { var value: Int? }

  private static let item = try? Mapping(Item()) { Field(\.value, "value", .required) }

  private static func field(_ index: Int, _ shape: String) throws -> Field<Model> {
    switch shape {
    case "closures": Field("p\(index)") { $0.values[index] = $1 }
    case "required": Field("a\(index).p", .mismatch(.keep), .required) { $0.values[index] = $1 }
    case "aliases": Field(["p\(index)", "q\(index)"]) { $0.values[index] = $1 }
    case "computed properties": Field(\.[list: index], "p\(index)")
    case "unknown members": Field("a\(index).p") { $0.values[index] = $1 }
    default:
      Field(\.[item: index], "p\(index)", mapping: try #require(item))
    }
  }

  @Test(
    "fields compile and read in linear time",
    arguments: ["closures", "required", "aliases", "computed properties", "unknown members", "nested models"])
  func fields(shape: String) throws {
    try expectLinear { count in
      let fields = try (0..<count).map { try Self.field($0, shape) }
      let all = (0..<count).map { #""p\#($0)":[1]"# }.joined(separator: ",")
      return {
        let mapping = try Mapping(Model()) {
          fields
          if shape == "unknown members" { Field(unknown: \.rest) }
        }
        let decoder = RecordDecoder(mapping)
        let records = [shape == "computed properties" ? "{\(all)}" : "{}", "{}", #"{"a7":{"p":1},"q7":2}"#]
        for record in records { try? decoder.read(Array(record.utf8).span) { _ in } }
      }
    }
  }

  /// Expects at most 2.3 times the time for twice as many, over two doublings. A quadratic step takes four times.
  private func expectLinear(_ make: (Int) throws -> () throws -> Void) throws {
    let count = Effort.pick(500, 1_000, 1_000)
    let small = try make(count)
    let large = try make(4 * count)
    var ratios: [Double] = []
    // Other work on the machine can only make a ratio wrong by chance, so the smallest of a few counts.
    while ratios.count < 8, ratios.allSatisfy({ $0 > 2.3 * 2.3 }) {
      ratios.append(try seconds(large) / seconds(small))
    }
    #expect(ratios.contains { $0 <= 2.3 * 2.3 }, "\(ratios)")
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = CPUClock()
    try body()
    return clock.seconds
  }
}
