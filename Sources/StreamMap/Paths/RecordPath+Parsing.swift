extension RecordPath {
  /// Parses a path.
  ///
  /// - Throws: ``PathError`` with the byte position of the error.
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String) throws(PathError) {
    var reader = PathReader(text)
    try reader.read()
    self.init(segments: reader.segments, text: text, positions: reader.positions)
  }
}

/// Reads the segments of a path from left to right, with one byte of lookahead.
private struct PathReader {
  let text: String
  let bytes: [UInt8]
  var position = 0
  var segments: [RecordPath.Segment] = []
  var positions: [Int] = []

  init(_ text: String) {
    self.text = text
    self.bytes = Array(text.utf8)
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func fail(_ reason: String, at place: Int? = nil) -> PathError {
    PathError(text, at: place ?? position, reason)
  }

  mutating func read() throws(PathError) {
    guard !bytes.isEmpty else {
      throw fail("an empty path; write $ for the value itself")
    }
    // `$` is the root only if no other byte of a name follows: `$ref` is a name.
    if next == UInt8(ascii: "$"),
      bytes.count == 1 || bytes[1] == ASCII.dot || bytes[1] == ASCII.openBracket
    {
      position = 1
    }
    while let byte = next {
      if byte == ASCII.openBracket {
        try readBracket()
      } else if byte == ASCII.dot {
        position += 1
        try readDotted()
      } else if position == 0 {
        try readDotted()
      } else {
        throw fail("expected . or [ here")
      }
    }
  }

  private mutating func append(_ segment: RecordPath.Segment, from start: Int) throws(PathError) {
    guard segments.count < RecordPath.maximumSteps else {
      throw fail("a path has at most \(RecordPath.maximumSteps) steps", at: start)
    }
    segments.append(segment)
    positions.append(start)
  }

  private mutating func readDotted() throws(PathError) {
    let start = position
    if next == ASCII.asterisk {
      position += 1
      guard next == nil || next == ASCII.dot || next == ASCII.openBracket else {
        throw fail("* must be a whole name; write a name that contains * in ['…']")
      }
      try append(.everyMember, from: start)
      return
    }
    while let byte = next, byte != ASCII.dot, byte != ASCII.openBracket {
      guard byte != ASCII.closeBracket else { throw fail("a ] without its [") }
      position += 1
    }
    guard position > start else {
      throw fail("a name is missing here; an empty name is written ['']")
    }
    try append(.name(String(decoding: bytes[start..<position], as: UTF8.self)), from: start)
  }

  private mutating func readBracket() throws(PathError) {
    let start = position
    position += 1
    switch next {
    case ASCII.asterisk:
      position += 1
      try close(start)
      try append(.everyElement, from: start)
    case ASCII.quote, ASCII.apostrophe:
      let name = try readQuoted()
      try close(start)
      try append(.name(name), from: start)
    case ASCII.minus:
      throw fail("a negative index: elements are counted from 0 at the front")
    default:
      let index = try readIndex()
      try close(start)
      try append(.index(index), from: start)
    }
  }

  private mutating func close(_ start: Int) throws(PathError) {
    guard next == ASCII.closeBracket else {
      throw next == nil ? fail("the [ is never closed", at: start) : fail("expected ] here")
    }
    position += 1
  }

  private mutating func readIndex() throws(PathError) -> Int {
    let start = position
    var index = 0
    while let byte = next, ASCII.isDigit(byte) {
      let (product, overflow) = index.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - ASCII.zero))
      // The tables store an index in 32 bits.
      guard !overflow, !carry, sum < Int(Int32.max) else {
        throw fail("an index is at most \(Int32.max - 1)", at: start)
      }
      index = sum
      position += 1
    }
    guard position > start else {
      throw next == nil
        ? fail("the [ is never closed", at: start - 1)
        : fail("expected an index, * or a name in quotes here")
    }
    guard position == start + 1 || bytes[start] != ASCII.zero else {
      throw fail("an index has no leading zero", at: start)
    }
    return index
  }

  private mutating func readQuoted() throws(PathError) -> String {
    let start = position
    let quote = bytes[position]
    var name: [UInt8] = []
    position += 1
    while let byte = next, byte != quote {
      if byte == ASCII.backslash {
        position += 1
        if next == ASCII.lowerU {
          try readUnicode(into: &name)
        } else if let escaped = next, escaped == ASCII.backslash || escaped == quote {
          name.append(escaped)
        } else {
          throw fail(
            "in a quoted name, \\ must be followed by the quote, another \\, or u and four hex digits")
        }
      } else {
        name.append(byte)
      }
      position += 1
    }
    guard next == quote else { throw fail("the quoted name is never closed", at: start) }
    position += 1
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads the four digits after `\u`, up to but not including the last one.
  private mutating func readUnicode(into name: inout [UInt8]) throws(PathError) {
    let start = position - 1
    guard let value = Unescaping.codeUnit(bytes.span, at: start) else {
      throw fail("\\u needs four hexadecimal digits", at: start)
    }
    position += 4
    guard let scalar = Unicode.Scalar(value) else {
      throw fail("\\u cannot be half of a surrogate pair; write the character itself", at: start)
    }
    name.append(contentsOf: String(Character(scalar)).utf8)
  }
}
