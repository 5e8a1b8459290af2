extension Framing {
  /// Detects the framing of an input from its first bytes.
  ///
  /// - A record separator (0x1E) before all other bytes is ``sequence``.
  /// - A fence of a JSON code block before all other bytes is ``markdown``.
  /// - A first value on one line is ``concatenated`` if another value begins on that line, and otherwise ``lines``.
  ///   Thus `[1,2]` and `[3,4]` on two lines are two records. If nothing follows, an array whose first element is an
  ///   object or array is an ``array(at:)``, and so is `[]`.
  /// - A first value over several lines is ``concatenated`` if another value follows. Otherwise it is an
  ///   ``array(at:)`` if it is an array whose first element is an object or array, and else a ``document``.
  /// - A first value that continues beyond the prefix is an ``array(at:)`` if its first element is an object or
  ///   array. Otherwise it is a ``document`` if it contains a line feed, and ``lines`` if not.
  /// - A malformed first value is ``lines``, with two exceptions. If the error is in the middle of a later line, the
  ///   value is an ``array(at:)`` or a ``document``. If it is in the first line, an array of objects or arrays is an
  ///   ``array(at:)``.
  ///
  /// Some inputs are ambiguous. A file of one line that is an array of objects is detected as an array of records,
  /// though it may be one record. A file that begins with a document longer than the prefix is detected as that
  /// document alone. The path of an array is never detected.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes. 64 KiB are enough.
  ///   - isComplete: whether the input has no other bytes.
  /// - Returns: the framing, or nil if there is only white space.
  /// - Complexity: O(n) in the length of the prefix.
  public static func detect(in prefix: Span<UInt8>, isComplete: Bool = false) -> Framing? {
    guard let start = start(of: prefix) else { return nil }
    if prefix[start] == ASCII.recordSeparator { return .sequence }
    if CodeFence(in: prefix, at: start)?.language == .json { return .markdown }
    return FirstValue(in: prefix, from: start, isComplete: isComplete).framing
  }

  /// Whether the result of the detection does not depend on the bytes after the prefix.
  static func isSettled(by prefix: Span<UInt8>) -> Bool {
    guard let start = start(of: prefix) else { return false }
    // A byte order mark may be incomplete.
    let mark = ASCII.byteOrderMark
    if start == 0, prefix.count < mark.count, prefix[0] == mark[0] { return false }
    if CodeFence.canBegin(with: prefix[start]) {
      return prefix.count - start >= CodeFence.longest
        || prefix.firstIndex(of: ASCII.lineFeed, from: start) != nil
    }
    return prefix[start] == ASCII.recordSeparator
      || FirstValue(in: prefix, from: start, isComplete: false).isSettled
  }

  /// Whether a text is binary data: its first value is malformed, and at least one of 50 bytes is a control character
  /// that is not in JSON.
  static func isBinary(_ prefix: Span<UInt8>) -> Bool {
    guard let start = start(of: prefix), FirstValue(in: prefix, from: start, isComplete: false).isMalformed
    else {
      return false
    }
    let controls = prefix.indices.count {
      switch prefix[$0] {
      case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.recordSeparator: false
      default: prefix[$0] < ASCII.space
      }
    }
    return controls * 50 >= prefix.count
  }

  /// Returns the index at which the first value begins, or nil if there is only white space.
  private static func start(of prefix: Span<UInt8>) -> Int? {
    let mark = ASCII.byteOrderMark
    let start = prefix.endOfWhitespace(from: prefix.starts(with: mark) ? mark.count : 0)
    return start < prefix.count ? start : nil
  }
}

/// The first value of an input, and the kind of text that follows it.
private struct FirstValue {
  /// Whether it is an array that is empty or has a container as its first element.
  private var isArrayOfRecords = false
  /// Whether it contains a line feed.
  private var spansLines = false
  private var end = End.open
  private var follower = Follower.nothing

  private enum End {
    case whole, open
    /// A byte is invalid. It is the first of its line or another one.
    case wrong(isFirstOfLine: Bool)
  }

  private enum Follower {
    case nothing, onTheLine, onAnother
    /// A byte that cannot begin a value.
    case stray
  }

  var framing: Framing {
    switch end {
    case .whole:
      switch follower {
      case .nothing: isArrayOfRecords ? .array() : spansLines ? .document : .lines
      case .onTheLine: .concatenated
      case .onAnother: spansLines ? .concatenated : .lines
      case .stray: spansLines ? (isArrayOfRecords ? .array() : .document) : .lines
      }
    case .open: isArrayOfRecords ? .array() : spansLines ? .document : .lines
    case .wrong(let isFirstOfLine):
      if spansLines && isFirstOfLine {
        .lines
      } else {
        isArrayOfRecords ? .array() : spansLines ? .document : .lines
      }
    }
  }

  /// Whether a byte of it is invalid.
  var isMalformed: Bool { if case .wrong = end { true } else { false } }

  /// Whether more bytes would not change the result.
  var isSettled: Bool {
    switch end {
    case .whole: follower != .nothing
    case .open: false
    case .wrong: true
    }
  }

  init(in text: Span<UInt8>, from start: Int, isComplete: Bool) {
    var scanner = Scanner(limits: .unlimited, allowsByteOrderMark: false)
    var index = start
    var lineStart = start
    var isAwaitingElement = text[start] == ASCII.openBracket
    while index < text.count {
      let byte = text[index]
      if isAwaitingElement, index > start, !ASCII.isWhitespace(byte) {
        isAwaitingElement = false
        isArrayOfRecords =
          byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.closeBracket
      }
      do throws(Scanner.Failure) {
        try scanner.scan(text.extracting(index..<(index + 1)))
      } catch {
        end = .wrong(isFirstOfLine: text.endOfWhitespace(from: lineStart) >= index)
        return
      }
      index += 1
      if byte == ASCII.lineFeed {
        // A line feed that ends a number is not part of the number.
        if scanner.state == .end { break }
        spansLines = true
        lineStart = index
      } else if scanner.state == .end {
        break
      }
    }
    if index == text.count, isComplete { try? scanner.finish() }
    guard scanner.state == .end else { return }
    end = .whole
    look(behind: index - (ASCII.isWhitespace(text[index - 1]) ? 1 : 0), in: text)
  }

  /// Detects what follows the value.
  private mutating func look(behind end: Int, in text: Span<UInt8>) {
    let index = text.endOfWhitespace(from: end)
    guard index < text.count else { return }
    let isOnTheLine = !(end..<index).contains { text[$0] == ASCII.lineFeed }
    if Literal.Kind(beginningWith: text[index]) == nil {
      follower = .stray
    } else {
      follower = isOnTheLine ? .onTheLine : .onAnother
    }
  }
}
