/// Any JSON value, as a tree: for the part of a record whose shape is not known.
///
/// A tree is taken apart recursively when it is released, so it nests at most
/// ``maximumDepth`` levels, whatever ``Limits/depth`` allows; a ``RawJSON`` has no such
/// limit.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its literal.
  case number(JSONNumber)
  /// A string, decoded.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// How many levels of arrays and objects a tree can have.
  public static var maximumDepth: Int { 512 }

  /// The value of a member, if this is an object that has it.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at an index, if this is an array that has it.
  public subscript(_ index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The string, if this is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The boolean, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, if this is one.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
}

/// A number as it was written.
public struct JSONNumber: Sendable, Hashable {
  /// The text, by RFC 8259's grammar.
  public let literal: String

  /// A number.
  ///
  /// - Parameter literal: a number by RFC 8259's grammar.
  package init(literal: String) {
    self.literal = literal
  }

  /// The integer that the literal stands for, if it is one and fits.
  public var int: Int? { exactInteger() }

  /// The nearest `Double`; nil beyond its range.
  public var double: Double? { literal.withBytes { NumberText.double($0) } }

  /// The nearest `Float`. Nil beyond its range.
  package var float: Float? { literal.withBytes { NumberText.float($0) } }

  /// The integer that the literal stands for exactly, if it is one and fits the type.
  package func exactInteger<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    literal.withBytes { try? NumberText.integer($0) }
  }
}

/// The members of an object, in the order in which they stand.
public struct JSONObject: Sendable, Hashable {
  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name, decoded.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// All members, also those whose name stands twice.
  public var members: [Member]

  /// An object of these members.
  public init(members: [Member]) {
    self.members = members
  }

  /// The value of the first member of this name.
  ///
  /// - Complexity: O(n) in the number of members.
  public subscript(_ name: String) -> JSONValue? {
    members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
