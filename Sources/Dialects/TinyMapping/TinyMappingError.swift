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

  /// Creates the error for a `DecodingError` of a type that decodes itself.
  ///
  /// - Parameter path: the path of the decoded value, if the paths of `error` are relative to it.
  init(_ error: DecodingError, below path: PathText = PathText()) {
    var (path, reason) = (path, "")
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      path.append(context.codingPath)
      reason = context.debugDescription
    case .keyNotFound(let key, let context):
      path.append(context.codingPath)
      path.append(name: key.stringValue)
      reason = context.debugDescription
    @unknown default:
      reason = String(describing: error)
    }
    self.init(path: path.description, reason)
  }
}

extension TinyMappingError {
  /// Returns the reason of an error that user code threw.
  static func reason(of error: any Error) -> String {
    (error as? DecodingError).map { TinyMappingError($0).reason } ?? "\(error)"
  }
}

extension DecodingError {
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
  } catch let refusal as RecordRefusal {
    throw refusal.reason
  } catch let error as DecodingError {
    throw TinyMappingError(error)
  }
}
