extension Scanner {
  /// Reads the bytes that follow those read so far.
  ///
  /// - Throws: the error at the byte at ``offset``.
  /// - Complexity: O(n), regardless of the chunk sizes.
  mutating func scan(_ bytes: borrowing Span<UInt8>) throws(Failure) {
    _ = try scan(bytes, pausingIn: nil)
  }

  /// Reads as `scan` does, but pauses before each value, and when fewer than `level` containers are open.
  ///
  /// - Parameter level: the number of containers. Nil to never pause.
  /// - Returns: the number of bytes read.
  mutating func scan(_ bytes: borrowing Span<UInt8>, pausingIn level: Int?) throws(Failure) -> Int {
    let base = offset
    var index = 0
    while index < bytes.count {
      switch state {
      case .string:
        index = try scanString(bytes, from: index, base: base)
      case .integer, .fraction, .exponentDigits:
        index = try scanDigits(bytes, from: index, base: base)
      default:
        offset = base &+ index
        guard try step(bytes[index]) else { continue }
        index &+= 1
        if let level, isBeforeValue || containers.count < level {
          offset = base &+ index
          return index
        }
      }
    }
    offset = base &+ bytes.count
    return bytes.count
  }

  /// Reads a record up to the token at an offset. Returns false unless the text is valid to the end of that token.
  mutating func reach(_ offset: Int, in record: Span<UInt8>) -> Bool {
    guard (try? scan(record.extracting(first: offset))) != nil else { return false }
    var next = self
    // An error after the token does not matter.
    _ = try? next.scan(record.extracting(offset...), pausingIn: containers.count)
    return next.completeThrough(atEnd: true) > offset
  }

  /// Whether a value may begin here and nothing of it has been read.
  var isBeforeValue: Bool { state == .value || state == .firstElement }

  /// Skips a value that is about to begin, up to its end.
  mutating func passValue(to end: Int) {
    offset = end
    endScalar()
  }

  /// Reads bytes as `scan` does, up to the limit of the record.
  mutating func scanPiece(_ bytes: borrowing Span<UInt8>) throws(Failure) {
    let room = limits.record - offset
    try scan(bytes.extracting(first: min(bytes.count, room)))
    if bytes.count > room {
      throw Failure(kind: .recordLimit, expected: "at most \(limits.record) bytes of record")
    }
  }

  /// Handles the end of the bytes.
  ///
  /// - Throws: `truncated` at ``offset`` unless a whole value has been read.
  mutating func finish() throws(Failure) {
    endNumber()
    guard state == .end else {
      throw Failure(kind: .truncated, expected: expectation)
    }
  }

  /// Ends a complete number. The caller knows that no digit follows.
  mutating func endNumber() {
    if isCompleteNumber { endScalar() }
  }

  /// Returns the offset before which all tokens are complete.
  ///
  /// - Parameter atEnd: whether no digit can follow, because the input ends or the next byte is invalid.
  func completeThrough(atEnd: Bool) -> Int {
    isInToken && (isCut || !(atEnd && isCompleteNumber)) ? tokenStart : offset
  }

  /// Whether a string value, not a name, is open.
  var isInText: Bool {
    !isName && state.rawValue >= State.string.rawValue && state.rawValue <= State.continuation.rawValue
  }

  private var isInToken: Bool {
    state.rawValue >= State.string.rawValue || state == .byteOrderMark1 || state == .byteOrderMark2
  }

  private var isCompleteNumber: Bool {
    switch state {
    case .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }

  // MARK: Runs

  /// Reads the plain bytes of a string, up to its end or the first other byte.
  @inline(__always)
  private mutating func scanString(
    _ bytes: borrowing Span<UInt8>, from start: Int, base: Int
  ) throws(Failure) -> Int {
    let limit = isName ? limits.name : limits.string
    // The maximum index of the string's end, at which its closing quote may be.
    let end = min(bytes.count, max(start, tokenStart &+ 1 &+ limit &- base))
    let index = bytes.endOfPlainASCII(from: start, to: end)
    if isName, keepsNames { names.append(bytes.extracting(start..<index)) }
    guard index < bytes.count else { return index }

    offset = base &+ index
    let byte = bytes[index]
    if byte == ASCII.quote {
      endString()
      return index &+ 1
    }
    try checkLength(limit, kind: isName ? .nameLimit : .stringLimit)
    if isName, keepsNames { names.append(byte) }
    switch byte {
    case ASCII.backslash:
      state = .escape
    case 0x80...:
      guard let first = Continuation(after: byte) else {
        throw Failure(kind: .encoding, expected: "well-formed UTF-8")
      }
      continuation = first
      state = .continuation
    default:
      throw Failure(kind: .syntax, expected: "no raw control byte in a string")
    }
    return index &+ 1
  }

  /// Reads the digits of a number, up to the first other byte.
  private mutating func scanDigits(
    _ bytes: borrowing Span<UInt8>, from start: Int, base: Int
  ) throws(Failure) -> Int {
    var index = start
    while index < bytes.count, ASCII.isDigit(bytes[index]) {
      if base &+ index &- tokenStart >= limits.number {
        offset = base &+ index
        throw cutNumber()
      }
      index &+= 1
    }
    guard index < bytes.count else { return index }
    offset = base &+ index
    return try stepInNumber(bytes[index]) ? index &+ 1 : index
  }

  // MARK: Single bytes

  /// Reads one byte. Returns false if the byte ended a number and has not been read.
  @inline(__always)
  private mutating func step(_ byte: UInt8) throws(Failure) -> Bool {
    switch state {
    case .start:
      state = .value
      if byte == ASCII.byteOrderMark[0] {
        tokenStart = offset
        state = .byteOrderMark1
        return true
      }
      return false
    case .byteOrderMark1:
      guard byte == ASCII.byteOrderMark[1] else { throw failure(.syntax) }
      state = .byteOrderMark2
    case .byteOrderMark2:
      guard byte == ASCII.byteOrderMark[2] else { throw failure(.syntax) }
      state = .value

    case .value, .firstElement, .firstName, .name, .colon, .afterValue, .end:
      if !ASCII.isWhitespace(byte) { try stepBetweenTokens(byte) }

    case .minus, .zero, .integer, .dot, .fraction, .exponent, .exponentSign, .exponentDigits:
      return try stepInNumber(byte)

    case .literal:
      guard byte == literal[literalIndex] else { throw failure(.syntax) }
      literalIndex += 1
      if literalIndex == literal.count { endScalar() }

    default:
      try stepInString(byte)
    }
    return true
  }

  @inline(__always)
  private mutating func stepBetweenTokens(_ byte: UInt8) throws(Failure) {
    switch state {
    case .end:
      throw failure(.extraValue)
    case .firstElement where byte == ASCII.closeBracket, .firstName where byte == ASCII.closeBrace:
      close()
    case .value, .firstElement:
      try beginValue(byte)
    case .firstName, .name:
      guard byte == ASCII.quote else { throw failure(.syntax) }
      containers[containers.count &- 1].nameOffset = offset
      tokenStart = offset
      isName = true
      state = .string
    case .colon:
      guard byte == ASCII.colon else { throw failure(.syntax) }
      containers[containers.count &- 1].isInChild = true
      state = .value
    default:
      try stepAfterValue(byte)
    }
  }

  @inline(__always)
  private mutating func stepAfterValue(_ byte: UInt8) throws(Failure) {
    let innermost = containers.count &- 1
    let isArray = containers[innermost].isArray
    if byte == ASCII.comma {
      if isArray {
        containers[innermost].index &+= 1
        containers[innermost].isInChild = true
        state = .value
      } else {
        if keepsNames { names.removeLast(names.count - containers[innermost].nameStart) }
        state = .name
      }
    } else {
      guard byte == (isArray ? ASCII.closeBracket : ASCII.closeBrace) else { throw failure(.syntax) }
      close()
    }
  }

  private mutating func beginValue(_ byte: UInt8) throws(Failure) {
    switch byte {
    case ASCII.openBrace, ASCII.openBracket:
      guard containers.count < limits.depth else {
        throw Failure(kind: .depthLimit, expected: "at most \(limits.depth) levels of nesting")
      }
      let isArray = byte == ASCII.openBracket
      containers.append(Container(isArray: isArray, nameStart: names.count, isInChild: isArray))
      state = isArray ? .firstElement : .firstName
      return
    case ASCII.quote:
      isName = false
      state = .string
    case ASCII.minus: state = .minus
    case ASCII.zero: state = .zero
    case 0x31...ASCII.nine: state = .integer
    case ASCII.lowerT: beginLiteral("true")
    case ASCII.lowerF: beginLiteral("false")
    case ASCII.lowerN: beginLiteral("null")
    default: throw failure(.syntax)
    }
    tokenStart = offset
    if limits.number < 1 && (state == .minus || state == .zero || state == .integer) {
      throw cutNumber()
    }
  }

  private mutating func beginLiteral(_ word: String) {
    literal = Array(word.utf8)
    literalIndex = 1
    state = .literal
  }

  private mutating func stepInNumber(_ byte: UInt8) throws(Failure) -> Bool {
    switch (state, byte) {
    case (.minus, ASCII.zero): state = .zero
    case (.minus, 0x31...ASCII.nine): state = .integer
    case (.zero, ASCII.dot), (.integer, ASCII.dot): state = .dot
    case (.zero, ASCII.lowerE), (.zero, ASCII.upperE), (.integer, ASCII.lowerE), (.integer, ASCII.upperE),
      (.fraction, ASCII.lowerE), (.fraction, ASCII.upperE):
      state = .exponent
    case (.dot, ASCII.zero...ASCII.nine): state = .fraction
    case (.exponent, ASCII.plus), (.exponent, ASCII.minus): state = .exponentSign
    case (.exponent, ASCII.zero...ASCII.nine), (.exponentSign, ASCII.zero...ASCII.nine):
      state = .exponentDigits
    default:
      guard isCompleteNumber else { throw failure(.syntax) }
      endScalar()
      return false
    }
    if offset &- tokenStart >= limits.number { throw cutNumber() }
    return true
  }

  // MARK: Ends

  @inline(__always)
  private mutating func endString() {
    if isName {
      state = .colon
    } else {
      endScalar()
    }
  }

  @inline(__always)
  private mutating func endScalar() {
    if containers.isEmpty {
      state = .end
    } else {
      containers[containers.count - 1].isInChild = false
      state = .afterValue
    }
  }

  private mutating func close() {
    let closed = containers.removeLast()
    if keepsNames { names.removeLast(names.count - closed.nameStart) }
    endScalar()
  }

  // MARK: Errors

  private func checkLength(_ limit: Int, kind: MappingError.Kind) throws(Failure) {
    if offset &- tokenStart &- 1 >= limit {
      throw Failure(kind: kind, expected: "at most \(limit) bytes of \(isName ? "name" : "string")")
    }
  }

  private mutating func cutNumber() -> Failure {
    isCut = true
    return Failure(kind: .numberLimit, expected: "at most \(limits.number) bytes of number")
  }

  func failure(_ kind: MappingError.Kind) -> Failure {
    Failure(kind: kind, expected: expectation)
  }

  /// The expected text in the current state, for messages.
  private var expectation: String {
    switch state {
    case .start, .value: "a value"
    case .byteOrderMark1, .byteOrderMark2: "the rest of a byte order mark"
    case .firstElement: "a value or ]"
    case .firstName: "a name in quotes or }"
    case .name: "a name in quotes"
    case .colon: ": after the name"
    case .afterValue: containers.last?.isArray == true ? ", or ]" : ", or }"
    case .end: "the end of the record"
    case .string, .continuation: "the end of the string"
    case .escape: "one of \" \\ / b f n r t u after the backslash"
    case .hex1, .hex2, .hex3, .hex4: "four hexadecimal digits, not of a lone low surrogate"
    case .lowBackslash, .lowLetter, .lowHex1, .lowHex2, .lowHex3, .lowHex4:
      "the escape of the low surrogate that completes the pair"
    case .minus, .integer, .dot, .exponent, .exponentSign, .exponentDigits, .fraction, .zero: "a digit"
    case .literal: "the rest of \(String(decoding: literal, as: UTF8.self))"
    }
  }
}
