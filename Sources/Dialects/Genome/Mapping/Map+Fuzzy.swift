import FoundationValues

// Fuzzy conversion. Version 3 of the original applied it to every scalar. Here it applies to the keys that request it.

/// A type that can be converted from JSON of another type with the same meaning, such as `"12"` or `"yes"`.
public protocol FuzzyConvertible: JsonConvertibleType {
  /// Returns the converted value, or nil if the JSON has no such meaning.
  static func fuzzy(_ json: Json) -> Self?
}

extension Map {
  /// Reads the value of a key, converted from any JSON type.
  ///
  ///     try isOpen <~> map.fuzzy("open")        // true, 1, "1", "t", "true", "y", "yes"
  ///     try count <~> map.fuzzy("count")        // 12, "12"
  ///     try tags <~> map.fuzzy("tags")          // ["a", "b"], "a,b"
  ///
  /// - Throws: ``TransformationError`` if the value is absent or null. ``JsonConvertibleError`` if it cannot be
  ///   converted.
  public func fuzzy<Value: FuzzyConvertible>(_ key: KeyType) -> FromJsonTransformer<Json, Value> {
    self[key].transformFromJson { (json: Json) in try Value.wanted(json) }
  }

  /// Reads the value of a key, converted from any JSON type. It is nil if absent, null, or the string `"null"`.
  ///
  /// - Throws: ``JsonConvertibleError`` if the value cannot be converted.
  public func fuzzy<Value: FuzzyConvertible>(_ key: KeyType) -> FromJsonTransformer<Json, Value?> {
    self[key].transformFromJson { (json: Json?) in
      guard let json, !json.meansNull else { return nil }
      return try Value.wanted(json)
    }
  }
}

extension FuzzyConvertible {
  fileprivate static func wanted(_ json: Json) throws -> Self {
    if let value = fuzzy(json) { return value }
    throw logError(JsonConvertibleError.UnableToConvert(json: json, toType: "\(Self.self)"))
  }
}

extension Json {
  fileprivate var meansNull: Bool { isNull || stringValue?.lowercased() == "null" }
}

extension Bool: FuzzyConvertible {
  /// True for `true`, `1`, and the strings `1`, `t`, `true`, `y` and `yes`, in any case. False likewise for `f`, `n`,
  /// `no`.
  public static func fuzzy(_ json: Json) -> Bool? {
    if let value = json.boolValue { return value }
    switch json.stringValue?.lowercased() ?? json.intValue?.description {
    case "1", "t", "true", "y", "yes": return true
    case "0", "f", "false", "n", "no": return false
    default: return nil
    }
  }
}

extension FixedWidthInteger where Self: JsonConvertibleType {
  /// Converts a number, or a string with a number, if it is an integer in range. A boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Self? {
    if let text = json.stringValue { return Self(text) }
    if let value = json.boolValue { return value ? 1 : 0 }
    return json.place.exactInteger()
  }
}

extension Int: FuzzyConvertible {}
extension Int8: FuzzyConvertible {}
extension Int16: FuzzyConvertible {}
extension Int32: FuzzyConvertible {}
extension Int64: FuzzyConvertible {}
extension UInt: FuzzyConvertible {}
extension UInt8: FuzzyConvertible {}
extension UInt16: FuzzyConvertible {}
extension UInt32: FuzzyConvertible {}
extension UInt64: FuzzyConvertible {}

extension Double: FuzzyConvertible {
  /// Converts a number, or a string with a number. A boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Double? {
    if let text = json.stringValue { return Double(text) }
    return json.boolValue.map { $0 ? 1 : 0 } ?? json.doubleValue
  }
}

extension Float: FuzzyConvertible {
  /// Converts a number, or a string with a number. A boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Float? {
    if let text = json.stringValue { return Float(text) }
    return json.boolValue.map { $0 ? 1 : 0 } ?? json.floatValue
  }
}

extension String: FuzzyConvertible {
  /// Converts a string, a number or a boolean to text.
  public static func fuzzy(_ json: Json) -> String? {
    if let text = json.stringValue { return text }
    switch json.content {
    case .NumberValue, .BooleanValue: return json.description
    default: return nil
    }
  }
}

extension Array: FuzzyConvertible where Element: FuzzyConvertible {
  /// Converts the elements of an array, the comma-separated parts of a string, or a single value.
  public static func fuzzy(_ json: Json) -> [Element]? {
    let list = json.stringValue.map { text in
      text.split(separator: ",").map { Json.StringValue(String($0.trimmed)) }
    }
    var elements: [Element] = []
    for json in json.arrayValue ?? list ?? [json] {
      guard let element = Element.fuzzy(json) else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
