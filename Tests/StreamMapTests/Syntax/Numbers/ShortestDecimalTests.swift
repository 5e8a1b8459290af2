import Testing

@testable import StreamMap
@testable import TestSupport

/// A `Double` is written with the digits and in the form of its `description`, which the standard library finds in
/// another way.
@Suite("The shortest decimals")
struct ShortestDecimalTests {
  private func expectSame(_ values: some Sequence<Double>, _ note: String = "") {
    var json = JSONWriter()
    for value in values where value.isFinite {
      json.double(value)
      let text = String(decoding: json.take(), as: UTF8.self)
      if text != value.description { Issue.record("\(text) for \(value), \(value.bitPattern) \(note)") }
    }
  }

  @Test("zeros, bounds and whole numbers")
  func special() {
    let values = [
      0, 0.1, 1, 10, 100_000, 123_456, 0.001, 0.000_1, 0.000_01, 1e15, 1e16, 1e21, 1e22, 1e23, 9.5e-5, 0x1p53,
      0x1p54,
      0x1p63, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, 1 / 3,
      9_007_199_254_740_991,
    ]
    expectSame(values.flatMap { [$0, -$0, $0.nextUp, $0.nextDown] })
    expectSame((0..<100_000).map(Double.init))
  }

  /// Below a power of two, the next number is half as far away as above it.
  @Test("powers of two and their neighbours")
  func powersOfTwo() {
    let powers = (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
    expectSame(powers.flatMap { [$0, $0.nextUp, $0.nextDown] })
  }

  @Test("powers of ten and their neighbours")
  func powersOfTen() throws {
    let powers = try (-324...308).map { try #require(Double("1e\($0)")) }
    expectSame(powers.flatMap { [$0, $0.nextUp, $0.nextDown] })
  }

  /// Any other number is written with the same digits, but several times as slowly.
  @Test("decimals of at most fifteen digits are found by one multiplication")
  func fixed() throws {
    for (text, whole, first, next) in [
      ("0", 0, 0, 0), ("0.0001", 0, 10_000, 0), ("7.25", 7, 25_000_000, 0),
      ("999.123456789012", 999, 12_345_678, 9_012), ("1000", 1_000, 0, 0), ("1000.5", 1_000, 50_000_000, 0),
      ("99999999.1234567", 99_999_999, 12_345_670, 0),
    ] as [(String, UInt64, UInt64, UInt64)] {
      let value = try #require(Double(text))
      let found = try #require(ShortestDecimal.Fixed(value), "\(text)")
      #expect((found.whole, found.first, found.next) == (whole, first, next), "\(text)")
    }
    for value in [0.00009, 1e8, 1 / 3, 1000.0.nextUp, .infinity, .nan] {
      #expect(ShortestDecimal.Fixed(value) == nil, "\(value)")
    }
  }

  @Test("random numbers")
  func random() {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<Effort.documents {
      let bits = random.next()
      expectSame(
        [
          Double(bitPattern: bits), Double(bitPattern: bits >> 12), Double(Int64(bitPattern: bits)),
          Double(bits >> 20) / 1_000, Double(Int64(bitPattern: bits) >> 8) / 3e5,
          Double(bits % 1_000_000) / 100,
        ], SeededRandom.again)
    }
  }
}
