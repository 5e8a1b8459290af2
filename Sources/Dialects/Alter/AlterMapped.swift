/// Maps a property to a key whose value has another type. An alterer converts between the two types.
///
///     @AlterMapped(key: "birth_date", alterer: StringDateAlterer(pattern: "dd-MM-yyyy"))
///     var birthDate: Date = .distantPast
///
/// The altered value of a property `x` is `$x`.
@propertyWrapper
public final class AlterMapped<Value, AlteredValue, Alterer: TypeAlterer>: MappedProperty, Codable
where Alterer.Value == Value, Alterer.AlteredValue == AlteredValue {
  /// The property's value.
  public var wrappedValue: Value

  /// The altered value, which is encoded.
  public var projectedValue: AlteredValue { alterer.alter(value: wrappedValue) }

  private let alterer: Alterer

  /// Maps a property to the key of the same name.
  public init(wrappedValue: Value, alterer: Alterer) {
    self.wrappedValue = wrappedValue
    self.alterer = alterer
    super.init(key: nil)
  }

  /// Maps a property to a key. A dot in the key leads into a nested object.
  public init(wrappedValue: Value, key: String, alterer: Alterer) {
    self.wrappedValue = wrappedValue
    self.alterer = alterer
    super.init(key: key)
  }

  /// Maps a property to the raw value of an enumeration case.
  public init<Key: RawRepresentable>(
    wrappedValue: Value, key: Key, alterer: Alterer
  ) where Key.RawValue == String {
    self.wrappedValue = wrappedValue
    self.alterer = alterer
    super.init(key: key.rawValue)
  }

  /// Always throws ``AlterError``, because a decoder cannot supply an alterer.
  public init(from decoder: any Decoder) throws {
    throw AlterError(decoding: Self.self, "a model that is Alterable decodes it, and has its alterer")
  }

  /// Encodes the altered value.
  public func encode(to encoder: any Encoder) throws {
    try projectedValue.encode(to: encoder)
  }

  override func decode(
    from container: KeyedDecodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws -> Bool {
    guard container.contains(key) else { return false }
    wrappedValue = alterer.alterBack(value: try container.decode(AlteredValue.self, forKey: key))
    return true
  }

  override func encode(
    to container: inout KeyedEncodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws {
    try container.encode(projectedValue, forKey: key)
  }

  override var isNil: Bool { isNothing(projectedValue) }

  override func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    wrappedValue as? Wanted ?? projectedValue as? Wanted
  }

  override func set(_ value: Any?) {
    if let value = value as? Value {
      wrappedValue = value
    } else if let value = value as? AlteredValue {
      wrappedValue = alterer.alterBack(value: value)
    }
  }
}

extension AlterMapped: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (mapped: AlterMapped, other: AlterMapped) -> Bool {
    mapped.wrappedValue == other.wrappedValue
  }
}

extension AlterMapped: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
