/// The error of code that pulls values from a record, with the place of the value.
package struct RecordRejection: Error {
  let kind: MappingError.Kind
  /// The path of the rejected or missing value.
  let path: [any CodingKey]
  let expected: String
  /// The value at a prefix of the path, as the code found it. If two members have the same name, it may not be the
  /// first.
  let anchor: Anchor?
  /// The error of the code.
  package let reason: any Error

  struct Anchor {
    let offset: Int
    /// The number of keys that lead to it.
    let depth: Int
  }

  init(
    _ kind: MappingError.Kind, _ path: [any CodingKey], expected: String, at anchor: Anchor? = nil,
    _ reason: any Error
  ) {
    self.kind = kind
    self.path = path
    self.expected = expected
    self.anchor = anchor
    self.reason = reason
  }

  /// Creates the rejection for a missing value.
  ///
  /// - Parameters:
  ///   - path: the path where the value was expected, from the record's root value.
  ///   - reason: the error of the code.
  package init(missing path: [any CodingKey], _ reason: any Error) {
    self.init(.missingField, path, expected: "a value", reason)
  }
}

extension RecordRejection {
  /// Creates the rejection of a value that the code does not accept.
  ///
  /// - Parameters:
  ///   - value: the rejected value.
  ///   - expected: what was expected instead. Empty if the value broke one of the code's own rules.
  ///   - reason: the error of the code.
  package init(_ value: TapeValue, expected: String = "", _ reason: any Error) {
    let kind: MappingError.Kind =
      if expected.isEmpty { .decodingFailed } else if value.isNull { .unexpectedNull } else { .typeMismatch }
    let path = value.place().codingPath
    self.init(kind, path, expected: expected, at: Anchor(offset: value.offset, depth: path.count), reason)
  }

  /// Creates the rejection of an object that lacks a value.
  ///
  /// - Parameters:
  ///   - object: the object that was searched.
  ///   - names: the path from there.
  ///   - reason: the error of the code.
  package init(_ object: TapeValue, missing names: [String], _ reason: any Error) {
    let path = object.place().codingPath
    self.init(
      .missingField, path + names.map { PathKey(stringValue: $0) }, expected: "a value",
      at: Anchor(offset: object.offset, depth: path.count), reason)
  }

  /// The path of the rejected or missing value, such as `users[2].name`. `$` for the record's root value.
  package var pathText: String { PathText(path).description }

  /// Returns the same rejection with another error, which wraps the reason.
  package func attributed(to error: any Error) -> RecordRejection {
    RecordRejection(kind, path, expected: expected, at: anchor, error)
  }
}
