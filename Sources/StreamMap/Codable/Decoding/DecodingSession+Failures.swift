extension DecodingSession {
  /// Converts an error thrown by a record's model to a failure with its location.
  func failure(_ error: any Error, in bytes: Span<UInt8>) -> RecordFailure {
    let known = rejection.flatMap { $0.isThrown(as: error) ? $0 : nil }
    if let rejection = error as? RecordRejection ?? known {
      let found = rejection.kind == .decodingFailed ? String(describing: rejection.reason) : nil
      return failure(
        rejection.kind, rejection.path, from: rejection.anchor, expected: rejection.expected, found,
        rejection.reason,
        bytes
      )
    }
    guard let error = error as? DecodingError else {
      return failure(.decodingFailed, [], expected: "", String(describing: error), error, bytes)
    }
    switch error {
    case .typeMismatch(let type, let context):
      return failure(.typeMismatch, context.codingPath, expected: "\(type)", nil, error, bytes)
    case .valueNotFound(let type, let context):
      return failure(.unexpectedNull, context.codingPath, expected: "\(type)", nil, error, bytes)
    case .keyNotFound(let key, let context):
      return failure(.missingField, context.codingPath + [key], expected: "a value", nil, error, bytes)
    case .dataCorrupted(let context):
      let kind = context.underlyingError.flatMap { ($0 as? NumberRejection)?.kind } ?? .decodingFailed
      return failure(
        kind, context.codingPath, expected: "a number of the type", context.debugDescription, error, bytes)
    @unknown default:
      return failure(.decodingFailed, [], expected: "", String(describing: error), error, bytes)
    }
  }

  private func failure(
    _ kind: MappingError.Kind, _ path: [any CodingKey], from anchor: RecordRejection.Anchor? = nil,
    expected: String, _ found: String?, _ underlying: any Error, _ bytes: Span<UInt8>
  ) -> RecordFailure {
    let cursor = cursor(at: path, from: anchor, in: bytes)
    var failure = RecordFailure(
      kind, at: cursor.offset, path: PathText(path).description, expected: expected,
      found: found ?? self.found(at: cursor, in: bytes), text: bytes)
    failure.underlying = underlying
    return failure
  }

  /// Returns the position of the value at a path. If there is no value, returns the end of the last container on the
  /// path.
  private func cursor(
    at path: [any CodingKey], from anchor: RecordRejection.Anchor?, in bytes: Span<UInt8>
  ) -> RecordCursor {
    let markCount = bytes.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    var cursor = RecordCursor(
      at: anchor.map { $0.offset - recordStart } ?? bytes.endOfWhitespace(from: markCount))
    for (depth, key) in path.enumerated().dropFirst(anchor?.depth ?? 0) {
      switch cursor.kind(in: bytes) {
      case .array:
        cursor.enter()
        var left = key.intValue ?? 0
        while cursor.findNext(in: bytes), left > 0 {
          cursor.skipValue(in: bytes)
          left -= 1
        }
      case .object:
        cursor.enter()
        while let name = cursor.nextName(in: bytes) {
          let name = name.string(in: bytes)
          // Keys of dictionaries are never converted.
          if name == key.stringValue { break }
          if options.converted(name, Array(path.prefix(depth))) == key.stringValue { break }
          cursor.skipValue(in: bytes)
        }
      default: return cursor
      }
    }
    return cursor
  }

  private func found(at cursor: RecordCursor, in bytes: Span<UInt8>) -> String {
    cursor.kind(in: bytes)?.found
      ?? "the end of the \(bytes[cursor.offset] == ASCII.closeBrace ? "object" : "array")"
  }
}

extension PathText {
  /// Creates the text of a coding path of this library's decoder.
  package init(_ path: [any CodingKey]) {
    self.init()
    append(path)
  }

  /// Appends a coding path of this library's decoder.
  package mutating func append(_ path: [any CodingKey]) {
    for key in path {
      if let index = key.intValue, key is PathKey {
        append(index: index)
      } else {
        append(name: key.stringValue)
      }
    }
  }
}

/// The reason why a number is not of a type. The underlying error of the thrown error.
struct NumberRejection: Error {
  private let text: String
  private let type: any Any.Type

  init(_ text: String, _ type: any Any.Type) {
    self.text = text
    self.type = type
  }

  var kind: MappingError.Kind {
    guard type is any FixedWidthInteger.Type else { return .outOfRange }
    return text.withBytes { bytes in
      do throws(NumberText.Failure) {
        _ = try NumberText.integer(bytes, as: Int128.self)
        return .outOfRange
      } catch {
        return error == .notAnInteger ? .notAnInteger : .outOfRange
      }
    }
  }
}
