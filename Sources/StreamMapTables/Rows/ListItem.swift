import StreamMap

/// An item of a comma-separated list of columns: `[NAME=]PATH`, or `[NAME=]PATH:TYPE`.
struct ListItem {
  let name: String
  let path: RecordPath
  /// The byte offset of the path in the list.
  let start: Int
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
      let (pathText, start) = part(parts.path)
      let path: RecordPath
      do throws(PathError) {
        if hasTypes, parts.type == nil, !pathText.isEmpty {
          throw PathError(
            pathText, at: pathText.utf8.count, "expected a colon and a type, as in \(pathText):int64")
        }
        path = try RecordPath(column: pathText)
      } catch {
        throw error.within(list, from: start)
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
          name: name ?? path.columnName, path: path,
          start: start + pathText.utf8.count - path.text.utf8.count,
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
    forEachByte(of: list) { byte, isInBracket in
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

  private static func forEachByte(of text: String, _ body: (UInt8, _ isInBracket: Bool) -> Void) {
    var isInBracket = false
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
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
