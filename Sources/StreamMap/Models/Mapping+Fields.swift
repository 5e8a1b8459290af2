extension Mapping {
  /// The fields in the order in which they were declared. Empty for a mapping of several variants.
  ///
  /// - Complexity: O(n) in the number of fields and the length of their paths.
  public var fields: [FieldOutline] { description.text == nil ? description.outline : [] }
}

/// The description of one field of a ``Mapping``.
public struct FieldOutline: Sendable, Hashable {
  /// The path as it was written.
  public let path: String

  /// The name of the field's type.
  public let typeName: String

  /// Whether the value must be present.
  public let isRequired: Bool

  /// The fields of a nested model. Empty for any other value, for a model whose mapping contains itself, and for a
  /// model that is selected by what is read.
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
