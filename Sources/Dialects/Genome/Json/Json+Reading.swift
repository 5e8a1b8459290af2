import StreamMap

extension Json {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The original's cases, for `switch json.content`.
  public enum Content: Sendable, Equatable {
    /// `null`
    case NullValue
    /// `true` or `false`
    case BooleanValue(Bool)
    /// A number, as the nearest `Double`; infinite beyond its range.
    case NumberValue(Double)
    /// A string.
    case StringValue(String)
    /// An array.
    case ArrayValue([Json])
    /// An object.
    case ObjectValue([String: Json])
  }

  /// What the value is.
  ///
  /// - Complexity: O(n) in the value.
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

  /// The boolean, if this is one; 1 and 0 are, too.
  public var boolValue: Bool? { place.bool }

  /// The number, rounded once, if this is one that a `Double` can be.
  public var doubleValue: Double? { place.double }

  /// The same, as a `Float`.
  public var floatValue: Float? { place.float }

  /// The integer that a number stands for exactly, if this is one and fits: `5`, `5.0`, `5e0`.
  public var intValue: Int? { place.integer() }

  /// The same, without a sign.
  public var uintValue: UInt? { place.integer() }

  /// The string, if this is one.
  public var stringValue: String? { place.string }

  /// The elements, if this is an array.
  public var arrayValue: [Json]? {
    if case .array(let elements) = tree { elements.map(Json.init) } else { nil }
  }

  /// The members, if this is an object; of several with one name the last.
  public var objectValue: [String: Json]? {
    if case .object(let object) = tree { object.lastMembers.mapValues(Json.init) } else { nil }
  }

  /// The element at an index, if this is an array that has it.
  public subscript(index: Int) -> Json? {
    guard case .array(let elements) = tree, elements.indices.contains(index) else { return nil }
    return Json(elements[index])
  }

  /// The member of a name, if this is an object that has it; of several the last.
  ///
  /// Set, it stands where it stood, or at the end; nil removes it.
  ///
  /// - Precondition: what is set is set in an object.
  public subscript(name: String) -> Json? {
    get { place.member(name)?.json }
    set {
      guard case .object(var object) = tree else {
        preconditionFailure("a member is set in what is no object")
      }
      let index = object.members.lastIndex { $0.name == name }
      switch (index, newValue?.tree) {
      case (let index?, let tree?): object.members[index].value = tree
      case (nil, let tree?): object.members.append(.init(name: name, value: tree))
      case (_, nil): object.members.removeAll { $0.name == name }
      }
      self = Json(.object(object))
    }
  }
}
