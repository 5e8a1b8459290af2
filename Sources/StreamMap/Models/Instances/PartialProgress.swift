/// How far a record has been read that is not complete: which of the model's fields have their values for good.
public struct PartialProgress<Root>: Sendable {
  private let mapping: Mapping<Root>
  /// For each model that is open, by its scope, a bit for each field that is complete.
  private let complete: [Int32: [UInt64]]

  /// The record's value has been read to its end, so that every field is complete.
  public let isWhole: Bool

  init(_ mapping: Mapping<Root>, complete: [Int32: [UInt64]], isWhole: Bool) {
    self.mapping = mapping
    self.complete = complete
    self.isWhole = isWhole
  }

  /// Whether a field's value has been read to its end, so that nothing that may come changes it.
  ///
  /// That of an array or a model is complete with its closing bracket; one of which the last of two members
  /// counts, and one that the record does not have, with the record.
  ///
  /// - Parameter path: as it was given to the field; that of a field of a nested model begins with the path of
  ///   the model's, unless that is one of many. False if no field has it.
  /// - Complexity: O(f) in the number of fields.
  public func isComplete(_ path: String) -> Bool {
    if isWhole { return true }
    guard let path = try? RecordPath(path) else { return false }
    return isComplete(path.segments[...], in: 0, mapping.description)
  }

  /// Whether a property's value has been read to its end.
  ///
  /// - Parameter keyPath: as it was given to the field, or a stored property of a struct. False if no field
  ///   has it.
  public func isComplete<Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
    if isWhole { return true }
    let description = mapping.description
    let offset = MemoryLayout<Root>.offset(of: keyPath)
    let field = description.fields.firstIndex { field in
      if let known = field.keyPath { return (known as AnyKeyPath) == keyPath }
      return offset != nil && field.offset(description.instance) == offset
    }
    return field.map { isComplete($0, in: 0, description) } ?? false
  }

  private func isComplete(
    _ path: ArraySlice<RecordPath.Segment>, in scope: Int32, _ description: MappingDescription
  ) -> Bool {
    for (number, field) in mapping.program.scopes[Int(scope)].fields.enumerated() {
      let steps = field.path.segments
      guard path.starts(with: steps) else { continue }
      // An alias counts only once the others are known not to be there.
      guard number < description.fields.count else { continue }
      if isComplete(number, in: scope, description) { return true }
      guard path.count > steps.count, field.child >= 0, let nested = description.fields[number].nested else {
        continue
      }
      if isComplete(path.dropFirst(steps.count), in: field.child, nested) { return true }
    }
    return false
  }

  private func isComplete(_ field: Int, in scope: Int32, _ description: MappingDescription) -> Bool {
    guard let words = complete[scope], description.fields[field].policies.duplicate != .last else {
      return false
    }
    return words[field / 64] & (1 << UInt64(field % 64)) != 0
  }
}
