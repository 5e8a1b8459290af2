/// What to store of a value at a target.
struct Instruction {
  typealias Action = PathTrie.Action

  var action: Action
  var type: SlotType
  var shape: SlotShape
  /// The number of the field's collections that contain the value.
  var level: UInt8
  var isInCell: Bool
  /// Whether `null` becomes nil here.
  var takesNull: Bool
  /// The kinds that a nested model's value or an intermediate value can have.
  var takesObject: Bool
  var takesArray: Bool
  var takesScalar: Bool
  var null: FieldPolicy.Fallback
  var mismatch: FieldPolicy.Fallback
  var badElement: FieldPolicy.BadElement
  var numbers: NumberRules
  /// Whether scalars of another type are converted to this type.
  var coerces: Bool
  /// Whether an element's nil has been appended, which a bad value removes.
  var isReserved: Bool
  /// The field and its scope.
  var scope: Int32
  var field: Int32
  /// The byte offset from the instance's base, or from the start of the cells.
  var offset: Int32
  /// The index of the element origin that takes the value from its cell, or -1.
  var elementOrigin: Int32
  /// The program holds the witness.
  let witness: Unretained<FieldWitness>
  /// The scope of a nested model, or -1.
  var child: Int32
  /// The number after those of the scopes that are nested in it.
  var childEnd: Int32

  /// Whether the value is an element of a collection.
  @inline(__always) var isElement: Bool { level > 0 }

  /// Whether the value is the field's, an element's, or a container of elements. Otherwise it is on the way to one.
  var takesValue: Bool {
    switch action {
    case .value, .array, .object, .scope: true
    case .intermediate, .reserve, .replace: false
    }
  }
}
