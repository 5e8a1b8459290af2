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
    var fields = unsafe shape.fields(form) { row in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.memory
    }
    var scopes = 0
    shape.forEachScope { _ in scopes += 1 }
    for (index, cell) in shape.cells.enumerated() {
      guard let layout = cell.textLayout else { continue }
      fields[index].storage = Self.storage(
        try layout.textReader(noting: notes.subtracting(.unreadMembers), firstScope: scopes))
      scopes += layout.fieldColumns.count
    }
    if notes.contains(.unreadMembers) { fields.append(unreadField) }
    do throws(PathError) {
      return try Mapping(
        description: MappingDescription(fields: fields, instance: operations(noting: notes)), limits: limits)
    } catch {
      // Without groups, the error has the path as it was written.
      if !groups.isEmpty || elements != nil { _ = try plain.mapping() }
      throw error
    }
  }

  /// Returns the storage of a string whose text has columns.
  ///
  /// SAFETY: a field with it is the cell of such a string.
  private static func storage(_ read: @escaping TextReading) -> _FieldStorage {
    let witness = unsafe FieldWitness(
      RowCells?.self,
      read: { literal, _, _, address, callContext, rejection in
        let row = unsafe address.assumingMemoryBound(to: RowCells?.self)
        // The row of the last record is read into again, unless something else has it.
        unsafe row.pointee = nil
        do throws(_LiteralFailure) {
          unsafe row.pointee = try read(literal, callContext, &rejection)
          return nil
        } catch {
          return error.kind
        }
      },
      writing: nil, expectation: "a string of JSON text")
    return _FieldStorage(witness)
  }

  /// Reads the text of a string. Returns nil if the text is `null`.
  typealias TextReading =
    @Sendable (Literal, CallContext.Reference, inout Rejection?) throws(_LiteralFailure) -> RowCells?

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
    instance.takesTexts = keepsRows
    if keepsRows {
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
    instance.readsTexts = join?.texts.isEmpty == false
    if instance.notesReplaced || keepsRows || joinsRecords {
      unsafe instance.attach = { [keepsRows, joinsRecords] row, texts, replaced in
        if keepsRows {
          unsafe cells(row).copyMarks()
          unsafe cells(row).swapTexts(&texts)
        }
        replaced?.take { unsafe cells(row).take($0) }
        if joinsRecords { unsafe cells(row).joinRecord() }
      }
    }
    if elements != nil { unsafe instance.takeSelection = { row, rows in unsafe cells(row).take(rows) } }
    if hasRecordKeys {
      unsafe instance.takeKey = { row, key in unsafe cells(row).take(key: key) }
    }
    return instance
  }

  /// Returns the field of the members that no column reads, which stores their names behind the columns' cells.
  private var unreadField: FieldDescription {
    let seen = _FieldStorage(
      reading: Bool.self, "a value", takesAny: true, writing: ValueWriting(value: Bool.self)
    ) { _, _ in true }
    let offset = shape.count * RowCells.stride
    var field = FieldDescription(
      paths: "$"._paths, policies: FieldPolicies([]), storage: RowCells.Unread._storage(of: seen) { false },
      offset: { _ in offset }, typeName: "members")
    field.takesUnknown = true
    return field
  }
}

extension RowShape {
  /// Returns the fields of a row.
  ///
  /// - Parameter base: returns the address of an instance's cells.
  fileprivate func fields(
    _ form: RowLayout.Form, base: @escaping @Sendable (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) -> [FieldDescription] {
    cells.enumerated().map { index, cell in
      let offset = index * RowCells.stride
      var field = FieldDescription(
        paths: ([cell.path] + cell.others)._paths, policies: cell.policies, storage: cell.storage(form),
        offset: { _ in offset },
        typeName: cell.typeName)
      if let shape = cell.table {
        let operations = shape.operations
        field.nested = MappingDescription(
          fields: unsafe shape.fields(form, base: operations.base), instance: operations)
      }
      if case .object = cell.content { field.isContainer = true }
      if !cell.others.isEmpty {
        field.cell = unsafe cell.other { unsafe base($0) + offset }
        field.skipsNull = true
      }
      field.checksIntermediates = form == .typed && !cell.isMember
      field.checksStoredScalars = form == .typed && !cell.isMember
      field.reportedPath = cell.reportedPath
      return field
    }
  }
}

extension RowShape.Cell {
  /// How the machine stores the values.
  fileprivate func storage(_ form: RowLayout.Form) -> _FieldStorage {
    switch content {
    case .single(let type): Self.storage(of: type, form)
    case .array(let type):
      Self.storage(of: type, form).optional.appending ?? Self.storage(of: type, form)
    case .object: unsafe _FieldStorage(FieldWitness(Void.self, writing: nil, expectation: "an object"))
    case .table(let shape): shape.storage
    case .text: .unsupported
    }
  }

  private static func storage(of type: ColumnType, _ form: RowLayout.Form) -> _FieldStorage {
    switch type {
    case .bool: _FieldStorage(.bool, of: Bool.self)
    case .int64: _FieldStorage(.int, of: Int.self)
    case .uint64: _FieldStorage(.uint64, of: UInt64.self)
    case .double: _FieldStorage(.double, of: Double.self)
    // SAFETY: a row's texts are used while its record is shown.
    case .string: unsafe BorrowedText._storage
    case .text: unsafe _FieldStorage(.text, .plain, FieldWitness(of: BorrowedText.self, writing: nil))
    case .json:
      unsafe _FieldStorage(
        form == .verbatim ? .verbatimJSON : .json, .plain, FieldWitness(of: BorrowedText.self, writing: nil))
    case .date:
      _FieldStorage(
        reading: Int32.self, "a date such as \"2025-03-01\"", writing: ValueWriting(value: Int32.self)
      ) { literal, _ throws(_LiteralFailure) in
        try literal.literal.days()
      }
    case .timestamp(let unit):
      times("a time in RFC 3339 format, such as \"2025-03-01T12:00:00Z\"") {
        literal throws(_LiteralFailure) in try literal.time(.rfc3339, unit)
      }
    case .datetime(let unit):
      times("a date and time without a time zone, such as \"2025-03-01T12:00:00\"") {
        literal throws(_LiteralFailure) in try literal.time(.local, unit)
      }
    case .unix(let unit, as: let stored):
      times(
        "a number of \(unit.name) since 1970, or a string of one (years \(stored.years))"
      ) {
        literal throws(_LiteralFailure) in try literal.time(countedIn: unit, as: stored)
      }
    case .list, .struct, .map: preconditionFailure("a nested type is a table or has members")
    }
  }
}

extension RowShape.Cell {
  /// Returns the cell of a value at another path, which is written to this one if it counts.
  ///
  /// SAFETY: the address is that of this cell in an instance, which is initialised for its content.
  fileprivate func other(
    at address: @escaping @Sendable (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) -> FieldCell {
    func make<Value>(_: Value.Type, _ blank: @escaping @Sendable () -> Value?) -> FieldCell {
      var cell = FieldCell(taken: blank)
      unsafe cell.flush = { instance, other in
        unsafe address(instance).assumingMemoryBound(to: Value.self).pointee =
          other.assumingMemoryBound(to: Value.self).pointee
      }
      return cell
    }
    func open<Value>(_: Value, _ type: ColumnType) -> FieldCell {
      if case .array = content { return make([Value?].self) { [] } }
      return make(Value.self) { RowShape.blank(of: type) as? Value }
    }
    switch content {
    case .single(let type), .array(let type): return open(RowShape.blank(of: type), type)
    case .object, .table, .text: preconditionFailure("such a cell has one path")
    }
  }

  /// Returns the storage of times, which a closure reads.
  private static func times(
    _ expectation: String, _ read: @escaping @Sendable (Literal) throws(_LiteralFailure) -> Int
  ) -> _FieldStorage {
    _FieldStorage(reading: Int.self, expectation, writing: ValueWriting(value: Int.self)) {
      literal, _ throws(_LiteralFailure) in try read(literal.literal)
    }
  }
}
