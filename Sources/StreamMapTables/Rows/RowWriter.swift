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
  /// For each column, the text before its value, one after the other. In `jsonl`, `{"name":` for the first column, and
  /// `,"name":` for the others. In other formats, the separator for each but the first. The slack of a cursor follows.
  let prefixes: [UInt8]
  /// The end of each column's prefix.
  private let prefixEnds: [Int]
  let names: [String]
  private let isTyped: Bool
  let separator: UInt8
  /// The field of an absent or `null` value. A value with the same text is quoted.
  let null: [UInt8]
  /// What is written for an absent or `null` value, followed by the slack of a cursor.
  private let absent: [UInt8]
  /// The number of bytes of a line besides the values that are present.
  private let fixedCount: Int
  /// The number of bytes that is reserved for a line besides its first value.
  private let usualCount: Int
  /// Whether a row of one empty field is quoted, because readers skip an empty line.
  private let quotesEmptyRow: Bool
  /// Whether the lines of elements are collected in a block, because several fit.
  private let collectsLines: Bool

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
      projection.names, isTyped: false, hasElements: projection.elements != nil, format: format, isRaw: isRaw,
      null: null)
  }

  init(
    _ names: [String], isTyped: Bool, hasElements: Bool = false, format: RowFormat, isRaw: Bool, null: String?
  ) {
    self.isTyped = isTyped
    precondition(null.map(format.canWrite(null:)) ?? true, "`null` must not need quotes")
    self.null = Array((null ?? "").utf8)
    absent = (format == .jsonl ? RowCells.null : self.null) + [UInt8](repeating: 0, count: TextCursor.slack)
    quotesEmptyRow = names.count == 1 && null == nil
    self.format = format
    self.isRaw = isRaw
    self.names = names
    separator = format.separator
    var prefix = JSONWriter()
    prefixEnds = names.enumerated().map { [separator] index, name in
      if format == .jsonl, !isRaw {
        prefix.put(index == 0 ? ASCII.openBrace : ASCII.comma)
        prefix.quoted(name)
        prefix.put(ASCII.colon)
      } else if index > 0 {
        prefix.put(separator)
      }
      return prefix.count
    }
    fixedCount = prefix.count + names.count * absent.count + 2
    usualCount = fixedCount + names.count * 32
    collectsLines = hasElements && !quotesEmptyRow && usualCount <= TextBlock.size / 2
    prefixes = prefix.take() + [UInt8](repeating: 0, count: TextCursor.slack)
  }

  /// Returns the range of a column's prefix.
  @inline(__always)
  func prefix(_ column: Int) -> Range<Int> { (column == 0 ? 0 : prefixEnds[column - 1])..<prefixEnds[column] }

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

  /// Appends a row and a line feed. If elements have rows, appends those of all elements of the record.
  ///
  /// - Precondition: the row was read with the mapping of the writer's columns.
  /// - Complexity: O(n) in the bytes of its values.
  public func write(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    _ = writeRows(of: row, into: &output)
  }

  /// Does the same, and returns the number of rows.
  package func writeRows(of row: borrowing ColumnRow, into output: inout [UInt8]) -> Int {
    precondition(row.cells.layout.columns.count == names.count, "the row has other columns than the writer")
    // Otherwise the cells would be read as values of other types.
    precondition((row.cells.layout.form == .typed) == isTyped, "only one of the row and the writer has types")
    guard collectsLines, row.cells.hasElements else { return row.forEachRow { writeLine($0, into: &output) } }
    return TextBlock.with(fixed: fixedCount) { block in
      let rows = row.cells.forEachElementRow(joins: false) { cells in
        if let parts = cells.parts, copyLine(parts, to: &block) { return }
        cells.join()
        block.take(into: &output)
        writeLine(ColumnRow(cells: cells), into: &output)
      }
      block.take(into: &output)
      return rows
    }
  }

  private func writeLine(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    let start = output.count
    if isTyped {
      writeTyped(row.cells, into: &output)
    } else if writeText(row, into: &output) {
      return
    }
    if quotesEmptyRow && output.count == start { output.append(contentsOf: [ASCII.quote, ASCII.quote]) }
    if format == .jsonl, !isRaw { output.append(ASCII.closeBrace) }
    output.append(ASCII.lineFeed)
  }

  /// Appends the values of a row without types. Returns whether the end of the line follows them.
  private func writeText(_ row: borrowing ColumnRow, into output: inout [UInt8]) -> Bool {
    let positions = row.cells.layout.positions
    var column = 0
    while column < names.count {
      if positions[column].isList {
        output.append(prefixes.span.extracting(prefix(column)))
      } else if writePlain(row.cells, from: &column, into: &output) {
        if column == names.count { return !quotesEmptyRow }
        continue
      }
      append(row, column, to: &output)
      column += 1
    }
    return false
  }

  /// Appends single values from a column on, up to the first with an escape to decode or a byte to quote, and the end of the
  /// line after the last one.
  ///
  /// The values are copied from the record. The room for a row is reserved once, unless a value is long.
  ///
  /// - Returns: false if the next column needs the general way. Its prefix is then written.
  private func writePlain(_ cells: RowCells, from column: inout Int, into output: inout [UInt8]) -> Bool {
    let (row, positions) = (cells.row, cells.layout.positions)
    let first = positions[column].cell
    let room = usualCount &+ (row.has(first) ? row.textCount(first) : 0)
    let (next, isPlain) = output.append(room: room, and: fixedCount) { output in
      // A local variable stays in a register.
      var cursor = output
      defer { output = cursor }
      return copy(from: column, to: &cursor) { column in
        positions[column].isList ? nil : (row, positions[column].cell)
      }
    }
    column = next
    return isPlain
  }

  /// Writes the line of a row to a block. Returns false, and writes nothing, if the block has no room for it, or if a value
  /// cannot be copied.
  @inline(__always)
  private func copyLine(_ parts: RowParts, to block: inout TextBlock) -> Bool {
    var cursor = block.cursor
    guard cursor.hasRoom(for: 0),
      copy(from: 0, to: &cursor, { parts[$0] }).next == names.count
    else { return false }
    block.cursor = cursor
    return true
  }

  /// Copies the values from a column on, and the end of the line after the last one. Returns the first column that is not
  /// copied, and whether its prefix is not written.
  ///
  /// - Parameter find: returns the row and the cell of a column, or nil for a list.
  @inline(__always)
  private func copy(
    from column: Int, to cursor: inout TextCursor, _ find: (Int) -> (row: CellRow, cell: Int)?
  ) -> (next: Int, isPlain: Bool) {
    let copied =
      format == .jsonl
      ? copyValues(from: column, to: &cursor, find) : copyFields(from: column, to: &cursor, find)
    if copied.next == names.count, !quotesEmptyRow {
      if format == .jsonl, !isRaw { cursor.put(ASCII.closeBrace) }
      cursor.put(ASCII.lineFeed)
    }
    return copied
  }

  /// Copies the values of a `jsonl` row. Returns the first column that is not copied, because there is no room or it is a
  /// list, and true, because its prefix is not written.
  @inline(__always)
  private func copyValues(
    from column: Int, to cursor: inout TextCursor, _ find: (Int) -> (row: CellRow, cell: Int)?
  ) -> (next: Int, isPlain: Bool) {
    let (prefixes, ends, absent) = (prefixes.span, prefixEnds.span, absent.span)
    var start = column == 0 ? 0 : ends[column &- 1]
    var next = column
    while next < ends.count, let (row, cell) = find(next) {
      let end = ends[next]
      let isPresent = row.has(cell)
      if isPresent, !cursor.hasRoom(for: row.textCount(cell)) { break }
      cursor.put(prefixes, from: start, to: end)
      if isPresent {
        row.write(cell, to: &cursor)
      } else {
        cursor.put(absent, from: 0, to: absent.count &- TextCursor.slack)
      }
      start = end
      next &+= 1
    }
    return (next, true)
  }

  /// Copies the values of a row of separated values. Returns the same, with false also for a value that may need quotes or
  /// has an escape.
  @inline(__always)
  private func copyFields(
    from column: Int, to cursor: inout TextCursor, _ find: (Int) -> (row: CellRow, cell: Int)?
  ) -> (next: Int, isPlain: Bool) {
    let (separator, null, absent, count) = (separator, null.span, absent.span, names.count)
    var next = column
    while next < count, let (row, cell) = find(next) {
      let isPresent = row.has(cell)
      if isPresent, !cursor.hasRoom(for: row.textCount(cell)) { break }
      if next > 0 { cursor.put(separator) }
      if isPresent {
        if !null.isEmpty, row.withText(.text, cell, isNull) { return (next, false) }
        if !row.writeField(cell, separator: separator, to: &cursor) { return (next, false) }
      } else {
        cursor.put(absent, from: 0, to: null.count)
      }
      next &+= 1
    }
    return (next, true)
  }

  /// Returns whether the JSON text of a string or a scalar decodes to the text of a `null`, if it has no escapes.
  private func isNull(_ value: Span<UInt8>) -> Bool {
    let isString = value[0] == ASCII.quote
    return (isString ? value.extracting(1..<(value.count - 1)) : value).equals(null.span)
  }

  /// Appends the value of a column in any form.
  private func append(_ row: borrowing ColumnRow, _ column: Int, to output: inout [UInt8]) {
    let start = output.count
    let isList = row.cells.layout.positions[column].isList
    if format == .jsonl {
      let isPresent =
        isList
        ? appendList(row, column, to: &output) : row.forEachValue(column) { output.append($0) }
      if !isPresent { output.append(contentsOf: RowCells.null) }
    } else {
      let isPresent =
        isList
        ? appendList(row, column, to: &output)
        : row.forEachValue(column) { appendValue($0, to: &output) }
      if isPresent { quote(from: start, in: &output) } else { output.append(contentsOf: null) }
    }
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
  func quote(from start: Int, in output: inout [UInt8]) {
    let end = output.count
    // Four bytes are special. In decoded text, a backslash is not.
    let special = (separator, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn, ASCII.quote)
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
}
