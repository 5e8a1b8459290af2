// State: the cards; `cards[..<next]` were dealt in this round.

/// Draws at random in exact proportions. The cards are dealt in random order, and shuffled again when none is left, so
/// that the share of an optional field is right in a small file too.
struct Deck<Card> {
  private var cards: [Card]
  private var next: Int

  /// - Parameter cards: The cards; not empty.
  init(_ cards: [Card]) {
    self.cards = cards
    next = cards.count
  }

  mutating func draw(_ random: inout SplitMix64) -> Card {
    if next == cards.count {
      for index in stride(from: cards.count - 1, to: 0, by: -1) {
        cards.swapAt(index, random.below(index + 1))
      }
      next = 0
    }
    next += 1
    return cards[next - 1]
  }
}

extension Deck where Card == Bool {
  /// Deals `true` exactly `hits` times in each round of `count`.
  init(_ hits: Int, of count: Int) {
    self.init((0..<count).map { $0 < hits })
  }
}
