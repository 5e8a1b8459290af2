/// The text around the records of lines.
///
/// It is taken off in three steps: white space and a comma at the end, brackets around the object, and all text before
/// it. Each step looks at a byte of the line at most once.
enum LineDecoration: Sendable {
  /// Any text before an object, and what an array has around its elements.
  case text
  /// The fields of server-sent events.
  case event

  /// The number of bytes of a line that do not count for the limit of a record.
  static var room: Int { 64 << 10 }

  /// What a line has.
  enum Content: Equatable {
    /// A record, at these indexes.
    case record(Range<Int>)
    /// White space, or a field of an event that has no record.
    case nothing
    /// Other text.
    case other
  }

  /// Returns what a line has, without its line feed.
  ///
  /// - Parameter isFirst: whether the line begins the input, so that a byte order mark may stand there.
  func content(of line: Span<UInt8>, isFirst: Bool) -> Content {
    let start = isFirst && line.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    if line.endOfWhitespace(from: start) == line.count { return .nothing }
    return switch self {
    case .text: Self.object(in: line).map { .record($0) } ?? .other
    case .event: Self.data(in: line, from: start)
    }
  }

  /// Returns the range of an object, or of an array of objects, after any text.
  private static func object(in line: Span<UInt8>) -> Range<Int>? {
    var end = line.endOfText(before: line.count)
    if end > 0, line[end - 1] == ASCII.comma { end = line.endOfText(before: end - 1) }
    var last = end
    var closers = 0
    while last > 0, line[last - 1] == ASCII.closeBracket {
      closers += 1
      last = line.endOfText(before: last - 1)
    }
    if last == 0 || line[last - 1] != ASCII.closeBrace { (last, closers) = (end, 0) }
    guard let brace = brace(in: line.extracting(first: last)) else { return nil }
    var first = brace
    var openers = 0
    while case let text = line.endOfText(before: first), text > 0, line[text - 1] == ASCII.openBracket {
      openers += 1
      first = text - 1
    }
    // The brackets of an array with an element on each line are no part of the elements.
    return openers == closers ? first..<end : brace..<last
  }

  /// Returns the index of the first brace that a quote follows, or that opens an empty object at the end.
  private static func brace(in line: Span<UInt8>) -> Int? {
    var index = 0
    while let brace = line.firstIndex(of: ASCII.openBrace, from: index) {
      index = brace + 1
      let next = line.endOfWhitespace(from: index)
      guard next < line.count else { return nil }
      if line[next] == ASCII.quote || line[next] == ASCII.closeBrace && next == line.count - 1 {
        return brace
      }
    }
    return nil
  }

  private static let dataField = Array("data".utf8)
  /// The fields of an event that have no record. A comment has no name.
  private static let otherFields = ["", "event", "id", "retry"].map { Array($0.utf8) }
  /// The text that ends the events of language models.
  private static let done = Array("[DONE]".utf8)

  /// Returns the value of a line's field, if it has a record.
  private static func data(in line: Span<UInt8>, from start: Int) -> Content {
    let colon = line.firstIndex(of: ASCII.colon, from: start) ?? line.count
    let name = line.extracting(start..<colon)
    guard name.equals(dataField.span) else {
      return otherFields.contains { name.equals($0.span) } ? .nothing : .other
    }
    let value = line.endOfWhitespace(from: min(colon + 1, line.count))
    let end = max(value, line.endOfText(before: line.count))
    return value == end || line.extracting(value..<end).equals(done.span) ? .nothing : .record(value..<end)
  }
}

extension Span<UInt8> {
  /// Returns the index after the last byte before an index that is not white space, or 0.
  fileprivate func endOfText(before end: Int) -> Int {
    var end = end
    while end > 0, ASCII.isWhitespace(self[end - 1]) { end &-= 1 }
    return end
  }
}
