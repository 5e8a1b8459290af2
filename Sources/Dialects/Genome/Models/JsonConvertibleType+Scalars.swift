import StreamMap

/// A type that one JSON value is read as.
protocol JsonScalar: JsonConvertibleType {
  /// The value, if it stands for one of the type.
  static func value(at place: JsonPlace) -> Self?
}

extension JsonScalar {
  @inline(__always)
  static func read(_ source: _JsonSource) throws -> Self {
    guard let value = value(at: source.place) else { throw source.mismatch(Self.self) }
    return value
  }

  static func read(_ json: Json, _ context: any Context) throws -> Self {
    try read(_JsonSource(json.place, context))
  }
}

extension String: JsonConvertibleType, JsonScalar {
  static func value(at place: JsonPlace) -> String? { place.string }

  /// The string that the JSON is.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> String {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> String { try read(source) }

  /// A string.
  public func jsonRepresentation() -> Json { .from(self) }
}

extension Bool: JsonConvertibleType, JsonScalar {
  static func value(at place: JsonPlace) -> Bool? { place.bool }

  /// The boolean that the JSON is.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none; 1 and 0 are.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Bool {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Bool { try read(source) }

  /// `true` or `false`
  public func jsonRepresentation() -> Json { .from(self) }
}

extension Double: JsonConvertibleType, JsonScalar {
  static func value(at place: JsonPlace) -> Double? { place.double }

  /// The number that the JSON is, rounded once.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none, or beyond the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Double {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Double { try read(source) }

  /// A number.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or none.
  public func jsonRepresentation() throws -> Json { try .finite(self) { Json(JSONValue($0)) } }
}

extension Float: JsonConvertibleType, JsonScalar {
  static func value(at place: JsonPlace) -> Float? { place.float }

  /// The number that the JSON is, rounded once.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none, or beyond the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Float {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Float { try read(source) }

  /// A number.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or none.
  public func jsonRepresentation() throws -> Json { try .finite(self) { Json(JSONValue($0)) } }
}

extension Json {
  fileprivate static func finite<Number: FloatingPoint>(
    _ value: Number, _ make: (Number) -> Json
  ) throws -> Json {
    guard value.isFinite else { throw logError(SequenceError.UnexpectedValue("JSON has no number \(value)")) }
    return make(value)
  }
}

extension FixedWidthInteger where Self: JsonConvertibleType {
  /// The integer that the JSON stands for exactly.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none, or beyond the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try _newInstance(_JsonSource(json.place, context))
  }

  /// See ``JsonConvertibleType``.
  @inline(__always)
  public static func _newInstance(_ source: _JsonSource) throws -> Self {
    guard let value: Self = source.place.integer() else { throw source.mismatch(Self.self) }
    return value
  }

  /// A number.
  public func jsonRepresentation() -> Json { .from(self) }
}

extension Int: JsonConvertibleType {}
extension Int8: JsonConvertibleType {}
extension Int16: JsonConvertibleType {}
extension Int32: JsonConvertibleType {}
extension Int64: JsonConvertibleType {}
extension UInt: JsonConvertibleType {}
extension UInt8: JsonConvertibleType {}
extension UInt16: JsonConvertibleType {}
extension UInt32: JsonConvertibleType {}
extension UInt64: JsonConvertibleType {}
