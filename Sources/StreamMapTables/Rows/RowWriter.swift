import StreamMap

/// The format of rows.
public enum RowFormat: String, Sendable, CaseIterable {
  /// One JSON object per row.
  case jsonl
  /// RFC 4180, with a header line.
  case csv
  /// As `csv`, with tabs instead of commas.
  case tsv

  /// The byte between two fields.
  var separator: UInt8 { self == .tsv ? ASCII.tab : ASCII.comma }

  /// Returns whether a text can stand for null in this format. A text that needs quotes would be a string.
  package func canWrite(null: String) -> Bool {
    self != .jsonl
      && !null.utf8.contains { [separator, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn].contains($0) }
  }
}

/// A writer of the rows of a ``Projection``.
///
///     let writer = RowWriter(projection, format: .csv)
///     writer.header(into: &output)
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// In `jsonl`, a row is an object with the columns' names in order. An absent value is `null`, and a list is an array.
/// In `csv` and `tsv`, strings are decoded, numbers keep their literal, and arrays and objects are JSON text. Absent and
/// `null` values are empty, and an empty string is `""`. A field is quoted if it contains a separator, a quote or a line
/// break. Lines end with a line feed.
public struct RowWriter: Sendable {
  package let format: RowFormat
  /// Whether a `jsonl` row is the value of the only column, without an object around it.
  package let isRaw: Bool
  /// For `jsonl`: `{"name":` for the first column, `,"name":` for the others.
  let prefixes: [[UInt8]]
  let names: [String]
  let isMultiple: [Bool]
  private let isTyped: Bool
  let separator: UInt8
  /// The field of an absent or `null` value. A value with the same text is quoted.
  private let null: [UInt8]
  /// Whether a row of one empty field is quoted, because readers skip an empty line.
  private let quotesEmptyRow: Bool

  /// Creates a writer for a projection's rows.
  ///
  /// - Parameters:
  ///   - projection: the columns.
  ///   - format: the format of the rows.
  ///   - null: in `csv` and `tsv`, the field of an absent or `null` value. A value with the same text is quoted. The
  ///     default is empty, except that a row of one such value is `""`. It must not contain a separator, a quote or a
  ///     line break.
  public init(_ projection: Projection, format: RowFormat, null: String? = nil) {
    self.init(projection, format: format, isRaw: false, null: null)
  }

  /// Creates a writer for a projection's rows.
  ///
  /// - Parameter isRaw: whether a `jsonl` row is the value alone. The projection must have one column.
  package init(_ projection: Projection, format: RowFormat, isRaw: Bool, null: String? = nil) {
    precondition(!isRaw || format == .jsonl && projection.columns.count == 1, "a raw row is one JSON value")
    self.init(
      projection.names, isMultiple: projection.columns.map(\.isMultiple), isTyped: false, format: format,
      isRaw: isRaw, null: null)
  }

  init(
    _ names: [String], isMultiple: [Bool], isTyped: Bool, format: RowFormat, isRaw: Bool, null: String?
  ) {
    self.isTyped = isTyped
    precondition(null.map(format.canWrite(null:)) ?? true, "`null` must not need quotes")
    self.null = Array((null ?? "").utf8)
    quotesEmptyRow = names.count == 1 && null == nil
    self.format = format
    self.isRaw = isRaw
    self.names = names
    self.isMultiple = isMultiple
    separator = format.separator
    prefixes = names.enumerated().map { index, name in
      if isRaw { return [] }
      var prefix = JSONWriter()
      prefix.put(index == 0 ? ASCII.openBrace : ASCII.comma)
      prefix.quoted(name)
      prefix.put(ASCII.colon)
      return prefix.take()
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
  public func write(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    if isTyped {
      writeTyped(row.cells, into: &output)
    } else if format == .jsonl {
      writeObject(row, into: &output)
    } else {
      writeFields(row, into: &output)
    }
    output.append(ASCII.lineFeed)
  }

  private func writeObject(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    for column in prefixes.indices {
      output.append(contentsOf: prefixes[column])
      let isPresent =
        isMultiple[column]
        ? appendList(row, column, to: &output) : row.forEachValue(column) { output.append($0) }
      if !isPresent { output.append(contentsOf: Self.jsonNull) }
    }
    if !isRaw { output.append(ASCII.closeBrace) }
  }

  /// Appends the values of a column as an array, unless the container of the list is absent or `null`.
  ///
  /// - Returns: whether it appended them.
  private func appendList(
    _ row: borrowing ColumnRow, _ column: Int, to output: inout [UInt8]
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

  private func writeFields(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    writeFields(into: &output) { column, output in
      isMultiple[column]
        ? appendList(row, column, to: &output)
        : row.forEachValue(column) { appendValue($0, to: &output) }
    }
  }

  /// Appends the fields of a row, with separators, quoted if that is needed.
  ///
  /// - Parameter append: appends the text of a column's value. Returns false for an absent or `null` value.
  func writeFields(into output: inout [UInt8], _ append: (Int, inout [UInt8]) -> Bool) {
    let start = output.count
    for column in names.indices {
      if column > 0 { output.append(separator) }
      let field = output.count
      if append(column, &output) {
        quote(from: field, in: &output)
      } else if !null.isEmpty {
        output.append(contentsOf: null)
      }
    }
    if quotesEmptyRow && output.count == start { output.append(contentsOf: [ASCII.quote, ASCII.quote]) }
  }

  /// Appends the text of a JSON value that is not `null`. A string is decoded.
  private func appendValue(_ value: Span<UInt8>, to output: inout [UInt8]) {
    if value[0] == ASCII.quote {
      Unescaping.append(value.extracting(1..<(value.count - 1)), to: &output)
    } else {
      output.append(value)
    }
  }

  /// Returns whether the field that begins at an index has the text of a `null`.
  private func isNull(from start: Int, in output: [UInt8]) -> Bool {
    output.count - start == null.count && output[start...].elementsEqual(null)
  }

  /// Quotes the field that begins at an index, if that is needed. An empty one is not a `null`.
  private func quote(from start: Int, in output: inout [UInt8]) {
    let end = output.count
    let special = (separator, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn)
    guard end == start || output.span.contains(special, from: start) || isNull(from: start, in: output) else {
      return
    }
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

  private static let jsonNull = Array("null".utf8)
}
