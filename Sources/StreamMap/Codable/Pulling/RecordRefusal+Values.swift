extension RecordRefusal {
  /// A value is not what the code wants.
  ///
  /// - Parameters:
  ///   - value: the one that was refused.
  ///   - expected: what could have stood there; empty if it is the code's own rule that was broken.
  ///   - reason: what the code says.
  package init(_ value: TapeValue, expected: String = "", _ reason: any Error) {
    let kind: MappingError.Kind =
      if expected.isEmpty { .decodingFailed } else if value.isNull { .unexpectedNull } else { .typeMismatch }
    let path = value.place().codingPath
    self.init(kind, path, expected: expected, at: Anchor(offset: value.offset, depth: path.count), reason)
  }

  /// An object lacks a value.
  ///
  /// - Parameters:
  ///   - object: the one in which the code looked.
  ///   - names: the path from there.
  ///   - reason: what the code says.
  package init(_ object: TapeValue, missing names: [String], _ reason: any Error) {
    let path = object.place().codingPath
    self.init(
      .missingField, path + names.map { PathKey(stringValue: $0) }, expected: "a value",
      at: Anchor(offset: object.offset, depth: path.count), reason)
  }

  /// Where the value is that was refused, or should be: `users[2].name`; `$` for the record's own.
  package var pathText: String { PathText(path).description }

  /// The same refusal, told by another error: the one that wraps the reason.
  package func told(by error: any Error) -> RecordRefusal {
    RecordRefusal(kind, path, expected: expected, at: anchor, error)
  }
}
