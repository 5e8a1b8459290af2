/// What to store of a value at a target, flat.
struct Instruction {
  typealias Action = PathTrie.Action

  var action: Action
  var type: SlotType
  var shape: SlotShape
  /// How many collections of the field the value is in.
  var level: UInt8
  var isInCell: Bool
  /// `null` is nil here.
  var takesNull: Bool
  /// The kinds that a nested model's value, or an intermediate value, can have.
  var takesObject: Bool
  var takesArray: Bool
  var takesScalar: Bool
  var null: FieldPolicy.Null
  var mismatch: FieldPolicy.Mismatch
  var badElement: FieldPolicy.BadElement
  var numbers: NumberRules
  /// Scalars of another type are taken for one of this.
  var coerces: Bool
  /// Whether another path of the field may have its value, which is decided when the model ends.
  var isDeferred = false
  /// The field, and the scope it belongs to.
  var scope: Int32
  var field: Int32
  /// Bytes from the instance's base, or from the cells'.
  var offset: Int32
  /// What takes the value from its cell, or -1.
  var intake: Int32
  /// The witness of the field's type.
  let witness: FieldWitness.Unretained
  /// The scope of a nested model, or -1.
  var child: Int32

  /// The value is one of many.
  @inline(__always) var isElement: Bool { level > 0 }
}
