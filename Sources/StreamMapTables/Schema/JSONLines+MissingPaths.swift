import StreamMap

extension JSONLines {
  /// Called at the end of a reading with a message for each path that no record has. Nil by default.
  ///
  ///     lines.onMissingPath = { print($0) }   // no record has 'nmae'; did you mean 'name'?
  ///
  /// A misspelt path is no error: the field keeps its default, or the filter skips every record. This finds the paths of
  /// the mapping, also of its nested mappings, that lead to no value, not even to a null. Of several paths for a field,
  /// one suffices. It also finds the paths of the `filter`, and its literals of a type that a path never has
  /// (`'code' was never a string (4 numbers)`).
  ///
  /// The first 1,000 records are examined, whatever the filter or the mapping skips of them. If there are more, the
  /// message says so. Nothing is reported of the members of dictionaries, for records with more than 10,000 paths, and if
  /// an error or the caller ends the reading. The type of `init(path:decoding:decoder:)` has no paths.
  ///
  /// The text of a message can change in any version.
  public var onMissingPath: (@Sendable (String) -> Void)? {
    get { pathObserver?.report }
    set {
      pathObserver = newValue.map { report in
        PathObserver(report: report) {
          RecordSampling(ofPaths: ())
        } notes: { findings, fields, filter in
          let notes = PathNotes(findings)
          return notes.notes(of: fields) + (filter.map(notes.notes) ?? [])
        }
      }
    }
  }
}
