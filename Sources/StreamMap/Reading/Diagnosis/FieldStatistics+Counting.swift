import Synchronization

// Counts records for the statistics. The machine's notes have the findings of a record for each field.

extension FieldStatistics {
  /// Returns the index of a program's first field in the statistics. Adds the fields if the program is new.
  func row(of program: Program) -> Int {
    state.withLock { state in
      state.row(
        of: program,
        program.scopes.flatMap { scope in
          scope.fields.map { Entry(path: scope.path.joined($0.path.text), type: $0.typeName) }
        })
    }
  }

  /// Returns whether the notes have a finding that was not counted before.
  func isNew(_ notes: Notes, at row: Int) -> Bool {
    notes.found.isEmpty
      ? false
      : state.withLock { state in
        notes.found.contains { state.fields[row + $0 / Notes.Kind.allCases.count][$0].count == 0 }
      }
  }

  /// Returns the counts so far, and resets them.
  func take() -> FieldStatistics {
    let taken = FieldStatistics()
    taken.state.withLock { counted in
      state.withLock { state in
        swap(&state, &counted)
        // Sources have stored the row numbers of their programs.
        state.programs = counted.programs
        state.fields = counted.fields.map { Entry(path: $0.path, type: $0.type) }
      }
    }
    return taken
  }

  /// Adds the counts of records that follow all records counted here.
  func add(_ next: FieldStatistics) {
    let next = next.state.withLock { $0 }
    state.withLock { state in
      for (program, rows) in next.programs {
        let fields = next.fields[rows]
        let row = state.row(of: program, fields.map { Entry(path: $0.path, type: $0.type) })
        for (index, field) in fields.enumerated() { state.fields[row + index].add(field) }
      }
      state.records += next.records
      state.rejected += next.rejected
    }
  }

  /// Renumbers the locations for the whole input, if the numbers of records and lines before it are known.
  func number(after before: (records: Int, lines: Int)?) {
    state.withLock { state in
      for index in state.fields.indices {
        for finding in Notes.Kind.allCases.indices {
          state.fields[index][finding].first?.number(after: before)
        }
      }
    }
  }

  /// Adds the findings of a record at a location.
  func add(_ notes: Notes, at row: Int, of record: Location, isRejected: Bool, origin: OffsetMap?) {
    state.withLock { state in
      if isRejected { state.rejected += 1 } else { state.records += 1 }
      for index in notes.found {
        let finding = notes.findings[index]
        let field = row + index / Notes.Kind.allCases.count
        if state.fields[field][index].count == 0 {
          var place = record
          let offset = max(finding.offset, 0)
          place.byteOffset += origin?.original(of: offset) ?? offset
          state.fields[field][index].first = place
        }
        state.fields[field][index].count += finding.count
      }
    }
  }
}

extension FieldStatistics.State {
  /// Returns where the fields of a program begin. Adds them if the program is new.
  fileprivate mutating func row(
    of program: any AnyObject & Sendable, _ new: @autoclosure () -> [FieldStatistics.Entry]
  ) -> Int {
    if let known = programs.first(where: { $0.program === program }) { return known.rows.lowerBound }
    let row = fields.count
    fields += new()
    programs.append((program, row..<fields.count))
    return row
  }
}

extension FieldStatistics.Location {
  fileprivate mutating func number(after before: (records: Int, lines: Int)?) {
    record = before.flatMap { before in record.map { $0 + before.records } }
    line = before.flatMap { before in line.map { $0 + before.lines } }
  }
}

extension FieldStatistics.Entry {
  /// Adds the findings of later records.
  fileprivate mutating func add(_ next: Self) {
    for finding in Notes.Kind.allCases.indices {
      self[finding].count += next[finding].count
      if self[finding].first == nil { self[finding].first = next[finding].first }
    }
  }

  /// The occurrences of a finding, by its number.
  fileprivate subscript(finding: Int) -> FieldStatistics.Occurrences {
    get {
      switch Notes.Kind(rawValue: finding % Notes.Kind.allCases.count) {
      case .absent, nil: absent
      case .null: null
      case .mismatched: mismatched
      case .dropped: dropped
      }
    }
    set {
      switch Notes.Kind(rawValue: finding % Notes.Kind.allCases.count) {
      case .absent, nil: absent = newValue
      case .null: null = newValue
      case .mismatched: mismatched = newValue
      case .dropped: dropped = newValue
      }
    }
  }
}
