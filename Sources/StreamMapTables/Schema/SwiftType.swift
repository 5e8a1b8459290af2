import StreamMap

/// The type of a generated property.
indirect enum SwiftType {
  case bool, int, double, string
  /// A number that fits neither an `Int` nor a `Double`, and a value of any kind.
  case number, value
  case model(SwiftModel)
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType)

  /// The type as Swift code.
  var text: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .number: "JSONNumber"
    case .value: "JSONValue"
    case .model(let model): model.name
    case .optional(let type): "\(type.text)?"
    case .array(let type): "[\(type.text)]"
    case .dictionary(let type): "[String: \(type.text)]"
    }
  }

  /// The code after the name of a property: its type if it is needed, and its initial value.
  var declaration: String {
    switch self {
    case .bool: " = false"
    case .int: " = 0"
    case .double: " = 0.0"
    case .string: " = \"\""
    case .value: " = JSONValue.null"
    case .model(let model): " = \(model.name)()"
    // A `JSONNumber` has no public initialiser that cannot fail, so the property is optional.
    case .number: ": JSONNumber?"
    case .optional: ": \(text)"
    case .array: ": \(text) = []"
    case .dictionary: ": \(text) = [:]"
    }
  }

  /// The model that the type is or contains.
  var model: SwiftModel? {
    switch self {
    case .model(let model): model
    case .optional(let type), .array(let type), .dictionary(let type): type.model
    default: nil
    }
  }

  /// The number of optionals and collections around the innermost type.
  var wrappers: Int {
    switch self {
    case .optional(let type), .array(let type), .dictionary(let type): type.wrappers + 1
    default: 0
    }
  }

  /// The same type with `JSONValue` in place of the model.
  var withoutModel: SwiftType {
    switch self {
    case .optional(let type): .optional(type.withoutModel)
    case .array(let type): .array(type.withoutModel)
    case .dictionary(let type): .dictionary(type.withoutModel)
    default: .value
    }
  }
}

/// A generated struct.
struct SwiftModel {
  let name: String
  var properties: [Property] = []

  struct Property {
    let name: String
    let path: String
    let type: SwiftType
    /// Whether it was present in every object and never null.
    let isRequired: Bool
  }
}
