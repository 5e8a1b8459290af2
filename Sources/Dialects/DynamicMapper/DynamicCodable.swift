/// The direction of a mapping, for hooks that act differently when decoding and encoding.
public enum DynamicMappingType: Sendable, Hashable {
  /// From JSON into the model.
  case decoding
  /// From the model into JSON.
  case encoding
}

/// The name of the original module, for code that writes `DynamicMapper.DynamicMappingType`.
public enum DynamicMapper {
  /// The direction of a mapping.
  public typealias DynamicMappingType = DynamicMapperDialect.DynamicMappingType
}

/// The common base of ``DynamicDecodable`` and ``DynamicEncodable``: the model's JSON object and the hook.
public protocol BaseDynamicCodable {
  /// The model's complete JSON object, or nil for a model that was not decoded.
  ///
  /// The coders set it. It is never a member of the JSON itself, whatever the model's keys are.
  var dynamicSelf: DynamicClass? { get set }

  /// ``dynamicSelf``, or an empty object.
  var ds: DynamicClass { get }

  /// Maps values that are not stored under the names of the model's properties.
  ///
  /// The coders call this hook after decoding and before encoding, for the value passed to the coder or for its
  /// elements. A model calls the hook of the models it contains.
  mutating func dynamicMapping(mappingType: DynamicMappingType)
}

/// A model that reads more from its JSON than its own members.
public protocol DynamicDecodable: BaseDynamicCodable, Decodable {}

/// A model that writes more to its JSON than its own members.
public protocol DynamicEncodable: BaseDynamicCodable, Encodable {}

/// A model that is both ``DynamicDecodable`` and ``DynamicEncodable``.
public protocol DynamicCodable: DynamicDecodable, DynamicEncodable {}

extension BaseDynamicCodable {
  /// ``dynamicSelf``. For a struct without one, an empty object that is not stored.
  public var ds: DynamicClass { dynamicSelf ?? DynamicClass() }
}

extension BaseDynamicCodable where Self: AnyObject {
  /// ``dynamicSelf``, created on first use.
  public var ds: DynamicClass {
    if let dynamicSelf { return dynamicSelf }
    let made = DynamicClass()
    var model = self
    model.dynamicSelf = made
    return made
  }
}

extension Array where Element: BaseDynamicCodable {
  /// Calls the hook of each element.
  public mutating func dynamicMapping(mappingType: DynamicMappingType) {
    for index in indices { self[index].dynamicMapping(mappingType: mappingType) }
  }
}
