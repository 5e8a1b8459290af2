/// How much is told of what is wrong with a record that does not fit its model.
public enum ErrorDetail: Sendable, Hashable, CaseIterable {
  /// The first failure. The default.
  case first
  /// All of them, up to a hundred: ``MappingError/others`` has those after the first.
  ///
  /// The record is read once more for it, as if each value that does not fit were not there; so closures of
  /// the mapping may be called twice for it. What is no JSON, or beyond a limit, ends it there, and no policy
  /// changes what is wrong.
  case all
}
