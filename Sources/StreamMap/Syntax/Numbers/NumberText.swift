import CDecimal

/// Parses numbers exactly from their JSON text, and rejects invalid ones.
///
/// Most numbers are short. Up to sixteen bytes are parsed in one or two words, without a loop whose length the
/// processor would have to predict. Other numbers are parsed byte by byte.
///
/// SAFETY, for all functions: `bytes[0..<count]` are readable, and can be anything. Nothing outside is read, unless
/// the text is padded.
package enum NumberText {
  package enum Failure: Error {
    case outOfRange
    case notAnInteger
    /// The text is not a number by RFC 8259's grammar.
    case malformed
  }

  /// The text that replaces `NaN` and the infinities, which are not JSON, in a record that is read for its schema. It is
  /// out of range, so it changes no minimum and no maximum. A record with this very text is counted as if it had `NaN`.
  static let nonFinite = Array("1e+00999".utf8)

  /// Whether a number is ``nonFinite``.
  package static func isNonFinite(_ text: Span<UInt8>) -> Bool { text.equals(nonFinite.span) }

  /// The powers of ten that a `Double` holds exactly.
  static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  /// The powers of ten that a `Float` holds exactly.
  static let exactFloatPowers: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

  static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Whether the text is a number.
  static func isNumber(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    // Most are short integers.
    if 1...8 ~= count, unsafe bytes[0] != ASCII.zero || count == 1,
      EightDigits.areDigits(EightDigits.aligned(unsafe EightDigits.load(bytes, count), count))
    {
      return true
    }
    return unsafe Decimal(bytes, count) != nil
  }

  // MARK: Integers

  /// Returns the integer that the text stands for.
  ///
  /// `1`, `1.0`, `1e3` and `-0` are integers. `1.5` is not, unless the rule truncates it.
  @inline(__always)
  static func integer<Value: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ rule: NumberRules.Integer, as: Value.Type = Value.self
  ) throws(Failure) -> Value {
    if let plain = unsafe plainInteger(bytes, count), let value = Value(exactly: plain) { return value }
    return unsafe try exactInteger(bytes, count, rule)
  }

  /// Returns the integer of a text of at most nineteen digits, or nil for any other text.
  @inline(__always)
  static func plainInteger(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, isPadded: Bool = false
  ) -> Int64? {
    guard count > 0 else { return nil }
    let isNegative = unsafe bytes[0] == ASCII.minus
    let text = unsafe bytes + (isNegative ? 1 : 0)
    let count = count &- (isNegative ? 1 : 0)
    guard count > 0, count <= 19 else { return nil }
    let magnitude: UInt64
    if count <= 8 {
      let word = unsafe EightDigits.aligned(EightDigits.load(text, count, isPadded: isPadded), count)
      guard EightDigits.areDigits(word) else { return nil }
      magnitude = EightDigits.value(word)
    } else {
      // The last eight digits, and the rest before them.
      let last = unsafe EightDigits.load(text + (count &- 8))
      let first = unsafe EightDigits.load(text)
      guard EightDigits.areDigits(first), EightDigits.areDigits(last) else { return nil }
      if count <= 16 {
        magnitude =
          EightDigits.value(EightDigits.aligned(first, count &- 8)) &* 100_000_000 &+ EightDigits.value(last)
      } else {
        let middle = unsafe EightDigits.load(text + (count &- 16))
        guard EightDigits.areDigits(middle) else { return nil }
        magnitude =
          (EightDigits.value(EightDigits.aligned(first, count &- 16)) &* 100_000_000
            &+ EightDigits.value(middle)) &* 100_000_000 &+ EightDigits.value(last)
      }
    }
    guard unsafe text[0] != ASCII.zero || count == 1, magnitude <= UInt64(Int64.max) else { return nil }
    return isNegative ? 0 &- Int64(bitPattern: magnitude) : Int64(bitPattern: magnitude)
  }

  /// Returns the integer of at most seven digits that begins at an offset of validated text, and the offset after it.
  /// Returns nil for any other number, and within eight bytes of the text's end.
  package static func shortInteger(in text: Span<UInt8>, from start: Int) -> (value: Int, end: Int)? {
    let isNegative = text[start] == ASCII.minus
    let first = start &+ (isNegative ? 1 : 0)
    guard first &+ 8 <= text.count else { return nil }
    // SAFETY: eight bytes follow.
    let characters = UInt64(
      littleEndian: unsafe text.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: first, as: UInt64.self)
      })
    let word = characters ^ EightDigits.zeros
    let count = EightDigits.run(word)
    guard count > 0, count < 8,
      !ASCII.isNumberPart(UInt8(truncatingIfNeeded: characters &>> UInt64(count &* 8)))
    else {
      return nil
    }
    let value = Int(truncatingIfNeeded: EightDigits.value(EightDigits.aligned(word, count)))
    return (isNegative ? 0 &- value : value, first &+ count)
  }

  // MARK: Floating point

  /// Returns the nearest `Double`, ties to even, for the most common texts, or nil for others.
  ///
  /// SAFETY: `Literal.lead` bytes before the text are readable.
  @inline(always)
  static func plainDouble(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    let isNegative = unsafe bytes[0] == ASCII.minus
    let sign = isNegative ? 1 : 0
    let decimal = unsafe streammap_read_decimal(bytes + sign, Int64(count &- sign))
    guard decimal.digits <= 1 << 53 else { return nil }
    let magnitude = Double(Int64(bitPattern: decimal.digits)) / exactPowers[Int(decimal.fraction)]
    // A branch would be mispredicted every other time.
    return Double(bitPattern: magnitude.bitPattern | UInt64(sign) &<< 63)
  }

  /// Returns the nearest `Double`, ties to even. Returns nil if the text is not a number, or out of range.
  @inline(never)
  static func nearestDouble(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    unsafe try? double(bytes, count, .error)
  }

  /// Returns the nearest `Double`, ties to even.
  ///
  /// If the digits and the power of ten are both exact, one multiplication or division is enough, which rounds once
  /// (Clinger, "How to read floating point numbers accurately", 1990).
  @inline(__always)
  static func double(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: NumberRules.Overflow
  ) throws(Failure) -> Double {
    let plain = unsafe plainDecimal(bytes, count)
    guard let plain, plain.digits <= 1 << 53 else {
      return unsafe try nearestDouble(bytes, count, overflow, plain)
    }
    let value = Double(Int64(bitPattern: plain.digits)) / exactPowers[0 &- plain.exponent]
    return plain.isNegative ? -value : value
  }

  /// Returns the nearest `Float`, ties to even, rounded once.
  @inline(__always)
  static func float(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ overflow: NumberRules.Overflow
  ) throws(Failure) -> Float {
    let plain = unsafe plainDecimal(bytes, count)
    guard let plain, plain.digits <= 1 << 24, plain.exponent >= -10 else {
      return unsafe try nearestFloat(bytes, count, overflow, plain)
    }
    let value = Float(Int64(bitPattern: plain.digits)) / exactFloatPowers[0 &- plain.exponent]
    return plain.isNegative ? -value : value
  }

  /// Parses a number of up to twenty bytes without its sign. It has no exponent and, if longer than eight bytes, a
  /// dot among the first eight. The result has up to nineteen digits and an exponent from -18 to 0.
  @inline(__always)
  private static func plainDecimal(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Decimal? {
    guard count > 0 else { return nil }
    let isNegative = unsafe bytes[0] == ASCII.minus
    let text = unsafe bytes + (isNegative ? 1 : 0)
    let count = count &- (isNegative ? 1 : 0)
    guard count > 0, count <= 20 else { return nil }
    let word = unsafe EightDigits.load(text, from: 0, count)
    let whole = EightDigits.run(word)
    guard EightDigits.first(word) != 0 || whole == 1 else { return nil }
    if whole == count {
      let digits = EightDigits.value(EightDigits.aligned(word, count))
      return Decimal(digits: digits, exponent: 0, isNegative: isNegative)
    }
    // A dot with digits before and after it.
    guard whole > 0, whole < 8, whole &+ 1 < count, unsafe text[whole] == ASCII.dot else { return nil }
    let joined = EightDigits.removing(whole, from: word)
    var digits: UInt64
    if count <= 8 {
      let all = EightDigits.aligned(joined, count &- 1)
      guard EightDigits.areDigits(all) else { return nil }
      digits = EightDigits.value(all)
    } else {
      let seven = EightDigits.aligned(joined, 7)
      guard EightDigits.areDigits(seven) else { return nil }
      digits = EightDigits.value(seven)
      var left = count &- 8
      if left > 8 {
        let middle = unsafe EightDigits.load(text + 8)
        guard EightDigits.areDigits(middle) else { return nil }
        digits = digits &* 100_000_000 &+ EightDigits.value(middle)
        left &-= 8
      }
      let rest = unsafe EightDigits.ending(EightDigits.load(text + (count &- 8)), left)
      guard EightDigits.areDigits(rest) else { return nil }
      digits = digits &* powers[left] &+ EightDigits.value(rest)
    }
    return Decimal(digits: digits, exponent: whole &+ 1 &- count, isNegative: isNegative)
  }
}

// The same functions for a span. The address is used only during the call.
extension NumberText {
  /// Returns the integer that the text stands for exactly.
  package static func integer<Value: FixedWidthInteger>(
    _ text: Span<UInt8>, as: Value.Type = Value.self
  ) throws(Failure) -> Value {
    unsafe try text.withUnsafeBufferPointer { bytes throws(Failure) in
      guard let start = bytes.baseAddress else { throw .malformed }
      return unsafe try integer(start, bytes.count, .exact)
    }
  }

  /// Returns the nearest `Double`, ties to even, or nil if the text is not a number, or out of range.
  package static func double(_ text: Span<UInt8>) -> Double? {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe try? double($0, bytes.count, .error) }
    }
  }

  /// Returns the nearest `Float`, ties to even, or nil if the text is not a number, or out of range.
  static func float(_ text: Span<UInt8>) -> Float? {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe try? float($0, bytes.count, .error) }
    }
  }
}

// SAFETY: as many bytes as each function states are readable at the address.
extension EightDigits {
  /// Loads eight characters.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)) ^ zeros
  }

  /// Loads one to eight characters. The bytes after them are not digits or, if the text is padded, any bytes.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, _ count: Int, isPadded: Bool = false) -> UInt64 {
    if isPadded { return unsafe load(bytes) }
    let raw = unsafe UnsafeRawPointer(bytes)
    @inline(__always)
    func part<Word: FixedWidthInteger & UnsignedInteger>(_ offset: Int, _: Word.Type) -> UInt64 {
      let word = unsafe Word(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Word.self))
      return UInt64(word) &<< UInt64(truncatingIfNeeded: offset &* 8)
    }
    // Where the two loads overlap, both have the same bits.
    if count >= 4 { return (part(0, UInt32.self) | part(count &- 4, UInt32.self)) ^ zeros }
    if count >= 2 { return (part(0, UInt16.self) | part(count &- 1, UInt8.self)) ^ zeros }
    return part(0, UInt8.self) ^ zeros
  }

  /// Loads up to eight characters from an index on, of a text of `count`. The bytes after them are not digits.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, from index: Int, _ count: Int) -> UInt64 {
    let left = count &- index
    if left >= 8 { return unsafe load(bytes + index) }
    if count < 8 { return unsafe load(bytes + index, left) }
    let last = unsafe load(bytes + (count &- 8)) ^ zeros
    return last &>> UInt64(truncatingIfNeeded: (8 &- left) &* 8) ^ zeros
  }
}

/// The rules for numbers that do not fit their type.
@usableFromInline
struct NumberRules: Sendable, BitwiseCopyable {
  /// The rule for a number that is not an integer, or too large.
  enum Integer: UInt8, Sendable {
    /// An error.
    case exact
    /// The nearest value of the type. A fraction is an error.
    case clamp
    /// The fraction is truncated towards zero. A number that is too large is an error.
    case truncate
    /// The number is rounded down. A number that is too large is an error.
    case down
  }

  /// The rule for a number outside the range of a floating-point type.
  enum Overflow: UInt8, Sendable {
    case error, infinity
  }

  var integer = Integer.exact
  var overflow = Overflow.error
}
