/// A path, or a set of paths, that cannot be compiled.
public struct PathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as it was written.
  public let path: String

  /// The byte offset of the error in ``path``, from 0.
  public let position: Int

  /// The problem and the expected form.
  public let reason: String

  /// The list of columns that contains the path, or nil if the path was given alone.
  package private(set) var list: String?

  /// The byte offset of the path in ``list``, from 0.
  package private(set) var start = 0

  init(_ path: String, at position: Int, _ reason: String) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// Returns the same error for a path at a byte offset in a list.
  func within(_ list: String, from start: Int) -> PathError {
    var error = self
    (error.list, error.start) = (list, start)
    return error
  }

  /// The path, the position and the reason.
  public var description: String {
    "path \"\(path)\", position \(position): \(reason)"
  }
}
