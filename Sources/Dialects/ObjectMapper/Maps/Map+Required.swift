import StreamMap

// Values for the constants of immutable models. Errors name the calling code.
extension Map {
  /// Returns the value of a name or path.
  ///
  /// - Parameters:
  ///   - key: the name or path, as for the subscripts.
  ///   - nested: whether the key is a path. With nil, it is a path if it has the delimiter.
  ///   - delimiter: the delimiter between the steps of a path.
  ///   - file: the calling file, for the error.
  ///   - function: the calling function, for the error.
  ///   - line: the calling line, for the error.
  /// - Throws: ``MapError`` for a value that is absent, null or of another type, or that has an element of another
  ///   type. The error of a nested model's initialiser. An absent or null value of an optional type that is not a model
  ///   is nil.
  public func value<Value: MappableValue>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value {
    try asking(key, nested, delimiter, file, function, line) { source in
      try Value._required(source, in: self)
    }
  }

  /// Returns a value of a type without mapping rules. The value is cast to it.
  public func value<Value>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value {
    try asking(key, nested, delimiter, file, function, line) { source in
      let value: Any? = source.flatMap { $0.isNull ? nil : $0.any }
      guard let cast = value as? Value else {
        throw error(.cannotCast(to: Value.self), source, expected: Value.self)
      }
      return cast
    }
  }

  /// Returns the enumeration case of a raw value. An unknown raw value is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValue(source) }
  }

  /// Returns the enumeration case of a raw value, or nil if the value is absent or null.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value? where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawValue(source)
    }
  }

  /// Returns the enumeration cases of an array of raw values. An unknown raw value is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value] where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValues(source) }
  }

  /// Returns the enumeration cases of an array of raw values, or nil if the value is absent or null.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value]? where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawValues(source)
    }
  }

  /// Returns the enumeration cases of a dictionary of raw values. An unknown raw value is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Value] where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawMembers(source) }
  }

  /// Returns the enumeration cases of a dictionary of raw values, or nil if the value is absent or null.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Value]? where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawMembers(source)
    }
  }

  private func rawValue<Value: RawRepresentable>(_ source: JSONSource?) throws -> Value
  where Value.RawValue: MappableValue {
    let raw = try Value.RawValue._required(source, in: self)
    if let value = Value(rawValue: raw) { return value }
    throw error(.noCase(of: Value.self, raw), source, expected: Value.self)
  }

  private func rawValues<Value: RawRepresentable>(_ source: JSONSource?) throws -> [Value]
  where Value.RawValue: MappableValue {
    guard let elements = source?._elements else {
      throw error(.text("Cannot cast to '[Any]'"), source, expected: [Value].self)
    }
    return try elements.map { try rawValue($0) }
  }

  private func rawMembers<Value: RawRepresentable>(_ source: JSONSource?) throws -> [String: Value]
  where Value.RawValue: MappableValue {
    guard let members = source?._members else {
      throw error(.text("Cannot cast to '[String: Any]'"), source, expected: [String: Value].self)
    }
    var values: [String: Value] = [:]
    for (name, member) in members { values[name] = try rawValue(member) }
    return values
  }

  /// Selects a value and adds the key and the calling code to errors.
  func asking<Value>(
    _ key: String, _ nested: Bool?, _ delimiter: String, _ file: StaticString, _ function: StaticString,
    _ line: UInt, _ body: (JSONSource?) throws -> Value
  ) throws -> Value {
    _ = choose(key, nested, delimiter, ignoreNil: false)
    do {
      return try body(sourceOrNull)
    } catch var error as MapError where error.isBare {
      error.isBare = false
      error.key = error.key.map { key + $0 } ?? key
      (error.file, error.function, error.line) = (file, function, line)
      throw error
    } catch {
      failedKey = key
      throw error
    }
  }
}
