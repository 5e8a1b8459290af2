/// A field as it was declared, with its types erased, before compilation.
@usableFromInline
struct FieldDescription: Sendable {
  var paths: _FieldPaths
  var policies: FieldPolicies
  var storage: _FieldStorage
  /// Returns the field's byte offset in an instance, or nil if only a cell can reach the field.
  var offset: @Sendable (InstanceOperations) -> Int?
  /// The cell of the field if it has no offset. Nil if it always has one.
  var cell: FieldCell?
  /// The mapping of a nested model.
  var nested: MappingDescription?
  /// The mapping of a nested model that may contain this field itself.
  var recursive: (@Sendable () throws -> MappingDescription)?
  let typeName: String
  /// The key path of the property, if the field was declared with one.
  var keyPath: (any AnyKeyPath & Sendable)?
  /// Sets the field's default value in a new template, if it has one.
  var preset: FieldDefault?
  /// Whether the field stores nothing, and only marks that its value is an object.
  var isContainer = false
  /// Whether the field has no path and takes the members of unknown names.
  var takesUnknown = false
  /// Whether an intermediate value of the wrong kind is a mismatch. Otherwise it counts as absent.
  var checksIntermediates = true
  /// Whether that includes a scalar that another field stores.
  var checksStoredScalars = false
  /// The path that errors name, for a field that stands for others.
  var reportedPath: RecordPath?

  /// The first path as it was written.
  var pathText: String { paths.text }
}

/// A mapping before compilation. An enclosing mapping takes this from a nested one.
@usableFromInline
struct MappingDescription: Sendable {
  var fields: [FieldDescription]
  var instance: InstanceOperations
  var rejectsUnknownNames = false
  /// Whether a record of a kind that no path can enter is an error.
  var demandsKind = true
  /// The ``TextModel`` of a model that is read from its text, and its storage in a field.
  var text: (model: any AnyObject & Sendable, storage: _FieldStorage)?
  /// How the variants are written, for a model that is one of several variants.
  var variants: VariantWriting?

  init(
    fields: [FieldDescription], instance: InstanceOperations, rejectsUnknownNames: Bool = false
  ) {
    self.fields = fields
    self.instance = instance
    self.rejectsUnknownNames = rejectsUnknownNames
  }

  /// Whether an instance is an object or contains the object of a nested mapping.
  var holdsObject: Bool {
    instance.isClass || fields.contains { $0.nested?.holdsObject == true }
  }

  /// The byte offsets of the fields in an instance. Nil for a field that only a cell can reach, and for fields that
  /// share bytes: those of a property and of one within it.
  var offsets: [Int?] {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    var offsets = fields.map { $0.offset(instance) }
    let sorted = offsets.indices.filter { offsets[$0] != nil }.sorted {
      (offsets[$0] ?? 0) < (offsets[$1] ?? 0)
    }
    var (last, end) = (0, 0)
    for field in sorted {
      guard let start = offsets[field], let keyPath = fields[field].keyPath else { continue }
      let ownEnd = start + _openExistential(type(of: keyPath).valueType, do: size)
      if start < end { (offsets[field], offsets[last]) = (nil, nil) }
      if ownEnd > end { (last, end) = (field, ownEnd) }
    }
    return offsets
  }

  /// Whether each stored property of a model's type is one field, and no value of the type can hold an object. Then a
  /// model that is read into again has nothing of the last record.
  func coversProperties(of type: Any.Type) -> Bool {
    let properties = StoredProperty.all(of: type)
    return !properties.isEmpty && fields.count == properties.count
      && properties.allSatisfy { property in
        property.holdsNoObject
          && fields.contains { field in
            guard let keyPath = field.keyPath else { return false }
            return Swift.type(of: keyPath).valueType == property.type
              && field.offset(instance) == property.range.lowerBound
          }
      }
  }
}
