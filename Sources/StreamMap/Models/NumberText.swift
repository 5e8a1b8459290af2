/// Numbers read from their JSON text, exactly.
///
/// SAFETY, for all functions: `bytes[0..<count]` is a number by RFC 8259's grammar;
/// nothing outside it is read.
enum NumberText {
  enum Failure: Error {
    case outOfRange
    case notAnInteger
  }

  /// The powers of ten that a `Double` holds exactly.
  static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  /// The powers of ten that a `Float` holds exactly.
  static let exactFloatPowers: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

  /// A number taken apart: `digits` × 10^`exponent`.
  struct Decimal {
    var isNegative = false
    /// The first nineteen significant digits.
    var digits: UInt64 = 0
    var exponent = 0
    /// More significant digits follow than `digits` holds.
    var isCut = false
  }

  // MARK: Integers

  /// The integer that the text stands for.
  ///
  /// `1`, `1.0`, `1e3` and `-0` are integers; `1.5` is none unless the rule cuts it.
  @inline(__always)
  static func integer<Value: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ rule: FieldPolicy.IntegerRule, as: Value.Type = Value.self
  ) throws(Failure) -> Value {
    // Nineteen digits always fit in 64 bits.
    var index = 0
    let isNegative = unsafe bytes[0] == ASCII.minus
    if isNegative { index = 1 }
    if count &- index <= 19 {
      var magnitude: UInt64 = 0
      while index < count {
        let digit = unsafe bytes[index] &- ASCII.zero
        if digit > 9 { break }
        magnitude = magnitude &* 10 &+ UInt64(digit)
        index &+= 1
      }
      if index == count {
        if !isNegative {
          if let value = Value(exactly: magnitude) { return value }
        } else if magnitude <= 1 << 63 {
          if let value = Value(exactly: Int64(bitPattern: 0 &- magnitude)) { return value }
        }
      }
    }
    return unsafe try exactInteger(bytes, count, rule)
  }

  /// Any text: digits are gathered where they stand, whatever the dot and exponent.
  private static func exactInteger<Value: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ rule: FieldPolicy.IntegerRule
  ) throws(Failure) -> Value {
    let isNegative = unsafe bytes[0] == ASCII.minus
    let start = isNegative ? 1 : 0
    // Where the digits end, and how many of them stand before the decimal point
    // once the exponent has moved it.
    var end = start
    var whole = -1
    while end < count, unsafe bytes[end] | 0x20 != ASCII.lowerE {
      if unsafe bytes[end] == ASCII.dot { whole = end &- start }
      end &+= 1
    }
    let digitCount = whole < 0 ? end &- start : end &- start &- 1
    if whole < 0 { whole = digitCount }
    unsafe whole += exponent(bytes, from: end, count)

    var value: Value = 0
    var overflow = false
    var seen = 0
    var hasFraction = false
    for index in start..<end where unsafe bytes[index] != ASCII.dot {
      let digit = unsafe bytes[index] &- ASCII.zero
      if seen < whole {
        overflow = !append(digit, to: &value, isNegative) || overflow
      } else if digit != 0 {
        hasFraction = true
      }
      seen += 1
    }
    // Zeros that the exponent adds; a value beyond the type needs no more of them.
    while seen < whole, !overflow, value != 0 {
      overflow = !append(0, to: &value, isNegative)
      seen += 1
    }
    if hasFraction && rule != .truncate { throw .notAnInteger }
    if overflow {
      guard rule == .clamp else { throw .outOfRange }
      return isNegative ? .min : .max
    }
    return value
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

  /// The exponent that begins at `start`, held within ±10^12: no limit lets a number
  /// have that many digits.
  private static func exponent(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int {
    var index = start &+ 1
    guard index < count else { return 0 }
    let isNegative = unsafe bytes[index] == ASCII.minus
    if unsafe isNegative || bytes[index] == ASCII.plus { index &+= 1 }
    var exponent = 0
    while index < count {
      exponent = unsafe min(exponent &* 10 &+ Int(bytes[index] &- ASCII.zero), 1_000_000_000_000)
      index &+= 1
    }
    return isNegative ? -exponent : exponent
  }

  // MARK: Floating point

  /// The nearest `Double`, ties to even.
  ///
  /// Up to nineteen digits whose value and power of ten are both exact need one
  /// multiplication or division, which rounds once (Clinger, "How to read floating
  /// point numbers accurately", 1990); everything else goes to the standard library.
  @inline(__always)
  static func double(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: FieldPolicy.Overflow
  ) throws(Failure) -> Double {
    let number = unsafe take(bytes, count)
    if !number.isCut, number.digits <= 1 << 53, number.exponent >= -22, number.exponent <= 22 {
      var value = Double(number.digits)
      if number.exponent < 0 {
        value /= exactPowers[0 &- number.exponent]
      } else {
        value *= exactPowers[number.exponent]
      }
      return number.isNegative ? -value : value
    }
    let value = unsafe Double(text(bytes, count)) ?? .nan
    guard value.isFinite || overflow == .infinity else { throw .outOfRange }
    return value
  }

  /// The standard library reads any text, in whatever locale, and rounds once.
  private static func text(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The nearest `Float`, ties to even, rounded once.
  @inline(__always)
  static func float(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: FieldPolicy.Overflow
  ) throws(Failure) -> Float {
    let number = unsafe take(bytes, count)
    if !number.isCut, number.digits <= 1 << 24, number.exponent >= -10, number.exponent <= 10 {
      var value = Float(number.digits)
      if number.exponent < 0 {
        value /= exactFloatPowers[0 &- number.exponent]
      } else {
        value *= exactFloatPowers[number.exponent]
      }
      return number.isNegative ? -value : value
    }
    let value = unsafe Float(text(bytes, count)) ?? .nan
    guard value.isFinite || overflow == .infinity else { throw .outOfRange }
    return value
  }

  @inline(__always)
  private static func take(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Decimal {
    var number = Decimal()
    var index = 0
    if unsafe bytes[0] == ASCII.minus {
      number.isNegative = true
      index = 1
    }
    let start = index
    while index < count {
      let digit = unsafe bytes[index] &- ASCII.zero
      if digit > 9 { break }
      number.digits = number.digits &* 10 &+ UInt64(digit)
      index &+= 1
    }
    var digitCount = index &- start
    if index < count, unsafe bytes[index] == ASCII.dot {
      index &+= 1
      let fraction = index
      while index < count {
        let digit = unsafe bytes[index] &- ASCII.zero
        if digit > 9 { break }
        number.digits = number.digits &* 10 &+ UInt64(digit)
        index &+= 1
      }
      number.exponent = fraction &- index
      digitCount &+= index &- fraction
    }
    // Beyond nineteen digits the sum may have wrapped.
    number.isCut = digitCount > 19
    if index < count { unsafe number.exponent &+= exponent(bytes, from: index, count) }
    return number
  }
}
