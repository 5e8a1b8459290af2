import CDecimal

/// Numbers read from their JSON text, exactly, and refused if they are none.
///
/// Most numbers are short: up to sixteen bytes are taken apart in one or two words, without
/// a loop whose length the processor would have to guess. What is left goes byte by byte.
///
/// SAFETY, for all functions: `bytes[0..<count]` are readable, and can be anything; nothing
/// outside is read, unless the text is padded.
enum NumberText {
  enum Failure: Error {
    case outOfRange
    case notAnInteger
    /// No number by RFC 8259's grammar.
    case malformed
  }

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
    unsafe Decimal(bytes, count) != nil
  }

  // MARK: Integers

  /// The integer that the text stands for.
  ///
  /// `1`, `1.0`, `1e3` and `-0` are integers; `1.5` is none unless the rule cuts it.
  @inline(__always)
  static func integer<Value: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ rule: NumberRules.Integer, as: Value.Type = Value.self
  ) throws(Failure) -> Value {
    if let plain = unsafe plainInteger(bytes, count), let value = Value(exactly: plain) { return value }
    return unsafe try exactInteger(bytes, count, rule)
  }

  /// The integer of up to nineteen digits, if the text is nothing else.
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
      // The last eight, and before them those that are left.
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

  // MARK: Floating point

  /// The nearest `Double`, ties to even, of the commonest texts; nil for others.
  ///
  /// SAFETY: `Literal.lead` bytes before the text are readable.
  @inline(always)
  static func plainDouble(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    let isNegative = unsafe bytes[0] == ASCII.minus
    let sign = isNegative ? 1 : 0
    let decimal = unsafe streammap_read_decimal(bytes + sign, Int64(count &- sign))
    guard decimal.digits <= 1 << 53 else { return nil }
    let magnitude = Double(Int64(bitPattern: decimal.digits)) / exactPowers[Int(decimal.fraction)]
    // A branch would be guessed wrong every other time.
    return Double(bitPattern: magnitude.bitPattern | UInt64(sign) &<< 63)
  }

  /// The nearest `Double`, ties to even; nil if the text is none, or it is beyond the type.
  @inline(never)
  static func nearestDouble(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    unsafe try? double(bytes, count, .error)
  }

  /// The nearest `Double`, ties to even.
  ///
  /// A value and a power of ten that are both exact need one multiplication or division,
  /// which rounds once (Clinger, "How to read floating point numbers accurately", 1990).
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

  /// The nearest `Float`, ties to even, rounded once.
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

  /// A number of up to twenty bytes without its sign, if it has no exponent and, of more
  /// than eight, a dot among the first eight: up to nineteen digits, an exponent from -18 to 0.
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
    // A dot with digits before it and behind.
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

// The same functions for a span. The address is used during the call alone.
extension NumberText {
  /// The integer that the text stands for exactly.
  static func integer<Value: FixedWidthInteger>(
    _ text: Span<UInt8>, as: Value.Type = Value.self
  ) throws(Failure) -> Value {
    unsafe try text.withUnsafeBufferPointer { bytes throws(Failure) in
      guard let start = bytes.baseAddress else { throw .malformed }
      return unsafe try integer(start, bytes.count, .exact)
    }
  }

  /// The nearest `Double`, ties to even. Nil if the text is none, or it is beyond the type.
  static func double(_ text: Span<UInt8>) -> Double? {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe nearestDouble($0, bytes.count) }
    }
  }

  /// The nearest `Float`, ties to even. Nil if the text is none, or it is beyond the type.
  static func float(_ text: Span<UInt8>) -> Float? {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe try? float($0, bytes.count, .error) }
    }
  }
}

// SAFETY: as many bytes as a load says are readable at the address.
extension EightDigits {
  /// Eight characters.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)) ^ zeros
  }

  /// One to eight characters; behind them stands what is no digit, or, if there are eight bytes
  /// to be read, whatever is there.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, _ count: Int, isPadded: Bool = false) -> UInt64 {
    if isPadded { return unsafe load(bytes) }
    let raw = unsafe UnsafeRawPointer(bytes)
    @inline(__always)
    func part<Word: FixedWidthInteger & UnsignedInteger>(_ offset: Int, _: Word.Type) -> UInt64 {
      let word = unsafe Word(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Word.self))
      return UInt64(word) &<< UInt64(truncatingIfNeeded: offset &* 8)
    }
    // What two loads have in common is the same in both.
    if count >= 4 { return (part(0, UInt32.self) | part(count &- 4, UInt32.self)) ^ zeros }
    if count >= 2 { return (part(0, UInt16.self) | part(count &- 1, UInt8.self)) ^ zeros }
    return part(0, UInt8.self) ^ zeros
  }

  /// The characters from an index on, up to eight of a text of `count`; behind them stands what
  /// is no digit.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, from index: Int, _ count: Int) -> UInt64 {
    let left = count &- index
    if left >= 8 { return unsafe load(bytes + index) }
    if count < 8 { return unsafe load(bytes + index, left) }
    let last = unsafe load(bytes + (count &- 8)) ^ zeros
    return last &>> UInt64(truncatingIfNeeded: (8 &- left) &* 8) ^ zeros
  }
}
