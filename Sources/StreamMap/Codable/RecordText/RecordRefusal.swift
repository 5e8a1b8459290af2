/// The error of code that pulls values from a record, with the place of the value.
package struct RecordRefusal: Error {
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

  /// Creates the refusal for a missing value.
  ///
  /// - Parameters:
  ///   - path: the path where the value was expected, from the record's root value.
  ///   - reason: the error of the code.
  package init(missing path: [any CodingKey], _ reason: any Error) {
    self.init(.missingField, path, expected: "a value", reason)
  }
}
