import Testing

@testable import StreamMap
@testable import TestSupport

/// The table compared with full multiplications, one byte at a time.
@Suite("Powers of five")
struct PowersOfFiveTests {
  /// A natural number, lowest byte first, without trailing zeros.
  struct Bytes: Comparable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      while self.bytes.last == 0 { self.bytes.removeLast() }
    }

    init(high: UInt64, low: UInt64) {
      self.init((0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64($0 % 8 * 8)) })
    }

    static func power(of bits: Int) -> Bytes {
      Bytes(Array(repeating: 0, count: bits / 8) + [1 << UInt8(bits % 8)])
    }

    var bitCount: Int { bytes.count * 8 - (bytes.last?.leadingZeroBitCount ?? 0) }

    static func * (left: Bytes, right: Bytes) -> Bytes {
      var product = [UInt8](repeating: 0, count: left.bytes.count + right.bytes.count)
      for (place, factor) in left.bytes.enumerated() {
        var carry = 0
        for (offset, other) in right.bytes.enumerated() {
          carry += Int(product[place + offset]) + Int(factor) * Int(other)
          product[place + offset] = UInt8(carry & 255)
          carry >>= 8
        }
        product[place + right.bytes.count] = UInt8(carry)
      }
      return Bytes(product)
    }

    static func < (left: Bytes, right: Bytes) -> Bool {
      left.bytes.count == right.bytes.count
        ? left.bytes.reversed().lexicographicallyPrecedes(right.bytes.reversed())
        : left.bytes.count < right.bytes.count
    }
  }

  @Test("every power")
  func powers() throws {
    let table = PowersOfFive.table
    #expect(table.count == PowersOfFive.exponents.count)
    var five = Bytes([1])
    for exponent in 0...342 {
      let bits = five.bitCount
      if exponent <= 308 {
        // power × 2^(bits - 128) ≤ 5^exponent, and the next larger is not.
        let power = table[exponent + 342]
        #expect(power.high >> 63 == 1)
        let scale = Bytes.power(of: max(0, bits - 128))
        let value = five * Bytes.power(of: max(0, 128 - bits))
        let cut = Bytes(high: power.high, low: power.low) * scale
        #expect(exponent <= 55 ? cut == value : cut <= value, "5^\(exponent)")
        #expect(value < Self.successor(of: power) * scale, "5^\(exponent)")
      }
      if exponent > 0 {
        // power × 5^exponent, about 2^(127 + bits).
        let power = table[342 - exponent]
        #expect(power.high >> 63 == 1)
        let one = Bytes.power(of: 127 + bits)
        let product = Bytes(high: power.high, low: power.low) * five
        if exponent <= 27 {
          #expect(one < product, "5^-\(exponent)")
          #expect(Self.predecessor(of: power) * five < one, "5^-\(exponent)")
        } else {
          #expect(product < one, "5^-\(exponent)")
          #expect(one < Self.successor(of: power) * five, "5^-\(exponent)")
        }
      }
      five = five * Bytes([5])
    }
  }

  private static func successor(of power: PowersOfFive.Power) -> Bytes {
    let (low, carry) = power.low.addingReportingOverflow(1)
    return Bytes(high: power.high + (carry ? 1 : 0), low: low)
  }

  private static func predecessor(of power: PowersOfFive.Power) -> Bytes {
    let (low, borrow) = power.low.subtractingReportingOverflow(1)
    return Bytes(high: power.high - (borrow ? 1 : 0), low: low)
  }

  @Test("the binary exponent of every power of ten")
  func exponents() {
    // 2^(floor(log2 5^q)) ≤ 5^q: the bits of 5^q, less one.
    var five = Bytes([1])
    for exponent in 0...342 {
      let bits = five.bitCount - 1
      #expect((exponent * 217_706) >> 16 == bits + exponent)
      if exponent > 0 { #expect((-exponent * 217_706) >> 16 == -bits - 1 - exponent) }
      five = five * Bytes([5])
    }
  }
}
