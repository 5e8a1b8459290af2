import StreamMap

extension RowWriter {
  /// Appends the values of a row with types.
  func writeTyped(_ cells: RowCells, into output: inout [UInt8]) {
    var json = JSONWriter()
    let row = cells.row
    for column in names.indices {
      if format == .jsonl {
        json.raw(prefixes.span.extracting(prefix(column)))
        if !cells.write(column, of: row, to: &json) { json.null() }
        continue
      }
      if column > 0 { output.append(separator) }
      let field = output.count
      if cells.write(column, of: row, asField: true, to: &json) {
        json.take(into: &output)
        quote(from: field, in: &output)
      } else {
        output.append(contentsOf: null)
      }
    }
    if format == .jsonl { json.take(into: &output) }
  }
}

extension RowCells {
  /// Writes the value of a column as JSON. Returns false for a null.
  ///
  /// - Parameter asField: whether texts, dates and timestamps are written without quotes and escapes.
  fileprivate func write(
    _ column: Int, of row: CellRow, asField: Bool = false, to writer: inout JSONWriter
  ) -> Bool {
    let position = layout.positions[column]
    let cell = position.cell
    guard row.has(cell) else { return false }
    let type = layout.columns[column].type
    if position.isList {
      writer.put(ASCII.openBracket)
      writeItems(column, type.item, to: &writer)
      writer.put(ASCII.closeBracket)
    } else if !write(type, row, cell, asField: asField, to: &writer), let node = layout.nodes[column] {
      write(node, row, to: &writer)
    }
    return true
  }

  /// Writes a value. Returns false if there are others in it.
  @inline(__always)
  private func write(
    _ type: ColumnType, _ row: CellRow, _ cell: Int, asField: Bool = false, to writer: inout JSONWriter
  ) -> Bool {
    switch type {
    case .bool: writer.bool(row.value(cell, as: Bool.self))
    case .int64: writer.integer(row.value(cell, as: Int.self))
    case .uint64: writer.integer(row.value(cell, as: UInt64.self))
    case .double:
      let value = row.value(cell, as: Double.self)
      asField ? writer.doubleField(value) : writer.double(value)
    case .json: row.withText(.text, cell) { writer.raw($0) }
    case .string, .text: row.withText(.text, cell) { asField ? writer.raw($0) : writer.quoted($0) }
    case .date: writer.quoting(!asField) { $0.date(days: row.value(cell, as: Int32.self)) }
    case .timestamp(let unit), .unix(_, as: let unit):
      writer.quoting(!asField) { $0.time(row.value(cell, as: Int.self), unit) }
    case .datetime(let unit):
      writer.quoting(!asField) { $0.time(row.value(cell, as: Int.self), unit, hasZone: false) }
    case .list, .struct, .map: return false
    }
    return true
  }

  /// Writes a value that is not null.
  private func write(_ node: CellNode, _ row: CellRow, to writer: inout JSONWriter) {
    switch node.type {
    case .struct(let members):
      for (index, child) in node.children.enumerated() {
        writer.put(index == 0 ? ASCII.openBrace : ASCII.comma)
        writer.quoted(members[index].name)
        writer.put(ASCII.colon)
        write(part: child, row, to: &writer)
      }
      writer.put(ASCII.closeBrace)
    case .list:
      writer.put(ASCII.openBracket)
      writeElements(node.cell, row, to: &writer) { write(part: node.children[0], $0, to: &$1) }
      writer.put(ASCII.closeBracket)
    case .map:
      let entry = node.children[0].children
      writer.put(ASCII.openBrace)
      writeElements(node.cell, row, to: &writer) { element, writer in
        element.withText(.name, entry[0].cell) { writer.quoted($0) }
        writer.put(ASCII.colon)
        write(part: entry[1], element, to: &writer)
      }
      writer.put(ASCII.closeBrace)
    default: _ = write(node.type, row, node.cell, to: &writer)
    }
  }

  /// Writes the elements of a list, with commas.
  private func writeElements(
    _ cell: Int, _ row: CellRow, to writer: inout JSONWriter, _ write: (CellRow, inout JSONWriter) -> Void
  ) {
    var isFirst = true
    row.forEachElement(cell) { element in
      if !isFirst { writer.put(ASCII.comma) }
      isFirst = false
      write(element, &writer)
    }
  }

  private func write(part node: CellNode, _ row: CellRow, to writer: inout JSONWriter) {
    if row.has(node.cell) { write(node, row, to: &writer) } else { writer.null() }
  }

  /// Writes the elements of a column's list, with commas.
  private func writeItems(_ column: Int, _ type: ColumnType, to writer: inout JSONWriter) {
    switch type {
    case .bool: writeItems(column, to: &writer) { (value: Bool, writer) in writer.bool(value) }
    case .int64: writeItems(column, to: &writer) { (value: Int, writer) in writer.integer(value) }
    case .uint64: writeItems(column, to: &writer) { (value: UInt64, writer) in writer.integer(value) }
    case .double: writeItems(column, to: &writer) { (value: Double, writer) in writer.double(value) }
    case .date:
      writeItems(column, to: &writer) { (day: Int32, writer) in writer.quoting(true) { $0.date(days: day) } }
    case .timestamp(let unit), .unix(_, as: let unit):
      writeItems(column, to: &writer) { (time: Int, writer) in writer.quoting(true) { $0.time(time, unit) } }
    case .datetime(let unit):
      writeItems(column, to: &writer) { (time: Int, writer) in
        writer.quoting(true) { $0.time(time, unit, hasZone: false) }
      }
    case .string, .text: writeTexts(column, to: &writer) { $1.quoted($0) }
    case .json: writeTexts(column, to: &writer) { $1.raw($0) }
    case .list, .struct, .map:
      guard let node = layout.nodes[column] else { return }
      writeElements(layout.positions[column].cell, row, to: &writer) { write(part: node, $0, to: &$1) }
    }
  }

  private func writeTexts(
    _ column: Int, to writer: inout JSONWriter, _ write: (Span<UInt8>, inout JSONWriter) -> Void
  ) {
    var isFirst = true
    forEachTextItem(column) { text in
      if !isFirst { writer.put(ASCII.comma) }
      isFirst = false
      if let text { write(text, &writer) } else { writer.null() }
    }
  }

  private func writeItems<Value: BitwiseCopyable>(
    _ column: Int, to writer: inout JSONWriter, _ write: (Value, inout JSONWriter) -> Void
  ) {
    var isFirst = true
    forEachItem(column, of: Value.self) { value in
      if !isFirst { writer.put(ASCII.comma) }
      isFirst = false
      if let value { write(value, &writer) } else { writer.null() }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func quoting(_ isQuoted: Bool, _ text: (inout JSONWriter) -> Void) {
    if isQuoted { put(ASCII.quote) }
    text(&self)
    if isQuoted { put(ASCII.quote) }
  }

  /// Writes a date, given by the number of days from 1970-01-01.
  fileprivate mutating func date(days: Int32) { date(CalendarDate(day: Int(days))) }

  /// Writes a date of the years 0 to 9999.
  fileprivate mutating func date(_ date: CalendarDate) {
    put(digits: UInt64(date.year), 4)
    put(ASCII.minus)
    put(digits: UInt64(date.month), 2)
    put(ASCII.minus)
    put(digits: UInt64(date.dayOfMonth), 2)
  }

  /// Writes a point in time in RFC 3339 format, with as many digits of a fraction as the unit has. It is in UTC, or without a
  /// time zone.
  fileprivate mutating func time(_ time: Int, _ unit: ColumnType.TimeUnit, hasZone: Bool = true) {
    let (seconds, fraction) = time.dividedDown(by: unit.perSecond)
    let (day, second) = seconds.dividedDown(by: 86_400)
    date(CalendarDate(day: day))
    put(ASCII.upperT)
    for (index, part) in [second / 3_600, second / 60 % 60, second % 60].enumerated() {
      if index > 0 { put(ASCII.colon) }
      put(digits: UInt64(part), 2)
    }
    if unit != .seconds {
      put(ASCII.dot)
      put(digits: UInt64(fraction), unit.digits)
    }
    if hasZone { put(ASCII.upperZ) }
  }
}
