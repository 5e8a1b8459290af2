import FoundationValues
import StreamMap

extension Json {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The cases of the original's enumeration, for `switch json.content`.
  public enum Content: Sendable, Equatable {
    /// `null`
    case NullValue
    /// `true` or `false`
    case BooleanValue(Bool)
    /// A number, as the nearest `Double`. It is infinite if out of range.
    case NumberValue(Double)
    /// A string.
    case StringValue(String)
    /// An array.
    case ArrayValue([Json])
    /// An object.
    case ObjectValue([String: Json])
  }

  /// The value as an enumeration.
  ///
  /// - Complexity: O(n) in the size of the value.
  public var content: Content {
    switch tree {
    case .null: .NullValue
    case .bool(let value): .BooleanValue(value)
    case .number(let number): .NumberValue(Double(number.literal) ?? .nan)
    case .string(let text): .StringValue(text)
    case .array(let elements): .ArrayValue(elements.map(Json.init))
    case .object(let object): .ObjectValue(object.lastMembers.mapValues(Json.init))
    }
  }

  /// Whether it is `null`.
  public var isNull: Bool { place.isNull }

  /// The boolean, or nil. The numbers 1 and 0 are booleans, too.
  public var boolValue: Bool? { place.bool }

  /// The number, rounded once, or nil if this is not a number in the range of `Double`.
  public var doubleValue: Double? { place.double }

  /// The number as a `Float`, rounded once, or nil if this is not a number in its range.
  public var floatValue: Float? { place.float }

  /// The integer that the number equals exactly (`5`, `5.0`, `5e0`), or nil if there is none or it does not fit.
  public var intValue: Int? { place.exactInteger() }

  /// The unsigned integer that the number equals exactly, or nil.
  public var uintValue: UInt? { place.exactInteger() }

  /// The string, or nil if this is not a string.
  public var stringValue: String? { place.string }

  /// The elements, or nil if this is not an array.
  public var arrayValue: [Json]? {
    if case .array(let elements) = tree { elements.map(Json.init) } else { nil }
  }

  /// The members, or nil if this is not an object. The last of several members with the same name counts.
  public var objectValue: [String: Json]? {
    if case .object(let object) = tree { object.lastMembers.mapValues(Json.init) } else { nil }
  }

  /// The element at an index, or nil if this is not an array or the index is out of range.
  public subscript(index: Int) -> Json? {
    guard case .array(let elements) = tree, elements.indices.contains(index) else { return nil }
    return Json(elements[index])
  }

  /// The member with a name, or nil if there is none. The last of several members with the same name counts.
  ///
  /// A new value replaces the old one in place, or is appended. Nil removes the member.
  ///
  /// - Precondition: a new value is set in an object only.
  public subscript(name: String) -> Json? {
    get { place.member(name)?.kept }
    set {
      guard case .object(var object) = tree else {
        preconditionFailure("a member is set in what is no object")
      }
      let index = object.members.lastIndex { $0.name == name }
      switch (index, newValue?.tree) {
      case (let index?, let tree?): object.members[index].value = tree
      case (nil, let tree?): object.members.append((name, tree))
      case (_, nil): object.members.removeAll { $0.name == name }
      }
      self = Json(.object(object))
    }
  }
}
