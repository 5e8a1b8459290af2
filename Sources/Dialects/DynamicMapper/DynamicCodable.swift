/// Which way a model is mapped, for code that does something else on the way out than on the way in.
public enum DynamicMappingType: Sendable, Hashable {
  /// From JSON into the model.
  case decoding
  /// From the model into JSON.
  case encoding
}

/// The names of the original's module, for code that writes `DynamicMapper.DynamicMappingType`.
public enum DynamicMapper {
  /// Which way a model is mapped.
  public typealias DynamicMappingType = DynamicMapperDialect.DynamicMappingType
}

/// What ``DynamicDecodable`` and ``DynamicEncodable`` have in common: the model's own JSON, and the one hook.
public protocol BaseDynamicCodable {
  /// The model's object as it stood in the JSON, all of it; nil for a model that was not decoded.
  ///
  /// The coders set it; it is never a member of the JSON itself, whatever the model's keys are.
  var dynamicSelf: DynamicClass? { get set }

  /// ``dynamicSelf``, or an empty one.
  var ds: DynamicClass { get }

  /// Maps what stands elsewhere than under the names of the model's properties.
  ///
  /// It is called when the model has been decoded, and before it is encoded, for the value that is given to the
  /// coder, and for the elements of one; a model calls it itself for those that it contains.
  mutating func dynamicMapping(mappingType: DynamicMappingType)
}

/// A model that reads more of its JSON than its own members.
public protocol DynamicDecodable: BaseDynamicCodable, Decodable {}

/// A model that writes more into its JSON than its own members.
public protocol DynamicEncodable: BaseDynamicCodable, Encodable {}

/// Both.
public protocol DynamicCodable: DynamicDecodable, DynamicEncodable {}

extension BaseDynamicCodable {
  /// ``dynamicSelf``; where a structure has none, an empty one that it does not keep.
  public var ds: DynamicClass { dynamicSelf ?? DynamicClass() }
}

extension BaseDynamicCodable where Self: AnyObject {
  /// ``dynamicSelf``, which is made if there is none.
  public var ds: DynamicClass {
    if let dynamicSelf { return dynamicSelf }
    let made = DynamicClass()
    var model = self
    model.dynamicSelf = made
    return made
  }
}

extension Array where Element: BaseDynamicCodable {
  /// Maps each element.
  public mutating func dynamicMapping(mappingType: DynamicMappingType) {
    for index in indices { self[index].dynamicMapping(mappingType: mappingType) }
  }
}
