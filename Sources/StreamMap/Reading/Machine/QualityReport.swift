import Synchronization

/// What the records of a stream had for each field of its mapping, and what they did not have: counted as they
/// are read.
///
///     let quality = QualityReport()
///     lines.quality = quality
///     try lines.forEach { … }
///     print(quality)
///
/// One report can be used by several streams, and from several threads; fields of nested mappings are in it, those
/// of recursive models as one value. Of a record that is refused, what was found before and behind the value that
/// did not fit is counted; of one that is no JSON, nothing.
///
/// A record that has the first of something is read once more, to find its place; so closures of the mapping may be
/// called twice for it. Each record that has something to be counted costs a lock, and each model a look at its fields.
public final class QualityReport: Sendable {
  private let state = Mutex(State())

  private struct State {
    var records = 0
    var refused = 0
    var programs: [(program: Program, row: Int)] = []
    var fields: [Field] = []
  }

  /// An empty report.
  public init() {}

  /// What was found of one field.
  public struct Field: Sendable, Hashable {
    /// Where its value stands, from the record's own: `items[*].price`.
    public let path: String
    /// Its type.
    public let type: String
    /// The objects that had no such member, and ended without it.
    public internal(set) var absent = Occurrences()
    /// The values that were `null`, whatever that means to the field.
    public internal(set) var null = Occurrences()
    /// The values that did not fit, and the intermediate values of the wrong kind. All are counted, whatever the
    /// field's policy.
    public internal(set) var mismatched = Occurrences()
    /// The elements that did not fit, and were left out.
    public internal(set) var dropped = Occurrences()
  }

  /// How often something was found, and where first.
  public struct Occurrences: Sendable, Hashable {
    /// How often.
    public internal(set) var count = 0
    /// Where first; of what is absent, the end of the model's value that does not have it.
    public internal(set) var first: Place?
  }

  /// A place in the input.
  public struct Place: Sendable, Hashable {
    /// The number of the record, from 1; nil outside a stream of records.
    public internal(set) var record: Int?
    /// The number of its line, from 1; nil outside a stream of lines.
    public internal(set) var line: Int?
    /// The absolute offset of the byte.
    public internal(set) var byteOffset: Int
  }

  /// The records that were read into models.
  public var records: Int { state.withLock { $0.records } }

  /// The records that were refused.
  public var refused: Int { state.withLock { $0.refused } }

  /// The fields, in order of the mapping, those of a nested one after the field that it is for.
  public var fields: [Field] { state.withLock { $0.fields } }

  // MARK: Filling

  /// Where the fields of a program begin among those of the report, to which they are added if they are not there.
  func row(of program: Program) -> Int {
    state.withLock { state in
      if let known = state.programs.first(where: { $0.program === program }) { return known.row }
      let row = state.fields.count
      state.programs.append((program, row))
      for scope in program.scopes {
        state.fields += scope.fields.map { Field(path: scope.path.joined($0.path.text), type: $0.typeName) }
      }
      return row
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
  func take() -> QualityReport {
    let taken = QualityReport()
    taken.state.withLock { counted in
      state.withLock { state in
        swap(&state, &counted)
        // Who counts knows the rows of the programs.
        state.programs = counted.programs
        state.fields = counted.fields.map { Field(path: $0.path, type: $0.type) }
      }
    }
    return taken
  }

  /// Adds what was counted of records behind all that were counted here.
  func add(_ next: QualityReport) {
    let next = next.state.withLock { $0 }
    for (program, row) in next.programs {
      let own = self.row(of: program)
      let count = program.scopes.reduce(0) { $0 + $1.fields.count }
      state.withLock { state in
        for index in 0..<count { state.fields[own + index].add(next.fields[row + index]) }
      }
    }
    state.withLock { state in
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

extension QualityReport.Place {
  fileprivate mutating func number(after before: (records: Int, lines: Int)?) {
    record = before.flatMap { before in record.map { $0 + before.records } }
    line = before.flatMap { before in line.map { $0 + before.lines } }
  }
}

extension QualityReport.Field {
  /// Adds what was found behind.
  fileprivate mutating func add(_ next: Self) {
    for finding in Notes.Kind.allCases.indices {
      self[finding].count += next[finding].count
      if self[finding].first == nil { self[finding].first = next[finding].first }
    }
  }

  /// What was found, by the number of a finding.
  fileprivate subscript(finding: Int) -> QualityReport.Occurrences {
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
