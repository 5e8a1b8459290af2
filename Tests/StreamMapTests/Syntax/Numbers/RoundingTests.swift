import Testing

@testable import StreamMap

@Suite("Rounding of decimal numbers")
struct RoundingTests {
  /// A number whose neighbours are 1024 away. Its significand is odd, so that the tie with the one above goes up.
  private static let lower: UInt64 = (1 << 62) + 1024

  @Test(
    "rounds a number with more digits unless one more in the last of the first nineteen rounds to another")
  func cut() {
    func bits(_ digits: UInt64) -> UInt64? {
      Rounding.double(NumberText.Decimal(digits: digits, isCut: true))
    }
    let (lower, upper) = (Double(Self.lower).bitPattern, Double(Self.lower + 1024).bitPattern)
    #expect(bits(Self.lower) == lower)
    // The tie is 512 above. With the digits that were dropped, the number is less than one of the last digit larger.
    #expect(bits(Self.lower + 510) == lower)
    // It is below the tie, too, but the exact way has to find that.
    #expect(bits(Self.lower + 511) == nil)
    #expect(bits(Self.lower + 512) == upper)
    #expect(Rounding.double(NumberText.Decimal(digits: Self.lower + 511)) == lower)
    #expect(Rounding.double(NumberText.Decimal(digits: Self.lower + 512)) == upper)
  }
}
