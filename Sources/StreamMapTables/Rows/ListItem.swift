import StreamMap

/// An item of a comma-separated list of columns: `[NAME=]SOURCE`, or `[NAME=]SOURCE:TYPE`. A source is a path, or several
/// paths with `|` between them.
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

  private static func forEachByte(of bytes: ArraySlice<UInt8>, _ body: (UInt8, _ isInBracket: Bool) -> Void) {
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
    // A dot before the first name is jq's.
    let isDotted = bytes.count > 1 && bytes[0] == ASCII.dot && bytes[1] != ASCII.dot
    try self.init(isDotted ? String(text.dropFirst()) : text)
    var quoted = PathText()
    for segment in segments { quoted.append(segment) }
    if bytes[0] == ASCII.slash {
      throw PathError(
        text, at: 0,
        "a path does not begin with a slash: write \(Self.text(ofPointer: text)), or \(quoted) for a name with a slash"
      )
    }
    for (segment, position) in zip(segments, positions) {
      let start = position + (isDotted ? 1 : 0)
      guard case .name(let name) = segment, bytes[start] != ASCII.openBracket,
        let space = name.utf8.firstIndex(where: ASCII.isWhitespace)
      else { continue }
      throw PathError(
        text, at: start + name.utf8.distance(from: name.startIndex, to: space),
        "a name with a space is written in quotes, as in \(quoted), and columns are separated by commas")
    }
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
