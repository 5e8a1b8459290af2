import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Name table")
struct NameTableTests {
  static let sets: [String: String] = [
    "tweet": """
    id created_at text user in_reply_to_screen_name in_reply_to_user_id_str in_reply_to_status_id_str \
    in_reply_to_status_id in_reply_to_user_id retweet_count favorite_count lang entities
    """,
    "user":
      "id screen_name followers_count verified friends_count listed_count favourites_count statuses_count",
    "event": "id type actor repo payload public created_at org",
    "log": "ts level service host trace_id latency_ms status bytes path ok",
    "point": "x y",
    "one": "id",
    "axes": "value_x value_y value_z point_x1 point_x2 point_y1 point_y2",
    "lines": (1...9).map { "address_line_\($0)" }.joined(separator: " "),
    "metrics": (10..<42).map { "metric_\($0)" }.joined(separator: " "),
    "lengths": (0...80).map { String(repeating: "a", count: $0 + 1) }.joined(separator: " "),
    "numbered": (0..<200).map { "field\($0)" }.joined(separator: " "),
  ]

  @Test("perfect hashing of realistic names", arguments: sets.keys.sorted())
  func perfect(set: String) throws {
    let names = try #require(Self.sets[set]).split(separator: " ").map { Array($0.utf8) }
    let table = NameTable(names)
    #expect(Self.isPerfect(table, names))
    #expect(table.slots.filter { $0.edge >= 0 }.count == names.count)
    #expect(table.slots.count >= names.count * 2)
  }

  @Test("finds every name", arguments: sets.keys.sorted())
  func found(set: String) throws {
    let names = try #require(Self.sets[set]).split(separator: " ").map { Array($0.utf8) }
    let table = NameTable(names)
    for (edge, name) in names.enumerated() { #expect(Self.find(name, in: table, names) == edge) }
    #expect(Self.find(Array("absent".utf8), in: table, names) == nil)
  }

  /// The search for a perfect hash ends, and the table stays small.
  @Test("bounded search")
  func bounded() throws {
    let names = Self.colliding.map { Array($0.utf8) }
    let table = NameTable(names)
    #expect(!names.isEmpty && !Self.isPerfect(table, names))
    #expect(table.slots.count <= names.count * 4 << (NameTable.sizes - 1))
    for (edge, name) in names.enumerated() { #expect(Self.find(name, in: table, names) == edge) }
  }

  @Test("no search with too many names")
  func unsearched() {
    let names = (0...NameTable.mostPerfectNames).map { Array("name \($0)".utf8) }
    let table = NameTable(names)
    #expect(table.slots.count == 2_048)
    for (edge, name) in names.enumerated() { #expect(Self.find(name, in: table, names) == edge) }
  }

  @Test("no names")
  func empty() {
    let table = NameTable([])
    #expect(table.slots.allSatisfy { $0.edge < 0 })
    #expect(!table.slots.isEmpty)
  }

  /// A mapping maps all names even if they collide with every seed.
  @Test("mapping with colliding names")
  func collidingMapping() throws {
    let names = Self.colliding
    try #require(!names.isEmpty)
    let mapping = try Mapping(Box(value: [Int](repeating: -1, count: names.count))) {
      for (index, name) in names.enumerated() {
        Field(name) { (box: inout Box<[Int]>, value: Int) in box.value[index] = value }
      }
    }
    let members = names.enumerated().map { "\"\($1)\":\($0)" }
    #expect(try mapping.decode("{\(members.joined(separator: ","))}").value == Array(names.indices))
    #expect(
      try mapping.decode("{\(members.reversed().joined(separator: ","))}").value == Array(names.indices))
    let one = try mapping.decode("{\(members[7]),\"\(names[7])!\":5,\"\(names[8].uppercased())\":5}").value
    #expect(one[7] == 7)
    #expect(one.filter { $0 >= 0 }.count == 1)
  }

  /// Whether each name is in the slot of its hash.
  static func isPerfect(_ table: NameTable, _ names: [[UInt8]]) -> Bool {
    table.slots.indices.allSatisfy { place in
      let edge = Int(table.slots[place].edge)
      return edge < 0
        || Int(truncatingIfNeeded: hash(names[edge], seed: table.seed)) & (table.slots.count - 1) == place
    }
  }

  /// The first set of many names for which the search finds no perfect seed.
  static let colliding: [String] =
    (0..<100).lazy
    .map { set in (0..<NameTable.mostPerfectNames).map { "name \($0) of set \(set)" } }
    .first { names in
      let bytes = names.map { Array($0.utf8) }
      return !isPerfect(NameTable(bytes), bytes)
    } ?? []

  static func find(_ name: [UInt8], in table: NameTable, _ names: [[UInt8]]) -> Int? {
    let hash = hash(name, seed: table.seed)
    var place = Int(truncatingIfNeeded: hash) & (table.slots.count - 1)
    while table.slots[place].edge >= 0 {
      let slot = table.slots[place]
      if slot.hash == UInt32(truncatingIfNeeded: hash >> 32), names[Int(slot.edge)] == name {
        return Int(slot.edge)
      }
      place = (place + 1) & (table.slots.count - 1)
    }
    return nil
  }

  static func hash(_ name: [UInt8], seed: UInt64) -> UInt64 {
    // SAFETY: the buffer has the name's bytes and one more.
    unsafe (name + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe KeyHash.hash($0, name.count, seed: seed) } ?? 0
    }
  }
}
