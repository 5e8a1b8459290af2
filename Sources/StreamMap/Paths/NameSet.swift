/// The names met in one object, for `.*`, where the first member of each name counts.
///
/// The names are stored one after another in one buffer. Once the buffers have grown, adding a name does not
/// allocate.
///
/// Invariant: `table` has a power of two of slots, at most half of them taken.
struct NameSet {
  private struct Entry {
    var hash: UInt64
    var base: Int
    var count: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var table: [Int32] = Array(repeating: -1, count: 16)
  /// The entry of the name that was added or found last.
  private var last = 0
  /// A random seed for each set, so that no document can force collisions.
  private let seed = UInt64.random(in: .min ... .max)

  mutating func removeAll() {
    guard !entries.isEmpty else { return }
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for place in table.indices { table[place] = -1 }
  }

  /// Adds a name. Returns false if it was already there.
  mutating func insert(_ name: Span<UInt8>) -> Bool {
    let hash = KeyHash.hash(name, seed: seed)
    var place = Int(truncatingIfNeeded: hash >> 7) & (table.count - 1)
    while table[place] >= 0 {
      let entry = entries[Int(table[place])]
      if entry.hash == hash, bytes.span.extracting(entry.base..<entry.base + entry.count).equals(name) {
        last = Int(table[place])
        return false
      }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = Int32(entries.count)
    last = entries.count
    entries.append(Entry(hash: hash, base: bytes.count, count: name.count))
    bytes.append(name)
    if entries.count * 2 > table.count { grow() }
    return true
  }

  /// Calls a closure with the name that was added or found last. There must be one.
  ///
  /// It is mutating although it changes nothing. Otherwise the set would be copied for the call.
  mutating func withLast<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let entry = entries[last]
    return body(bytes.span.extracting(entry.base..<(entry.base + entry.count)))
  }

  private mutating func grow() {
    table = Array(repeating: -1, count: table.count * 2)
    for (index, entry) in entries.enumerated() {
      var place = Int(truncatingIfNeeded: entry.hash >> 7) & (table.count - 1)
      while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(index)
    }
  }
}
