import StreamMap

// Values for the constants of immutable models. Each names the code that asked in its errors.
extension Map {
  /// The value of a name or path.
  ///
  /// - Parameters:
  ///   - key: as for the subscripts.
  ///   - nested: whether it is a path; nil means that it is if it has the delimiter.
  ///   - delimiter: what stands between the steps of a path.
  ///   - file: the code that asks, for the error.
  ///   - function: the same.
  ///   - line: the same.
  /// - Throws: ``MapError`` for a value that is absent, null or of another type, or has an element that is; what the
  ///   initialiser of a nested model throws. An optional type is nil where there is none, unless it is a model.
  public func value<Value: MappableValue>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value {
    try asking(key, nested, delimiter, file, function, line) { source in
      try Value._required(source, in: self)
    }
  }

  /// The same, of a type that is not mapped by rules of its own: the value is cast to it.
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

  /// The case of a raw value; one that is of no case is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValue(source) }
  }

  /// The same; nil if there is none.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value? where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawValue(source)
    }
  }

  /// The cases of an array of raw values, all of which have to be of one.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value] where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValues(source) }
  }

  /// The same; nil if there is no array.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value]? where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawValues(source)
    }
  }

  /// The cases of a dictionary of raw values, all of which have to be of one.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Value] where Value.RawValue: MappableValue {
    try asking(key, nested, delimiter, file, function, line) { source in try rawMembers(source) }
  }

  /// The same; nil if there is no dictionary.
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

  /// Chooses a value, and says in the errors who asked.
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
