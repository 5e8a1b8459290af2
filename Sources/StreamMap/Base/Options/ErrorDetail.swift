/// How many errors are reported for a record that does not fit its model.
///
///     lines.options.errorDetail = .all
public enum ErrorDetail: Sendable, Hashable, CaseIterable {
  /// Reports the first error. The default.
  case first
  /// Reports all errors, up to a hundred. ``MappingError/others`` has those after the first.
  ///
  /// A record with an error is read a second time, as if its mismatched values were absent. Closures of the mapping
  /// may therefore be called twice for it. A syntax error or an exceeded limit ends the list. Policies do not change
  /// which errors are reported.
  case all
}
