/// Functions over eight characters in one word, the first in its lowest byte, each with `0` subtracted. A digit is
/// its own value, and any other character is more than nine.
@usableFromInline package enum EightDigits {
  @inlinable package static var zeros: UInt64 { 0x3030_3030_3030_3030 }
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  /// Added to a byte, it sets the high bit of ten and above, and of no digit.
  private static let lift: UInt64 = 0x7676_7676_7676_7676

  /// Returns the number of digits before the first other character, or eight.
  @inline(__always)
  static func run(_ word: UInt64) -> Int {
    // No byte carries into the next.
    ((((word & ~highBits) &+ lift) | word) & highBits).trailingZeroBitCount &>> 3
  }

  /// Whether all eight characters are digits.
  @inline(__always)
  static func areDigits(_ word: UInt64) -> Bool {
    // A byte that carries into the next is not a digit itself.
    ((word &+ lift) | word) & highBits == 0
  }

  /// Returns the number of eight digits. It combines pairs, and then both groups of four with one multiplication each
  /// (Lemire, "Number parsing at a gigabyte per second", 2021).
  @inline(__always)
  static func value(_ word: UInt64) -> UInt64 {
    let pairs = word &* 10 &+ (word &>> 8)
    let even: UInt64 = 0x0000_00FF_0000_00FF
    let first = (pairs & even) &* (100 &+ 1_000_000 &<< 32)
    let second = (pairs &>> 16 & even) &* (1 &+ 10_000 &<< 32)
    return (first &+ second) &>> 32
  }

  /// Moves the first `count` digits, from 1 to 8, to the end, with zeros before them.
  @inline(__always)
  static func aligned(_ word: UInt64, _ count: Int) -> UInt64 {
    word &<< UInt64(truncatingIfNeeded: (8 &- count) &* 8)
  }

  /// Returns the last `count` characters, from 1 to 8, with zeros before them.
  @inline(__always)
  static func ending(_ word: UInt64, _ count: Int) -> UInt64 {
    word & ~0 &<< UInt64(truncatingIfNeeded: (8 &- count) &* 8)
  }

  /// Returns the first character.
  @inline(__always)
  static func first(_ word: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: word)
  }

  /// Removes the character at `place`, from 1 to 7. A zero is added at the end.
  @inline(__always)
  static func removing(_ place: Int, from word: UInt64) -> UInt64 {
    let before: UInt64 = (1 &<< UInt64(truncatingIfNeeded: place &* 8)) &- 1
    return word & before | word &>> 8 & ~before
  }

  /// Returns the text of a number of up to eight digits, with leading zeros. Groups of four, two and one digits are
  /// split off with one multiplication each, for all groups at once.
  @inlinable @inline(__always)
  package static func text(_ number: UInt64) -> UInt64 {
    // Two numbers of four digits, four of two, and eight of one. The first is lowest.
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = high | low &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return (tens | (twos &- 10 &* tens) &<< 8) &+ zeros
  }

  /// Returns the text of a number of up to four digits, with leading zeros.
  @inline(__always)
  static func lastFour(_ number: UInt64) -> UInt32 {
    let value = UInt32(truncatingIfNeeded: number)
    let hundreds = (value &* 10_486) &>> 20
    let twos = hundreds | (value &- 100 &* hundreds) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F
    return (tens | (twos &- 10 &* tens) &<< 8) &+ 0x3030_3030
  }
}
