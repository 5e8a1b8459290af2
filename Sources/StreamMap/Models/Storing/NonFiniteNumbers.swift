/// What stands in a record for the numbers that JSON has not: numbers beyond all range, whose texts the record
/// does not have.
struct NonFiniteNumbers: Sendable {
  private let exponent: String

  enum Number: CaseIterable {
    case nan, infinity, negativeInfinity

    var text: String {
      switch self {
      case .nan: "NaN"
      case .infinity: "Infinity"
      case .negativeInfinity: "-Infinity"
      }
    }

    var value: Double {
      switch self {
      case .nan: .nan
      case .infinity: .infinity
      case .negativeInfinity: -.infinity
      }
    }

    /// The one that begins here, and is a token by itself.
    init?(_ text: Span<UInt8>, _ index: Int) {
      let byte = text[index]
      guard byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") || byte == ASCII.minus else { return nil }
      guard index == 0 || Self.isBetween(text[index - 1]) else { return nil }
      let found = Self.allCases.first { number in
        let end = index + number.text.utf8.count
        return end <= text.count && zip(index..<end, number.text.utf8).allSatisfy { text[$0] == $1 }
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

  init(besides text: Span<UInt8>) {
    var exponent = 999
    // Of so many exponents a record that has them all is not to be had within its limit.
    while exponent > 400, Self.contains(text, Array("e\(exponent)".utf8)) { exponent -= 1 }
    self.exponent = "e\(exponent)"
  }

  private static func contains(_ text: Span<UInt8>, _ word: [UInt8]) -> Bool {
    (0..<max(text.count - word.count + 1, 0)).contains { start in
      word.indices.allSatisfy { text[start + $0] == word[$0] }
    }
  }

  func text(of number: Number) -> [UInt8] {
    switch number {
    case .nan: Array("2\(exponent)".utf8)
    case .infinity: Array("1\(exponent)".utf8)
    case .negativeInfinity: Array("-1\(exponent)".utf8)
    }
  }

  /// The number that a text stands for.
  func number(_ text: some Sequence<UInt8>) -> Number? {
    Number.allCases.first { self.text(of: $0).elementsEqual(text) }
  }

  /// Copies JSON text with `null` in place of these numbers.
  func replaced(in json: Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var copied = 0
    var cursor = RecordCursor()
    while let token = cursor.next(in: json) {
      guard case .number(let range) = token, number(range.map { json[$0] }) != nil else { continue }
      output.append(json.extracting(copied..<range.lowerBound))
      output += Array("null".utf8)
      copied = range.upperBound
    }
    output.append(json.extracting(copied..<json.count))
    return output
  }
}
