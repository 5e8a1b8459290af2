/// The namespace of the original module, for code that writes `ObjectMapper.Map`.
public enum ObjectMapper {
  /// See ``ObjectMapperDialect/Map``.
  public typealias Map = ObjectMapperDialect.Map
  /// See ``ObjectMapperDialect/Mapper``.
  public typealias Mapper<Model: BaseMappable> = ObjectMapperDialect.Mapper<Model>
  /// See ``ObjectMapperDialect/BaseMappable``.
  public typealias BaseMappable = ObjectMapperDialect.BaseMappable
  /// See ``ObjectMapperDialect/Mappable``.
  public typealias Mappable = ObjectMapperDialect.Mappable
  /// See ``ObjectMapperDialect/StaticMappable``.
  public typealias StaticMappable = ObjectMapperDialect.StaticMappable
  /// See ``ObjectMapperDialect/ImmutableMappable``.
  public typealias ImmutableMappable = ObjectMapperDialect.ImmutableMappable
  /// See ``ObjectMapperDialect/MapContext``.
  public typealias MapContext = ObjectMapperDialect.MapContext
  /// See ``ObjectMapperDialect/MappingType``.
  public typealias MappingType = ObjectMapperDialect.MappingType
  /// See ``ObjectMapperDialect/MapError``.
  public typealias MapError = ObjectMapperDialect.MapError
  /// See ``ObjectMapperDialect/TransformType``.
  public typealias TransformType = ObjectMapperDialect.TransformType
  /// See ``ObjectMapperDialect/TransformOf``.
  public typealias TransformOf<ObjectType, JSONType> = ObjectMapperDialect.TransformOf<ObjectType, JSONType>
  /// See ``ObjectMapperDialect/DictionaryTransform``.
  public typealias DictionaryTransform<Key: Hashable & RawRepresentable, Value: Mappable> =
    ObjectMapperDialect.DictionaryTransform<Key, Value> where Key.RawValue == String
  /// See ``ObjectMapperDialect/CodableTransform``.
  public typealias CodableTransform<Value: Codable> = ObjectMapperDialect.CodableTransform<Value>
  /// See ``ObjectMapperDialect/EnumTransform``.
  public typealias EnumTransform<Value: RawRepresentable> = ObjectMapperDialect.EnumTransform<Value>
  /// See ``ObjectMapperDialect/DateTransform``.
  public typealias DateTransform = ObjectMapperDialect.DateTransform
  /// See ``ObjectMapperDialect/DateFormatterTransform``.
  public typealias DateFormatterTransform = ObjectMapperDialect.DateFormatterTransform
  /// See ``ObjectMapperDialect/CustomDateFormatTransform``.
  public typealias CustomDateFormatTransform = ObjectMapperDialect.CustomDateFormatTransform
  /// See ``ObjectMapperDialect/ISO8601DateTransform``.
  public typealias ISO8601DateTransform = ObjectMapperDialect.ISO8601DateTransform
  /// See ``ObjectMapperDialect/HexColorTransform``.
  public typealias HexColorTransform = ObjectMapperDialect.HexColorTransform
  /// See ``ObjectMapperDialect/URLTransform``.
  public typealias URLTransform = ObjectMapperDialect.URLTransform
  /// See ``ObjectMapperDialect/DataTransform``.
  public typealias DataTransform = ObjectMapperDialect.DataTransform
  /// See ``ObjectMapperDialect/NSDecimalNumberTransform``.
  public typealias NSDecimalNumberTransform = ObjectMapperDialect.NSDecimalNumberTransform
}
