/// The powers of five that parsing and printing a `Double` can need. Each is stored as its 128 leading bits: 5^q is `high`·2^64 + `low`,
/// times a power of two.
///
/// The bits are exact for q from 0 to 55. They are truncated for q below -27 and above 55. From -27 to -1 they are
/// the next larger number. ``Rounding`` explains why. ``ShortestDecimal`` needs the next larger number unless the bits are
/// exact.
enum PowersOfFive {
  struct Power {
    var high: UInt64
    var low: UInt64
  }

  /// Any 64-bit number times 10^-343 is less than half the smallest `Double`. 10^324 times that one is more than one.
  static let exponents = -342...324

  /// The largest power of ten that a `Double` can hold.
  static let largestExponent = 308

  /// One power for each of `exponents`. The table has 10 KiB and is created when first needed.
  static let table: [Power] = {
    var table: [Power] = []
    table.reserveCapacity(exponents.count)
    // Dividing 2^960 by five repeatedly keeps at least 165 bits.
    var negative = Natural(powerOfWord: 15)
    for exponent in 1...(-exponents.lowerBound) {
      negative.divideByFive()
      var power = negative.leadingBits
      // This never carries, because no bits are all ones.
      if exponent <= 27 { power.low += 1 }
      table.append(power)
    }
    table.reverse()
    var positive = Natural(powerOfWord: 0)
    for _ in 0...exponents.upperBound {
      table.append(positive.leadingBits)
      positive.multiplyByFive()
    }
    return table
  }()

  /// A natural number of 1024 bits, lowest word first.
  struct Natural {
    private(set) var words: [UInt64]

    /// Creates a power of 2^64.
    init(powerOfWord exponent: Int) {
      words = Array(repeating: 0, count: 16)
      words[exponent] = 1
    }

    mutating func multiplyByFive() {
      var carry: UInt64 = 0
      for index in words.indices {
        let product = words[index].multipliedFullWidth(by: 5)
        let (sum, overflow) = product.low.addingReportingOverflow(carry)
        words[index] = sum
        carry = product.high + (overflow ? 1 : 0)
      }
    }

    mutating func divideByFive() {
      var remainder: UInt64 = 0
      for index in words.indices.reversed() {
        (words[index], remainder) = UInt64(5).dividingFullWidth((remainder, words[index]))
      }
    }

    /// The 128 bits from the leading one on, with zeros after them if there are fewer.
    var leadingBits: Power {
      let top = words.lastIndex { $0 != 0 } ?? 0
      func word(_ index: Int) -> UInt64 { index < 0 ? 0 : words[index] }
      let shift = UInt64(words[top].leadingZeroBitCount)
      func shifted(_ index: Int) -> UInt64 {
        shift == 0 ? word(index) : word(index) << shift | word(index - 1) >> (64 - shift)
      }
      return Power(high: shifted(top), low: shifted(top - 1))
    }
  }
}
