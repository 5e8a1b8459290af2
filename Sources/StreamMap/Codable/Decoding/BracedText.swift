/// The text of a document whose braces are missing, with braces around it.
struct BracedText {
  let bytes: [UInt8]
  /// The offset of `bytes` in the document. It is -1 if the document has no byte order mark.
  let offset: Int

  /// Returns nil if the document has its own braces, because it begins with one.
  init?(_ document: Span<UInt8>) {
    let start = document.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    let first = document.endOfWhitespace(from: start)
    if first < document.count, document[first] == ASCII.openBrace { return nil }
    offset = start - 1
    var text = [ASCII.openBrace]
    text.reserveCapacity(document.count - start + 2)
    text.append(document.extracting(start...))
    text.append(ASCII.closeBrace)
    bytes = text
  }
}
