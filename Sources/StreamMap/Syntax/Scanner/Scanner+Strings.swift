extension Scanner {
  /// Reads one byte of an escape sequence or of a multibyte character.
  mutating func stepInString(_ byte: UInt8) throws(Failure) {
    let limit = isName ? limits.name : limits.string
    if offset &- tokenStart &- 1 >= limit {
      throw Failure(
        kind: isName ? .nameLimit : .stringLimit,
        expected: "at most \(limit) bytes of \(isName ? "name" : "string")")
    }
    switch state {
    case .continuation:
      guard byte >= continuation.lower, byte <= continuation.upper else {
        throw Failure(kind: .encoding, expected: "well-formed UTF-8")
      }
      if continuation.more == 0 {
        state = .string
      } else {
        continuation = Continuation(more: continuation.more - 1)
      }
    case .escape:
      switch byte {
      case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.lowerB, ASCII.lowerF, ASCII.lowerN,
        ASCII.lowerR, ASCII.lowerT:
        state = .string
      case ASCII.lowerU:
        codeUnit = 0
        state = .hex1
      default:
        throw failure(.escape)
      }
    case .lowBackslash:
      guard byte == ASCII.backslash else { throw failure(.escape) }
      state = .lowLetter
    case .lowLetter:
      guard byte == ASCII.lowerU else { throw failure(.escape) }
      codeUnit = 0
      state = .lowHex1
    default:
      try stepInHex(byte)
    }
    if isName, keepsNames { names.append(byte) }
  }

  /// Reads one hexadecimal digit. A digit is invalid if it makes a low surrogate without a high one, or anything but
  /// a low surrogate after a high one.
  private mutating func stepInHex(_ byte: UInt8) throws(Failure) {
    guard let digit = ASCII.hexValue(byte) else { throw failure(.escape) }
    let unit = codeUnit << 4 | digit
    switch state {
    case .hex1: state = .hex2
    case .hex2:
      guard !(0xDC...0xDF).contains(unit) else { throw failure(.escape) }
      state = .hex3
    case .hex3: state = .hex4
    case .hex4: state = (0xD800...0xDBFF).contains(unit) ? .lowBackslash : .string
    case .lowHex1:
      guard unit == 0xD else { throw failure(.escape) }
      state = .lowHex2
    case .lowHex2:
      guard (0xDC...0xDF).contains(unit) else { throw failure(.escape) }
      state = .lowHex3
    case .lowHex3: state = .lowHex4
    default: state = .string
    }
    codeUnit = unit
  }
}

extension Scanner.Continuation {
  init(more: Int) {
    self.more = more
  }

  /// Returns the bounds of the bytes after a lead byte, or nil if no character begins with it.
  ///
  /// See the Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  init?(after lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: self.init(lower: 0x80, upper: 0xBF, more: 0)
    case 0xE0: self.init(lower: 0xA0, upper: 0xBF, more: 1)
    case 0xED: self.init(lower: 0x80, upper: 0x9F, more: 1)
    case 0xE1...0xEF: self.init(lower: 0x80, upper: 0xBF, more: 1)
    case 0xF0: self.init(lower: 0x90, upper: 0xBF, more: 2)
    case 0xF1...0xF3: self.init(lower: 0x80, upper: 0xBF, more: 2)
    case 0xF4: self.init(lower: 0x80, upper: 0x8F, more: 2)
    default: return nil
    }
  }
}
