/// Eight characters in one word, the first in its lowest byte, each less `0`: a digit is its
/// own value, and any other character is more than nine.
enum EightDigits {
  static let zeros: UInt64 = 0x3030_3030_3030_3030
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  /// What lifts ten, and no digit, to the high bit.
  private static let lift: UInt64 = 0x7676_7676_7676_7676

  /// How many digits there are before the first other character; eight if there is none.
  @inline(__always)
  static func run(_ word: UInt64) -> Int {
    // No byte carries into the next.
    ((((word & ~highBits) &+ lift) | word) & highBits).trailingZeroBitCount &>> 3
  }

  /// Whether all eight are digits.
  @inline(__always)
  static func areDigits(_ word: UInt64) -> Bool {
    // A byte that carries into the next is none itself.
    ((word &+ lift) | word) & highBits == 0
  }

  /// The number of eight digits: pairs, then both fours of pairs in one multiplication each
  /// (Lemire, "Number parsing at a gigabyte per second", 2021).
  @inline(__always)
  static func value(_ word: UInt64) -> UInt64 {
    let pairs = word &* 10 &+ (word &>> 8)
    let even: UInt64 = 0x0000_00FF_0000_00FF
    let first = (pairs & even) &* (100 &+ 1_000_000 &<< 32)
    let second = (pairs &>> 16 & even) &* (1 &+ 10_000 &<< 32)
    return (first &+ second) &>> 32
  }

  /// Moves the first `count` digits, of 1 to 8, to the end, zeros before them.
  @inline(__always)
  static func aligned(_ word: UInt64, _ count: Int) -> UInt64 {
    word &<< UInt64(truncatingIfNeeded: (8 &- count) &* 8)
  }

  /// The last `count` characters, of 1 to 8, zeros before them.
  @inline(__always)
  static func ending(_ word: UInt64, _ count: Int) -> UInt64 {
    word & ~0 &<< UInt64(truncatingIfNeeded: (8 &- count) &* 8)
  }

  /// The first character.
  @inline(__always)
  static func first(_ word: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: word)
  }

  /// Takes the character at `place`, of 1 to 7, out; a zero comes in at the end.
  @inline(__always)
  static func removing(_ place: Int, from word: UInt64) -> UInt64 {
    let before: UInt64 = (1 &<< UInt64(truncatingIfNeeded: place &* 8)) &- 1
    return word & before | word &>> 8 & ~before
  }
}
