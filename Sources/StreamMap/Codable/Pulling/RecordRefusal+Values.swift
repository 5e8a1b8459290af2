extension RecordRefusal {
  /// Creates the refusal of a value that the code does not accept.
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

  /// Creates the refusal of an object that lacks a value.
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

  /// Returns the same refusal with another error, which wraps the reason.
  package func told(by error: any Error) -> RecordRefusal {
    RecordRefusal(kind, path, expected: expected, at: anchor, error)
  }
}
