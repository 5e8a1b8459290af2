// Warns of what typed columns lose: values that are null because they do not fit, and members that no column of a schema
// reads.

import StreamMap
import StreamMapTables

extension Options {
  /// Whether a run over typed columns counts its absent, null and mismatched values. If they are not wanted, they cost
  /// nothing.
  var countsColumns: Bool { report != nil || mismatch == .null || schema != nil }
}

extension ColumnMapping {
  /// Returns the mapping for a run with these options.
  func mapping(_ options: Options) throws(UsageError) -> Mapping<ColumnRow> {
    var notes: RowNotes = []
    if options.mismatch == .null { notes.insert(.mismatches) }
    if options.schema != nil { notes.insert(.unreadMembers) }
    do {
      return notes.isEmpty ? mapping : try mapping(noting: notes)
    } catch {
      throw UsageError(error.description)
    }
  }
}

extension Session {
  /// The maximum number of columns that are named.
  private static var noteCount: Int { 20 }

  /// Warns of each column with values that are null because they do not fit.
  ///
  /// - Parameter isLocated: whether the locations are those of the inputs.
  func noteMismatches(isLocated: Bool = true) {
    let columns = tally.survey.columns.filter { $0.replaced.count > 0 }
    for column in columns.prefix(Self.noteCount) {
      let finding = column.replaced
      // The number of elements and members is unknown.
      let type = column.type.flatMap { ColumnType($0) }
      // The number of elements is unknown, too.
      let isNested = type?.isNested ?? false || options.each != nil
      let all = isNested ? "" : " of \(tally.rows - column.absent.count - column.null.count)"
      let (values, verb) =
        finding.count == 1 && isNested ? ("value", "is") : ("values", finding.count == 1 ? "is" : "are")
      let first = (isLocated ? " \(location(of: finding))" : "") + (finding.value.map { ": \($0)" } ?? "")
      diagnostics.note(
        "\(column.name): \(finding.count)\(all) \(values) did not fit \(type?.outline ?? "") and \(verb) null; first\(first)"
      )
    }
    if columns.count > Self.noteCount {
      diagnostics.note(
        "\(columns.count - Self.noteCount) other columns have values that did not fit and are null")
    }
  }

  /// Reports what records have in place of the values of columns, and what they lack.
  func noteMisfits(in mapping: ColumnMapping) {
    let all = tally.keptRecords
    var notes: [String] = []
    for (column, found) in zip(mapping.columns, tally.survey.columns) {
      func note(_ problem: String, _ finding: Survey.Finding) {
        guard finding.count > 0 else { return }
        let records = "\(finding.count) of \(all) record\(all == 1 ? "" : "s")"
        let value = finding.value.map { ": \($0.wholeMatch(of: /a string \((.*)\)/)?.output.1 ?? $0[...])" }
        notes.append("\(column.name): \(problem) in \(records); first \(location(of: finding))\(value ?? "")")
      }
      if column.presence == .required {
        note("absent, but required,", found.absent)
        note("null, but required,", found.null)
      }
      for kind in Survey.Kind.allCases where kind != .null {
        note("\(kind.found) does not fit \(column.type.outline)", found.types[kind.rawValue])
      }
    }
    for note in notes.prefix(Self.noteCount) { diagnostics.note(note) }
    if notes.count > Self.noteCount {
      diagnostics.note("columns have \(notes.count - Self.noteCount) other kinds of values that do not fit")
    }
  }

  /// Warns of each member that no column of a schema reads. New members then do not vanish.
  func noteUnread() {
    let unread = tally.survey.unread.sorted {
      ($0.value.file ?? 0, $0.value.offset ?? 0, $0.key) < ($1.value.file ?? 0, $1.value.offset ?? 0, $1.key)
    }
    for (name, finding) in unread.prefix(Self.noteCount) {
      let verb = finding.count == 1 ? "has" : "have"
      diagnostics.note(
        "no column reads '\(name)': \(finding.count) of \(tally.goodRecords) records \(verb) it; first \(location(of: finding))"
      )
    }
    if unread.count > Self.noteCount {
      diagnostics.note("no column reads \(unread.count - Self.noteCount) other members either")
    }
  }

  private func location(of finding: Survey.Finding) -> String {
    let place = finding.line.map { "in line \($0)" } ?? "at byte \(finding.offset ?? 0)"
    guard inputs.count > 1, let file = finding.file else { return place }
    return "\(place) of \(inputs[file].name)"
  }
}
