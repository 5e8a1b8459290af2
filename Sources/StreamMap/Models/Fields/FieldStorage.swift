/// How the machine stores a field's type.
public struct _FieldStorage: Sendable {
  var type: SlotType
  /// Nil if the type is not supported.
  var shape: SlotShape?
  /// Whether the type is an optional.
  var isOptional: Bool
  let witness: FieldWitness
  /// The builder of a collection whose elements are decoded outside of it.
  var gathering: (any CollectionBuilding)?

  init(
    _ type: SlotType, _ shape: SlotShape? = .plain, isOptional: Bool = false, _ witness: FieldWitness,
    gathering: (any CollectionBuilding)? = nil
  ) {
    self.type = type
    self.shape = shape
    self.isOptional = isOptional
    self.witness = witness
    self.gathering = gathering
  }

  /// Creates the storage of a type that its witness reads.
  ///
  /// - Parameter takesAny: whether the witness gets values of any kind, as JSON text.
  @usableFromInline
  init(_ witness: FieldWitness, takesAny: Bool = false) {
    self.init(takesAny ? .customValue : .custom, .plain, witness)
  }

  /// The storage of a type that a field cannot have.
  @usableFromInline static var unsupported: _FieldStorage {
    _FieldStorage(.custom, nil, FieldWitness(of: Void.self, writing: nil))
  }

  /// Creates the storage of a type that the store reads and that writes itself.
  init<Value: _TransformSource>(_ type: SlotType, of: Value.Type) {
    self.init(type, .plain, FieldWitness(of: Value.self, writing: ValueWriting(value: Value.self)))
  }

  /// The storage of an optional of this type.
  @usableFromInline var optional: _FieldStorage {
    var storage = self
    storage.shape = isOptional ? nil : shape == .plain ? .optional : shape
    storage.isOptional = true
    return storage
  }

  /// The storage of an array of this type. Nil if the machine does not append to it.
  @usableFromInline var appending: _FieldStorage? {
    switch shape {
    case .plain: _FieldStorage(type, .array, witness)
    case .optional: _FieldStorage(type, .arrayOfOptionals, witness)
    default: nil
    }
  }
}
