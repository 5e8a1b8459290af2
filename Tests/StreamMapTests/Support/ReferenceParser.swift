/// The oracle of all JSON tests: a slow, simple parser of one record.
///
/// It shares nothing with the library. It reads RFC 8259 in well-formed UTF-8 with paired surrogate escapes, left to
/// right with one byte of look-ahead. It stops at the first byte that no valid record has there.
///
/// The path of an error is the path of the innermost value at the wrong byte:
/// - before and after the root value it is `$`;
/// - inside an object it includes the member's name from the colon to the end of the member's value, and is the
///   object's path everywhere else;
/// - inside an array it is the path of the next element after `[` and after a comma, the path of an element while it
///   is read, and the array's path once an element is complete;
/// - a number is complete at the first byte that cannot continue it, if it may end there.
struct ReferenceParser {
  let bytes: [UInt8]
  let limits: ReferenceLimits

  /// The next byte to read.
  var position = 0
  /// The events of all tokens read so far.
  private var events: [ParsedEvent] = []
  private var depth = 0
  private var path: [ReferenceStep] = []

  /// The result for a record: the events before its end or its first wrong byte, and the verdict.
  struct Outcome {
    var events: [ParsedEvent]
    var result: Result<ReferenceValue, ReferenceError>
  }

  static func read(_ bytes: [UInt8], limits: ReferenceLimits = ReferenceLimits()) -> Outcome {
    var parser = ReferenceParser(bytes: bytes, limits: limits)
    let result = Result { () throws(ReferenceError) in try parser.readRecord() }
    return Outcome(events: parser.events, result: result)
  }

  static func parse(
    _ bytes: [UInt8], limits: ReferenceLimits = ReferenceLimits()
  ) throws(ReferenceError) -> ReferenceValue {
    try read(bytes, limits: limits).result.get()
  }

  private init(bytes: [UInt8], limits: ReferenceLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The error at the next byte. At the end of the input every error is a truncation.
  func failure(_ kind: ReferenceError.Kind) -> ReferenceError {
    let kind = position == bytes.count ? .truncated : kind
    return ReferenceError(kind: kind, offset: position, path: pathText(path))
  }

  mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  // MARK: Structure

  private mutating func readRecord() throws(ReferenceError) -> ReferenceValue {
    try readByteOrderMark()
    skipWhiteSpace()
    let root = try readValue()
    skipWhiteSpace()
    guard position == bytes.count else { throw failure(.extraValue) }
    return root
  }

  private mutating func readByteOrderMark() throws(ReferenceError) {
    guard next == 0xEF else { return }
    for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
      try expect(byte)
    }
  }

  mutating func expect(_ byte: UInt8) throws(ReferenceError) {
    guard next == byte else { throw failure(.syntax) }
    position += 1
  }

  private mutating func readValue() throws(ReferenceError) -> ReferenceValue {
    guard let first = next else { throw failure(.truncated) }
    let start = position
    let node: ReferenceNode
    switch first {
    case UInt8(ascii: "{"): node = .object(try readObject())
    case UInt8(ascii: "["): node = .array(try readArray())
    case UInt8(ascii: "\""): node = .string(try readString(limit: limits.string, .stringLimit))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): node = .number(try readNumber())
    case UInt8(ascii: "t"): node = try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): node = try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): node = try readLiteral("null", .null)
    default: throw failure(.syntax)
    }
    switch node {
    case .null: events.append(.null)
    case .bool(let value): events.append(.bool(value))
    case .number(let literal): events.append(.number(Array(literal.utf8)))
    case .string(let text): events.append(.string(text))
    case .array: events.append(.endArray)
    case .object: events.append(.endObject)
    }
    return ReferenceValue(range: start..<position, node: node)
  }

  private mutating func open(_ event: ParsedEvent) throws(ReferenceError) {
    guard depth < limits.depth else { throw failure(.depthLimit) }
    events.append(event)
    depth += 1
    position += 1
    skipWhiteSpace()
  }

  private mutating func close() {
    depth -= 1
    position += 1
  }

  private mutating func readObject() throws(ReferenceError) -> [ReferenceMember] {
    try open(.startObject)
    var members: [ReferenceMember] = []
    guard next != UInt8(ascii: "}") else {
      close()
      return members
    }
    while true {
      guard next == UInt8(ascii: "\"") else { throw failure(.syntax) }
      let name = try readString(limit: limits.name, .nameLimit)
      events.append(.key(name))
      skipWhiteSpace()
      try expect(UInt8(ascii: ":"))
      path.append(.name(name))
      skipWhiteSpace()
      members.append(ReferenceMember(name: name, value: try readValue()))
      path.removeLast()
      skipWhiteSpace()
      switch next {
      case UInt8(ascii: ","):
        position += 1
        skipWhiteSpace()
        guard limits.allowsTrailingCommas, next == UInt8(ascii: "}") else { continue }
        close()
        return members
      case UInt8(ascii: "}"):
        close()
        return members
      default:
        throw failure(.syntax)
      }
    }
  }

  private mutating func readArray() throws(ReferenceError) -> [ReferenceValue] {
    try open(.startArray)
    var elements: [ReferenceValue] = []
    guard next != UInt8(ascii: "]") else {
      close()
      return elements
    }
    while true {
      path.append(.index(elements.count))
      skipWhiteSpace()
      elements.append(try readValue())
      path.removeLast()
      skipWhiteSpace()
      switch next {
      case UInt8(ascii: ","):
        position += 1
        guard limits.allowsTrailingCommas else { continue }
        skipWhiteSpace()
        guard next == UInt8(ascii: "]") else { continue }
        close()
        return elements
      case UInt8(ascii: "]"):
        close()
        return elements
      default:
        throw failure(.syntax)
      }
    }
  }
}
