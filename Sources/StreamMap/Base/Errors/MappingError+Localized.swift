#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension MappingError: LocalizedError {
  /// The error's description.
  public var errorDescription: String? { description }
}
