import FoundationValues
import StreamMap

/// A mismatched value and its path.
///
/// For a line of a file, it is the `underlying` error of a `MappingError`, which has the record, line and byte offset.
public struct TinyMappingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the value, such as `entries[2].title`. The root is `$`.
  public let path: String

  /// The reason, such as `expected an object, found a number`.
  public let reason: String

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }

  package init(path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  init(_ path: [any CodingKey], _ reason: String) {
    self.init(path: PathText(path).description, reason)
  }
}

extension TinyMappingError {
  /// Returns the reason of an error that user code threw.
  static func reason(of error: any Error) -> String {
    (error as? DecodingError).map { $0.content.reason } ?? "\(error)"
  }
}

extension DecodingError {
  /// The path of the mismatched or missing value, and the reason.
  var content: (path: [any CodingKey], reason: String) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath, context.debugDescription)
    case .keyNotFound(let key, let context):
      (context.codingPath + [PathKey(stringValue: key.stringValue)], context.debugDescription)
    @unknown default: ([], String(describing: self))
    }
  }

  /// Whether the error's path is at or inside a value. The path of an error created by user code may be elsewhere.
  func isBelow(_ value: TapeValue) -> Bool {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      PathText(context.codingPath).description.hasPrefix(value.pathText)
    @unknown default: false
    }
  }
}

/// Maps one document. Its errors have paths, but no record.
func withOwnErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let rejection as RecordRejection {
    throw rejection.reason
  } catch let error as TreeMismatch {
    throw TinyMappingError(error.path, error.reason)
  } catch let error as DecodingError {
    throw TinyMappingError(error.content.path, error.content.reason)
  }
}
