import StreamMap

// An array, a set and a dictionary of what can be JSON can be JSON, and so can arrays of arrays and dictionaries
// of arrays. One value stands for an array of one.

extension Array: JsonConvertibleType where Element: JsonConvertibleType {
  /// The elements, or the one value that is no array.
  ///
  /// - Throws: what an element throws that is none of the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> [Element] {
    try json.read(as: Self.self, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> [Element] {
    // An array that has not arrays only is one row of an array of arrays.
    if Element._isArray, !source.isArrayOfArrays { return [try Element._newInstance(source)] }
    var elements: [Element] = []
    let isArray = try source.place.forEachElement { element in
      elements.append(try Element._newInstance(source.at(element)))
    }
    return isArray ? elements : [try Element._newInstance(source)]
  }

  /// See ``JsonConvertibleType``.
  public static var _isArray: Bool { true }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { true }
}

extension _JsonSource {
  fileprivate var isArrayOfArrays: Bool {
    var isOne = true
    let isArray = place.forEachElement { element in isOne = isOne && element.isArray }
    return isArray && isOne
  }
}

extension Collection where Element: JsonConvertibleType {
  /// An array.
  ///
  /// - Throws: what an element throws that cannot be written.
  public func jsonRepresentation() throws -> Json {
    .from(try map { try $0.jsonRepresentation() })
  }
}

extension Set: JsonConvertibleType where Element: JsonConvertibleType {
  /// The elements, each once, or the one value that is no array.
  ///
  /// - Throws: what an element throws that is none of the type.
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
  /// The members; of several with one name the last.
  ///
  /// - Throws: ``SequenceError`` for what is no object; what a value throws that is none of the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> [String: Value] {
    try json.read(as: Self.self, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> [String: Value] {
    var members: [String: Value] = [:]
    let isObject = try source.place.forEachMember { name, value in
      members[name] = try Value._newInstance(source.at(value))
    }
    guard isObject else {
      let found = "Found: \(source.place.json) Expected: an object TargetType: \(Self.self)"
      throw source.refused(SequenceError.UnexpectedValue(found), expected: "an object")
    }
    return members
  }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { true }
}

extension Dictionary where Key: CustomStringConvertible, Value: JsonConvertibleType {
  /// An object, whose names are the keys' descriptions.
  ///
  /// - Throws: what a value throws that cannot be written.
  public func jsonRepresentation() throws -> Json {
    var members: [String: Json] = [:]
    for (key, value) in self { members["\(key)"] = try value.jsonRepresentation() }
    return .from(members)
  }
}

extension Array where Element: JsonConvertibleType {
  /// The elements of an array, or one element of what is none.
  ///
  /// - Throws: what an element throws that is none of the type.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// An element of each value.
  ///
  /// - Throws: what an element throws that is none of the type.
  public init(js: [Json], context: any Context = EmptyJson) throws {
    self = try js.map { try $0.read(as: Element.self, context) }
  }
}

extension Set where Element: JsonConvertibleType {
  /// The elements of an array, each once, or one element of what is none.
  ///
  /// - Throws: what an element throws that is none of the type.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// An element of each value, each once.
  ///
  /// - Throws: what an element throws that is none of the type.
  public init(js: [Json], context: any Context = EmptyJson) throws {
    self.init(try js.map { try $0.read(as: Element.self, context) })
  }
}
