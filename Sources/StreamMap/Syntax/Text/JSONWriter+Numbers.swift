// Numbers as text.
extension JSONWriter {
  /// Writes an integer of any width.
  public mutating func integer(_ value: some FixedWidthInteger) {
    if let small = Int64(exactly: value) {
      if small < 0 { put(ASCII.minus) }
      digits(small.magnitude)
    } else if let large = UInt64(exactly: value) {
      digits(large)
    } else {
      put(plain: String(value))
    }
  }

  /// Writes the decimal digits of a number, with leading zeros up to `least` digits.
  private mutating func digits(_ value: UInt64, least: Int = 1) {
    put(digits: value, max(Self.length(of: value), least))
  }

  /// Returns the number of decimal digits.
  @inline(always)
  private static func length(of value: UInt64) -> Int {
    // 1233 / 4096 is slightly more than log10(2). The product is the number of digits, or one less.
    let most = ((64 &- (value | 1).leadingZeroBitCount) &* 1233) &>> 12
    return value < powers[most] ? max(most, 1) : most &+ 1
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Writes a number with the fewest digits that parse to the same `Double`.
  public mutating func double(_ value: Double) {
    if decimal(value, hasFraction: true) { return }
    guard value.isFinite else { return nonFinite() }
    put(plain: value.description)
  }

  /// Writes a finite number with the fewest digits that parse to the same `Double`. A whole number has no fraction:
  /// `1`.
  package mutating func shortDouble(_ value: Double) {
    if !decimal(value, hasFraction: false) { put(short: value.description) }
  }

  /// Writes a finite number with the fewest digits that parse to the same `Float`. A whole number has no fraction.
  package mutating func shortFloat(_ value: Float) {
    put(short: value.description)
  }

  private mutating func put(short text: String) {
    put(plain: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a number that is a decimal of up to fifteen digits, as most numbers in practice are.
  ///
  /// No two decimals of up to fifteen digits are the same `Double`. Thus a decimal that parses to the number is the
  /// shortest one. It does so if the division, which rounds once, gives the number.
  ///
  /// - Parameter hasFraction: whether a whole number is written with a fraction, too.
  @inline(__always)
  private mutating func decimal(_ value: Double, hasFraction: Bool) -> Bool {
    let magnitude = value.magnitude
    guard magnitude < 1e15, magnitude >= 1e-3 || magnitude == 0 else { return false }
    let whole = UInt64(magnitude)
    var places = 15 &- (whole == 0 ? 0 : Self.length(of: whole))
    let power = Double(Self.powers[places])
    var digits = UInt64((magnitude * power).rounded())
    guard digits < 1_000_000_000_000_000, Double(digits) / power == magnitude else { return false }
    for step in [8, 4, 2, 1] where places >= step && digits % Self.powers[step] == 0 {
      digits /= Self.powers[step]
      places &-= step
    }
    if value.sign == .minus { put(ASCII.minus) }
    let (integer, fraction) = digits.quotientAndRemainder(dividingBy: Self.powers[places])
    self.digits(integer)
    if !hasFraction && fraction == 0 { return true }
    put(ASCII.dot)
    self.digits(fraction, least: max(places, 1))
    return true
  }

  /// Writes a number with the fewest digits that parse to the same `Float`.
  public mutating func float(_ value: Float) {
    guard value.isFinite else { return nonFinite() }
    put(plain: value.description)
  }

  private mutating func nonFinite() {
    nonFiniteCount += 1
    fail(nil)
  }
}
