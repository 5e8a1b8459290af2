// What version 3 of the original did with every scalar; here for the keys that are asked so.

/// A type that can be read from JSON that means it, and is of another type: `"12"`, `"yes"`.
public protocol FuzzyConvertible: JsonConvertibleType {
  /// The value that the JSON means, if it means one.
  static func fuzzy(_ json: Json) -> Self?
}

extension Map {
  /// The value of a key, whichever type it is written as.
  ///
  ///     try isOpen <~> map.fuzzy("open")        // true, 1, "1", "t", "true", "y", "yes"
  ///     try count <~> map.fuzzy("count")        // 12, "12"
  ///     try tags <~> map.fuzzy("tags")          // ["a", "b"], "a,b"
  ///
  /// - Throws: ``TransformationError`` if it is absent or null; ``JsonConvertibleError`` if it means none of the
  ///   type.
  public func fuzzy<Value: FuzzyConvertible>(_ key: KeyType) -> FromJsonTransformer<Json, Value> {
    self[key].transformFromJson { (json: Json) in try Value.wanted(json) }
  }

  /// The value of a key, whichever type it is written as; nil if it is absent, null, or the string `"null"`.
  ///
  /// - Throws: ``JsonConvertibleError`` if it means none of the type.
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
  /// `true`, `1`, and the strings `1`, `t`, `true`, `y` and `yes`, in any case; likewise for false `f`, `n`, `no`.
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
  /// A number or a string of one that is an integer and fits; a boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Self? {
    if let text = json.stringValue { return Self(text) }
    if let value = json.boolValue { return value ? 1 : 0 }
    return json.place.integer()
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
  /// A number or a string of one; a boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Double? {
    if let text = json.stringValue { return Double(text) }
    return json.boolValue.map { $0 ? 1 : 0 } ?? json.doubleValue
  }
}

extension Float: FuzzyConvertible {
  /// A number or a string of one; a boolean is 1 or 0.
  public static func fuzzy(_ json: Json) -> Float? {
    if let text = json.stringValue { return Float(text) }
    return json.boolValue.map { $0 ? 1 : 0 } ?? json.floatValue
  }
}

extension String: FuzzyConvertible {
  /// A string, or the text of a number or a boolean.
  public static func fuzzy(_ json: Json) -> String? {
    if let text = json.stringValue { return text }
    switch json.content {
    case .NumberValue, .BooleanValue: return json.description
    default: return nil
    }
  }
}

extension Array: FuzzyConvertible where Element: FuzzyConvertible {
  /// The elements of an array, each as fuzzy; those of a string, with commas between them; or one element.
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
  /// Without spaces at the ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
