/// A scalar from an event source, small enough to stay in registers.
///
/// SAFETY: the bytes are valid during the call that passes the literal, and no longer unless `isStable`.
@usableFromInline
@safe struct Literal {
  @usableFromInline
  enum Kind: UInt8 {
    case string, number, `true`, `false`, null, object, array
  }

  /// The decoded text of a string, which is well-formed UTF-8, or the text of a number.
  @usableFromInline var bytes: UnsafePointer<UInt8>
  @usableFromInline var count: Int
  @usableFromInline var kind: Kind
  /// Whether the bytes of a string are valid as long as the record. They are then in the record itself, or in the
  /// machine's `texts`.
  @usableFromInline var isStable: Bool
  /// Whether `lead` bytes before `bytes` and `padding` bytes from `bytes` on are readable, even if the literal is
  /// shorter.
  @usableFromInline var isPadded: Bool

  static let lead = 16
  static let padding = 32

  init(
    _ kind: Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, isStable: Bool = false, isPadded: Bool = false
  ) {
    self.kind = kind
    self.isStable = isStable
    self.isPadded = isPadded
    unsafe self.bytes = unsafe bytes
    self.count = count
  }
}

extension Literal {
  /// Creates a literal without a text.
  init(_ kind: Kind) { self.init(kind, constant: "") }

  /// Creates a literal with a constant text.
  init(_ kind: Kind, constant text: StaticString) {
    // SAFETY: a constant's text is valid for ever.
    unsafe self.init(kind, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Whether the text is at the address of a constant.
  func isConstant(_ text: StaticString) -> Bool { unsafe bytes == text.utf8Start }
}

// Access to the text without its address.
extension Literal {
  /// Returns a literal of another kind with the same text.
  func text(as kind: Kind) -> Literal { unsafe Literal(kind, bytes, count) }

  /// Passes the text to a closure.
  @inline(__always)
  func withText<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(Span(_unsafeStart: bytes, count: count))
  }

  /// Passes a literal with a text to a closure, which is decoded if it is a string.
  static func with<Result>(_ text: Span<UInt8>, as kind: Kind, _ body: (Literal) -> Result) -> Result {
    unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return body(Literal(kind)) }
      return unsafe body(Literal(kind, start, text.count))
    }
  }

  /// Passes a literal with a copy of a text to a closure.
  static func withCopy<Result, Failure>(
    of text: String, as kind: Kind, _ body: (Literal) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The extra byte gives an empty text an address.
    let bytes = Array(text.utf8) + [0]
    return unsafe try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      // SAFETY: the bytes are valid during the call, and well-formed. There is at least one.
      let start = unsafe buffer.baseAddress ?? UnsafePointer(("" as StaticString).utf8Start)
      return unsafe try body(Literal(kind, start, buffer.count - 1))
    }
  }

  /// The text, which is well-formed UTF-8.
  @inline(__always)
  var string: String { unsafe String(validated: bytes, count) }

  /// Whether the text is a valid number. The structural index also accepts some other texts as numbers.
  var isNumber: Bool { unsafe NumberText.isNumber(bytes, count) }

  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ rules: NumberRules) throws(NumberText.Failure) -> Value {
    unsafe try NumberText.integer(bytes, count, rules.integer)
  }

  /// Returns the greatest integer that is not above the number with its decimal point moved to the right.
  func roundedDown(movedBy places: Int) throws(NumberText.Failure) -> Int {
    if places == 0, let plain = unsafe NumberText.plainInteger(bytes, count) { return Int(plain) }
    return unsafe try NumberText.exactInteger(bytes, count, .down, movedBy: places)
  }

  @inline(__always)
  func double(_ rules: NumberRules) throws(NumberText.Failure) -> Double {
    unsafe try NumberText.double(bytes, count, rules.overflow)
  }

  @inline(__always)
  func float(_ rules: NumberRules) throws(NumberText.Failure) -> Float {
    unsafe try NumberText.float(bytes, count, rules.overflow)
  }
}

extension Literal.Kind {
  /// Returns the kind of the value that begins with a byte, or nil if no value begins with it.
  init?(beginningWith byte: UInt8) {
    switch byte {
    case ASCII.openBrace: self = .object
    case ASCII.openBracket: self = .array
    case ASCII.quote: self = .string
    case ASCII.lowerT: self = .true
    case ASCII.lowerF: self = .false
    case ASCII.lowerN: self = .null
    case ASCII.minus, ASCII.zero...ASCII.nine: self = .number
    default: return nil
    }
  }
}

extension Literal {
  /// Returns the constant that a text stands for, or nil.
  ///
  /// SAFETY: `count` bytes are readable, and can be anything.
  @inline(always)
  static func constant(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Kind? {
    guard count == 4 || count == 5 else { return nil }
    let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self).littleEndian
    switch (word, count) {
    case (0x6575_7274, 4): return .true
    case (0x6C6C_756E, 4): return .null
    case (0x736C_6166, 5): return unsafe bytes[4] == ASCII.lowerE ? .false : nil
    default: return nil
    }
  }
}
