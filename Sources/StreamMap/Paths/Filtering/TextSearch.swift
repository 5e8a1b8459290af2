/// A search for one text in others, in linear time for any texts (Knuth, Morris and Pratt, "Fast pattern matching in
/// strings", 1977).
struct TextSearch: Sendable {
  private let pattern: [UInt8]
  /// For each prefix, the length of its longest proper suffix that is a prefix, too.
  private let borders: [Int]

  /// - Complexity: O(n) in the length of the pattern.
  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Returns whether the pattern occurs in a text.
  ///
  /// - Complexity: O(n) in the length of the text.
  func occurs(in text: Span<UInt8>) -> Bool {
    if pattern.isEmpty { return true }
    var length = 0
    for index in text.indices {
      let byte = text[index]
      while length > 0, byte != pattern[length] { length = borders[length - 1] }
      if byte == pattern[length] { length += 1 }
      if length == pattern.count { return true }
    }
    return false
  }
}
