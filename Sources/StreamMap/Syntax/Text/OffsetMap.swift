/// A map from the offsets of a rewritten text to those of the original.
///
/// Invariant: the entries are in the order of both offsets.
struct OffsetMap: Sendable {
  private var entries: [(offset: Int, original: Int)] = []

  /// Records that the bytes written from `offset` on come from `original` on.
  mutating func note(_ offset: Int, from original: Int) {
    entries.append((offset, original))
  }

  /// Returns the original offset of a byte. If several bytes replace fewer, the surplus ones have the offset of the
  /// last of those.
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
