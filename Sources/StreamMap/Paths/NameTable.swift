/// A hash table of the names of one node, with a seed that avoids collisions if one is found.
///
/// The search is bounded: `seedsPerSize` seeds for each of `sizes` table sizes. If all of them collide, or there are
/// too many names for a search, the table keeps its collisions. A colliding name gets the next free slot. A look-up
/// probes up to the first empty slot. At most half of the slots are taken.
struct NameTable {
  struct Slot {
    var hash: UInt32 = 0
    var edge: Int32 = -1
  }

  private(set) var seed: UInt64 = 0
  private(set) var slots: [Slot] = []

  static let seedsPerSize = 64
  static let sizes = 4
  /// The largest number of names for which a seed is searched. With `n` names in `m` slots, about `n² / 2m` pairs collide,
  /// which is at most `n / 32` pairs in the largest table. With so many names, fewer than one seed in five hundred is perfect.
  static let mostPerfectNames = 320

  init(_ names: [[UInt8]]) {
    var size = 2
    while size < names.count * 2 { size *= 2 }
    if names.count > Self.mostPerfectNames {
      slots = Array(repeating: Slot(), count: size * 2)
    } else {
      for _ in 0..<Self.sizes {
        slots = Array(repeating: Slot(), count: size)
        for attempt in 1...Self.seedsPerSize where fill(names, attempt: attempt, allowsCollisions: false) {
          return
        }
        size *= 2
      }
    }
    _ = fill(names, attempt: Self.seedsPerSize, allowsCollisions: true)
  }

  /// Fills the table with the seed of an attempt. Returns false, and leaves it incomplete, at a collision that is not allowed.
  private mutating func fill(_ names: [[UInt8]], attempt: Int, allowsCollisions: Bool) -> Bool {
    seed = UInt64(attempt) &* KeyHash.secondMultiplier
    for place in slots.indices { slots[place].edge = -1 }
    for (edge, name) in names.enumerated() {
      let hash = KeyHash.hash(name.span, seed: seed)
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place].edge >= 0 {
        if !allowsCollisions { return false }
        place = (place + 1) & (slots.count - 1)
      }
      slots[place] = Slot(hash: UInt32(truncatingIfNeeded: hash >> 32), edge: Int32(edge))
    }
    return true
  }
}
