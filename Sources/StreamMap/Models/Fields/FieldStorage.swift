/// How the machine stores a field's type.
public struct _FieldStorage: Sendable {
  var type: SlotType
  var shape: SlotShape?
  let witness: FieldWitness
  /// The builder of a collection whose elements are decoded outside of it.
  var gathering: (any CollectionBuilding)?

  init(
    _ type: SlotType, _ shape: SlotShape? = .plain, _ witness: FieldWitness,
    gathering: (any CollectionBuilding)? = nil
  ) {
    self.type = type
    self.shape = shape
    self.witness = witness
    self.gathering = gathering
  }

  /// The storage of a type that a field cannot have.
  static var unsupported: _FieldStorage {
    _FieldStorage(.custom, nil, FieldWitness(of: Void.self, writing: nil))
  }

  /// Whether `null` becomes nil. A single value that is kept as its JSON text keeps `null` as text.
  var takesNull: Bool { shape?.isOptional == true && !(type.isRange && shape == .optional) }

  /// Creates the storage of a type that the store reads and that writes itself.
  init<Value: _TransformSource>(_ type: SlotType, of: Value.Type) {
    self.init(type, .plain, FieldWitness(of: Value.self, writing: ValueWriting(value: Value.self)))
  }

  /// The storage of an optional of this type.
  var optional: _FieldStorage {
    _FieldStorage(type, shape?.optional, witness, gathering: gathering)
  }

  /// Returns the storage of an array of this type, to which the machine appends.
  func array(_ shape: SlotShape) -> _FieldStorage {
    _FieldStorage(type, shape, witness)
  }
}
