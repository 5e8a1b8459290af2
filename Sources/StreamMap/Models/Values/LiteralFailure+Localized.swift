#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension _LiteralFailure: LocalizedError, CustomStringConvertible {
  /// A description with the kind of error.
  public var description: String { "the value does not fit the field's type: \(kind)" }

  /// The error's description.
  public var errorDescription: String? { description }
}
