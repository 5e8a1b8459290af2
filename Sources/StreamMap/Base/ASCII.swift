/// The bytes with a meaning in JSON.
enum ASCII {
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let formFeed: UInt8 = 0x0C
  static let carriageReturn: UInt8 = 0x0D
  static let recordSeparator: UInt8 = 0x1E
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let apostrophe: UInt8 = 0x27
  static let asterisk: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let equals: UInt8 = 0x3D
  static let upperE: UInt8 = 0x45
  static let upperT: UInt8 = 0x54
  static let upperZ: UInt8 = 0x5A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let lowerB: UInt8 = 0x62
  static let lowerE: UInt8 = 0x65
  static let lowerF: UInt8 = 0x66
  static let lowerN: UInt8 = 0x6E
  static let lowerR: UInt8 = 0x72
  static let lowerT: UInt8 = 0x74
  static let lowerU: UInt8 = 0x75
  static let lowerZ: UInt8 = 0x7A
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  /// The byte order mark U+FEFF in UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a byte is JSON white space: space, tab, line feed or carriage return.
  @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// Whether a byte is `}` or `]`.
  static func isClosing(_ byte: UInt8) -> Bool {
    byte == closeBrace || byte == closeBracket
  }

  /// Whether a byte can be part of a number.
  @inline(__always)
  static func isNumberPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == minus || byte == plus || byte == dot || byte | 0x20 == lowerE
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10
  }

  /// Returns the lower-case hexadecimal digit of a value below 16.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? zero &+ value : 0x57 &+ value
  }

  /// Returns the value of a hexadecimal digit in either case, or nil.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte &- 0x30)
    case 0x41...0x46: UInt32(byte &- 0x37)
    case 0x61...0x66: UInt32(byte &- 0x57)
    default: nil
    }
  }
}
