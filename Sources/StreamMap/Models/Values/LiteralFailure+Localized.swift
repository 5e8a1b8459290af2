#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension _LiteralFailure: LocalizedError, CustomStringConvertible {
  /// The kind of error.
  public var description: String { "the value does not fit the field's type: \(kind)" }

  /// The error's description.
  public var errorDescription: String? { description }
}
