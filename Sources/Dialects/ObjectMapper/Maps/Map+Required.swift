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
  ///   type. The error of a nested model's initialiser. An absent or null value is nil for an optional scalar or an
  ///   optional collection of scalars.
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
  ) throws -> Value {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValue(source) }
  }

  /// Returns the enumeration case of a raw value as an optional. An absent value is an error, too.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> Value? {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValue(source) as Value }
  }

  /// Returns the enumeration cases of an array of raw values. An unknown raw value is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value] {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValues(source) }
  }

  /// Returns the enumeration cases of an array of raw values as an optional. An absent value is an error, too.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [Value]? {
    try asking(key, nested, delimiter, file, function, line) { source in try rawValues(source) as [Value] }
  }

  /// Returns the enumeration cases of a dictionary of raw values. An unknown raw value is an error.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Value] {
    try asking(key, nested, delimiter, file, function, line) { source in try rawMembers(source) }
  }

  /// Returns the enumeration cases of a dictionary of raw values, or nil if the value is absent or null.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
    function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Value]? {
    try asking(key, nested, delimiter, file, function, line) { source in
      source?.isNull ?? true ? nil : try rawMembers(source)
    }
  }

  private func rawValue<Value: RawRepresentable>(_ source: JSONSource?) throws -> Value {
    if let value: Value = source?.rawValue(in: self) { return value }
    throw error(
      .cannotTransform(to: Value.self, by: EnumTransform<Value>.self), source, expected: Value.self)
  }

  private func rawValues<Value: RawRepresentable>(_ source: JSONSource?) throws -> [Value] {
    guard let elements = source?._elements else {
      throw error(.text("Cannot cast to '[Any]'"), source, expected: [Value].self)
    }
    return try elements.map { try rawValue($0) }
  }

  private func rawMembers<Value: RawRepresentable>(_ source: JSONSource?) throws -> [String: Value] {
    guard let members = source?._members else {
      throw error(.text("Cannot cast to '[String: Any]'"), source, expected: [String: Value].self)
    }
    var values: [String: Value] = [:]
    for (name, member) in members { values[name] = try rawValue(member) }
    return values
  }

  /// Reads a scalar, or a collection of scalars. An error names the whole value and its type, as a cast does, with the
  /// location of the part that does not match.
  @usableFromInline
  func scalar<Value>(
    _ type: Value.Type, _ source: JSONSource?, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch var error as MapError where error.isBare {
      error.why = .cannotCast(to: type)
      error.currentValue = source.flatMap { $0.isNull ? nil : $0.any }
      throw error
    }
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
      error.key = key
      (error.file, error.function, error.line) = (file, function, line)
      throw error
    } catch {
      failedKey = key
      throw error
    }
  }
}
