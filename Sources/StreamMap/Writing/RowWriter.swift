/// The format of rows.
public enum RowFormat: String, Sendable, CaseIterable {
  /// One JSON object per row.
  case jsonl
  /// RFC 4180, with a header line.
  case csv
  /// As `csv`, with tabs instead of commas.
  case tsv
}

/// A writer of the rows of a ``Projection``.
///
///     let writer = RowWriter(projection, format: .csv)
///     writer.header(into: &output)
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// In `jsonl`, a row is an object with the columns' names in order. An absent value is `null`, and a list is an array.
/// In `csv` and `tsv`, strings are decoded, numbers keep their literal, arrays and objects are JSON text, and absent
/// and `null` values are empty. A field is quoted if it contains a separator, a quote or a line break. Lines end with
/// a line feed.
public struct RowWriter: Sendable {
  package let format: RowFormat
  /// Whether a `jsonl` row is the value of the only column, without an object around it.
  package let isRaw: Bool
  /// For `jsonl`: `{"name":` for the first column, `,"name":` for the others.
  let prefixes: [[UInt8]]
  let names: [String]
  let isMultiple: [Bool]
  let separator: UInt8

  /// Creates a writer for a projection's rows.
  public init(_ projection: Projection, format: RowFormat) {
    self.init(projection, format: format, isRaw: false)
  }

  /// Creates a writer for a projection's rows.
  ///
  /// - Parameter isRaw: whether a `jsonl` row is the value alone. The projection must have one column.
  package init(_ projection: Projection, format: RowFormat, isRaw: Bool) {
    precondition(!isRaw || format == .jsonl && projection.columns.count == 1, "a raw row is one JSON value")
    self.init(
      projection.names, isMultiple: projection.columns.map(\.isMultiple), format: format, isRaw: isRaw)
  }

  init(_ names: [String], isMultiple: [Bool], format: RowFormat, isRaw: Bool) {
    self.format = format
    self.isRaw = isRaw
    self.names = names
    self.isMultiple = isMultiple
    separator = format == .tsv ? ASCII.tab : ASCII.comma
    prefixes = names.enumerated().map { index, name in
      if isRaw { return [] }
      var prefix: [UInt8] = [index == 0 ? ASCII.openBrace : ASCII.comma]
      Self.appendJSONString(name, to: &prefix)
      prefix.append(ASCII.colon)
      return prefix
    }
  }

  /// Appends the header line. Does nothing for `jsonl`.
  public func header(into output: inout [UInt8]) {
    guard format != .jsonl else { return }
    for (index, name) in names.enumerated() {
      if index > 0 { output.append(separator) }
      let start = output.count
      output.append(contentsOf: name.utf8)
      quote(from: start, in: &output)
    }
    output.append(ASCII.lineFeed)
  }

  /// Appends a row and a line feed.
  ///
  /// - Complexity: O(n) in the bytes of its values.
  public func write(_ row: borrowing ProjectedRow, into output: inout [UInt8]) {
    if format == .jsonl {
      writeObject(row, into: &output)
    } else {
      writeFields(row, into: &output)
    }
    output.append(ASCII.lineFeed)
  }

  private func writeObject(_ row: borrowing ProjectedRow, into output: inout [UInt8]) {
    for column in prefixes.indices {
      output.append(contentsOf: prefixes[column])
      let isPresent =
        isMultiple[column]
        ? appendList(row, column, to: &output) : row.forEachValue(column) { output.append($0) }
      if !isPresent { output.append(contentsOf: Self.null) }
    }
    if !isRaw { output.append(ASCII.closeBrace) }
  }

  /// Appends the values of a column as an array, unless the container of the list is absent or `null`.
  ///
  /// - Returns: whether it appended them.
  private func appendList(
    _ row: borrowing ProjectedRow, _ column: Int, to output: inout [UInt8]
  ) -> Bool {
    let start = output.count
    output.append(ASCII.openBracket)
    let isPresent = row.forEachValue(column) { value in
      if output.count > start + 1 { output.append(ASCII.comma) }
      output.append(value)
    }
    if isPresent { output.append(ASCII.closeBracket) } else { output.removeLast() }
    return isPresent
  }

  private func writeFields(_ row: borrowing ProjectedRow, into output: inout [UInt8]) {
    writeFields(into: &output) { column, output in
      let field = output.count
      if isMultiple[column] {
        if appendList(row, column, to: &output) { quote(from: field, in: &output) }
      } else {
        row.forEachValue(column) { appendValue($0, to: &output) }
      }
    }
  }

  /// Appends the fields of a row, with separators.
  ///
  /// - Parameter append: appends the field of a column, quoted if that is needed.
  func writeFields(into output: inout [UInt8], _ append: (Int, inout [UInt8]) -> Void) {
    let start = output.count
    for column in names.indices {
      if column > 0 { output.append(separator) }
      append(column, &output)
    }
    // Readers skip an empty line, so a row of one empty field is quoted.
    if names.count == 1 && output.count == start { output.append(contentsOf: [ASCII.quote, ASCII.quote]) }
  }

  /// Appends a JSON value as a field. A string is decoded, and `null` is empty.
  private func appendValue(_ value: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    switch value[0] {
    case ASCII.quote: Unescaping.append(value.extracting(1..<(value.count - 1)), to: &output)
    case ASCII.lowerN: return
    default: output.append(value)
    }
    quote(from: start, in: &output)
  }

  /// Quotes the field that begins at an index, if that is needed.
  func quote(from start: Int, in output: inout [UInt8]) {
    let end = output.count
    let special = (separator, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn)
    guard output.span.contains(special, from: start) else { return }
    var quotes = 0
    for index in start..<end where output[index] == ASCII.quote { quotes += 1 }
    output.append(contentsOf: repeatElement(ASCII.quote, count: quotes + 2))
    // Move from the end, so that no byte is overwritten before it moves. The last quote is already there.
    var bytes = output.mutableSpan
    var target = bytes.count - 1
    for index in (start..<end).reversed() {
      let byte = bytes[index]
      target -= 1
      bytes[target] = byte
      guard byte == ASCII.quote else { continue }
      target -= 1
      bytes[target] = byte
    }
    bytes[start] = ASCII.quote
  }

  private static let null = Array("null".utf8)

  /// Appends a string as JSON, with only the required escapes.
  private static func appendJSONString(_ text: String, to output: inout [UInt8]) {
    output.append(ASCII.quote)
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        output.append(ASCII.backslash)
        output.append(byte)
      case ASCII.lineFeed: output.append(contentsOf: [ASCII.backslash, ASCII.lowerN])
      case ASCII.tab: output.append(contentsOf: [ASCII.backslash, ASCII.lowerT])
      case ASCII.carriageReturn: output.append(contentsOf: [ASCII.backslash, ASCII.lowerR])
      case 0..<ASCII.space:
        let hex = String(byte, radix: 16)
        output.append(contentsOf: Array("\\u00\(hex.count < 2 ? "0" : "")\(hex)".utf8))
      default: output.append(byte)
      }
    }
    output.append(ASCII.quote)
  }
}
