/// Rewrites the text of a value so that it fits a collection. A single value becomes an array of it, and a
/// comma-separated string becomes an array of strings.
///
/// The text must be valid JSON. Any other value is copied unchanged, and decoding it reports the error.
struct CollectionShape {
  /// For each collection, outermost first, whether it is an object.
  let areKeyed: [Bool]
  let takesSingle: Bool
  let takesList: Bool

  private(set) var output: [UInt8] = []
  private(set) var origin = OffsetMap()

  init(areKeyed: [Bool], takesSingle: Bool, takesList: Bool) {
    self.areKeyed = areKeyed
    self.takesSingle = takesSingle
    self.takesList = takesList
  }

  /// Writes a value. The text is the value alone.
  mutating func write(_ text: Span<UInt8>) {
    write(text, 0..<text.count, 0)
  }

  private mutating func write(_ text: Span<UInt8>, _ range: Range<Int>, _ level: Int) {
    guard level < areKeyed.count else { return copy(text, range) }
    let first = text[range.lowerBound]
    if areKeyed[level] {
      first == ASCII.openBrace ? writeValues(text, range, level + 1) : copy(text, range)
    } else if first == ASCII.openBracket {
      if isInner(text, range, level) { wrap(text, range, level) } else { writeValues(text, range, level + 1) }
    } else if first == ASCII.lowerN {
      copy(text, range)
    } else if first == ASCII.quote, takesList, level + 1 == areKeyed.count {
      split(text, range)
    } else if takesSingle {
      wrap(text, range, level)
    } else {
      copy(text, range)
    }
  }

  /// Returns whether an array is one of the inner arrays of an array of arrays. This is so if some element is not an
  /// array.
  private func isInner(_ text: Span<UInt8>, _ range: Range<Int>, _ level: Int) -> Bool {
    guard takesSingle, level + 1 < areKeyed.count, !areKeyed[level + 1] else { return false }
    return Self.values(text, range).contains { element in
      text[element.lowerBound] != ASCII.openBracket && text[element.lowerBound] != ASCII.lowerN
    }
  }

  private mutating func wrap(_ text: Span<UInt8>, _ range: Range<Int>, _ level: Int) {
    put(ASCII.openBracket, range.lowerBound)
    write(text, range, level + 1)
    put(ASCII.closeBracket, range.upperBound)
  }

  /// Writes a container and its values. `level` is the level of the values.
  private mutating func writeValues(_ text: Span<UInt8>, _ range: Range<Int>, _ level: Int) {
    guard level < areKeyed.count else { return copy(text, range) }
    var start = range.lowerBound
    for value in Self.values(text, range) {
      copy(text, start..<value.lowerBound)
      write(text, value, level)
      start = value.upperBound
    }
    copy(text, start..<range.upperBound)
  }

  /// Writes the comma-separated items of a string as strings. An escaped comma is not a separator.
  private mutating func split(_ text: Span<UInt8>, _ range: Range<Int>) {
    put(ASCII.openBracket, range.lowerBound)
    let end = range.upperBound - 1
    var start = range.lowerBound + 1
    let isEmpty = (start..<end).allSatisfy { text[$0] == ASCII.space }
    while !isEmpty, start <= end {
      let comma = (start..<end).first { text[$0] == ASCII.comma } ?? end
      var item = start..<comma
      while let first = item.first, text[first] == ASCII.space { item.removeFirst() }
      // A backslash never precedes this space, because the string is valid.
      while let last = item.last, text[last] == ASCII.space { item.removeLast() }
      if output.count > 1 { put(ASCII.comma, start - 1) }
      put(ASCII.quote, item.lowerBound)
      copy(text, item)
      put(ASCII.quote, item.upperBound)
      start = comma + 1
    }
    put(ASCII.closeBracket, end)
  }

  private mutating func put(_ byte: UInt8, _ original: Int) {
    origin.note(output.count, from: original)
    output.append(byte)
  }

  private mutating func copy(_ text: Span<UInt8>, _ range: Range<Int>) {
    origin.note(output.count, from: range.lowerBound)
    output.append(text.extracting(range))
  }

  /// Returns the byte ranges of the values in a container.
  private static func values(_ text: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
    let isObject = text[range.lowerBound] == ASCII.openBrace
    var cursor = RecordCursor(at: range.lowerBound)
    cursor.enter()
    var values: [Range<Int>] = []
    while isObject ? cursor.nextName(in: text) != nil : cursor.findNext(in: text) {
      values.append(cursor.skipValue(in: text))
    }
    return values
  }
}
