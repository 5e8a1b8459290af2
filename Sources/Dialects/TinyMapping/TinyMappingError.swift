import StreamMap

/// What is wrong with a value, and where it stands.
///
/// For a line of a file it is the `underlying` error of a `MappingError`, which says the record, line and byte as well.
public struct TinyMappingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The way to the value: `entries[2].title`; `$` for the outermost one.
  public let path: String

  /// What is wrong with it: `expected an object, found a number`.
  public let reason: String

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }

  package init(path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// What a type said that decodes itself.
  ///
  /// - Parameter path: what leads to the value that it was to be decoded from, where its own paths begin there.
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
  /// What an error says that code of a type of the user's threw.
  static func reason(of error: any Error) -> String {
    (error as? DecodingError).map { TinyMappingError($0).reason } ?? "\(error)"
  }
}

extension DecodingError {
  /// Whether it says where it is about a value, or about what is in it. One that somebody made may not.
  func isBelow(_ value: TapeValue) -> Bool {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      PathText(context.codingPath).description.hasPrefix(value.pathText)
    @unknown default: false
    }
  }
}

/// Calls what maps one document, whose errors say where without a record.
func withOwnErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let refusal as RecordRefusal {
    throw refusal.reason
  } catch let error as DecodingError {
    throw TinyMappingError(error)
  }
}
