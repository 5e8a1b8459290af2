import FoundationValues
import StreamMap

// Arrays, sets and dictionaries of convertible values are convertible, and so are arrays of arrays and dictionaries of
// arrays. A single value counts as an array of one element.

extension Array: JsonConvertibleType where Element: JsonConvertibleType {
  /// Reads the elements, or a single value as one element.
  ///
  /// - Throws: the error of a mismatched element.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> [Element] {
    try json.read(as: Self.self, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> [Element] {
    // An array with an element that is not an array is one row of an array of arrays.
    if Element._isArray, !source.isArrayOfArrays { return [try Element._newInstance(source)] }
    guard let elements = source.place.elements else { return [try Element._newInstance(source)] }
    return try elements.map { try Element._newInstance(source.at($0)) }
  }

  /// See ``JsonConvertibleType``.
  public static var _isArray: Bool { true }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { true }
}

extension _JsonSource {
  fileprivate var isArrayOfArrays: Bool {
    place.elements?.allSatisfy(\.isArray) ?? false
  }
}

extension Collection where Element: JsonConvertibleType {
  /// Returns the elements as a JSON array.
  ///
  /// - Throws: the error of an element that cannot be encoded.
  public func jsonRepresentation() throws -> Json {
    .from(try map { try $0.jsonRepresentation() })
  }
}

extension Set: JsonConvertibleType where Element: JsonConvertibleType {
  /// Reads the distinct elements, or a single value as one element.
  ///
  /// - Throws: the error of a mismatched element.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Set<Element> {
    try json.read(as: Self.self, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Set<Element> {
    Set(try [Element]._newInstance(source))
  }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { true }
}

extension Dictionary: JsonConvertibleType where Key == String, Value: JsonConvertibleType {
  /// Reads the members. The last of several members with the same name counts.
  ///
  /// - Throws: ``SequenceError`` for a value that is not an object. The error of a mismatched member.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> [String: Value] {
    try json.read(as: Self.self, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> [String: Value] {
    guard let members = source.place.members else {
      let found = "Found: \(source.place.kept) Expected: an object TargetType: \(Self.self)"
      throw source.refused(SequenceError.UnexpectedValue(found), expected: "an object")
    }
    var values: [String: Value] = [:]
    for (name, value) in members { values[name] = try Value._newInstance(source.at(value)) }
    return values
  }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { true }
}

extension Dictionary where Key: CustomStringConvertible, Value: JsonConvertibleType {
  /// Returns an object whose names are the descriptions of the keys.
  ///
  /// - Throws: the error of a value that cannot be encoded.
  public func jsonRepresentation() throws -> Json {
    var members: [String: Json] = [:]
    for (key, value) in self { members["\(key)"] = try value.jsonRepresentation() }
    return .from(members)
  }
}

extension Array where Element: JsonConvertibleType {
  /// Creates an array from the elements of a JSON array, or from a single value.
  ///
  /// - Throws: the error of a mismatched element.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// Creates an array with one element for each value.
  ///
  /// - Throws: the error of a mismatched element.
  public init(js: [Json], context: any Context = EmptyJson) throws {
    self = try js.map { try $0.read(as: Element.self, context) }
  }
}

extension Set where Element: JsonConvertibleType {
  /// Creates a set from the elements of a JSON array, or from a single value.
  ///
  /// - Throws: the error of a mismatched element.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// Creates a set from an array of values.
  ///
  /// - Throws: the error of a mismatched element.
  public init(js: [Json], context: any Context = EmptyJson) throws {
    self.init(try js.map { try $0.read(as: Element.self, context) })
  }
}
