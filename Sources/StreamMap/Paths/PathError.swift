#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A path, a set of paths or the condition of a ``Filter`` that cannot be compiled.
public struct PathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path or the condition as it was written.
  public let path: String

  /// The byte offset of the error in ``path``, from 0.
  public let position: Int

  /// The problem and the expected form.
  public let reason: String

  private let isCondition: Bool

  /// The list of columns that contains the path, or nil if the path was given alone.
  package private(set) var list: String?

  /// The byte offset of the path in ``list``, from 0.
  package private(set) var start = 0

  package init(_ path: String, at position: Int, _ reason: String, isCondition: Bool = false) {
    self.path = path
    self.isCondition = isCondition
    self.position = position
    self.reason = reason
  }

  /// Returns the same error for a path at a byte offset in a list.
  package func within(_ list: String, from start: Int) -> PathError {
    var error = self
    (error.list, error.start) = (list, start)
    return error
  }

  /// The path, the position and the reason. Of a condition, the position and the reason.
  public var description: String {
    let subject = isCondition ? "filter" : "path \"\(path)\""
    return "\(subject), position \(position): \(reason)"
  }
}

extension PathError: LocalizedError {
  /// The error's description.
  public var errorDescription: String? { description }
}
