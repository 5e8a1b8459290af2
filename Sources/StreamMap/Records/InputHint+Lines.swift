// Guesses the framing or encoding of an input from the first line that cannot be parsed.
//
// The guess uses only the line's own bytes and its position. So it does not depend on the engine, the chunks or the
// number of workers.
extension InputHint {
  /// - Parameters:
  ///   - line: the line's bytes without the line feed. A line over its limit is cut there.
  ///   - isFirst: whether the line begins the input.
  ///   - isEnded: whether a line feed follows.
  ///   - failure: why the line cannot be read.
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
    if failure.kind.category == .syntax || failure.kind == .truncated, let format = InputFormat(of: line) {
      self = .format(format)
      return
    }
    let mark = ASCII.byteOrderMark
    let start = line.endOfWhitespace(from: line.starts(with: mark) ? mark.count : 0)
    guard start < line.count else { return nil }
    let first = line[start]
    if first == ASCII.recordSeparator {
      self = .sequence
      return
    }
    guard first == ASCII.openBracket || first == ASCII.openBrace else {
      guard failure.kind.category == .syntax, let hint = Self(textAround: line) else { return nil }
      self = hint
      return
    }
    switch failure.kind {
    case .extraValue where failure.offset < line.count && line[failure.offset] == ASCII.comma:
      // Other values after the comma would be in its way, too.
      guard line.endOfWhitespace(from: failure.offset + 1) == line.count, let hint = Self(textAround: line)
      else {
        return nil
      }
      self = hint
    case .extraValue:
      let next = failure.offset < line.count ? line[failure.offset] : 0
      guard next == ASCII.openBracket || next == ASCII.openBrace else { return nil }
      self = .concatenated
    case .truncated where !isEnded || !Self.canContinue(line):
      return nil
    case .truncated where first == ASCII.openBrace || !Self.holdsRecords(line, from: start):
      self = .document
    case .recordLimit where first == ASCII.openBrace:
      guard let hint = Self(firstRecordOver: failure.offset, openedBy: first) else { return nil }
      self = hint
    default:
      guard first == ASCII.openBracket, Self.holdsRecords(line, from: start), failure.mayBeOfItems else {
        return nil
      }
      self = .array
    }
  }

  /// The hint for an input whose first line is text without JSON, from the first later line that has some.
  ///
  /// - Parameter beginning: the first bytes of the input.
  package init?(firstLines beginning: Span<UInt8>) {
    var start = 0
    while start < beginning.count {
      var end = start
      while end < beginning.count, beginning[end] != ASCII.lineFeed { end += 1 }
      if let hint = Self(textAround: beginning.extracting(start..<end)) {
        self = hint
        return
      }
      start = end + 1
    }
    return nil
  }

  /// The hint for a line that is not JSON but has some.
  private init?(textAround line: Span<UInt8>) {
    if case .record = LineDecoration.event.content(of: line, isFirst: true) {
      self = .serverSentEvents
    } else if case .record = LineDecoration.text.content(of: line, isFirst: true) {
      self = .embeddedLines
    } else if line.starts(with: Array("event:".utf8)) {
      self = .serverSentEvents
    } else if CodeFence(in: line, at: line.endOfWhitespace(from: 0))?.language == .json {
      self = .markdown
    } else {
      return nil
    }
  }

  /// Whether the first element of an array is an object or array, or is on a later line.
  private static func holdsRecords(_ line: Span<UInt8>, from start: Int) -> Bool {
    let element = line.endOfWhitespace(from: start + 1)
    return element == line.count || line[element] == ASCII.openBrace || line[element] == ASCII.openBracket
  }

  /// Whether the last byte of a line that is not blank allows the value to continue on the next line. A truncated record
  /// may end at any byte.
  private static func canContinue(_ line: Span<UInt8>) -> Bool {
    var last = line.count - 1
    while ASCII.isWhitespace(line[last]) { last -= 1 }
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
  /// Whether the failure can come from reading an array as one record. False for an error within the model's value.
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
