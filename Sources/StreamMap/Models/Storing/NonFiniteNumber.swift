/// `NaN` or an infinity, which a record may have although JSON has neither. A repaired record has `null` in its place.
enum NonFiniteNumber: String, CaseIterable {
  case nan = "NaN"
  case infinity = "Infinity"
  case negativeInfinity = "-Infinity"

  var value: Double { self == .nan ? .nan : self == .infinity ? .infinity : -.infinity }

  /// The text of the literal that represents the number: one that is out of range of every type. It is in one place, so
  /// that its address is always the same.
  @inline(never)
  private var text: StaticString { self == .nan ? "2e999" : self == .infinity ? "1e999" : "-1e999" }

  /// The literal that represents the number. It is recognized by the address of its text.
  var literal: Literal { Literal(.number, constant: text) }

  /// The number that a literal represents, or nil.
  init?(_ literal: Literal) {
    guard let found = Self.allCases.first(where: { literal.isConstant($0.text) }) else { return nil }
    self = found
  }

  /// Finds the number that begins at this index and is a separate token, or returns nil.
  init?(_ text: Span<UInt8>, _ index: Int) {
    let byte = text[index]
    guard byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") || byte == ASCII.minus else { return nil }
    guard index == 0 || Self.isBetween(text[index - 1]) else { return nil }
    let found = Self.allCases.first { number in
      let end = index + number.rawValue.utf8.count
      return end <= text.count && zip(index..<end, number.rawValue.utf8).allSatisfy { text[$0] == $1 }
        && (end == text.count || Self.isBetween(text[end]))
    }
    guard let found else { return nil }
    self = found
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.comma, ASCII.colon, ASCII.openBracket, ASCII.closeBracket, ASCII.closeBrace,
      // A comment may begin or end here. Elsewhere, a slash is malformed.
      ASCII.slash:
      true
    default: ASCII.isWhitespace(byte)
    }
  }
}
