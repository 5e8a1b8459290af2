/// Where a field lives and what type is there; the typed stores switch over it.
struct FieldSlot: Sendable {
  var type: SlotType
  var shape: SlotShape
  /// The field lies in its scope's cells, not in the instance.
  var isInCell = false
  /// Bytes from the instance's base, or from the cells'.
  var offset: Int
  /// The value is, or has in it, an object of a nested mapping.
  var holdsObject = false
  let witness: FieldWitness.Unretained
}

/// The types that the machine stores by itself.
@usableFromInline
enum SlotType: UInt8, Sendable {
  case bool
  case int, int8, int16, int32, int64
  case uint, uint8, uint16, uint32, uint64
  case float, double
  case string, internedString, borrowed
  case raw, value, range
  /// Through closures: raw-representable types, nested models, collections, what a transform makes.
  case custom
  /// The same, of a value of any kind.
  case customValue

  /// The type is read through a closure.
  var isCustom: Bool { self == .custom || self == .customValue }

  /// The type takes a value of any kind, as its bytes stand.
  var isRaw: Bool { self == .raw || self == .value || self == .range || self == .customValue }

  /// What the JSON must hold, for messages.
  var expectation: String {
    switch self {
    case .bool: "true or false"
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: "an integer"
    case .float, .double: "a number"
    case .string, .internedString, .borrowed: "a string"
    case .raw, .value, .range, .custom, .customValue: "a value"
    }
  }
}

/// How the type stands in the field.
@usableFromInline
enum SlotShape: UInt8, Sendable {
  case plain, optional
  case array, optionalArray
  case arrayOfOptionals, optionalArrayOfOptionals

  var isArray: Bool { rawValue >= Self.array.rawValue }

  /// `null` for the field itself is `nil`.
  var isOptional: Bool {
    self == .optional || self == .optionalArray || self == .optionalArrayOfOptionals
  }

  /// `null` for an element is `nil`.
  var hasOptionalElements: Bool { self == .arrayOfOptionals || self == .optionalArrayOfOptionals }

  /// The shape of `Optional` of this; nil where that is not supported.
  @usableFromInline var optional: SlotShape? {
    switch self {
    case .plain: .optional
    case .array: .optionalArray
    case .arrayOfOptionals: .optionalArrayOfOptionals
    case .optional, .optionalArray, .optionalArrayOfOptionals: nil
    }
  }

  /// The shape of `Array` of this; nil where that is not supported.
  @usableFromInline var array: SlotShape? {
    switch self {
    case .plain: .array
    case .optional: .arrayOfOptionals
    default: nil
    }
  }
}
