/// A copy of a record in which is mended what ``Leniency`` asks for.
struct RecordMending {
  private let leniency: Leniency
  private(set) var output: [UInt8] = []
  private(set) var origin = OffsetMap()
  /// Something was mended.
  private(set) var isChanged = false
  /// What stands for the numbers that JSON has not, if there are any.
  private(set) var standIns: NonFiniteNumbers?

  init(_ text: Span<UInt8>, _ leniency: Leniency) {
    self.leniency = leniency
    output.reserveCapacity(text.count + 16)
    origin.note(0, from: 0)
    mend(text)
  }

  private mutating func mend(_ text: Span<UInt8>) {
    var index = 0
    var isInString = false
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.quote {
        isInString.toggle()
        index = copy(text, index, 1)
      } else if isInString {
        index = leniency.contains(.illFormedUnicode) ? mendText(text, index) : copyText(text, index)
      } else if leniency.contains(.nonFiniteNumbers), let number = NonFiniteNumbers.Number(text, index) {
        let texts = standIns ?? NonFiniteNumbers(besides: text)
        standIns = texts
        index = replace(text, index, number.text.count, by: texts.text(of: number))
      } else {
        index = copy(text, index, 1)
      }
    }
  }

  private mutating func copy(_ text: Span<UInt8>, _ index: Int, _ count: Int) -> Int {
    for place in index..<min(index + count, text.count) { output.append(text[place]) }
    return min(index + count, text.count)
  }

  private mutating func replace(
    _ text: Span<UInt8>, _ index: Int, _ count: Int, by replacement: [UInt8]
  ) -> Int {
    isChanged = true
    origin.note(output.count, from: index)
    output += replacement
    origin.note(output.count, from: index + count)
    return index + count
  }

  // MARK: Text

  /// A byte of a string, or an escape that could hide a quote.
  private mutating func copyText(_ text: Span<UInt8>, _ index: Int) -> Int {
    copy(text, index, text[index] == ASCII.backslash ? 2 : 1)
  }

  private mutating func mendText(_ text: Span<UInt8>, _ index: Int) -> Int {
    if text[index] >= 0x80 { return mendCharacter(text, index) }
    guard let unit = Self.codeUnit(text, index), unit & 0xF800 == 0xD800 else { return copyText(text, index) }
    if unit < 0xDC00, let low = Self.codeUnit(text, index + 6), low & 0xFC00 == 0xDC00 {
      return copy(text, index, 12)
    }
    return replace(text, index, 6, by: Array(#"\uFFFD"#.utf8))
  }

  private mutating func mendCharacter(_ text: Span<UInt8>, _ index: Int) -> Int {
    var end = index + 1
    var next = Scanner.Continuation(after: text[index])
    while let bounds = next, end < text.count, (bounds.lower...bounds.upper).contains(text[end]) {
      end += 1
      if bounds.more == 0 { return copy(text, index, end - index) }
      next = Scanner.Continuation(more: bounds.more - 1)
    }
    return replace(text, index, end - index, by: [0xEF, 0xBF, 0xBD])
  }

  /// The code unit of the escape that begins here.
  private static func codeUnit(_ text: Span<UInt8>, _ index: Int) -> UInt32? {
    guard index + 6 <= text.count, text[index] == ASCII.backslash, text[index + 1] == ASCII.lowerU else {
      return nil
    }
    var unit: UInt32 = 0
    for place in (index + 2)..<(index + 6) {
      guard let digit = ASCII.hexValue(text[place]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}

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
