/// An index over one window of the text around an array. It begins before a value.
///
/// Invariant: it covers the bytes in `origin ..< indexed`, which are in memory. It is empty if `indexed` is 0.
struct AroundIndex {
  var index: StructuralIndex
  var origin = 0
  var indexed = 0
}

// Values that are skipped. The scanner takes one byte at a time, the index 64, and nearly all values are valid.
extension ValueFramer {
  /// Returns the offset after the value that begins at the position, if it is valid and ends within a window.
  ///
  /// - Complexity: O(n) in total in the bytes that are skipped, for values shorter than a window.
  func soundEnd(ofValueWith byte: UInt8) -> Int? {
    guard byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote else { return nil }
    if position >= around?.indexed ?? 0 { beginAround() }
    if let end = endInAround(byte) { return end }
    // The value may end in the next window, unless this window began with the value.
    guard let around, around.origin < position, around.indexed < window.end, !around.index.isDoubtful else {
      return nil
    }
    beginAround()
    return endInAround(byte)
  }

  private func endInAround(_ byte: UInt8) -> Int? {
    guard let around, !around.index.isDoubtful else { return nil }
    let start = position + 1 - around.origin
    let limit = around.indexed - around.origin
    var depth = 1
    let last =
      byte == ASCII.quote
      ? around.index.quote(from: start, to: limit)
      : around.index.closer(from: start, to: limit, depth: &depth)
    // An error in a value is known one byte after the value.
    guard let last, last + 1 < around.index.wholeBytes else { return nil }
    return around.origin + last + 1
  }

  /// Indexes a window from the position on, within the containers that are open.
  private func beginAround() {
    var known = around ?? AroundIndex(index: index.validating(envelope.limits))
    around = nil
    known.index.reset(
      behind: envelope.containers.flatMap { Array(($0.isArray ? "[" : "{\"\":").utf8) })
    known.origin = position
    known.indexed = window.withBytes(position..<window.end) { position + known.index.index($0) }
    around = known
  }
}
