// State: the random number generator and the last id.

/// Bodies of 100 to 300 bytes, as a service receives and returns them.
struct OrderGenerator: RecordGenerator {
  private var random: SplitMix64
  private var lastID = 10_000
  private var notes = Deck(3, of: 10)

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    lastID += random.within(1...9)
    out.raw(#"{"id":"#)
    out.integer(lastID)
    Self.appendContent(to: &out, &random)
    out.raw(#","isPaid":"#)
    out.bool(random.below(2) == 0)
    if notes.draw(&random) {
      out.raw(#","note":""#)
      out.raw(random.pick(Vocabulary.prose))
      out.raw(#" \""#)
      out.raw(random.pick(Vocabulary.prose))
      out.raw(#"\" "#)
      out.raw(random.pick(Vocabulary.japanese))
      out.raw(#"""#)
    }
    out.raw("}")
  }

  /// Appends the customer and the items.
  static func appendContent(to out: inout LineWriter, _ random: inout SplitMix64) {
    out.raw(#","customer":{"id":"#)
    out.integer(random.within(100...99_999))
    out.raw(#","name":""#)
    out.raw(random.pick(Vocabulary.latin))
    out.raw(" ")
    out.raw(random.pick(Vocabulary.european))
    out.raw(#""},"items":["#)
    for index in 0..<random.within(1...3) {
      if index > 0 { out.raw(",") }
      out.raw(#"{"sku":""#)
      out.token(8, &random)
      out.raw(#"","quantity":"#)
      out.integer(random.within(1...12))
      out.raw(#","price":"#)
      out.integer(random.within(1...499))
      out.raw(".")
      out.fraction(2, &random)
      out.raw("}")
    }
    out.raw("]")
  }
}
