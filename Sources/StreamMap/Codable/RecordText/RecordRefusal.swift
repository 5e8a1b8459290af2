/// What code that pulls its values did not like in a record, and where.
package struct RecordRefusal: Error {
  let kind: MappingError.Kind
  /// Of the value that was refused, or of the one that is missing.
  let path: [any CodingKey]
  let expected: String
  /// Where the value of the path's first keys begins, which the code found: of two members of one name it need
  /// not be the first.
  let anchor: Anchor?
  /// What the code says.
  package let reason: any Error

  struct Anchor {
    let offset: Int
    /// How many keys lead to it.
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

  /// A value is missing.
  ///
  /// - Parameters:
  ///   - path: where it should be, from the record's value on.
  ///   - reason: what the code says.
  package init(missing path: [any CodingKey], _ reason: any Error) {
    self.init(.missingField, path, expected: "a value", reason)
  }
}
