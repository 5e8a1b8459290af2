public import Foundation

extension TinyMappingError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
