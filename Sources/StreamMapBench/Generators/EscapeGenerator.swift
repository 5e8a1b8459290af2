// State: the random number generator and the last id.

/// Records with strings that are about half escapes, in bytes: line breaks, quotes, `\uXXXX`, surrogate pairs.
///
/// U+0000 is excluded, because `yajl_tree` ends a string there.
struct EscapeGenerator: RecordGenerator {
  private var random: SplitMix64
  private var lastID = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    lastID += random.within(1...3)
    out.raw(#"{"id":"#)
    out.integer(lastID)
    out.raw(#","title":""#)
    escapes(random.within(30...90), to: &out)
    out.raw(#"","body":""#)
    escapes(random.within(300...900), to: &out)
    out.raw(#""}"#)
  }

  private mutating func escapes(_ size: Int, to out: inout LineWriter) {
    let end = out.count + size
    while out.count < end {
      out.raw(random.pick(random.below(8) == 0 ? Vocabulary.japanese : Vocabulary.latin))
      switch random.below(8) {
      case 0: out.raw(#"\n\n"#)
      case 1: out.raw(#"\"\t"#)
      case 2: out.raw(random.pick(Self.shortEscapes))
      case 3: out.raw(#" \"said\""#)
      case 4, 5:
        // The Basic Multilingual Plane from U+0001, without the surrogates.
        unicode(random.within(0x0001...0xD7FF), to: &out)
        unicode(random.within(0xE000...0xFFFF), to: &out)
      case 6:
        let scalar = random.within(0x10000...0x10FFFF) - 0x10000
        unicode(0xD800 + scalar >> 10, to: &out)
        unicode(0xDC00 + scalar & 0x3FF, to: &out)
      default: out.raw(" ")
      }
    }
  }

  private mutating func unicode(_ unit: Int, to out: inout LineWriter) {
    out.raw(#"\u"#)
    let digits = random.below(2) == 0 ? Self.lowerDigits : Self.upperDigits
    for shift in stride(from: 12, through: 0, by: -4) {
      out.byte(digits[unit >> shift & 15])
    }
  }

  private static let shortEscapes: [StaticString] = [#"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\r\n"#, #"\t"#]
  private static let lowerDigits = Array("0123456789abcdef".utf8)
  private static let upperDigits = Array("0123456789ABCDEF".utf8)
}

extension SplitMix64 {
  mutating func pick(_ choices: [StaticString]) -> StaticString {
    choices[below(choices.count)]
  }
}
