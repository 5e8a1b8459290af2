/// `NaN` or an infinity, which a record may have although JSON has neither. A repaired record has `null` in its place.
enum NonFiniteNumber: String, CaseIterable {
  case nan = "NaN"
  case infinity = "Infinity"
  case negativeInfinity = "-Infinity"

  var value: Double { self == .nan ? .nan : self == .infinity ? .infinity : -.infinity }

  /// The text of the literal that represents the number. It is as long as `null`.
  private var text: StaticString { self == .nan ? "+NaN" : self == .infinity ? "+Inf" : "-Inf" }

  /// The literal that represents the number. No text of a JSON number is the same.
  var literal: Literal { Literal(.number, constant: text) }

  /// The number that a literal represents, or nil.
  init?(_ literal: Literal) {
    guard literal.kind == .number, let found = Self.allCases.first(where: { $0.represents(literal) }) else {
      return nil
    }
    self = found
  }

  private func represents(_ literal: Literal) -> Bool {
    literal.withText { found in self.literal.withText { found.equals($0) } }
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
    case ASCII.comma, ASCII.colon, ASCII.openBracket, ASCII.closeBracket, ASCII.closeBrace: true
    default: ASCII.isWhitespace(byte)
    }
  }
}
