// State: the random number generator.

/// Arrays of 20,000 values of one kind.
struct ScalarGenerator<Kind: ScalarKind>: RecordGenerator {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    out.raw("[")
    for index in 0..<20_000 / Kind.valuesPerElement {
      if index > 0 { out.raw(",") }
      Kind.append(to: &out, &random)
    }
    out.raw("]")
  }
}

/// A kind of values in an array.
protocol ScalarKind: SendableMetatype {
  static var valuesPerElement: Int { get }

  /// Appends one element.
  static func append(to out: inout LineWriter, _ random: inout SplitMix64)
}

extension ScalarKind {
  static var valuesPerElement: Int { 1 }
}

/// Integers of up to 13 digits, some of them negative.
enum Integers: ScalarKind {
  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    let value = random.counter(upTo: 9_999_999_999_999)
    out.integer(random.below(4) == 0 ? -value : value)
  }
}

/// Numbers with 6 to 15 significant digits.
enum Doubles: ScalarKind {
  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    out.coordinate(upTo: 180, &random)
  }
}

/// One to five words, some of them in Japanese, some with escapes.
enum Strings: ScalarKind {
  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    let words = random.below(8) == 0 ? Vocabulary.japanese : Vocabulary.latin
    out.raw(#"""#)
    out.raw(random.pick(words))
    for _ in 0..<random.below(5) {
      if random.below(16) == 0 { out.raw(#"\n"#) } else { out.raw(" ") }
      out.raw(random.pick(words))
    }
    out.raw(#"""#)
  }
}

/// Arrays of a longitude and a latitude.
enum Pairs: ScalarKind {
  static var valuesPerElement: Int { 2 }

  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    out.raw("[")
    out.coordinate(upTo: 180, &random)
    out.raw(",")
    out.coordinate(upTo: 90, &random)
    out.raw("]")
  }
}

/// Prices, and some numbers with more digits than a `Double` has.
enum Decimals: ScalarKind {
  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    if random.below(8) == 0 { out.raw("-") }
    if random.below(8) == 0 {
      out.integer(random.within(1...99_999))
      out.digits(random.below(1_000_000_000_000), width: 12)
    } else {
      out.integer(random.counter(upTo: 99_999))
    }
    out.raw(".")
    out.fraction(random.within(1...6), &random)
  }
}

/// Links to resources of a service.
enum Links: ScalarKind {
  static func append(to out: inout LineWriter, _ random: inout SplitMix64) {
    out.raw(#""https://"#)
    out.raw(random.pick(Vocabulary.latin))
    out.raw(".example/v2/")
    out.raw(random.pick(Vocabulary.paths))
    out.raw("/")
    out.integer(random.below(10_000_000))
    if random.below(2) == 0 {
      out.raw("?ref=")
      out.token(11, &random)
    }
    out.raw(#"""#)
  }
}
