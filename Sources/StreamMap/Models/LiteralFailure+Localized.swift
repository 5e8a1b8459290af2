#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension _LiteralFailure: LocalizedError, CustomStringConvertible {
  /// What kind of error it is.
  public var description: String { "the value does not fit the field's type: \(kind)" }

  /// The error's description.
  public var errorDescription: String? { description }
}
