/// A line that begins or ends a code block of Markdown: three or more backticks or tildes, and perhaps a language.
struct CodeFence: Equatable {
  private let marker: UInt8
  private let count: Int
  let language: Language

  enum Language {
    case none, json, other
  }

  /// The number of bytes of a line that are examined.
  static var longest: Int { 256 }

  /// Whether a fence can begin with this byte.
  static func canBegin(with byte: UInt8) -> Bool { byte == ASCII.backtick || byte == ASCII.tilde }

  /// Finds the fence that begins at an index of a text, or returns nil. The line ends at a line feed or with the text.
  init?(in text: Span<UInt8>, at start: Int) {
    guard start < text.count, Self.canBegin(with: text[start]) else { return nil }
    var line = text.extracting(start..<min(start + Self.longest, text.count))
    line = line.extracting(first: line.firstIndex(of: ASCII.lineFeed) ?? line.count)
    marker = line[0]
    var end = 1
    while end < line.count, line[end] == marker { end += 1 }
    count = end
    // A line with other backticks has code within it.
    guard count >= 3, marker == ASCII.tilde || line.firstIndex(of: marker, from: count) == nil else {
      return nil
    }
    let word = line.endOfWhitespace(from: count)
    end = word
    while end < line.count, !ASCII.isWhitespace(line[end]) { end += 1 }
    language = word == end ? .none : Self.isJSON(line.extracting(word..<end)) ? .json : .other
  }

  /// Whether a word has `json` in it, in any case.
  private static func isJSON(_ word: Span<UInt8>) -> Bool {
    let name = Array("json".utf8)
    return word.count >= name.count
      && (0...word.count - name.count).contains { start in
        name.indices.allSatisfy { word[start + $0] | 0x20 == name[$0] }
      }
  }

  /// Whether the fence ends the block that another one has begun.
  func closes(_ block: CodeFence) -> Bool {
    language == .none && marker == block.marker && count >= block.count
  }
}
