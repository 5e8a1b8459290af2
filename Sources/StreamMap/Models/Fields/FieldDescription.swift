/// A field as its author wrote it, its types erased, before it is compiled.
@usableFromInline
struct FieldDescription: Sendable {
  var paths: _FieldPaths
  var policies: FieldPolicies
  var storage: _FieldStorage
  /// Where the field lies in an instance; nil if only a cell can reach it.
  var offset: @Sendable (InstanceOperations) -> Int?
  /// For a field without one.
  var cell: FieldCell
  /// A nested model.
  var nested: MappingDescription?
  /// A nested model whose mapping has this very field, perhaps.
  var recursive: (@Sendable () throws -> MappingDescription)?
  let typeName: String
  /// The property, if it was given by one.
  var keyPath: (any AnyKeyPath & Sendable)?
  /// Gives a new template the field's own default value, if it has one.
  var preset: FieldDefault?
  /// It has no path, but takes the members of unknown names.
  var takesUnknown = false
  /// Whether an intermediate value of the wrong kind is a mismatch. Otherwise it counts as absent.
  var checksIntermediates = true

  /// The first of its paths, as it was written.
  var pathText: String { paths.text }
}

/// A mapping before it is compiled: what a nested one hands to the one around it.
@usableFromInline
struct MappingDescription: Sendable {
  var fields: [FieldDescription]
  var instance: InstanceOperations
  var unknownNames = UnknownNames.ignore
  /// For a model that is read from its text.
  var text: (any TextModelStorage)?
  /// For one that is one of several, how each is written.
  var variants: VariantWriting?

  init(
    fields: [FieldDescription], instance: InstanceOperations, unknownNames: UnknownNames = .ignore
  ) {
    self.fields = fields
    self.instance = instance
    self.unknownNames = unknownNames
  }

  /// Whether an instance is an object, or has one of a nested mapping in it.
  var holdsObject: Bool {
    instance.isClass || fields.contains { $0.nested?.holdsObject == true }
  }
}
