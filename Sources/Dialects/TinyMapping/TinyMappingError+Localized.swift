public import Foundation

extension TinyMappingError: LocalizedError {
  /// The error's description.
  public var errorDescription: String? { description }
}
