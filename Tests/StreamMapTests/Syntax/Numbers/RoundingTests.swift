import Testing

@testable import StreamMap

@Suite("Rounding of decimal numbers")
struct RoundingTests {
  /// A number whose neighbours are 1024 away. Its significand is odd, so that the tie with the one above goes up.
  private static let lower: UInt64 = (1 << 62) + 1024

  @Test("leaves a cut number undecided if its digits plus one round to another number")
  func cut() {
    func bits(_ digits: UInt64) -> UInt64? {
      Rounding.double(NumberText.Decimal(digits: digits, isCut: true))
    }
    let (lower, upper) = (Double(Self.lower).bitPattern, Double(Self.lower + 1024).bitPattern)
    #expect(bits(Self.lower) == lower)
    // The tie is 512 above. The dropped digits add less than one to the last digit.
    #expect(bits(Self.lower + 510) == lower)
    // It is below the tie, too, but only the exact way finds that.
    #expect(bits(Self.lower + 511) == nil)
    #expect(bits(Self.lower + 512) == upper)
    #expect(Rounding.double(NumberText.Decimal(digits: Self.lower + 511)) == lower)
    #expect(Rounding.double(NumberText.Decimal(digits: Self.lower + 512)) == upper)
  }
}
