/// A number that is read from JSON as a `Double`, for custom floating-point types.
///
///     extension CGFloat: JsonConvertibleFloatingPointType {
///       public var doubleValue: Double { Double(self) }
///     }
public protocol JsonConvertibleFloatingPointType: JsonConvertibleType {
  /// The number to write.
  var doubleValue: Double { get }

  /// Creates the nearest value of the type.
  init(_ other: Double)
}

extension JsonConvertibleFloatingPointType {
  /// Reads a number.
  ///
  /// - Throws: ``JsonConvertibleError`` if the JSON is not a number in the range of `Double`.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    if let value = json.doubleValue { return self.init(value) }
    throw logError(JsonConvertibleError.UnableToConvert(json: json, toType: "\(self)"))
  }

  /// Returns the number as JSON.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or NaN.
  public func jsonRepresentation() throws -> Json { try doubleValue.jsonRepresentation() }
}

extension Double: JsonConvertibleFloatingPointType {
  /// The number itself.
  public var doubleValue: Double { self }
}

extension Float: JsonConvertibleFloatingPointType {
  /// The number as a `Double`.
  public var doubleValue: Double { Double(self) }
}
