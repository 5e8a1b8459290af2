/// Counts records without parsing them. A record is a line that is not blank.
///
/// A byte order mark at byte 0 is not content.
package struct LineCounter: Sendable {
  private var complete = 0
  private var hasContent = false
  /// The number of bytes of a byte order mark at the beginning of the input. Nil once that is decided.
  private var markCount: Int? = 0

  /// Creates a counter at the beginning of an input.
  package init() {}

  /// Creates a counter for bytes that may not be the first of the input.
  init(isFirst: Bool) {
    if !isFirst { markCount = nil }
  }

  /// The number of lines with content so far, including the last one, which may continue.
  package var records: Int { complete + (hasContent || (markCount ?? 0) > 0 ? 1 : 0) }

  /// Counts the lines that end in the chunk.
  ///
  /// - Complexity: O(n).
  package mutating func feed(_ chunk: Span<UInt8>) {
    var index = passMark(chunk)
    // Most of a line is content. Once some is found, only the line feed matters.
    while index < chunk.count {
      if hasContent {
        guard let lineFeed = chunk.firstIndex(of: ASCII.lineFeed, from: index) else { return }
        complete += 1
        hasContent = false
        index = lineFeed + 1
      } else {
        hasContent = !ASCII.isWhitespace(chunk[index])
        index += 1
      }
    }
  }

  /// Skips a byte order mark. An incomplete one is content.
  private mutating func passMark(_ chunk: Span<UInt8>) -> Int {
    var index = 0
    while let count = markCount, index < chunk.count {
      if chunk[index] == ASCII.byteOrderMark[count] {
        index += 1
        markCount = count + 1 == ASCII.byteOrderMark.count ? nil : count + 1
      } else {
        hasContent = count > 0
        markCount = nil
      }
    }
    return index
  }
}
