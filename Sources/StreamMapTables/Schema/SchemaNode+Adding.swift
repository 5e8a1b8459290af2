import StreamMap

// Counts single values.
extension SchemaNode {
  mutating func addNull(_ clock: Int) {
    counts.nulls += 1
    first = min(first, clock)
  }

  /// Counts a Boolean, and returns whether it is the first that has this value.
  mutating func addBool(_ value: Bool, _ clock: Int) -> Bool {
    counts.bools += 1
    first = min(first, clock)
    let isNew = value ? !hasTrue : !hasFalse
    if value { hasTrue = true } else { hasFalse = true }
    return isNew
  }

  mutating func addString(count: Int, _ clock: Int) {
    counts.strings += 1
    first = min(first, clock)
    lengths.include(count)
  }

  @inline(__always)
  private mutating func addInteger(_ value: Int, _ clock: Int) {
    counts.integers += 1
    first = min(first, clock)
    integers.include(value)
  }

  mutating func addNumber(_ literal: Span<UInt8>, _ clock: Int) {
    first = min(first, clock)
    // Most numbers are short integers, which need not be searched for a point or an exponent.
    if let plain = NumberText.plainInteger(literal), let value = Int(exactly: plain) {
      addInteger(value, clock)
    } else if literal.indices.contains(where: { Self.isPartOfDecimal(literal[$0]) }) {
      addDecimal(literal, clock)
    } else {
      counts.integers += 1
      if let value: Int = try? NumberText.integer(literal) { integers.include(value) } else { misfits += 1 }
    }
  }

  /// Whether a byte makes a number a decimal: a point or an exponent.
  @inline(__always)
  private static func isPartOfDecimal(_ byte: UInt8) -> Bool {
    byte == ASCII.dot || byte | 0x20 == ASCII.lowerE
  }

  private mutating func addDecimal(_ literal: Span<UInt8>, _ clock: Int) {
    counts.decimals += 1
    first = min(first, clock)
    // Adding 0.0 turns minus zero into zero. Otherwise the range would depend on which of them came first.
    if let value = NumberText.double(literal) {
      decimals.include(value + 0.0)
    } else if !NumberText.isNonFinite(literal) {
      misfits += 1
    }
  }

  mutating func addArray(_ clock: Int) {
    counts.arrays += 1
    first = min(first, clock)
  }

  mutating func addObject(_ clock: Int) {
    counts.objects += 1
    first = min(first, clock)
  }

  /// Counts the elements or members of a container that ends.
  mutating func end(_ container: SchemaTrie.Container) {
    if container.isArray { elements.include(container.count) } else { members.include(container.count) }
  }

  /// Counts the scalar that begins at an offset, unless it may be a new example, or has escapes of four digits.
  ///
  /// - Returns: the offset after it, or `start` if it was not counted.
  @inline(__always)
  mutating func addKnownScalar(_ text: Span<UInt8>, from start: Int, clock: Int) -> Int {
    switch text[start] {
    case ASCII.quote:
      var end = text.endOfPlainText(from: start &+ 1)
      // Two characters for one byte. Without a need for examples, and of strings that are no times, they need not be decoded.
      var escapes = 0
      while hasAllExamples, end &+ 1 < text.count, text[end] == ASCII.backslash,
        text[end &+ 1] != ASCII.lowerU, !times.areAlike
      {
        escapes &+= 1
        end = text.endOfPlainText(from: end &+ 2)
      }
      guard end < text.count, text[end] == ASCII.quote,
        hasAllExamples || examples.contains(text.extracting(start &+ 1..<end), isString: true, isCut: false)
      else { return start }
      if times.areAlike { times.include(text.extracting(start &+ 1..<end)) }
      addString(count: end &- start &- 1 &- escapes, clock)
      return end &+ 1
    case ASCII.minus, ASCII.zero...ASCII.nine:
      if hasAllExamples, let short = NumberText.shortInteger(in: text, from: start) {
        addInteger(short.value, clock)
        return short.end
      }
      var (end, isDecimal) = (start &+ 1, false)
      while end < text.count, ASCII.isNumberPart(text[end]) {
        isDecimal = isDecimal || Self.isPartOfDecimal(text[end])
        end &+= 1
      }
      let literal = text.extracting(start..<end)
      guard hasAllExamples || examples.contains(literal, isString: false, isCut: false) else { return start }
      if isDecimal {
        addDecimal(literal, clock)
      } else {
        addNumber(literal, clock)
      }
      return end
    case ASCII.lowerT where hasTrue:
      _ = addBool(true, clock)
      return min(start &+ 4, text.count)
    case ASCII.lowerF where hasFalse:
      _ = addBool(false, clock)
      return min(start &+ 5, text.count)
    case ASCII.lowerN:
      addNull(clock)
      return min(start &+ 4, text.count)
    default: return start
    }
  }
}
