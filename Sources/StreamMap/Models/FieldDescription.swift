/// A field as its author wrote it, its types erased, before it is compiled.
@usableFromInline
struct FieldDescription: Sendable {
  let pathText: String
  let policies: FieldPolicies
  let storage: FieldStorage
  /// Where the field lies in an instance; nil if only a cell can reach it.
  let offset: @Sendable (InstanceOperations) -> Int?
  /// For a field without one.
  let cell: FieldCell
  /// A nested model.
  let nested: MappingDescription?
  /// A nested model whose mapping has this very field, perhaps.
  var recursive: (@Sendable () throws -> MappingDescription)?
  let typeName: String
}

/// A mapping before it is compiled: what a nested one hands to the one around it.
@usableFromInline
struct MappingDescription: Sendable {
  let fields: [FieldDescription]
  let instance: InstanceOperations
  /// For a model that is read from its text.
  var text: (any TextModelStorage)?
  /// For one that is one of several, how each is written.
  var choices: ChosenWriting?

  init(fields: [FieldDescription], instance: InstanceOperations) {
    self.fields = fields
    self.instance = instance
  }

  /// Whether an instance is an object, or has one of a nested mapping in it.
  var holdsObject: Bool {
    instance.isClass || fields.contains { $0.nested?.holdsObject == true }
  }
}
