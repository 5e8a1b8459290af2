/// A path, or a set of paths, that cannot be compiled.
public struct PathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as it was written.
  public let path: String

  /// The byte of ``path`` at which the reason stands, from 0.
  public let position: Int

  /// What is wrong, and what would be right.
  public let reason: String

  init(_ path: String, at position: Int, _ reason: String) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// The path, the position and the reason.
  public var description: String {
    "path \"\(path)\", position \(position): \(reason)"
  }
}
