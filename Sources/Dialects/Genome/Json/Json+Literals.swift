import StreamMap

extension Json: ExpressibleByNilLiteral {
  /// `null`
  public init(nilLiteral: ()) { self.init(.null) }
}

extension Json: ExpressibleByBooleanLiteral {
  /// `true` or `false`
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension Json: ExpressibleByIntegerLiteral {
  /// A number.
  public init(integerLiteral value: Int) { self.init(JSONValue(value)) }
}

extension Json: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self.init(JSONValue(value)) }
}

extension Json: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension Json: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: Json...) { self.init(.array(elements.map(\.tree))) }
}

extension Json: ExpressibleByDictionaryLiteral {
  /// An object with its members in this order. The last of several members with the same name counts.
  public init(dictionaryLiteral members: (String, Json)...) {
    self.init(.object(JSONObject(members: members.map { ($0.0, $0.1.tree) })))
  }
}
