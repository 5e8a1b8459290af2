extension Mapping {
  /// The fields, as data: in the order in which they were given; none for one of several models.
  ///
  /// - Complexity: O(n) in the fields and the length of their paths.
  public var fields: [FieldOutline] { description.text == nil ? description.outline : [] }
}

/// What a ``Mapping`` says of one of its fields.
public struct FieldOutline: Sendable, Hashable {
  /// Where the value stands, as it was written.
  public let path: String

  /// The field's type, by its name.
  public let typeName: String

  /// The value must be there.
  public let isRequired: Bool

  /// The fields of a nested model; empty for any other value, and for a model whose mapping has itself in
  /// it, or is chosen by what is read.
  public let fields: [FieldOutline]
}

extension MappingDescription {
  fileprivate var outline: [FieldOutline] {
    fields.map { field in
      FieldOutline(
        path: field.pathText, typeName: field.typeName, isRequired: field.policies.isRequired,
        fields: field.nested?.outline ?? [])
    }
  }
}
