/// A number that is read from JSON as a `Double`: for floating-point types of yours.
///
///     extension CGFloat: JsonConvertibleFloatingPointType {
///       public var doubleValue: Double { Double(self) }
///     }
public protocol JsonConvertibleFloatingPointType: JsonConvertibleType {
  /// The number, as it is written.
  var doubleValue: Double { get }

  /// The nearest value of the type.
  init(_ other: Double)
}

extension JsonConvertibleFloatingPointType {
  /// The number that the JSON is.
  ///
  /// - Throws: ``JsonConvertibleError`` if it is none, or beyond a `Double`.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    if let value = json.doubleValue { return self.init(value) }
    throw logError(JsonConvertibleError.UnableToConvert(json: json, toType: "\(self)"))
  }

  /// A number.
  ///
  /// - Throws: ``SequenceError`` if it is infinite or none.
  public func jsonRepresentation() throws -> Json { try doubleValue.jsonRepresentation() }
}

extension Double: JsonConvertibleFloatingPointType {
  /// The number itself.
  public var doubleValue: Double { self }
}

extension Float: JsonConvertibleFloatingPointType {
  /// The same number.
  public var doubleValue: Double { Double(self) }
}
