/// Converts JSON values to objects and back.
public protocol TransformType {
  /// The type of the property.
  associatedtype Object
  /// The type of the JSON value.
  associatedtype JSON

  /// Converts a value as returned by `JSONSerialization`, or nil for null. Returns nil if there is no object for it.
  func transformFromJSON(_ value: Any?) -> Object?

  /// Converts an object to a JSON value. Returns nil if there is none.
  func transformToJSON(_ value: Object?) -> JSON?
}

/// A transform made of two closures.
open class TransformOf<ObjectType, JSONType>: TransformType {
  /// The type of the property.
  public typealias Object = ObjectType
  /// The type of the JSON value.
  public typealias JSON = JSONType

  private let fromJSON: (JSONType?) -> ObjectType?
  private let toJSON: (ObjectType?) -> JSONType?

  /// Creates a transform.
  ///
  /// - Parameters:
  ///   - fromJSON: receives nil for a value that is null or of another type.
  ///   - toJSON: receives nil for a nil property.
  public init(fromJSON: @escaping (JSONType?) -> ObjectType?, toJSON: @escaping (ObjectType?) -> JSONType?) {
    self.fromJSON = fromJSON
    self.toJSON = toJSON
  }

  /// Converts a value with the first closure.
  open func transformFromJSON(_ value: Any?) -> ObjectType? {
    // Prevents a nil from being wrapped in an `Any`.
    fromJSON(value.flatMap { $0 as? JSONType })
  }

  /// Converts an object with the second closure.
  open func transformToJSON(_ value: ObjectType?) -> JSONType? { toJSON(value) }
}
