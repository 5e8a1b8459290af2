/// A copy of a record with the repairs of ``SyntaxExtensions``.
struct RecordRepair {
  private let extensions: SyntaxExtensions
  private(set) var output: [UInt8] = []
  private(set) var origin = OffsetMap()
  /// Whether anything was repaired.
  private(set) var isChanged = false
  /// `NaN` and the infinities of the record, by the offset of the `null` that the output has for each.
  private(set) var nonFinite: [Int: NonFiniteNumber] = [:]

  init(_ text: Span<UInt8>, _ extensions: SyntaxExtensions) {
    self.extensions = extensions
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
        index = copy(text, index, 1)
      } else if isInString {
        index = extensions.contains(.illFormedUnicode) ? repairText(text, index) : copyText(text, index)
      } else if extensions.contains(.nonFiniteNumbers), let number = NonFiniteNumber(text, index) {
        nonFinite[output.count] = number
        index = replace(text, index, number.rawValue.utf8.count, by: Array("null".utf8))
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
