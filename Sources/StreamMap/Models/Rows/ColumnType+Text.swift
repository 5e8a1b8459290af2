extension ColumnType: CustomStringConvertible {
  /// The words of types that have others in parentheses.
  package static var nested: [String] { ["list", "map", "struct"] }

  /// The type as ``init(_:)`` parses it: `int64`, `timestamp[us]`, `list(struct(sku:string,price:double))`.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int64: "int64"
    case .uint64: "uint64"
    case .double: "double"
    case .string: "string"
    case .text: "text"
    case .timestamp(let unit): "timestamp[\(unit.rawValue)]"
    case .datetime(let unit): "datetime[\(unit.rawValue)]"
    case .unix(let unit, as: let stored):
      "unix[\(unit.rawValue)\(stored == unit ? "" : ",\(stored.rawValue)")]"
    case .date: "date"
    case .json: "json"
    case .list(let item): "list(\(item))"
    case .map(let value): "map(\(value))"
    case .struct(let members):
      "struct(\(members.map { "\(TypeReader.text(ofName: $0.name)):\($0.type)" }.joined(separator: ",")))"
    }
  }

  /// The type without the members of structs, for messages: `list(struct)`.
  package var outline: String {
    switch self {
    case .list(let item): "list(\(item.outline))"
    case .map(let value): "map(\(value.outline))"
    case .struct: "struct"
    default: description
    }
  }

  /// Parses a type: `bool`, `int64`, `uint64`, `double`, `string`, `text`, `date`, `timestamp[UNIT]`, `datetime[UNIT]`,
  /// `unix[UNIT]`, `unix[UNIT,UNIT]`, `json`, `list(TYPE)`, `map(TYPE)` or `struct(NAME:TYPE,…)`.
  ///
  /// A UNIT is `s`, `ms`, `us` or `ns`. The second one of `unix` is the one that the values are stored in.
  /// White space around names and types is ignored. A name with a character that separates, or with white space, is
  /// written in quotes as `['…']`. Returns nil for any other text, for a struct without members or with two of the same
  /// name, and for more than 32 types in one another.
  public init?(_ text: String) {
    var reader = TypeReader(text)
    guard let type = try? reader.read() else { return nil }
    self = type
  }

  /// Parses a type.
  ///
  /// - Throws: `PathError` with the position in the text.
  package init(parsing text: String) throws(PathError) {
    var reader = TypeReader(text)
    self = try reader.read()
  }
}

/// Reads the text of a type.
private struct TypeReader {
  private let source: String
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    source = text
    bytes = Array(text.utf8)
    skipSpace()
  }

  mutating func read() throws(PathError) -> ColumnType {
    let type = try type(depth: 1)
    guard position == bytes.count else { throw error("expected the end of the type") }
    if let problem = type.problem { throw error(problem, at: 0) }
    return type
  }

  private func error(_ reason: String, at position: Int? = nil) -> PathError {
    PathError(source, at: position ?? self.position, reason)
  }

  private static let plain: [String: ColumnType] = {
    let units = ColumnType.TimeUnit.allCases
    let types: [ColumnType] =
      [.bool, .int64, .uint64, .double, .string, .text, .date, .json]
      + units.flatMap { unit in
        [.timestamp(unit), .datetime(unit)] + units.map { .unix(unit, as: $0) }
      }
    return Dictionary(uniqueKeysWithValues: types.map { ($0.description, $0) })
  }()

  /// The names that other languages have for these types.
  private static let foreign: [String: Set<String>] = [
    "bool": ["boolean"],
    "int64": ["int", "integer", "int8", "int16", "int32", "long", "bigint"],
    "uint64": ["uint", "uint8", "uint16", "uint32", "ubigint"],
    "double": ["float", "float32", "float64", "number", "real"],
    "string": ["str", "large_string", "utf8", "varchar", "object"],
    "date": ["date32", "date64"],
    "timestamp[UNIT], datetime[UNIT] or unix[UNIT], UNIT being s, ms, us or ns": [
      "timestamp", "datetime", "unix",
    ],
    "list(TYPE)": ["list", "array"],
    "map(TYPE)": ["map", "dict"],
  ]

  /// Returns the type that a name from elsewhere means, or a list of all types.
  private static func remedy(for word: String) -> String {
    let word = word.lowercased()
    if plain[word] != nil { return word }
    return foreign.first { $1.contains(word) }?.key
      ?? "bool, int64, uint64, double, string, text, date, timestamp[UNIT], datetime[UNIT], unix[UNIT], json, "
      + "list(TYPE), struct(NAME:TYPE,…) or map(TYPE), where UNIT is s, ms, us or ns"
  }

  private mutating func type(depth: Int) throws(PathError) -> ColumnType {
    let start = position
    let word = word()
    if let type = Self.plain[word] { return type }
    guard !word.hasSuffix("!") else {
      throw error(
        "only a column can be required: write ! after its whole type, as in tags:list(string)!", at: start)
    }
    guard depth <= ColumnType.maximumDepth else {
      throw error("types nest at most \(ColumnType.maximumDepth) deep", at: start)
    }
    guard ColumnType.nested.contains(word), skip(ASCII.openParenthesis) else {
      throw error("unknown type '\(word)': use \(Self.remedy(for: word))", at: start)
    }
    let type = try contents(of: word, depth: depth)
    guard skip(ASCII.closeParenthesis) else { throw error("expected ) after the types of \(word)") }
    return type
  }

  /// Reads what is between the parentheses of a type.
  private mutating func contents(of word: String, depth: Int) throws(PathError) -> ColumnType {
    guard word == "struct" else {
      let type = try type(depth: depth + 1)
      return word == "list" ? .list(type) : .map(type)
    }
    var members: [ColumnType.Member] = []
    repeat {
      let start = position
      guard let name = name() else {
        throw error("expected the name of a member; one with another character is written ['…']", at: start)
      }
      guard skip(ASCII.colon) else { throw error("expected a colon and the type of '\(name)'") }
      members.append(ColumnType.Member(name, try type(depth: depth + 1)))
    } while skip(ASCII.comma)
    return .struct(members)
  }

  /// Reads the name of a member.
  private mutating func name() -> String? {
    guard position < bytes.count, bytes[position] == ASCII.openBracket else {
      let name = text { !Self.isReserved($0) }
      return name.isEmpty ? nil : name
    }
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == ASCII.backslash { position += 1 } else if byte == open { quote = nil }
      } else if byte == ASCII.quote || byte == ASCII.apostrophe {
        quote = byte
      } else if byte == ASCII.closeBracket {
        break
      }
    }
    guard position <= bytes.count,
      let path = try? RecordPath(String(decoding: bytes[start..<position], as: UTF8.self)),
      path.segments.count == 1, case .name(let name) = path.segments[0]
    else { return nil }
    skipSpace()
    return name
  }

  /// Reads a word with its units, which can have white space and a comma between them.
  private mutating func word() -> String {
    var isInBracket = false
    let word = text { byte in
      if byte == ASCII.openBracket || byte == ASCII.closeBracket { isInBracket = byte == ASCII.openBracket }
      return isInBracket || !Self.separates(byte)
    }
    return word.filter { !$0.isWhitespace }
  }

  /// Reads the bytes that a condition holds for, and the space behind them.
  private mutating func text(_ condition: (UInt8) -> Bool) -> String {
    let start = position
    while position < bytes.count, condition(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    skipSpace()
    return text
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
  }

  /// Returns whether a byte is a part of no plain name.
  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.colon, ASCII.openBracket, ASCII.closeBracket, ASCII.quote, ASCII.apostrophe: true
    default: separates(byte)
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    byte == ASCII.comma || byte == ASCII.openParenthesis || byte == ASCII.closeParenthesis
      || ASCII.isWhitespace(byte)
  }

  /// Returns a name as it is written in a type.
  static func text(ofName name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == ASCII.minus || ASCII.isDigit(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    if isPlain { return name }
    var text = PathText()
    text.append(quoted: name)
    return text.description
  }
}
