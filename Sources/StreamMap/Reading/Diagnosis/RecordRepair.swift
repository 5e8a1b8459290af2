/// A copy of a record with the repairs of ``SyntaxExtensions``.
struct RecordRepair {
  private let extensions: SyntaxExtensions
  /// Whether `NaN` and the infinities are replaced by ``NumberText/nonFinite`` and not by `null`, because the text is read
  /// as a whole, and the places of the numbers are not known to its reader.
  private let keepsNumbers: Bool
  private(set) var output: [UInt8] = []
  private(set) var origin = OffsetMap()
  /// Whether anything was repaired.
  private(set) var isChanged = false
  /// `NaN` and the infinities of the record, by the offset of the `null` that the output has for each.
  private(set) var nonFinite: [Int: NonFiniteNumber] = [:]
  private var commas = TrailingCommas()
  /// Whether a comment has no end, so that no later one is searched for its end.
  private var hasOpenComment = false

  init(_ text: Span<UInt8>, _ extensions: SyntaxExtensions, keepsNumbers: Bool = false) {
    self.extensions = extensions
    self.keepsNumbers = keepsNumbers
    output.reserveCapacity(text.count + 16)
    origin.note(0, from: 0)
    repair(text)
  }

  private mutating func repair(_ text: Span<UInt8>) {
    var index = 0
    var isInString = false
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.quote {
        isInString.toggle()
        if isInString { noteToken(byte) }
        index = copy(text, index, 1)
      } else if isInString {
        index = extensions.contains(.illFormedUnicode) ? repairText(text, index) : copyText(text, index)
      } else if extensions.contains(.comments), byte == ASCII.slash, let end = commentEnd(text, index) {
        isChanged = true
        output += repeatElement(ASCII.space, count: end - index)
        index = end
      } else if extensions.contains(.nonFiniteNumbers), let number = NonFiniteNumber(text, index) {
        nonFinite[output.count] = number
        noteToken(byte)
        index = replace(
          text, index, number.rawValue.utf8.count,
          by: keepsNumbers ? NumberText.nonFinite : Array("null".utf8))
      } else {
        noteToken(byte)
        index = copy(text, index, 1)
      }
    }
  }

  /// Notes a byte that is appended next and is not in a string, and replaces a comma that it makes a trailing one.
  private mutating func noteToken(_ byte: UInt8) {
    guard extensions.contains(.trailingCommas), let comma = commas.read(byte, at: output.count) else {
      return
    }
    isChanged = true
    output[comma] = ASCII.space
  }

  /// Returns the offset after the comment that begins at an index. A comment of a line ends before its line feed. Nil
  /// if there is none, or if it has no end.
  private mutating func commentEnd(_ text: Span<UInt8>, _ start: Int) -> Int? {
    guard start + 1 < text.count else { return nil }
    var index = start + 2
    switch text[start + 1] {
    case ASCII.slash:
      while index < text.count, text[index] != ASCII.lineFeed { index += 1 }
      return index
    case ASCII.asterisk:
      if hasOpenComment { return nil }
      while index + 1 < text.count {
        if text[index] == ASCII.asterisk, text[index + 1] == ASCII.slash { return index + 2 }
        index += 1
      }
      hasOpenComment = true
      return nil
    default: return nil
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

  /// Copies a byte of a string, or an escape that could hide a quote.
  private mutating func copyText(_ text: Span<UInt8>, _ index: Int) -> Int {
    copy(text, index, text[index] == ASCII.backslash ? 2 : 1)
  }

  private mutating func repairText(_ text: Span<UInt8>, _ index: Int) -> Int {
    if text[index] >= 0x80 { return repairCharacter(text, index) }
    guard let unit = Unescaping.codeUnit(text, at: index), unit & 0xF800 == 0xD800 else {
      return copyText(text, index)
    }
    if unit < 0xDC00, let low = Unescaping.codeUnit(text, at: index + 6), low & 0xFC00 == 0xDC00 {
      return copy(text, index, 12)
    }
    return replace(text, index, 6, by: Array(#"\uFFFD"#.utf8))
  }

  private mutating func repairCharacter(_ text: Span<UInt8>, _ index: Int) -> Int {
    var end = index + 1
    var next = Scanner.Continuation(after: text[index])
    while let bounds = next, end < text.count, (bounds.lower...bounds.upper).contains(text[end]) {
      end += 1
      if bounds.more == 0 { return copy(text, index, end - index) }
      next = Scanner.Continuation(more: bounds.more - 1)
    }
    return replace(text, index, end - index, by: [0xEF, 0xBF, 0xBD])
  }
}

extension RecordRepair {
  /// Converts a failure of the copy to a failure of the record.
  func original(_ failure: RecordFailure, of record: Span<UInt8>) -> RecordFailure {
    var original = RecordFailure(
      failure.kind, at: min(origin.original(of: failure.offset), record.count), path: failure.path,
      expected: failure.expected, found: failure.found, text: record)
    original.underlying = failure.underlying
    original.field = failure.field
    original.others = failure.others.map { self.original($0, of: record) }
    return original
  }
}
