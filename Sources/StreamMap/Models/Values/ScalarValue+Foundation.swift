#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Types of Foundation.

/// An absolute or relative URL in a string that `URL(string:)` accepts.
extension URL: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "a URL" }

  /// Reads a string.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> URL {
    guard let url = URL(string: try String._read(literal)) else { throw .invalidValue }
    return url
  }

  /// Writes a string.
  public func _write(to json: inout JSONWriter) { json.string(relativeString) }
}

/// A string of 36 characters, `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in either case.
extension UUID: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "a UUID" }

  /// Reads a string.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> UUID {
    let literal = literal.literal
    guard literal.kind == .string else { throw .typeMismatch }
    guard let uuid = literal.withText({ UUID(text: $0) }) else { throw .invalidValue }
    return uuid
  }

  /// Writes a string in upper case.
  public func _write(to json: inout JSONWriter) { json.string(uuidString) }

  /// Creates a UUID from RFC 9562's text form.
  init?(text: Span<UInt8>) {
    guard text.count == 36 else { return nil }
    var value: UInt128 = 0
    for index in text.indices {
      switch index {
      case 8, 13, 18, 23:
        guard text[index] == ASCII.minus else { return nil }
      default:
        guard let digit = ASCII.hexValue(text[index]) else { return nil }
        value = value << 4 | UInt128(digit)
      }
    }
    func byte(_ index: UInt128) -> UInt8 { UInt8(truncatingIfNeeded: value &>> (120 - 8 * index)) }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
        byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }
}

/// Base64 text, with padding and without line breaks (RFC 4648, section 4), as Foundation reads it.
extension Data: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "base64 text" }

  /// Reads a string.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Data {
    let literal = literal.literal
    guard literal.kind == .string else { throw .typeMismatch }
    guard let data = Data(base64Encoded: literal.string) else { throw .invalidValue }
    return data
  }

  /// Writes base64 text.
  public func _write(to json: inout JSONWriter) { json.string(base64EncodedString()) }
}

/// A number, exactly as it is written: up to 38 digits, and exponents from -128 to 127. A number that does not fit is
/// out of range. It is never rounded.
extension Decimal: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "a number" }

  /// Reads a number.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Decimal {
    let literal = literal.literal
    guard literal.kind == .number else { throw .typeMismatch }
    do throws(NumberText.Failure) {
      return try literal.withText { (text) throws(NumberText.Failure) in try Decimal(number: text) }
    } catch {
      throw _LiteralFailure(error)
    }
  }

  /// Writes a number with all its digits.
  public func _write(to json: inout JSONWriter) { isNaN ? json.double(.nan) : json.put(plain: description) }

  /// Creates a decimal from a number's text, by RFC 8259's grammar.
  init(number text: Span<UInt8>) throws(NumberText.Failure) {
    guard let parts = NumberText.Parts(text) else { throw .malformed }
    var (digits, zeros) = try Decimal.digits(of: text, parts)
    guard digits != 0 else {
      self = 0
      return
    }
    var exponent = parts.exponent - parts.fraction + zeros
    if exponent > 127 {
      guard exponent < 127 + 40 else { throw .outOfRange }
      digits = try Decimal.append(exponent - 128, 0, to: digits)
      exponent = 127
    }
    guard exponent >= -128 else { throw .outOfRange }
    // This is exact, because a `Decimal` has a significand of 128 bits.
    let high = UInt64(truncatingIfNeeded: digits >> 64)
    let low = Decimal(UInt64(truncatingIfNeeded: digits))
    self.init(
      sign: parts.isNegative ? .minus : .plus, exponent: exponent,
      significand: high == 0 ? low : Decimal(high) * (Decimal(UInt64.max) + 1) + low)
  }

  /// Returns the digits of a number up to the last that is not zero, and the number of zeros after it.
  private static func digits(
    of text: Span<UInt8>, _ parts: NumberText.Parts
  ) throws(NumberText.Failure) -> (digits: UInt128, zeros: Int) {
    var zeros = 0
    if parts.whole + parts.fraction <= 19 {
      var digits = parts.digits
      while digits != 0, digits % 10 == 0 {
        digits /= 10
        zeros += 1
      }
      return (UInt128(digits), zeros)
    }
    var digits: UInt128 = 0
    for index in parts.start..<parts.end where text[index] != ASCII.dot {
      let digit = text[index] - ASCII.zero
      guard digit != 0 else {
        zeros += 1
        continue
      }
      if digits == 0 { zeros = 0 }
      digits = try append(zeros, digit, to: digits)
      zeros = 0
    }
    return (digits, zeros)
  }

  /// Returns the number with this many zeros and then a digit appended.
  private static func append(
    _ zeros: Int, _ digit: UInt8, to digits: UInt128
  ) throws(NumberText.Failure) -> UInt128 {
    var value = digits
    for place in 0...zeros {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(place == zeros ? UInt128(digit) : 0)
      guard !overflow, !carry else { throw .outOfRange }
      value = sum
    }
    return value
  }
}

/// A date has no default storage, because JSON has many different formats for dates.
@available(*, unavailable, message: "a Date needs a transform, such as 'using: .iso8601'")
extension Date: FieldValue {
  /// Unsupported.
  public static var _storage: _FieldStorage { .unsupported }
}
