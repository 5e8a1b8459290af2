// State: the random number generator and the last id.

/// Events of 150 to 320 bytes of two types, as a shop writes them. The discriminator is the second member.
struct OrderEventGenerator: RecordGenerator {
  private var random: SplitMix64
  private var lastID = 500_000
  private var returns = Deck(3, of: 10)

  private static let currencies = ["EUR", "USD", "GBP", "JPY", "SEK"].map { Array($0.utf8) }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    lastID += random.within(1...9)
    out.raw(#"{"id":"#)
    out.integer(lastID)
    if returns.draw(&random) { appendReturned(to: &out) } else { appendPlaced(to: &out) }
    out.raw("}")
  }

  private mutating func appendPlaced(to out: inout LineWriter) {
    out.raw(#","type":"placed""#)
    appendTime("placed_at", to: &out)
    OrderGenerator.appendContent(to: &out, &random)
    appendAmounts("totals", to: &out)
  }

  private mutating func appendReturned(to out: inout LineWriter) {
    out.raw(#","type":"returned""#)
    appendTime("returned_at", to: &out)
    out.raw(#","order":"#)
    out.integer(lastID - random.within(10...10_000))
    out.raw(#","reason":""#)
    out.raw(random.pick(Vocabulary.prose))
    out.raw(" ")
    out.raw(random.pick(Vocabulary.prose))
    out.raw(#"""#)
    appendAmounts("refunds", to: &out)
  }

  private mutating func appendTime(_ name: StaticString, to out: inout LineWriter) {
    out.raw(#",""#)
    out.raw(name)
    out.raw(#"":"2025-"#)
    for (range, end) in [(1...12, "-"), (1...28, "T"), (0...23, ":"), (0...59, ":"), (0...59, "Z\"")] {
      out.digits(random.within(range), width: 2)
      out.raw(Array(end.utf8))
    }
  }

  /// Appends an object of three members, in cents.
  private mutating func appendAmounts(_ name: StaticString, to out: inout LineWriter) {
    out.raw(#",""#)
    out.raw(name)
    out.raw(#"":{"#)
    let first = random.below(Self.currencies.count)
    for index in 0..<3 {
      if index > 0 { out.raw(",") }
      out.raw(#"""#)
      out.raw(Self.currencies[(first + index) % Self.currencies.count])
      out.raw(#"":"#)
      out.integer(random.within(1...99_999))
    }
    out.raw("}")
  }
}
