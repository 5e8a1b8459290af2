extension RowWriter {
  /// Creates a writer for the rows of a column mapping.
  ///
  /// Values are written by their types: integers without exponents, the shortest text of a `double`, dates and
  /// timestamps in RFC 3339 format and UTC, and JSON text as it is. A list is a JSON array.
  package init(_ mapping: ColumnMapping, format: RowFormat, null: String? = nil) {
    self.init(
      mapping.columns.map(\.name), isMultiple: mapping.columns.map(\.type.isList), format: format,
      isRaw: false, null: null)
  }

  /// Appends a row and a line feed.
  package func write(_ row: borrowing ColumnRow, into output: inout [UInt8]) {
    var json = JSONWriter()
    let cells = row.cells
    if format == .jsonl {
      for column in prefixes.indices {
        let prefix = prefixes[column]
        json.raw(prefix.span)
        if !cells.write(column, to: &json) { json.null() }
      }
      json.put(ASCII.closeBrace)
      json.take(into: &output)
    } else {
      writeFields(into: &output) { column, output in
        guard cells.write(column, asField: true, to: &json) else { return false }
        json.take(into: &output)
        return true
      }
    }
    output.append(ASCII.lineFeed)
  }
}

extension ColumnCells {
  /// Writes the value of a column as JSON. Returns false for a null.
  ///
  /// - Parameter asField: whether texts, dates and timestamps are written without quotes and escapes.
  fileprivate func write(_ column: Int, asField: Bool = false, to writer: inout JSONWriter) -> Bool {
    guard stored(column / 64) >> UInt64(column % 64) & 1 == 1 else { return false }
    let type = layout.columns[column].type
    switch type.item {
    case .bool: write(column, type, &writer) { (value: Bool, writer) in writer.bool(value) }
    case .int64: write(column, type, &writer) { (value: Int, writer) in writer.integer(value) }
    case .uint64: write(column, type, &writer) { (value: UInt64, writer) in writer.integer(value) }
    case .double: write(column, type, &writer) { (value: Double, writer) in writer.double(value) }
    case .json:
      let json = json
      write(column, type, &writer) { (text: ByteRange, writer) in writer.raw(json.span.extracting(text.range))
      }
    case .string where type.isList:
      writer.put(ASCII.openBracket)
      for index in 0..<textCount(column) {
        if index > 0 { writer.put(ASCII.comma) }
        if withText(column, item: index, { writer.quoted($0) }) == nil { writer.null() }
      }
      writer.put(ASCII.closeBracket)
    case .string: withText(column) { asField ? writer.raw($0) : writer.quoted($0) }
    case .date:
      write(column, type, &writer) { (day: Int32, writer) in
        writer.quoting(!asField || type.isList) { $0.date(CalendarDate(day: Int(day))) }
      }
    case .timestamp(let unit):
      write(column, type, &writer) { (time: Int, writer) in
        writer.quoting(!asField || type.isList) { $0.time(time, unit) }
      }
    case .list: preconditionFailure("lists do not nest")
    }
    return true
  }

  private func write<Value: BitwiseCopyable>(
    _ column: Int, _ type: ColumnType, _ writer: inout JSONWriter, _ item: (Value, inout JSONWriter) -> Void
  ) {
    guard type.isList else { return item(value(column, as: Value.self), &writer) }
    writer.put(ASCII.openBracket)
    for (index, value) in items(column, of: Value.self).enumerated() {
      if index > 0 { writer.put(ASCII.comma) }
      if let value { item(value, &writer) } else { writer.null() }
    }
    writer.put(ASCII.closeBracket)
  }
}

extension JSONWriter {
  fileprivate mutating func quoting(_ isQuoted: Bool, _ text: (inout JSONWriter) -> Void) {
    if isQuoted { put(ASCII.quote) }
    text(&self)
    if isQuoted { put(ASCII.quote) }
  }

  /// Writes a date of the years 0 to 9999.
  fileprivate mutating func date(_ date: CalendarDate) {
    put(digits: UInt64(date.year), 4)
    put(ASCII.minus)
    put(digits: UInt64(date.month), 2)
    put(ASCII.minus)
    put(digits: UInt64(date.dayOfMonth), 2)
  }

  /// Writes a point in time in RFC 3339 format, with as many digits of a fraction as the unit has.
  fileprivate mutating func time(_ time: Int, _ unit: ColumnType.TimeUnit) {
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
    put(ASCII.upperZ)
  }
}

extension ColumnType.TimeUnit {
  /// The number of digits of a fraction of a second.
  fileprivate var digits: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }
}

extension Int {
  /// Returns the quotient rounded down, and the remainder, which is not negative.
  fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
