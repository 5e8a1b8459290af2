/// Parses a ``Filter`` from left to right, with one token of lookahead.
struct FilterParser {
  private let text: String
  private let bytes: [UInt8]
  private let takesWildcards: Bool
  private var position = 0
  private var token = Token.end
  /// The byte offset of the token.
  private var start = 0
  private var depth = 0
  private var expression = FilterExpression()
  /// The paths whose values are tested, with their byte offsets.
  private var operands: [(path: RecordPath, start: Int)] = []
  /// The number of each path's operand.
  private var operandOfPath: [RecordPath: Int] = [:]
  /// For the places that paths lead on from: whether an object is needed there, and the first such path.
  private var entered: [[RecordPath.Segment]: (isObject: Bool, path: RecordPath)] = [:]
  /// The operand and the test of each condition.
  private var conditions: [(operand: Int, test: FilterExpression.Test)] = []

  private enum Token: Equatable {
    case word(String)
    case string([UInt8])
    case symbol(String)
    case end
  }

  /// The maximum nesting of parentheses and `not`.
  private static let maximumDepth = 200

  private static let keywords: Set<String> = [
    "and", "or", "not", "in", "is", "null", "starts", "with", "contains", "true", "false",
  ]

  init(_ text: String, takesWildcards: Bool) {
    self.text = text
    self.takesWildcards = takesWildcards
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(PathError) -> FilterExpression {
    try advance()
    try parseOr()
    guard token == .end else { throw fail("expected 'and', 'or' or the end") }
    return ordered()
  }

  /// Returns the expression with its tests ordered by operand.
  private func ordered() -> FilterExpression {
    var expression = expression
    var counts = [Int](repeating: 0, count: operands.count)
    for condition in conditions { counts[condition.operand] += 1 }
    var next: [Int] = []
    for (operand, count) in zip(operands, counts) {
      let first = expression.operands.last?.tests.upperBound ?? 0
      expression.operands.append(
        .init(path: operand.path, start: operand.start, tests: first..<(first + count)))
      next.append(first)
    }
    let numbers = conditions.map { condition in
      defer { next[condition.operand] += 1 }
      return next[condition.operand]
    }
    expression.tests = conditions.map(\.test)
    for (condition, number) in zip(conditions, numbers) { expression.tests[number] = condition.test }
    expression.steps = expression.steps.map { step in
      if case .test(let index) = step { .test(numbers[index]) } else { step }
    }
    return expression
  }

  // MARK: Grammar

  private mutating func parseOr() throws(PathError) {
    try parseAnd()
    while try take(word: "or") {
      try parseAnd()
      expression.steps.append(.or)
    }
  }

  private mutating func parseAnd() throws(PathError) {
    try parseNot()
    while try take(word: "and") {
      try parseNot()
      expression.steps.append(.and)
    }
  }

  private mutating func parseNot() throws(PathError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail("parentheses and 'not' nest too deeply") }
    if try take(word: "not") {
      try parseNot()
      expression.steps.append(.not)
    } else if try take(symbol: "(") {
      try parseOr()
      guard try take(symbol: ")") else { throw fail("expected 'and', 'or' or )") }
    } else {
      try parseCondition()
    }
  }

  private mutating func parseCondition() throws(PathError) {
    let operand = try parseOperand()
    switch token {
    case .symbol(let symbol) where ["==", "!=", "<", "<=", ">", ">="].contains(symbol):
      try advance()
      let place = start
      let literal = try parseLiteral()
      guard literal.isOrdered || symbol == "==" || symbol == "!=" else {
        throw fail("true and false can only be compared with == and !=", at: place)
      }
      switch symbol {
      case "==": add(.isEqual(literal), of: operand)
      case "!=": add(.isEqual(literal), of: operand, isNegated: true)
      case "<": add(.isLess(literal), of: operand)
      case "<=": add(.isGreater(literal), of: operand, isNegated: true)
      case ">": add(.isGreater(literal), of: operand)
      default: add(.isLess(literal), of: operand, isNegated: true)
      }
    case .symbol("="):
      throw fail("expected ==")
    default:
      if try take(word: "in") {
        add(.isOneOf(FilterList(try parseList())), of: operand)
      } else if try take(word: "is") {
        let isNegated = try take(word: "not")
        guard try take(word: "null") else { throw fail("expected 'null'") }
        add(.isNull, of: operand, isNegated: isNegated)
      } else if try take(word: "starts") {
        guard try take(word: "with") else { throw fail("expected 'with'") }
        add(.hasPrefix(try parseString()), of: operand)
      } else if try take(word: "contains") {
        add(.contains(TextSearch(try parseString())), of: operand)
      } else {
        throw fail("expected an operator: == != < <= > >= in is 'starts with' contains")
      }
    }
  }

  private mutating func add(_ test: FilterExpression.Test, of operand: Int, isNegated: Bool = false) {
    expression.steps.append(.test(conditions.count))
    conditions.append((operand, test))
    if isNegated { expression.steps.append(.not) }
  }

  /// Parses a path. Returns the number of its operand.
  private mutating func parseOperand() throws(PathError) -> Int {
    guard case .word(let word) = token else { throw fail("expected a path") }
    if Self.keywords.contains(word.lowercased()) {
      throw fail("expected a path; write ['\(word)'] for a member of this name")
    }
    if word == "json", position < bytes.count, bytes[position] == UInt8(ascii: "(") {
      throw fail(
        "a filter has no json(…): it tests values of the record, and columns alone have those of a text in it"
      )
    }
    let path: RecordPath
    do throws(PathError) {
      path = try RecordPath(word)
    } catch {
      throw fail(error.reason, at: start + error.position)
    }
    guard takesWildcards || !path.isMultiple else { throw fail("a path in a filter has no wildcard") }
    let operand = operandOfPath[path] ?? operands.count
    if operand == operands.count {
      try checkKinds(path)
      operands.append((path, start))
      operandOfPath[path] = operand
    }
    try advance()
    return operand
  }

  /// Throws if a value is needed both as an object and as an array.
  private mutating func checkKinds(_ path: RecordPath) throws(PathError) {
    for (index, segment) in path.segments.enumerated() {
      let place = Array(path.segments[..<index])
      guard let known = entered[place] else {
        entered[place] = (segment.isOfObject, path)
        continue
      }
      if known.isObject != segment.isOfObject {
        throw fail(
          "needs \(segment.isOfObject ? "an object" : "an array") here, but the path \"\(known.path.text)\" needs "
            + (segment.isOfObject ? "an array" : "an object"), at: start + path.positions[index])
      }
    }
  }

  private mutating func parseList() throws(PathError) -> [FilterLiteral] {
    guard try take(symbol: "(") else { throw fail("expected ( and a list of literals") }
    var literals: [FilterLiteral] = []
    repeat { literals.append(try parseLiteral()) } while try take(symbol: ",")
    guard try take(symbol: ")") else { throw fail("expected , or )") }
    return literals
  }

  private mutating func parseString() throws(PathError) -> [UInt8] {
    guard case .string(let text) = token else { throw fail("expected a string in quotes") }
    try advance()
    return text
  }

  private mutating func parseLiteral() throws(PathError) -> FilterLiteral {
    if case .string(let text) = token {
      try advance()
      return .string(text)
    }
    guard case .word(let word) = token else { throw fail("expected a literal") }
    let literal: FilterLiteral
    switch word.lowercased() {
    case "true": literal = .bool(true)
    case "false": literal = .bool(false)
    case "null": throw fail("use 'is null' or 'is not null'")
    default:
      let text = Array(word.utf8)
      guard NumberText.Parts(text.span) != nil else {
        throw fail("expected a number, true, false, or a string in quotes, not '\(word)'")
      }
      literal = .number(text, NumberText.plainInteger(text.span))
    }
    try advance()
    return literal
  }

  // MARK: Tokens

  private func fail(_ reason: String, at place: Int? = nil) -> PathError {
    PathError(text, at: place ?? start, reason, isCondition: true)
  }

  private mutating func take(word: String) throws(PathError) -> Bool {
    guard case .word(let found) = token, found.lowercased() == word else { return false }
    try advance()
    return true
  }

  private mutating func take(symbol: String) throws(PathError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func advance() throws(PathError) {
    while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
    start = position
    guard position < bytes.count else {
      token = .end
      return
    }
    switch bytes[position] {
    case ASCII.quote, ASCII.apostrophe: token = .string(try readString())
    case UInt8(ascii: "("), UInt8(ascii: ")"), ASCII.comma: token = readSymbol(1)
    case ASCII.equals, UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      token = readSymbol(position + 1 < bytes.count && bytes[position + 1] == ASCII.equals ? 2 : 1)
      if token == .symbol("!") { throw fail("expected !=, or 'not' before a condition") }
    default: token = .word(try readWord())
    }
  }

  private mutating func readSymbol(_ count: Int) -> Token {
    defer { position += count }
    return .symbol(String(decoding: bytes[position..<(position + count)], as: UTF8.self))
  }

  /// Reads a path, a keyword or a number, to the next white space or operator outside brackets.
  private mutating func readWord() throws(PathError) -> String {
    let ends = Array("=!<>(),".utf8)
    while position < bytes.count, !ASCII.isWhitespace(bytes[position]), !ends.contains(bytes[position]) {
      if bytes[position] == ASCII.openBracket { try skipBracket() } else { position += 1 }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipBracket() throws(PathError) {
    let open = position
    position += 1
    while position < bytes.count, bytes[position] != ASCII.closeBracket {
      if bytes[position] == ASCII.quote || bytes[position] == ASCII.apostrophe {
        _ = try readString()
      } else {
        position += 1
      }
    }
    guard position < bytes.count else { throw fail("a [ without its ]", at: open) }
    position += 1
  }

  /// Reads a string in quotes.
  private mutating func readString() throws(PathError) -> [UInt8] {
    let open = position
    let quote = bytes[position]
    position += 1
    var string: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] == ASCII.backslash else {
        string.append(bytes[position])
        position += 1
        continue
      }
      let escape = position
      position += 2
      let escaped = escape + 1 < bytes.count ? bytes[escape + 1] : 0
      if escaped == quote || escaped == ASCII.backslash {
        string.append(escaped)
      } else if let unit = Unescaping.codeUnit(bytes.span, at: escape),
        let scalar = try scalar(unit, from: escape)
      {
        string.append(contentsOf: String(scalar).utf8)
      } else {
        throw fail(
          "a backslash may only precede the quote, another backslash, or u and four hexadecimal digits",
          at: escape)
      }
    }
    guard position < bytes.count else { throw fail("a string without its closing quote", at: open) }
    position += 1
    return string
  }

  /// Reads the digits of an escape, and the second escape of a pair of surrogates. Returns the character.
  private mutating func scalar(_ unit: UInt32, from escape: Int) throws(PathError) -> Unicode.Scalar? {
    position = escape + 6
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, let low = Unescaping.codeUnit(bytes.span, at: position), low & 0xFC00 == 0xDC00
    else {
      throw fail("half of a surrogate pair", at: escape)
    }
    position += 6
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }
}

extension RecordPath.Segment {
  fileprivate var isOfObject: Bool {
    switch self {
    case .name, .everyMember: true
    case .index, .indexOrName, .everyElement: false
    }
  }
}
