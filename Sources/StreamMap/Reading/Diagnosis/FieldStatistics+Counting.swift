import Synchronization

// How a report counts. The machine's notes have what a record had of each field.

extension FieldStatistics {
  /// Where the fields of a program begin among those of the report, to which they are added if they are not there.
  func row(of program: Program) -> Int {
    state.withLock { state in
      state.row(
        of: program,
        program.scopes.flatMap { scope in
          scope.fields.map { Entry(path: scope.path.joined($0.path.text), type: $0.typeName) }
        })
    }
  }

  /// Whether the notes have something of which there was none before.
  func isNew(_ notes: Notes, at row: Int) -> Bool {
    notes.found.isEmpty
      ? false
      : state.withLock { state in
        notes.found.contains { state.fields[row + $0 / Notes.Kind.allCases.count][$0].count == 0 }
      }
  }

  /// Takes what was counted, and counts from the beginning again.
  func take() -> FieldStatistics {
    let taken = FieldStatistics()
    taken.state.withLock { counted in
      state.withLock { state in
        swap(&state, &counted)
        // Who counts knows the rows of the programs.
        state.programs = counted.programs
        state.fields = counted.fields.map { Entry(path: $0.path, type: $0.type) }
      }
    }
    return taken
  }

  /// Adds what was counted of records behind all that were counted here.
  func add(_ next: FieldStatistics) {
    let next = next.state.withLock { $0 }
    state.withLock { state in
      for (program, rows) in next.programs {
        let fields = next.fields[rows]
        let row = state.row(of: program, fields.map { Entry(path: $0.path, type: $0.type) })
        for (index, field) in fields.enumerated() { state.fields[row + index].add(field) }
      }
      state.records += next.records
      state.refused += next.refused
    }
  }

  /// Tells places by the numbers of the whole input, where what comes before is known.
  func number(after before: (records: Int, lines: Int)?) {
    state.withLock { state in
      for index in state.fields.indices {
        for finding in Notes.Kind.allCases.indices {
          state.fields[index][finding].first?.number(after: before)
        }
      }
    }
  }

  /// Adds what was found of a record, whose place is given.
  func add(_ notes: Notes, at row: Int, of record: Place, isRefused: Bool, origin: OffsetMap?) {
    state.withLock { state in
      if isRefused { state.refused += 1 } else { state.records += 1 }
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

extension FieldStatistics.Place {
  fileprivate mutating func number(after before: (records: Int, lines: Int)?) {
    record = before.flatMap { before in record.map { $0 + before.records } }
    line = before.flatMap { before in line.map { $0 + before.lines } }
  }
}

extension FieldStatistics.Entry {
  /// Adds what was found behind.
  fileprivate mutating func add(_ next: Self) {
    for finding in Notes.Kind.allCases.indices {
      self[finding].count += next[finding].count
      if self[finding].first == nil { self[finding].first = next[finding].first }
    }
  }

  /// What was found, by the number of a finding.
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
