/// What rows note besides their values.
package struct RowNotes: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The values that do not fit their columns and are null.
  package static let mismatches = RowNotes(rawValue: 1)
  /// The members that no column reads, of the record and of each object that the paths enter by names alone. Such a
  /// member takes longer than one that is skipped. Each row must be asked for them.
  package static let unreadMembers = RowNotes(rawValue: 2)
}

// The fields by which the machine reads a record into a row.
extension RowLayout {
  /// Returns the mapping whose rows have this layout.
  package func mapping(noting notes: RowNotes = [], limits: Limits = Limits()) throws(PathError) -> Mapping<
    ColumnRow
  > {
    var fields = singles.enumerated().map { cell, column in
      field(of: columns[column], columns[column].paths, at: cell * RowCells.stride)
    }
    for group in groups { fields.append(try field(of: group)) }
    if notes.contains(.unreadMembers) { fields.append(unreadField) }
    do throws(PathError) {
      return try Mapping(
        description: MappingDescription(fields: fields, instance: operations(noting: notes)), limits: limits)
    } catch {
      // Without groups, the error has the path as it was written.
      if !groups.isEmpty { _ = try withoutGroups.mapping() }
      throw error
    }
  }

  /// The same columns, each with a cell of its own.
  private var withoutGroups: RowLayout {
    get throws(PathError) {
      let keys = positions.indices.filter { positions[$0].cell < 0 }
      return try RowLayout(columns, form, keys: Set(keys), hasGroups: false)
    }
  }

  /// The outline of the columns' paths. Its fields are the columns without the record keys.
  package var outline: PathOutline {
    get throws(PathError) { try withoutGroups.mapping().outline }
  }

  /// Returns the operations that make rows.
  private func operations(noting notes: RowNotes) -> InstanceOperations {
    let template: @Sendable () -> ColumnRow = {
      ColumnRow(cells: RowCells(self, notesUnread: notes.contains(.unreadMembers)))
    }
    @Sendable func cells(_ row: UnsafeMutableRawPointer) -> RowCells {
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells
    }
    // SAFETY: each instance is a `ColumnRow` that the template made.
    var instance = unsafe InstanceOperations(template: template) { row in unsafe cells(row).memory }
    if form != .typed {
      // A row is not reused while something else refers to it.
      unsafe instance.isUnique = { row in
        unsafe isKnownUniquelyReferenced(&row.assumingMemoryBound(to: ColumnRow.self).pointee.cells)
      }
    }
    unsafe instance.renew = { row in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee = ColumnRow(cells: cells(row).replacement())
    }
    unsafe instance.shareMarks = { row, marks in unsafe cells(row).share(marks) }
    instance.notesReplaced = notes.contains(.mismatches)
    if instance.notesReplaced || form != .typed || positions.contains(where: { $0.kind == .json }) {
      unsafe instance.attach = { row, values in
        unsafe cells(row).copyMarks()
        unsafe cells(row).swapText(&values.text)
        values.replaced?.take { unsafe cells(row).take($0) }
      }
    }
    if hasKeys {
      unsafe instance.takeKey = { row, key in unsafe cells(row).take(key: key) }
    }
    return instance
  }

  /// Returns the field of a column.
  ///
  /// - Parameters:
  ///   - paths: the path from the record, or from the element of a group.
  ///   - offset: the offset of its cell.
  private func field(of column: Column, _ paths: _FieldPaths, at offset: Int) -> FieldDescription {
    var policies = FieldPolicies([])
    if column.presence == .required {
      policies.isRequired = true
      policies.null = .error
    } else {
      policies.null = .keep
      if column.mismatch == .null { policies.mismatch = .keep }
    }
    policies.nullElement = .setNil
    if column.mismatch == .null, column.type.isList { policies.badElement = .setNil }
    let item = storage(of: column.type.item)
    return field(
      paths, policies, column.type.isList ? item.optional.appending ?? item : item, at: offset,
      typeName: "\(column.type)")
  }

  private func field(
    _ paths: _FieldPaths, _ policies: FieldPolicies, _ storage: _FieldStorage, at offset: Int,
    nested: MappingDescription? = nil, typeName: String
  ) -> FieldDescription {
    var field = FieldDescription(
      paths: paths, policies: policies, storage: storage, offset: { _ in offset }, cell: nil, nested: nested,
      typeName: typeName)
    field.checksIntermediates = form == .typed
    field.checksStoredScalars = form == .typed
    return field
  }

  /// Returns the field of a group. Each element is read as a nested model with a cell for each column. An element of the
  /// wrong kind fits none of the columns.
  private func field(of group: Group) throws(PathError) -> FieldDescription {
    let columns = group.columns.map { self.columns[$0] }
    var policies = FieldPolicies([])
    policies.isRequired = columns.contains { $0.presence == .required }
    policies.null = policies.isRequired ? .error : .keep
    policies.nullElement = .setNil
    if columns.allSatisfy({ $0.mismatch == .null }) {
      policies.badElement = .setNil
      if !policies.isRequired { policies.mismatch = .keep }
    }
    let fields = try columns.enumerated().map { (cell, column) throws(PathError) in
      let path = RecordPath(writing: try column.paths.read()[0].segments.dropFirst(group.path.segments.count))
      let item = Column(column.name, path: path, column.type.item, mismatch: column.mismatch)
      return field(of: item, path._paths, at: group.cellLayout.offset(of: cell))
    }
    // The first column that rejects the value.
    let strict = columns.first { $0.presence == .required || $0.mismatch == .reject } ?? columns[0]
    let types = columns.map(\.type.item)
    var elements = self.field(
      group.path._paths, policies, _FieldStorage(.custom, .arrayOfOptionals, RowTable.witness()),
      at: group.cell * RowCells.stride,
      nested: MappingDescription(fields: fields, instance: RowTable.operations(group.cellLayout, types)),
      typeName: "\(strict.type)")
    elements.reportedPath = try strict.paths.read()[0]
    return elements
  }

  /// Returns the field of the members that no column reads, which stores their names behind the columns' cells.
  private var unreadField: FieldDescription {
    let seen = _FieldStorage(
      reading: Bool.self, "a value", takesAny: true, writing: ValueWriting(value: Bool.self)
    ) { _, _ in true }
    var field = field(
      "$"._paths, FieldPolicies([]), RowCells.Unread._storage(of: seen) { false },
      at: count * RowCells.stride,
      typeName: "members")
    field.takesUnknown = true
    return field
  }

  /// Returns how the machine stores a single value into a cell.
  private func storage(of type: ColumnType) -> _FieldStorage {
    switch type {
    case .bool: _FieldStorage(.bool, of: Bool.self)
    case .int64: _FieldStorage(.int, of: Int.self)
    case .uint64: _FieldStorage(.uint64, of: UInt64.self)
    case .double: _FieldStorage(.double, of: Double.self)
    // SAFETY: a row's texts are used while its record is shown.
    case .string: unsafe BorrowedText._storage
    case .json:
      _FieldStorage(
        form == .verbatim ? .verbatimRange : .range, .plain, FieldWitness(of: ByteRange.self, writing: nil))
    case .date:
      _FieldStorage(
        reading: Int32.self, "a date such as \"2025-03-01\"", writing: ValueWriting(value: Int32.self)
      ) { literal, _ throws(_LiteralFailure) in
        try literal.literal.days()
      }
    case .timestamp(let unit):
      _FieldStorage(
        reading: Int.self, "a time in RFC 3339 format, such as \"2025-03-01T12:00:00Z\"",
        writing: ValueWriting(value: Int.self)
      ) { literal, _ throws(_LiteralFailure) in
        try literal.literal.timestamp(unit)
      }
    case .list(let element): storage(of: element)
    }
  }
}

extension Literal {
  /// Returns the number of days from 1970-01-01 to a date.
  fileprivate func days() throws(_LiteralFailure) -> Int32 {
    guard kind == .string else { throw .typeMismatch }
    guard let day = withText({ CalendarDate($0)?.day() }) else { throw .invalidValue }
    return Int32(day)
  }

  /// Returns the time from 1970-01-01T00:00:00Z to a timestamp, in whole units.
  fileprivate func timestamp(_ unit: ColumnType.TimeUnit) throws(_LiteralFailure) -> Int {
    guard kind == .string else { throw .typeMismatch }
    guard let time = withText({ TimestampText($0, .rfc3339) }), let day = time.date.day() else {
      throw .invalidValue
    }
    let seconds = day * 86_400 + time.seconds
    // In UTC, the time may be before the year 0 or after 9999, which no such text can say.
    guard CalendarDate.seconds.contains(seconds) else { throw .outOfRange }
    // The fraction is positive, so the division rounds down for times before 1970, too.
    let fraction = time.nanoseconds / (1_000_000_000 / unit.perSecond)
    // Only nanoseconds can overflow, and a product that does may still be in range with its fraction.
    let (whole, isTooLarge) = (seconds + (seconds < 0 ? 1 : 0)).multipliedReportingOverflow(
      by: unit.perSecond)
    let (count, isOutside) = whole.addingReportingOverflow(fraction - (seconds < 0 ? unit.perSecond : 0))
    if isTooLarge || isOutside { throw .outOfRange }
    return count
  }
}
