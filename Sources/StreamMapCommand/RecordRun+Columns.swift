// Warns of columns that no record had. A misspelt name gives null in every row, but no error.

import StreamMap
import StreamMapTables

extension RecordRun {
  /// Keeps the first bytes of an input that can be read only once.
  ///
  /// - Returns: the input to read instead, or nil if it is a file or the run resumes from a checkpoint.
  func keepSample() -> Input? {
    guard let seen = session.tally.seen, !seen.missing.isEmpty, !session.isResumed,
      let input = session.inputs.first, input.isStandardInput || !input.status.isRegular
    else { return nil }
    // The run itself reports an input that cannot be read.
    guard let (bytes, begun) = try? Signals.interrupting({ try input.bytes.beginning(64 << 10, until: $0) })
    else {
      return nil
    }
    sample = bytes
    return begun
  }

  /// Warns of the filter's paths that no record has, and of its literals of another type than the values.
  func warnOfFilter() {
    guard let filter = session.options.filter, !session.options.isQuiet, let notes = pathNotes else { return }
    for note in notes.notes(of: filter).prefix(Self.noteCount) { session.diagnostics.note(note) }
  }

  /// The maximum number of columns that are named.
  private static var noteCount: Int { 20 }

  /// Warns of columns without any value, if every record of the inputs was read.
  ///
  /// - Parameter columns: the paths of the columns.
  func warnOfMissingColumns(_ columns: [[RecordPath]]) {
    guard !isDone, session.options.limit == nil, session.options.inputRange == .all,
      session.tally.goodRecords > 0, let missing = session.tally.seen?.missing, !missing.isEmpty,
      !session.options.isQuiet
    else { return }
    let absent = missing.filter(columns.indices.contains).map { columns[$0] }
    if session.options.filter != nil {
      // The records that the filter has skipped may have the column.
      let notes = absent.compactMap { paths in
        // The notes are of paths in records.
        let notes = paths.map { $0.texts.isEmpty ? pathNotes?.missing($0) : nil }
        return notes.contains(nil) ? nil : notes[0]
      }
      for note in notes.prefix(Self.noteCount) { session.diagnostics.note(note) }
      return
    }
    if sample.isEmpty, let input = session.inputs.first, input.status.isRegular {
      sample = (try? input.bytes.beginning(InferredSchema.sampleSize, until: nil).bytes) ?? []
    }
    let suggestions = PathSuggestions(InferredSchema(of: sample, session.options.framing, session.options))
    for column in absent.prefix(Self.noteCount) {
      let text = column.text
      let isFile = (try? System.status(of: FilePath(text))) != nil
      let meant =
        isFile
        ? ", which is a file: PATHS come before the first FILE"
        : !column[0].texts.isEmpty
          ? "" : suggestions.suggestion(for: column[0]).map { "; did you mean '\($0)'?" } ?? ""
      session.diagnostics.note("no record has '\(text)'\(meant)")
    }
    if absent.count > Self.noteCount {
      session.diagnostics.note("no record has \(absent.count - Self.noteCount) other columns either")
    }
  }
}
