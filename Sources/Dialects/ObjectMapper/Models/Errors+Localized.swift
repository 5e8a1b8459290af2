public import Foundation

extension MapError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension MappableMismatch: LocalizedError, CustomStringConvertible {
  /// The message.
  public var description: String { "a value is not of the type that its collection holds" }

  /// The description of the error.
  public var errorDescription: String? { description }
}
