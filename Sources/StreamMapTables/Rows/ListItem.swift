import StreamMap

/// An item of a comma-separated list of columns: `[NAME=]SOURCE`, or `[NAME=]SOURCE:TYPE`. A source is a path, or several
/// paths with `|` between them. A path can begin with `json(PATH)`, the JSON text of a string.
struct ListItem {
  let name: String
  /// The paths. The first one that has a value counts.
  let paths: [RecordPath]
  /// The byte offset of each path in the list.
  let starts: [Int]
  /// The text after the last colon. Empty if items have no types.
  let type: String

  /// Splits a list at commas outside brackets and types, and each item at its first equals sign outside brackets.
  ///
  /// White space around names, paths and types is ignored. A dot before a path is ignored, too.
  ///
  /// - Parameter hasTypes: whether each item is also split at its last colon outside brackets and types.
  /// - Throws: `PathError` with the list, for a malformed name or path, and for a missing type.
  static func all(of list: String, hasTypes: Bool = false) throws(PathError) -> [ListItem] {
    let bytes = Array(list.utf8)
    var items: [ListItem] = []
    for parts in parts(of: list, bytes, hasTypes: hasTypes) {
      func part(_ range: Range<Int>) -> (text: String, start: Int) {
        let range = trimmed(bytes, range)
        return (text(of: bytes, range), range.lowerBound)
      }
      var paths: [RecordPath] = []
      var starts: [Int] = []
      for range in alternatives(bytes, parts.path) {
        let (pathText, start) = part(range)
        do throws(PathError) {
          if hasTypes, parts.type == nil, !pathText.isEmpty, range.upperBound == parts.path.upperBound {
            throw PathError(
              pathText, at: pathText.utf8.count, "expected a colon and a type, as in \(pathText):int64")
          }
          let path = try RecordPath(column: pathText)
          paths.append(path)
          starts.append(start + pathText.utf8.count - path.text.utf8.count)
        } catch {
          throw error.within(list, from: start)
        }
      }
      var name: String?
      if let range = parts.name {
        let (text, start) = part(range)
        do throws(PathError) {
          name = try columnName(text)
        } catch {
          throw error.within(list, from: start)
        }
      }
      items.append(
        ListItem(
          name: name ?? paths.columnName, paths: paths, starts: starts,
          type: parts.type.map { part($0).text } ?? ""))
    }
    return items
  }

  /// The ranges of the parts of an item.
  private typealias Parts = (name: Range<Int>?, path: Range<Int>, type: Range<Int>?)

  private static func parts(of list: String, _ bytes: [UInt8], hasTypes: Bool) -> [Parts] {
    var items: [Parts] = []
    var start = 0
    var equals: Int?
    var colon: Int?
    // The parentheses that are open in a type.
    var depth = 0
    var index = 0
    func add(to end: Int) {
      items.append(
        (
          equals.map { start..<$0 }, (equals.map { $0 + 1 } ?? start)..<(colon ?? end),
          colon.map { ($0 + 1)..<end }
        ))
    }
    forEachByte(of: bytes[...]) { byte, isInBracket in
      if let colon, !isInBracket, byte == ASCII.openParenthesis || byte == ASCII.closeParenthesis {
        // A name can have parentheses, too.
        let isOpened = byte == ASCII.openParenthesis
        func isType() -> Bool {
          ColumnType.nested.contains(text(of: bytes, trimmed(bytes, (colon + 1)..<index)))
        }
        if depth > 0 || isOpened && isType() { depth += isOpened ? 1 : -1 }
      } else if depth > 0 {
        // The list of a struct's members.
      } else if byte == ASCII.comma && !isInBracket {
        add(to: index)
        (start, equals, colon) = (index + 1, nil, nil)
      } else if byte == ASCII.equals && !isInBracket && equals == nil {
        (equals, colon) = (index, nil)
      } else if hasTypes && byte == ASCII.colon && !isInBracket {
        colon = index
      }
      index += 1
    }
    add(to: bytes.count)
    return items
  }

  /// Returns the ranges between those `|` of a range that are outside brackets.
  private static func alternatives(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    forEachByte(of: bytes[range]) { byte, isInBracket in
      if byte == bar, !isInBracket {
        ranges.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    return ranges + [start..<range.upperBound]
  }

  private static let bar = UInt8(ascii: "|")

  /// Returns the name that an item gives its column: the text, or the name in quotes and brackets.
  private static func columnName(_ text: String) throws(PathError) -> String {
    guard !text.isEmpty else {
      throw PathError(text, at: 0, "a name is missing before =; an empty name is written ['']")
    }
    if text.hasPrefix("[") {
      let path = try RecordPath(text)
      guard let name = path.quotedName else {
        throw PathError(
          text, at: 0,
          "a name in brackets is one name in quotes, as in ['a.b']=; write \(quoted(text)) for this text")
      }
      return name
    }
    if let space = text.utf8.firstIndex(where: ASCII.isWhitespace) {
      throw PathError(
        text, at: text.utf8.distance(from: text.startIndex, to: space),
        "a name with a space is written in quotes, as in \(quoted(text))=, and columns are separated by commas"
      )
    }
    return text
  }

  /// Returns a name in quotes and brackets.
  static func quoted(_ name: String) -> String {
    var text = PathText()
    text.append(quoted: name)
    return text.description
  }

  private static func text(of bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a range without white space at its ends.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, ASCII.isWhitespace(bytes[first]) { range.removeFirst() }
    while let last = range.last, ASCII.isWhitespace(bytes[last]) { range.removeLast() }
    return range
  }

  fileprivate static func forEachByte(
    of bytes: ArraySlice<UInt8>, _ body: (UInt8, _ isInBracket: Bool) -> Void
  ) {
    var isInBracket = false
    var quote: UInt8?
    var isEscaped = false
    for byte in bytes {
      body(byte, isInBracket)
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = byte == ASCII.backslash
        if byte == open { quote = nil }
      } else if isInBracket {
        if byte == ASCII.quote || byte == ASCII.apostrophe { quote = byte }
        isInBracket = byte != ASCII.closeBracket
      } else {
        isInBracket = byte == ASCII.openBracket
      }
    }
  }
}

extension [ListItem] {
  /// Returns the byte offset of a path in the list.
  func start(of path: String) -> Int {
    lazy.compactMap { item in item.paths.firstIndex { $0.text == path }.map { item.starts[$0] } }.first
      ?? self[0].starts[0]
  }
}

extension RecordPath {
  /// Parses the path of a column. It is stricter than other paths, because a path of no record gives nulls.
  fileprivate init(column text: String) throws(PathError) {
    let bytes = Array(text.utf8)
    if text.hasPrefix(Self.opening) {
      try self.init(text: text, bytes)
      return
    }
    // A dot before the first name is jq's.
    let isDotted = bytes.count > 1 && bytes[0] == ASCII.dot && bytes[1] != ASCII.dot
    try self.init(isDotted ? String(text.dropFirst()) : text)
    if bytes[0] == ASCII.slash {
      throw PathError(
        text, at: 0,
        "a path does not begin with a slash: write \(Self.text(ofPointer: text)), or \(written) for a name with a slash"
      )
    }
    try checkSpaces(in: text, bytes, from: isDotted ? 1 : 0)
  }

  /// Throws if a name that is not in quotes has a space.
  ///
  /// - Parameter first: the byte offset in the text from which positions count.
  private func checkSpaces(in text: String, _ bytes: [UInt8], from first: Int) throws(PathError) {
    for (segment, position) in zip(segments, positions) {
      let start = position + first
      guard case .name(let name) = segment, bytes[start] != ASCII.openBracket,
        let space = name.utf8.firstIndex(where: ASCII.isWhitespace)
      else { continue }
      throw PathError(
        text, at: start + name.utf8.distance(from: name.startIndex, to: space),
        "a name with a space is written in quotes, as in \(written), and columns are separated by commas")
    }
  }

  /// The steps as a path, with quotes where they are needed.
  private var written: PathText {
    var path = PathText()
    for segment in segments { path.append(segment) }
    return path
  }

  private static let opening = "json("

  /// Parses `json(PATH)` and the path that follows it.
  private init(text: String, _ bytes: [UInt8]) throws(PathError) {
    let start = Self.opening.utf8.count
    var (depth, index, close) = (0, 0, -1)
    ListItem.forEachByte(of: bytes[...]) { byte, isInBracket in
      if !isInBracket, close < 0 {
        if byte == ASCII.openParenthesis { depth += 1 }
        if byte == ASCII.closeParenthesis { depth -= 1 }
        if byte == ASCII.closeParenthesis, depth == 0 { close = index }
      }
      index += 1
    }
    guard close > 0 else {
      throw PathError(
        text, at: start - 1,
        "json( needs one path and its ); a name with a parenthesis is written in quotes, as in ['json(x)']")
    }
    let outer: RecordPath
    do throws(PathError) {
      outer = try RecordPath(column: String(decoding: bytes[start..<close], as: UTF8.self))
    } catch {
      throw PathError(text, at: start + error.position, error.reason)
    }
    if let constant = RowConstant.allCases.first(where: { $0.name == outer.text }) {
      throw PathError(
        text, at: start,
        "\(constant.name) has no JSON text: write ['\(constant.name)'] for a member of that name")
    }
    var rest = RecordPath(writing: [] as [Segment])
    if close + 1 < bytes.count {
      guard [ASCII.dot, ASCII.openBracket].contains(bytes[close + 1]) else {
        throw PathError(text, at: close + 1, "expected . or [ here, and a path in the JSON text")
      }
      do throws(PathError) {
        // The root takes the place of the parenthesis.
        rest = try RecordPath("$" + String(decoding: bytes[(close + 1)...], as: UTF8.self))
      } catch {
        throw PathError(text, at: close + error.position, error.reason)
      }
      try rest.checkSpaces(in: text, bytes, from: close)
    }
    for (path, first) in [(outer, start), (rest, close)] {
      guard let wildcard = path.segments.firstIndex(where: { $0 == .everyElement || $0 == .everyMember })
      else {
        continue
      }
      throw PathError(
        text, at: path.positions[wildcard] + first,
        "a column with json(…) has no wildcards, in the text or around it: select the text as a column of its own"
      )
    }
    self.init(
      segments: rest.segments, text: text, positions: rest.positions.map { $0 + close },
      texts: outer.texts + [outer.segments])
  }

  /// Returns the path that a JSON Pointer means.
  private static func text(ofPointer pointer: String) -> String {
    var text = PathText()
    for step in pointer.split(separator: "/") {
      if let index = Int32(step), index >= 0 {
        text.append(index: Int(index))
      } else {
        text.append(name: String(step))
      }
    }
    return text.description
  }

  /// The only name of a path in quotes and brackets.
  var quotedName: String? {
    guard text.hasPrefix("["), segments.count == 1, case .name(let name) = segments[0] else { return nil }
    return name
  }

  /// The name of a column that has none: the path as it was written, without quotes if it is one name.
  package var columnName: String { quotedName ?? text }
}

extension [RecordPath] {
  /// The paths as a list of columns has them.
  package var text: String { map(\.text).joined(separator: "|") }

  /// The name of a column that has none.
  package var columnName: String { count == 1 ? self[0].columnName : text }
}
