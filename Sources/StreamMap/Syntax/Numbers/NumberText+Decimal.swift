// Numbers of any length and form.
//
// SAFETY: as for ``NumberText``.
extension NumberText {
  /// A parsed number: `digits` × 10^`exponent`, or slightly more if `isCut`.
  struct Decimal {
    /// Up to nineteen significant digits.
    var digits: UInt64 = 0
    var exponent = 0
    var isNegative = false
    /// Whether nonzero digits were dropped after `digits`.
    var isCut = false
  }

  /// The parts of a number's text.
  struct Parts {
    var isNegative = false
    /// The range of the digits, from `start` to `end`. It contains a dot if `whole` is not all of them.
    var start = 0
    var end = 0
    /// The numbers of digits before and after the dot.
    var whole = 0
    var fraction = 0
    /// The exponent in the text, clamped to ±10^15, because no text in memory has that many digits.
    var exponent = 0
    /// All digits as one number. It is wrong if there are more than nineteen.
    var digits: UInt64 = 0
  }

  // MARK: Integers

  /// Parses any text. It reads digit by digit, and handles the dot and the exponent.
  ///
  /// - Parameter places: the number of digits by which the decimal point is moved to the right.
  @inline(never)
  static func exactInteger<Value: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ rule: NumberRules.Integer, movedBy places: Int = 0
  ) throws(Failure) -> Value {
    guard let parts = unsafe Parts(bytes, count) else { throw .malformed }
    // The number of digits before the decimal point after the exponent has moved it.
    let whole = parts.whole &+ parts.exponent &+ places
    var value: Value = 0
    var overflow = false
    var seen = 0
    var hasFraction = false
    for index in parts.start..<parts.end where unsafe bytes[index] != ASCII.dot {
      let digit = unsafe bytes[index] &- ASCII.zero
      if seen < whole {
        overflow = !append(digit, to: &value, parts.isNegative) || overflow
      } else if digit != 0 {
        hasFraction = true
      }
      seen += 1
    }
    // The exponent adds zeros. After an overflow, no more of them are needed.
    while seen < whole, !overflow, value != 0 {
      overflow = !append(0, to: &value, parts.isNegative)
      seen += 1
    }
    if hasFraction && (rule == .exact || rule == .clamp) { throw .notAnInteger }
    if hasFraction, rule == .down, parts.isNegative { overflow = !step(down: &value) || overflow }
    if overflow {
      guard rule == .clamp else { throw .outOfRange }
      return parts.isNegative ? .min : .max
    }
    return value
  }

  /// Subtracts one. Returns false if there is no such value.
  private static func step<Value: FixedWidthInteger>(down value: inout Value) -> Bool {
    guard value > .min else { return false }
    value -= 1
    return true
  }

  private static func append<Value: FixedWidthInteger>(
    _ digit: UInt8, to value: inout Value, _ isNegative: Bool
  ) -> Bool {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    guard !overflow else { return false }
    let (sum, carry) =
      isNegative
      ? product.subtractingReportingOverflow(Value(digit)) : product.addingReportingOverflow(Value(digit))
    guard !carry else { return false }
    value = sum
    return true
  }

  // MARK: Floating point

  /// Parses any text. `known` is its parsed form, if available.
  @inline(never)
  static func nearestDouble(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: NumberRules.Overflow, _ known: Decimal?
  ) throws(Failure) -> Double {
    guard let decimal = unsafe known ?? Decimal(bytes, count) else { throw .malformed }
    let magnitude: Double
    if !decimal.isCut, decimal.digits <= 1 << 53, decimal.exponent >= -22, decimal.exponent <= 22 {
      let digits = Double(Int64(bitPattern: decimal.digits))
      magnitude =
        decimal.exponent < 0
        ? digits / exactPowers[0 &- decimal.exponent] : digits * exactPowers[decimal.exponent]
    } else if let bits = Rounding.double(decimal) {
      magnitude = Double(bitPattern: bits)
    } else {
      magnitude = unsafe Double(text(bytes, count))?.magnitude ?? .nan
    }
    guard magnitude.isFinite || overflow == .infinity else { throw .outOfRange }
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// Parses any text as a `Float`. `known` is its parsed form, if available.
  @inline(never)
  static func nearestFloat(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: NumberRules.Overflow, _ known: Decimal?
  ) throws(Failure) -> Float {
    guard let decimal = unsafe known ?? Decimal(bytes, count) else { throw .malformed }
    let magnitude: Float
    if let bits = Rounding.float(decimal) {
      magnitude = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    } else {
      magnitude = unsafe Float(text(bytes, count))?.magnitude ?? .nan
    }
    guard magnitude.isFinite || overflow == .infinity else { throw .outOfRange }
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// Returns the text for the standard library, which parses any number independently of the locale, and rounds once.
  private static func text(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension NumberText.Parts {
  /// Finds the parts of a text. Returns nil if it is not a number by RFC 8259's grammar.
  @inline(__always)
  init?(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    guard count > 0 else { return nil }
    isNegative = unsafe bytes[0] == ASCII.minus
    start = isNegative ? 1 : 0
    end = unsafe Self.gather(bytes, from: start, count, &digits)
    whole = end &- start
    guard whole > 0, unsafe whole == 1 || bytes[start] != ASCII.zero else { return nil }
    if end < count, unsafe bytes[end] == ASCII.dot {
      let dot = end
      end = unsafe Self.gather(bytes, from: dot &+ 1, count, &digits)
      fraction = end &- dot &- 1
      guard fraction > 0 else { return nil }
    }
    if end < count {
      guard let exponent = unsafe Self.exponent(bytes, from: end, count) else { return nil }
      self.exponent = exponent
    }
  }

  /// Appends a run of digits to a number, and returns the end of the run.
  @inline(__always)
  private static func gather(
    _ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int, _ digits: inout UInt64
  ) -> Int {
    var index = start
    while index < count {
      let word = unsafe EightDigits.load(bytes, from: index, count)
      let run = EightDigits.run(word)
      index &+= run
      if run == 8 {
        digits = digits &* 100_000_000 &+ EightDigits.value(word)
      } else {
        if run > 0 {
          digits =
            digits &* NumberText.powers[run] &+ EightDigits.value(EightDigits.aligned(word, run))
        }
        break
      }
    }
    return index
  }

  /// Parses the exponent that begins at `start` and ends with the text. Returns nil if it is invalid.
  private static func exponent(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int? {
    guard unsafe bytes[start] | 0x20 == ASCII.lowerE else { return nil }
    var index = start &+ 1
    guard index < count else { return nil }
    let isNegative = unsafe bytes[index] == ASCII.minus
    if unsafe isNegative || bytes[index] == ASCII.plus { index &+= 1 }
    guard index < count else { return nil }
    var exponent = 0
    while index < count {
      let digit = unsafe bytes[index] &- ASCII.zero
      guard digit <= 9 else { return nil }
      exponent = min(exponent &* 10 &+ Int(digit), 1_000_000_000_000_000)
      index &+= 1
    }
    return isNegative ? 0 &- exponent : exponent
  }
}

extension NumberText {
  /// Returns the integer of a text of at most eighteen digits, or nil for any other text. The difference of two of them
  /// is in range.
  package static func plainInteger(_ text: Span<UInt8>) -> Int64? {
    guard text.count <= 18 else { return nil }
    return unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe plainInteger($0, bytes.count) }
    }
  }
}

extension NumberText.Parts {
  /// Finds the parts of a text. Returns nil if it is not a number.
  init?(_ text: Span<UInt8>) {
    let parts = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe NumberText.Parts($0, bytes.count) }
    }
    guard let parts else { return nil }
    self = parts
  }
}

extension NumberText.Decimal {
  /// Parses a text. Returns nil if it is not a number.
  @inline(__always)
  init?(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    guard let parts = unsafe NumberText.Parts(bytes, count) else { return nil }
    isNegative = parts.isNegative
    digits = parts.digits
    exponent = parts.exponent &- parts.fraction
    if _slowPath(parts.whole &+ parts.fraction > 19) { unsafe cut(bytes, parts) }
  }

  /// Keeps the first nineteen significant digits, after leading zeros.
  @inline(never)
  private mutating func cut(_ bytes: UnsafePointer<UInt8>, _ parts: NumberText.Parts) {
    digits = 0
    var kept = 0
    for index in parts.start..<parts.end where unsafe bytes[index] != ASCII.dot {
      let digit = unsafe UInt64(bytes[index] &- ASCII.zero)
      if kept < 19 {
        digits = digits &* 10 &+ digit
        if digits != 0 { kept += 1 }
      } else {
        exponent += 1
        isCut = isCut || digit != 0
      }
    }
  }
}
