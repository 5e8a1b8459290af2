/// Finds the known word that is most similar to an unknown one.
package enum Suggestion {
  /// The longest word for which edits are counted, in bytes. Their number of steps is the product of two lengths.
  private static let longest = 256

  /// Returns the only word that begins with `word`, or else the word with the fewest edits. Nil if none is similar.
  package static func nearest(to word: String, among words: [String]) -> String? {
    let begun = words.filter { $0.hasPrefix(word) }
    if begun.count == 1 { return begun.first }
    guard word.utf8.count <= longest else { return nil }
    let allowed = max(1, word.count / 3)
    let ranked = words.filter { $0.utf8.count <= longest }.map {
      (word: $0, edits: edits(from: word, to: $0))
    }
    guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits <= allowed else { return nil }
    return best.word
  }

  /// The number of insertions, deletions, substitutions and swaps of
  /// neighbours between two words (optimal string alignment, one row at a
  /// time; Boytsov 2011, section 2).
  package static func edits(from source: String, to target: String) -> Int {
    let source = Array(source)
    let target = Array(target)
    var previous: [Int] = []
    var current = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var next = [row + 1]
      for (column, other) in target.enumerated() {
        var cost = min(next[column] + 1, current[column + 1] + 1)
        cost = min(cost, current[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
          cost = min(cost, previous[column - 1] + 1)
        }
        next.append(cost)
      }
      previous = current
      current = next
    }
    return current[target.count]
  }
}
