import FoundationValues
import StreamMap

/// A type that is read from a single JSON value.
protocol JsonScalar: JsonConvertibleType {
  /// Returns the value, or nil if the JSON does not represent one of this type.
  static func value(at place: SourceValue) -> Self?
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
  static func value(at place: SourceValue) -> String? { place.string }

  /// Reads a string.
  ///
  /// - Throws: ``JsonConvertibleError`` if the JSON is not a string.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> String {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> String { try read(source) }

  /// Returns the string as JSON.
  public func jsonRepresentation() -> Json { .from(self) }
}

extension Bool: JsonConvertibleType, JsonScalar {
  static func value(at place: SourceValue) -> Bool? { place.bool }

  /// Reads a boolean. The numbers 1 and 0 are booleans, too.
  ///
  /// - Throws: ``JsonConvertibleError`` if the JSON is not a boolean.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Bool {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Bool { try read(source) }

  /// Returns the boolean as JSON.
  public func jsonRepresentation() -> Json { .from(self) }
}

extension Double: JsonConvertibleType, JsonScalar {
  static func value(at place: SourceValue) -> Double? { place.double }

  /// Reads a number, rounded once.
  ///
  /// - Throws: ``JsonConvertibleError`` if the JSON is not a number in the range of the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Double {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Double { try read(source) }

  /// Returns the number as JSON.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or NaN.
  public func jsonRepresentation() throws -> Json { try .finite(self) { Json(JSONValue($0)) } }
}

extension Float: JsonConvertibleType, JsonScalar {
  static func value(at place: SourceValue) -> Float? { place.float }

  /// Reads a number, rounded once.
  ///
  /// - Throws: ``JsonConvertibleError`` if the JSON is not a number in the range of the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Float {
    try read(json, context)
  }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Float { try read(source) }

  /// Returns the number as JSON.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or NaN.
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
  /// Reads the integer that a number equals exactly.
  ///
  /// - Throws: ``JsonConvertibleError`` if there is none in the range of the type.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try _newInstance(_JsonSource(json.place, context))
  }

  /// See ``JsonConvertibleType``.
  @inline(__always)
  public static func _newInstance(_ source: _JsonSource) throws -> Self {
    guard let value: Self = source.place.exactInteger() else { throw source.mismatch(Self.self) }
    return value
  }

  /// Returns the integer as JSON.
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
