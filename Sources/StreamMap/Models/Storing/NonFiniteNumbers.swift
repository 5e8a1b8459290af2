/// The stand-ins for `NaN` and the infinities in a repaired record. They are numbers out of range of every type, whose
/// texts the original record does not contain.
struct NonFiniteNumbers: Sendable {
  private let exponent: String

  enum Number: String, CaseIterable {
    case nan = "NaN"
    case infinity = "Infinity"
    case negativeInfinity = "-Infinity"

    var value: Double { self == .nan ? .nan : self == .infinity ? .infinity : -.infinity }

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

  /// Creates texts that a record does not contain.
  ///
  /// - Complexity: O(n) in the length of the record.
  init(besides text: Span<UInt8>) {
    // The exponents that follow an `e` in the record. Those of more than nine digits cannot be chosen.
    var taken: Set<Int> = []
    var index = 0
    while index < text.count {
      index += 1
      guard text[index - 1] == ASCII.lowerE else { continue }
      var exponent = 0
      let start = index
      while index < text.count, index < start + 9, ASCII.isDigit(text[index]) {
        exponent = exponent * 10 + Int(text[index] - ASCII.zero)
        index += 1
      }
      taken.insert(exponent)
    }
    var exponent = 999
    while taken.contains(exponent) { exponent += 1 }
    self.exponent = "e\(exponent)"
  }

  func text(of number: Number) -> [UInt8] {
    Array(((number == .nan ? "2" : number == .infinity ? "1" : "-1") + exponent).utf8)
  }

  /// Returns the number that a stand-in represents.
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
