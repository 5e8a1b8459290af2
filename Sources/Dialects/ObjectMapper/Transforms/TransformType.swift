/// Makes objects of JSON values, and JSON values of objects.
public protocol TransformType {
  /// What a property is.
  associatedtype Object
  /// What stands in the JSON.
  associatedtype JSON

  /// The object of a value as `JSONSerialization` has it, which is nil for null; nil if there is none.
  func transformFromJSON(_ value: Any?) -> Object?

  /// The value of an object; nil if there is none.
  func transformToJSON(_ value: Object?) -> JSON?
}

/// A transform of two closures.
open class TransformOf<ObjectType, JSONType>: TransformType {
  /// What a property is.
  public typealias Object = ObjectType
  /// What stands in the JSON.
  public typealias JSON = JSONType

  private let fromJSON: (JSONType?) -> ObjectType?
  private let toJSON: (ObjectType?) -> JSONType?

  /// A transform.
  ///
  /// - Parameters:
  ///   - fromJSON: gets nil for a value that is null or of another type.
  ///   - toJSON: gets nil for a property that is nil.
  public init(fromJSON: @escaping (JSONType?) -> ObjectType?, toJSON: @escaping (ObjectType?) -> JSONType?) {
    self.fromJSON = fromJSON
    self.toJSON = toJSON
  }

  /// What the first closure makes of a value.
  open func transformFromJSON(_ value: Any?) -> ObjectType? {
    // Nil must not become an `Any`.
    fromJSON(value.flatMap { $0 as? JSONType })
  }

  /// What the second closure makes of an object.
  open func transformToJSON(_ value: ObjectType?) -> JSONType? { toJSON(value) }
}
