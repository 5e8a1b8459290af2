import StreamMap
import Testing

@testable import StreamMapTables
@testable import TestSupport

/// Columns with several paths: each row has the value of the first path that has one.
@Suite("Columns with several paths")
struct AlternativePathsTests {
  /// The members of a record, in any order, and the value of the first of the names that has one.
  private static func record(_ names: [String], _ random: inout SeededRandom) -> (
    members: [String], first: String
  ) {
    var members: [String] = []
    var first: String?
    for name in names {
      guard let value = random.pick([nil, nil, "null", "7", "\"x\"", "[1]", "{\"y\":2}"]) else { continue }
      members.append("\"\(name)\":\(value)")
      if first == nil, value != "null" { first = value }
    }
    return (members.shuffled(using: &random), first ?? "null")
  }

  @Test("takes the first path that has a value", arguments: Engine.allCases)
  func rows(_ engine: Engine) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let projection = try Projection("v=a|b|c,id,w=o.d|o.e|f")
    let writer = RowWriter(projection, format: .jsonl)
    var (lines, expected) = ([] as [String], [] as [String])
    for id in 0..<300 {
      let v = Self.record(["a", "b", "c"], &random)
      let inner = Self.record(["d", "e"], &random)
      let f = Self.record(["f"], &random)
      let members =
        v.members + f.members + ["\"id\":\(id)", "\"o\":{\(inner.members.joined(separator: ","))}"]
      lines.append("{\(members.shuffled(using: &random).joined(separator: ","))}")
      let w = inner.first == "null" ? f.first : inner.first
      expected.append("{\"v\":\(v.first),\"id\":\(id),\"w\":\(w)}")
    }
    var stream = JSONLines(.text(lines.joined(separator: "\n")), as: try projection.mapping())
    stream.options.engine = engine
    var output: [UInt8] = []
    try stream.forEach { row, _ in writer.write(row, into: &output) }
    let found = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(found == expected, "\(SeededRandom.again)")
  }
}
