/// Counts records, the lines that are not blank, without parsing them.
///
/// A byte order mark at byte 0 is not content.
package struct LineCounter: Sendable {
  private var complete = 0
  private var hasContent = false
  /// How many bytes of a byte order mark the input began with; nil once it is decided.
  private var markCount: Int? = 0

  /// A counter that has seen nothing.
  package init() {}

  /// A counter for bytes that may not be the input's first.
  init(isFirst: Bool) {
    if !isFirst { markCount = nil }
  }

  /// The lines with content so far, the last one included though it may go on.
  package var records: Int { complete + (hasContent || (markCount ?? 0) > 0 ? 1 : 0) }

  /// Counts the lines that end in the chunk.
  ///
  /// - Complexity: O(n).
  package mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    var index = unsafe passMark(chunk)
    // Most of a line is content: once some is found, only the line feed matters.
    while index < chunk.count {
      if hasContent {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: chunk[index...])
        // SAFETY: the rest of the chunk is searched, no byte more.
        guard let start = rest.baseAddress,
          let lineFeed = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: start, rest.count)
        else { return }
        complete += 1
        hasContent = false
        index += lineFeed + 1
      } else {
        hasContent = unsafe !ASCII.isWhitespace(chunk[index])
        index += 1
      }
    }
  }

  /// Passes over a byte order mark; a part of one, and nothing more, is content.
  private mutating func passMark(_ chunk: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while let count = markCount, index < chunk.count {
      if unsafe chunk[index] == ASCII.byteOrderMark[count] {
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
