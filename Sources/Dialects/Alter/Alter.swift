/// The namespace of the original module, for code that writes `Alter.Mapped`.
public enum Alter {
  /// See ``AlterDialect/Alterable``.
  public typealias Alterable = AlterDialect.Alterable
  /// See ``AlterDialect/AlterCodable``.
  public typealias AlterCodable = AlterDialect.AlterCodable
  /// See ``AlterDialect/MutableAlterable``.
  public typealias MutableAlterable = AlterDialect.MutableAlterable
  /// See ``AlterDialect/MutableAlterCodable``.
  public typealias MutableAlterCodable = AlterDialect.MutableAlterCodable
  /// See ``AlterDialect/DecodeStrategy``.
  public typealias DecodeStrategy = AlterDialect.DecodeStrategy
  /// See ``AlterDialect/PropertyDecodeErrorHandling``.
  public typealias PropertyDecodeErrorHandling = AlterDialect.PropertyDecodeErrorHandling
  /// See ``AlterDialect/AlterError``.
  public typealias AlterError = AlterDialect.AlterError
  /// See ``AlterDialect/TypeAlterer``.
  public typealias TypeAlterer = AlterDialect.TypeAlterer
  /// See ``AlterDialect/AlterCodingKey``.
  public typealias AlterCodingKey = AlterDialect.AlterCodingKey
  /// See ``AlterDialect/Mapped``.
  public typealias Mapped<Value: Codable> = AlterDialect.Mapped<Value>
  /// See ``AlterDialect/AlterMapped``.
  public typealias AlterMapped<Value, AlteredValue, Alterer: TypeAlterer> = AlterDialect.AlterMapped<
    Value, AlteredValue, Alterer
  > where Alterer.Value == Value, Alterer.AlteredValue == AlteredValue
  /// See ``AlterDialect/OptionalAlterer``.
  public typealias OptionalAlterer<Alterer: TypeAlterer> = AlterDialect.OptionalAlterer<Alterer>
  /// See ``AlterDialect/ArrayAlterer``.
  public typealias ArrayAlterer<Alterer: TypeAlterer> = AlterDialect.ArrayAlterer<Alterer>
  /// See ``AlterDialect/Base64DataAlterer``.
  public typealias Base64DataAlterer = AlterDialect.Base64DataAlterer
  /// See ``AlterDialect/UnixLongDateAlterer``.
  public typealias UnixLongDateAlterer = AlterDialect.UnixLongDateAlterer
  /// See ``AlterDialect/StringDateAlterer``.
  public typealias StringDateAlterer = AlterDialect.StringDateAlterer
}
