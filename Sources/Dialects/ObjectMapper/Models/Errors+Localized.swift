public import Foundation

extension MapError: LocalizedError {
  /// The error's description.
  public var errorDescription: String? { description }
}

extension MappableMismatch: LocalizedError, CustomStringConvertible {
  /// The message.
  public var description: String { "a value is not of the type that its collection holds" }

  /// The error's description.
  public var errorDescription: String? { description }
}
