/// The progress of an incomplete record: which fields of the model have their final values.
public struct PartialProgress<Root>: Sendable {
  private let mapping: Mapping<Root>
  /// For each open model, by scope, a bit for each field that is complete.
  private let complete: [Int32: [UInt64]]

  /// Whether the record's value has been read to its end, so that every field is complete.
  public let isWhole: Bool

  init(_ mapping: Mapping<Root>, complete: [Int32: [UInt64]], isWhole: Bool) {
    self.mapping = mapping
    self.complete = complete
    self.isWhole = isWhole
  }

  /// Returns whether a field's value has been read to its end, so that later input cannot change it.
  ///
  /// An array or a model is complete with its closing bracket. A field with the policy `duplicate(.last)`, and a field
  /// that the record does not have, is complete with the record.
  ///
  /// - Parameter path: the path as given to the field. The path of a field of a nested model begins with the path of
  ///   the model, unless the model is one of many. The result is false if no field has the path.
  /// - Complexity: O(f) in the number of fields.
  public func isComplete(_ path: String) -> Bool {
    if isWhole { return true }
    guard let path = try? RecordPath(path) else { return false }
    return isComplete(path.segments[...], in: 0, mapping.declaration)
  }

  /// Returns whether a property's value has been read to its end.
  ///
  /// - Parameter keyPath: the key path as given to the field, or a stored property of a struct. The result is false if
  ///   no field has it.
  public func isComplete<Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
    if isWhole { return true }
    let description = mapping.declaration
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
      // An alias counts only once the other paths are known to be absent.
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

/// The values needed to show a model whose record is incomplete. The fields borrow the open values during a call.
///
/// So nothing is stored without the machine's knowledge, and the storage of a growing array stays uniquely referenced.
struct PartialModel {
  /// The borrowed values, innermost first.
  let loans: [FieldWitness.Borrow]
  /// For each open model, by scope, the fields whose values are complete.
  let complete: [Int32: [UInt64]]

  /// Calls a closure while the fields hold the borrowed values.
  func show(_ body: () -> Void) {
    show(loans[...], body)
  }

  private func show(_ loans: ArraySlice<FieldWitness.Borrow>, _ body: () -> Void) {
    guard let loan = loans.first else { return body() }
    loan.show { show(loans.dropFirst(), body) }
  }
}
