extension Framing {
  /// How records stand in an input, as its first bytes tell.
  ///
  /// - A record separator (0x1E) before everything else: ``sequence``.
  /// - A first value on one line: ``concatenated`` if another one begins on that line, else ``lines``, so that
  ///   `[1,2]` and `[3,4]` in two lines are two records. A bracket whose first element is an object or array is an
  ///   ``array(at:)`` if nothing follows, and so is `[]`.
  /// - A first value over several lines: an ``array(at:)`` if its first element is an object or array;
  ///   ``concatenated`` if another value follows; else the ``document`` that it is.
  /// - A first value that goes on beyond the prefix: one of many lines is an ``array(at:)`` by its first element, else a
  ///   ``document``. What has no line feed yet is an ``array(at:)`` by its first element, else ``lines``.
  /// - A first value that is wrong: ``lines``, unless it is wrong in the midst of a later line, or an array in its first.
  ///
  /// What cannot be told: a file of one line that is an array of objects is taken for an array of records, though it may
  /// be one record; a file that begins with a document of more than the prefix, for that document alone; and
  /// the array at a path is never guessed.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes; 64 KiB are plenty.
  ///   - isComplete: they are all there are.
  /// - Returns: nil if there is nothing but white space.
  /// - Complexity: O(n) in the length of the prefix.
  public static func detect(in prefix: Span<UInt8>, isComplete: Bool = false) -> Framing? {
    guard let start = start(of: prefix) else { return nil }
    if prefix[start] == ASCII.recordSeparator { return .sequence }
    return FirstValue(in: prefix, from: start, isComplete: isComplete).framing
  }

  /// Whether no byte that may follow changes what first bytes tell.
  static func isSettled(by prefix: Span<UInt8>) -> Bool {
    guard let start = start(of: prefix) else { return false }
    // A byte order mark may not be whole.
    let mark = ASCII.byteOrderMark
    if start == 0, prefix.count < mark.count, prefix[0] == mark[0] { return false }
    return prefix[start] == ASCII.recordSeparator
      || FirstValue(in: prefix, from: start, isComplete: false).isSettled
  }

  /// Where the first value begins; nil if there is nothing but white space.
  private static func start(of prefix: Span<UInt8>) -> Int? {
    let mark = ASCII.byteOrderMark
    let start = prefix.endOfWhitespace(from: prefix.starts(with: mark) ? mark.count : 0)
    return start < prefix.count ? start : nil
  }
}

/// The first value of an input, and what is seen of what follows.
private struct FirstValue {
  /// It is an array whose first element is a container, or that has none.
  private var isArrayOfRecords = false
  /// A line feed stands in it.
  private var spansLines = false
  private var end = End.open
  private var follower = Follower.nothing

  private enum End {
    case whole, open
    /// A byte is wrong: the first of its line, or another one.
    case wrong(isFirstOfLine: Bool)
  }

  private enum Follower {
    case nothing, onTheLine, onAnother
    /// Something that begins no value.
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

  /// More bytes would say nothing else.
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
        // A number ends with it, which is then no part of it.
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

  /// Looks for what follows the value.
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
