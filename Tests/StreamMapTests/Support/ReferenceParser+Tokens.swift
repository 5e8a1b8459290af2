// Literals, numbers and strings of the oracle. A byte of a string that is both malformed and over the limit is
// reported as over the limit.

extension ReferenceParser {
  mutating func readLiteral(_ word: String, _ node: ReferenceNode) throws(ReferenceError) -> ReferenceNode {
    for byte in word.utf8 { try expect(byte) }
    return node
  }

  // MARK: Numbers

  mutating func readNumber() throws(ReferenceError) -> String {
    let start = position
    if next == UInt8(ascii: "-") { try takeNumberByte(from: start) }
    if next == UInt8(ascii: "0") {
      try takeNumberByte(from: start)
    } else {
      try takeDigits(from: start)
    }
    if next == UInt8(ascii: ".") {
      try takeNumberByte(from: start)
      try takeDigits(from: start)
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      try takeNumberByte(from: start)
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { try takeNumberByte(from: start) }
      try takeDigits(from: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private var isAtDigit: Bool {
    guard let byte = next else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func takeDigits(from start: Int) throws(ReferenceError) {
    guard isAtDigit else { throw failure(.syntax) }
    while isAtDigit { try takeNumberByte(from: start) }
  }

  private mutating func takeNumberByte(from start: Int) throws(ReferenceError) {
    guard position - start < limits.number else { throw failure(.numberLimit) }
    position += 1
  }

  // MARK: Strings

  /// Reads a string from its opening quote. `limit` counts the raw bytes between the quotes.
  mutating func readString(
    limit: Int, _ limitKind: ReferenceError.Kind
  ) throws(ReferenceError) -> [UInt8] {
    position += 1
    var string = StringReading(end: position + limit, limitKind: limitKind)
    while next != UInt8(ascii: "\"") {
      guard let byte = next else { throw failure(.truncated) }
      switch byte {
      case UInt8(ascii: "\\"):
        try readEscape(&string)
      case ..<0x80:
        string.decoded.append(try take(0x20...0x7F, .syntax, string))
      default:
        try readSequence(&string)
      }
    }
    position += 1
    return string.decoded
  }

  /// The decoded part of a string, and the position that its raw bytes must not reach.
  struct StringReading {
    let end: Int
    let limitKind: ReferenceError.Kind
    var decoded: [UInt8] = []
  }

  /// Takes the next byte if it is one of `allowed` and within the limit.
  @discardableResult
  private mutating func take(
    _ allowed: ClosedRange<UInt8>, _ kind: ReferenceError.Kind, _ string: StringReading
  ) throws(ReferenceError) -> UInt8 {
    guard position < string.end else { throw failure(string.limitKind) }
    guard let byte = next, byte >= allowed.lowerBound, byte <= allowed.upperBound else { throw failure(kind) }
    position += 1
    return byte
  }

  /// Reads one UTF-8 sequence of two to four bytes, by table 3-7 of the Unicode standard.
  private mutating func readSequence(_ string: inout StringReading) throws(ReferenceError) {
    let lead = try take(0xC2...0xF4, .encoding, string)
    string.decoded.append(lead)
    let second: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    string.decoded.append(try take(second, .encoding, string))
    let remaining = lead < 0xE0 ? 0 : lead < 0xF0 ? 1 : 2
    for _ in 0..<remaining {
      string.decoded.append(try take(0x80...0xBF, .encoding, string))
    }
  }

  private mutating func readEscape(_ string: inout StringReading) throws(ReferenceError) {
    try take(UInt8(ascii: "\\"), string)
    let simple: UInt8? =
      switch next {
      case UInt8(ascii: "\""): UInt8(ascii: "\"")
      case UInt8(ascii: "\\"): UInt8(ascii: "\\")
      case UInt8(ascii: "/"): UInt8(ascii: "/")
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      default: nil
      }
    if let simple {
      try take(0x00...0xFF, .escape, string)
      string.decoded.append(simple)
      return
    }
    try take(UInt8(ascii: "u"), string)
    var scalar = try takeHex(0...15, string)
    // A low surrogate cannot come first: after `\uD` (or `\ud`) only 0 to B can follow.
    scalar = scalar << 4 | (try takeHex(scalar == 0xD ? 0...0xB : 0...15, string))
    scalar = scalar << 4 | (try takeHex(0...15, string))
    scalar = scalar << 4 | (try takeHex(0...15, string))
    if (0xD800...0xDBFF).contains(scalar) {
      try take(UInt8(ascii: "\\"), string)
      try take(UInt8(ascii: "u"), string)
      var low = try takeHex(0xD...0xD, string)
      low = low << 4 | (try takeHex(0xC...0xF, string))
      low = low << 4 | (try takeHex(0...15, string))
      low = low << 4 | (try takeHex(0...15, string))
      scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
    }
    string.append(scalar)
  }

  private mutating func take(_ byte: UInt8, _ string: StringReading) throws(ReferenceError) {
    try take(byte...byte, .escape, string)
  }

  private mutating func takeHex(
    _ allowed: ClosedRange<UInt32>, _ string: StringReading
  ) throws(ReferenceError) -> UInt32 {
    guard position < string.end else { throw failure(string.limitKind) }
    guard let byte = next, let digit = hexValue(byte), allowed.contains(digit) else { throw failure(.escape) }
    position += 1
    return digit
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension ReferenceParser.StringReading {
  /// Appends a scalar in UTF-8. The caller has excluded surrogates.
  fileprivate mutating func append(_ scalar: UInt32) {
    let trail = { (shift: UInt32) in UInt8(0x80 | (scalar >> shift & 0x3F)) }
    switch scalar {
    case ..<0x80:
      decoded.append(UInt8(scalar))
    case ..<0x800:
      decoded += [UInt8(0xC0 | scalar >> 6), trail(0)]
    case ..<0x10000:
      decoded += [UInt8(0xE0 | scalar >> 12), trail(6), trail(0)]
    default:
      decoded += [UInt8(0xF0 | scalar >> 18), trail(12), trail(6), trail(0)]
    }
  }
}
