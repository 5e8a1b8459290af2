/// The place and the type of a stored field. The typed stores switch over it.
struct FieldSlot: Sendable {
  var type: SlotType
  var shape: SlotShape
  /// Whether the field is in its scope's cells and not in the instance.
  var isInCell = false
  /// The byte offset from the instance's base, or from the start of the cells.
  var offset: Int
  /// Whether the value is or contains an object of a nested mapping.
  var holdsObject = false
  /// The program holds the witness.
  let witness: Unretained<FieldWitness>
}

/// The types that the machine stores without a closure.
@usableFromInline
enum SlotType: UInt8, Sendable, BitwiseCopyable {
  case bool
  case int, int8, int16, int32, int64
  case uint, uint8, uint16, uint32, uint64
  case float, double
  case string, internedString, borrowed
  case raw, value
  /// A cell of a row, with the text of a string, a number or a Boolean.
  case text
  /// A cell of a row, with the compact JSON text of the value.
  case json
  /// As `json`, with the white space between tokens.
  case verbatimJSON
  /// Stored by a closure: other scalars, raw-representable types, nested models, collections and transformed values.
  case custom
  /// Stored by a closure, from a JSON value of any kind.
  case customValue

  /// Whether the type is read by a closure.
  var isCustom: Bool { self == .custom || self == .customValue }

  /// Whether the type takes a value of any kind as its JSON text.
  var isRaw: Bool {
    switch self {
    case .raw, .value, .json, .verbatimJSON, .customValue: true
    default: false
    }
  }

  /// Whether the value of a cell is its JSON text.
  var isJSONText: Bool { self == .json || self == .verbatimJSON }

  /// What the JSON must hold, for messages.
  var expectation: String {
    switch self {
    case .bool: "true or false"
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: "an integer"
    case .float, .double: "a number"
    case .string, .internedString, .borrowed: "a string"
    case .text: "a string, a number or a Boolean"
    case .raw, .value, .json, .verbatimJSON, .custom, .customValue: "a value"
    }
  }
}

/// The shape of the field around its type. An optional array has the shape of an array, because its bits are the same.
@usableFromInline
enum SlotShape: UInt8, Sendable, BitwiseCopyable {
  case plain, optional
  case array, arrayOfOptionals

  var isArray: Bool { rawValue >= Self.array.rawValue }
}
