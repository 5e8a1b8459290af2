package import Foundation

/// A value of an untyped tree, as `JSONSerialization` or Swift code makes it, with its type.
///
/// The type is found by comparing metatypes. A cast such as `value as? [Any]` or `value is NSNull` is far slower if it
/// fails, because it first converts the value to an object of Foundation, and a dictionary or an array with all of its
/// values.
package enum FoundationValue {
  case null
  case string(String)
  /// A number or boolean of Foundation.
  case number(NSNumber)
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case array([Any])
  case object([String: Any])
  /// A value of another type, such as `[String: Int]`, `Float` or a subclass.
  case other(Any)

  package init(_ value: Any) {
    let type = type(of: value)
    if type == String.self, let text = value as? String {
      self = .string(text)
    } else if type == NSNumber.self || type == Self.booleanType, let number = value as? NSNumber {
      self = .number(number)
    } else if type == [String: Any].self, let members = value as? [String: Any] {
      self = .object(members)
    } else if type == [Any].self, let elements = value as? [Any] {
      self = .array(elements)
    } else if type == Int.self, let integer = value as? Int {
      self = .integer(integer)
    } else if type == Double.self, let double = value as? Double {
      self = .double(double)
    } else if type == Bool.self, let bool = value as? Bool {
      self = .bool(bool)
    } else if type == NSNull.self {
      self = .null
    } else {
      self = .other(value)
    }
  }

  /// The class of Foundation's booleans.
  private static let booleanType: Any.Type = type(of: NSNumber(value: true))

  package static func isBoolean(_ number: NSNumber) -> Bool { type(of: number) == booleanType }

  /// The value without its type.
  package var any: Any {
    switch self {
    case .null: NSNull()
    case .string(let text): text
    case .number(let number): number
    case .bool(let bool): bool
    case .integer(let integer): integer
    case .double(let double): double
    case .array(let elements): elements
    case .object(let members): members
    case .other(let value): value
    }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

// What a cast of the value returns.
extension FoundationValue {
  /// The string, or nil for other values.
  package var string: String? {
    switch self {
    case .string(let text): text
    case .other(let value): value as? String
    default: nil
    }
  }

  /// The elements, or nil if the value is not an array.
  package var elements: [Any]? {
    switch self {
    case .array(let elements): elements
    case .other(let value): value as? [Any]
    default: nil
    }
  }

  /// Returns the element at an index, or nil if there is none.
  package func element(_ index: Int) -> FoundationValue? {
    elements.flatMap { $0.indices.contains(index) ? FoundationValue($0[index]) : nil }
  }

  /// The members, or nil if the value is not a dictionary with strings as keys.
  package var members: [String: Any]? {
    switch self {
    case .object(let members): members
    case .other(let value): value as? [String: Any]
    default: nil
    }
  }

  /// The number or boolean as Foundation's object, or nil for other values.
  package var number: NSNumber? {
    switch self {
    case .number(let number): number
    case .bool, .integer, .double, .other: any as? NSNumber
    case .null, .string, .array, .object: nil
    }
  }

  /// The boolean that the value is. A number of Foundation is one if it is 0 or 1.
  package var bool: Bool? {
    switch self {
    case .bool(let bool): return bool
    case .number(let number):
      let value = number.doubleValue
      return value == 1 ? true : value == 0 ? false : nil
    case .other(let value): return value as? Bool
    default: return nil
    }
  }

  /// The number that the value is. A number of Foundation is one if a `Double` represents it exactly.
  package var double: Double? {
    switch self {
    case .double(let double): return double
    case .number(let number):
      let value = number.doubleValue
      return value.magnitude < 0x1p53 ? value : number as? Double
    case .other(let value): return value as? Double
    default: return nil
    }
  }

  /// The number or boolean, rounded to a `Double`. Nil for other values.
  package var roundedDouble: Double? {
    switch self {
    case .double(let double): double
    case .integer(let integer): Double(integer)
    default: number?.doubleValue
    }
  }

  /// The integer that a number or boolean equals, if it fits.
  package var integer: Int? {
    switch self {
    case .integer(let integer): return integer
    case .number(let number):
      let integer = number.int64Value
      // Below 2^53 the `Double` is exact, so that a fraction is seen.
      if integer.magnitude < 1 << 53, number.doubleValue == Double(integer) { return Int(exactly: integer) }
      return number as? Int
    case .double(let double): return Int(exactly: double)
    case .bool(let bool): return bool ? 1 : 0
    case .other(let value): return value as? Int ?? (value as? NSNumber).flatMap { $0 as? Int }
    case .null, .string, .array, .object: return nil
    }
  }

  /// The integer that a number or boolean equals, as a type that may be wider or narrower than `Int`.
  package func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    if let integer { return Value(exactly: integer) }
    if case .double(let double) = self { return Value(exactly: double) }
    if case .other(let value) = self, let integer = value as? Value { return integer }
    return (number as? UInt64).flatMap { Value(exactly: $0) }
  }
}
