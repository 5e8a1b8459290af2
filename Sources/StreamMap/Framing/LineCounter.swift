/// Counts records, the lines that are not blank, without parsing them.
public struct LineCounter: Sendable {
  private var complete = 0
  private var hasContent = false

  /// A counter that has seen nothing.
  public init() {}

  /// The lines with content so far, the last one included though it may go on.
  public var records: Int { complete + (hasContent ? 1 : 0) }

  /// Counts the lines that end in the chunk.
  ///
  /// - Complexity: O(n).
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    var index = 0
    // Most of a line is content: once some is found, only the line feed matters.
    while index < chunk.count {
      if hasContent {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: chunk[index...])
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
}
