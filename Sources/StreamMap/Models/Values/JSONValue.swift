/// Any JSON value as a tree, for the part of a record whose shape is not known.
///
///     let value = JSONValue.object(
///       JSONObject(members: [("id", .string("7")), ("tags", .array([.string("new")]))]))
///
/// A tree is released recursively, so it nests at most ``maximumDepth`` levels, whatever ``Limits/depth`` allows. A
/// ``RawJSON`` has no such limit.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its literal.
  case number(JSONNumber)
  /// A decoded string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// The maximum number of nested arrays and objects.
  public static var maximumDepth: Int { 512 }

  /// The value of a member, or nil if this is not an object that has it.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at an index, or nil if this is not an array that has it.
  public subscript(_ index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The string, or nil if the value is of another kind.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The boolean, or nil if the value is of another kind.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, or nil if the value is of another kind.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
}

/// A number as it was written.
///
///     let number = JSONNumber("12.50")      // nil for text that is not a JSON number
public struct JSONNumber: Sendable, Hashable {
  /// The text of the number, by RFC 8259's grammar.
  public let literal: String

  /// Creates a number.
  ///
  /// - Parameter literal: a number by RFC 8259's grammar.
  package init(literal: String) {
    self.literal = literal
  }

  /// The integer, or nil if the literal is not an integer that fits.
  public var int: Int? { exactInteger() }

  /// The nearest `Double`. Nil if it is out of range.
  public var double: Double? { literal.withBytes { NumberText.double($0) } }

  /// The nearest `Float`. Nil if it is out of range.
  package var float: Float? { literal.withBytes { NumberText.float($0) } }

  /// Returns the exact integer, or nil if the literal is not an integer that fits the type.
  package func exactInteger<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    literal.withBytes { try? NumberText.integer($0) }
  }
}

/// The members of an object, in order.
///
///     let user = JSONObject(members: [("id", .string("7"))])
public struct JSONObject: Sendable {
  /// All members with their decoded names, including those with a duplicate name.
  public var members: [(name: String, value: JSONValue)]

  /// Creates an object of these members.
  public init(members: [(name: String, value: JSONValue)]) {
    self.members = members
  }

  /// The value of the first member of this name.
  ///
  /// - Complexity: O(n) in the number of members.
  public subscript(_ name: String) -> JSONValue? {
    members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

extension JSONObject: Hashable {
  /// Whether both objects have equal members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members, by: ==)
  }

  /// Hashes the members in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for (name, value) in members {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}
