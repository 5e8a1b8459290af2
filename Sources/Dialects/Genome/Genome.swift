import StreamMap

/// The namespace of the original module, for code that writes `Genome.Object` or `Genome.loggers`.
public enum Genome {
  /// See ``GenomeDialect/Json``.
  public typealias Json = GenomeDialect.Json
  /// See ``GenomeDialect/Map``.
  public typealias Map = GenomeDialect.Map
  /// See ``GenomeDialect/Object``.
  public typealias Object = GenomeDialect.Object
  /// See ``GenomeDialect/KeyType``.
  public typealias KeyType = GenomeDialect.KeyType
  /// See ``GenomeDialect/Context``.
  public typealias Context = GenomeDialect.Context
  /// See ``GenomeDialect/JsonConvertibleType``.
  public typealias JsonConvertibleType = GenomeDialect.JsonConvertibleType
  /// See ``GenomeDialect/MappableBase``.
  public typealias MappableBase = GenomeDialect.MappableBase
  /// See ``GenomeDialect/MappableObject``.
  public typealias MappableObject = GenomeDialect.MappableObject
  /// See ``GenomeDialect/BasicMappable``.
  public typealias BasicMappable = GenomeDialect.BasicMappable
  /// See ``GenomeDialect/MappingError``. StreamMap has an error of the same name. A file that imports both modules uses
  /// this name for Genome's error.
  public typealias MappingError = GenomeDialect.MappingError
  /// See ``GenomeDialect/SequenceError``.
  public typealias SequenceError = GenomeDialect.SequenceError
  /// See ``GenomeDialect/TransformationError``.
  public typealias TransformationError = GenomeDialect.TransformationError
  /// See ``GenomeDialect/JsonConvertibleError``.
  public typealias JsonConvertibleError = GenomeDialect.JsonConvertibleError

  /// See ``GenomeDialect/JsonConvertibleFloatingPointType``.
  public typealias JsonConvertibleFloatingPointType = GenomeDialect.JsonConvertibleFloatingPointType

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// See ``GenomeDialect/EmptyJson``.
  public static var EmptyJson: Json { GenomeDialect.EmptyJson }

  /// See ``GenomeDialect/loggers``.
  @preconcurrency public static var loggers: [@Sendable (any Error) -> Void] {
    get { GenomeDialect.loggers }
    set { GenomeDialect.loggers = newValue }
  }
}

/// The Swift 2 name of `Error`.
public typealias ErrorType = Error
