#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DecompressionFailure: LocalizedError, CustomStringConvertible {
  /// The error and its offset in the compressed input.
  public var description: String {
    switch self {
    case .truncated: "the compressed input ends within a member"
    case .damaged(let reason, let offset): "byte \(offset) of the compressed input: \(reason)"
    }
  }

  /// The error's description.
  public var errorDescription: String? { description }
}
