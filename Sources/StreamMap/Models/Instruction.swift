/// What to store of a value at a target, flat.
struct Instruction {
  enum Action: UInt8 {
    /// Put the value into the field.
    case value
    /// The value must be an array; its elements follow as values of their own.
    case array
    /// The value is a nested model, a scope of its own.
    case scope
  }

  var action: Action
  var type: SlotType
  var shape: SlotShape
  /// The value is one of many and is appended.
  var isElement: Bool
  var isInCell: Bool
  /// `null` is nil here.
  var takesNull: Bool
  /// What a nested model's value can be.
  var takesObject: Bool
  var takesArray: Bool
  var null: FieldPolicy.Null
  var mismatch: FieldPolicy.Mismatch
  var badElement: FieldPolicy.BadElement
  var numbers: NumberRules
  /// The field, and the scope it belongs to.
  var scope: Int32
  var field: Int32
  /// Bytes from the instance's base, or from the cells'.
  var offset: Int
  /// The closures of a custom type, or -1.
  var custom: Int32
  /// The scope of a nested model, or -1.
  var child: Int32
}
