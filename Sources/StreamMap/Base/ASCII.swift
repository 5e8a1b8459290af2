/// The bytes with a meaning in JSON.
@usableFromInline package enum ASCII {
  @inlinable package static var backspace: UInt8 { 0x08 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var formFeed: UInt8 { 0x0C }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var recordSeparator: UInt8 { 0x1E }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var hash: UInt8 { 0x23 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var openParenthesis: UInt8 { 0x28 }
  @inlinable package static var closeParenthesis: UInt8 { 0x29 }
  @inlinable package static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable package static var nine: UInt8 { 0x39 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var equals: UInt8 { 0x3D }
  @inlinable package static var upperE: UInt8 { 0x45 }
  @inlinable package static var upperT: UInt8 { 0x54 }
  @inlinable package static var upperZ: UInt8 { 0x5A }
  @inlinable package static var openBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var closeBracket: UInt8 { 0x5D }
  static var backtick: UInt8 { 0x60 }
  @inlinable package static var lowerB: UInt8 { 0x62 }
  @inlinable package static var lowerE: UInt8 { 0x65 }
  @inlinable package static var lowerF: UInt8 { 0x66 }
  @inlinable package static var lowerN: UInt8 { 0x6E }
  @inlinable package static var lowerR: UInt8 { 0x72 }
  @inlinable package static var lowerT: UInt8 { 0x74 }
  @inlinable package static var lowerU: UInt8 { 0x75 }
  @inlinable package static var lowerZ: UInt8 { 0x7A }
  @inlinable package static var openBrace: UInt8 { 0x7B }
  @inlinable package static var closeBrace: UInt8 { 0x7D }
  static var tilde: UInt8 { 0x7E }

  /// The byte order mark U+FEFF in UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a byte is JSON white space: space, tab, line feed or carriage return.
  @inlinable @inline(__always)
  package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// Whether a byte is `}` or `]`.
  static func isClosing(_ byte: UInt8) -> Bool {
    byte == closeBrace || byte == closeBracket
  }

  /// Whether a byte can be part of a number.
  @inlinable @inline(__always)
  package static func isNumberPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == minus || byte == plus || byte == dot || byte | 0x20 == lowerE
  }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
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
