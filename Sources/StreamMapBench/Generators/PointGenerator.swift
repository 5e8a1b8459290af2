// State: the random number generator and the last id.

/// Records of a name of at most 15 bytes and 20 coordinate pairs with 6 to 15 significant digits.
struct PointGenerator: RecordGenerator {
  static let pairs = 20

  private var random: SplitMix64
  private var lastID = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    lastID += random.within(1...3)
    out.raw(#"{"id":"#)
    out.integer(lastID)
    out.raw(#","name":""#)
    out.raw(random.pick(Vocabulary.latin))
    out.raw("-")
    out.integer(random.below(1_000_000))
    out.raw(#"","points":["#)
    for index in 0..<Self.pairs {
      if index > 0 { out.raw(",") }
      out.raw("[")
      out.coordinate(upTo: 180, &random)
      out.raw(",")
      out.coordinate(upTo: 90, &random)
      out.raw("]")
    }
    out.raw("]}")
  }
}

extension LineWriter {
  /// Appends a number between -`limit` and `limit`, with 6 to 15 significant digits.
  mutating func coordinate(upTo limit: Int, _ random: inout SplitMix64) {
    let whole = random.within(1 - limit...limit - 1)
    // An integer has no minus zero, so the sign of -0.5 is written here.
    if whole == 0, random.below(2) == 0 { raw("-") }
    integer(whole)
    raw(".")
    let wholeDigits = whole.magnitude > 99 ? 3 : whole.magnitude > 9 ? 2 : 1
    fraction(random.within(6...15) - wholeDigits, &random)
  }

  /// Appends `count` digits. The last digit is not zero, so that every digit is significant.
  mutating func fraction(_ count: Int, _ random: inout SplitMix64) {
    for index in 0..<count {
      let digit = index == count - 1 ? random.within(1...9) : random.below(10)
      byte(UInt8(ascii: "0") + UInt8(digit))
    }
  }
}
