// What an input seems to be that was read as lines, by the first of them that cannot be read.
//
// Only that line's own bytes are looked at, and where it stands: so the hint is the same for every engine, chunking, and
// number of workers.
extension InputHint {
  /// - Parameters:
  ///   - line: its bytes, without the line feed; of one beyond its limit, those up to it.
  ///   - isFirst: it begins the input.
  ///   - isEnded: there is a line feed behind it.
  ///   - failure: why it cannot be read.
  init?(line: Span<UInt8>, isFirst: Bool, isEnded: Bool, _ failure: RecordFailure) {
    let isSyntax = failure.kind.category == .syntax
    if isSyntax, line.extracting(min(failure.offset, line.count)...).starts(with: ASCII.byteOrderMark) {
      self = .byteOrderMark
    } else if failure.kind == .extraValue, Self.hasReturn(in: line, before: failure.offset) {
      self = .carriageReturns
    } else if isFirst, let hint = Self(firstLine: line, isEnded: isEnded, failure) {
      self = hint
    } else {
      return nil
    }
  }

  private init?(firstLine line: Span<UInt8>, isEnded: Bool, _ failure: RecordFailure) {
    if failure.kind.category == .syntax || failure.kind == .truncated, let hint = Self(encodingOf: line) {
      self = hint
      return
    }
    let mark = ASCII.byteOrderMark
    let start = Self.next(in: line, from: line.starts(with: mark) ? mark.count : 0)
    guard start < line.count else { return nil }
    let first = line[start]
    if first == ASCII.recordSeparator {
      self = .sequence
      return
    }
    guard first == ASCII.openBracket || first == ASCII.openBrace else { return nil }
    switch failure.kind {
    case .extraValue:
      let next = failure.offset < line.count ? line[failure.offset] : 0
      guard next == ASCII.openBracket || next == ASCII.openBrace else { return nil }
      self = .concatenated
    case .truncated where !isEnded || !Self.goesOn(line):
      return nil
    case .truncated where first == ASCII.openBrace || !Self.holdsRecords(line, from: start):
      self = .document
    default:
      guard first == ASCII.openBracket, Self.holdsRecords(line, from: start), failure.mayBeOfItems else {
        return nil
      }
      self = .array
    }
  }

  /// Where the next byte is that is no white space.
  private static func next(in line: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < line.count, ASCII.isWhitespace(line[index]) { index += 1 }
    return index
  }

  /// Whether the first element of an array is an object or array, or not on its line.
  private static func holdsRecords(_ line: Span<UInt8>, from start: Int) -> Bool {
    let element = next(in: line, from: start + 1)
    return element == line.count || line[element] == ASCII.openBrace || line[element] == ASCII.openBracket
  }

  /// Whether a line ends as one does that the next line goes on with: a record that was cut ends anywhere.
  private static func goesOn(_ line: Span<UInt8>) -> Bool {
    guard let last = line.indices.last(where: { !ASCII.isWhitespace(line[$0]) }) else { return false }
    switch line[last] {
    case ASCII.openBrace, ASCII.openBracket, ASCII.comma, ASCII.colon: return true
    // The next line may begin with the comma.
    default: return ASCII.isClosing(line[last])
    }
  }

  /// Whether the white space before an offset has a carriage return.
  private static func hasReturn(in line: Span<UInt8>, before offset: Int) -> Bool {
    var index = min(offset, line.count)
    while index > 0, ASCII.isWhitespace(line[index - 1]) {
      index -= 1
      if line[index] == ASCII.carriageReturn { return true }
    }
    return false
  }
}

extension RecordFailure {
  /// Another error than one within what the model takes an array's element for.
  fileprivate var mayBeOfItems: Bool {
    switch kind.category {
    case .syntax, .truncated: return true
    case .limit: return kind == .recordLimit
    case .io: return false
    case .mapping:
      let isDecoded = if case .typeMismatch? = underlying as? DecodingError { true } else { false }
      return path == "$" && (kind == .typeMismatch || isDecoded)
    }
  }
}
