/// Where the bytes of a rewritten text come from.
///
/// Invariant: the entries are in the order of both offsets.
struct OffsetMap: Sendable {
  private var entries: [(offset: Int, original: Int)] = []

  /// The next byte that is written, at `offset`, and those after it, come from `original` on.
  mutating func note(_ offset: Int, from original: Int) {
    entries.append((offset, original))
  }

  /// Where a byte comes from; one of several that stand for fewer is held to come from the last of those.
  func original(of offset: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    let entry = entries[low - 1]
    let original = entry.original + (offset - entry.offset)
    return low < entries.count ? min(original, entries[low].original) : original
  }
}
