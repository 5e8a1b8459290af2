/// Maps a property to a key.
///
///     @Mapped(key: "user_name")
///     var userName: String = ""
///
/// The default key is the property's name. A dot in a key leads into a nested object: `"user.name"` is the member
/// `name` of the object `user`.
@propertyWrapper
public final class Mapped<Value: Codable>: MappedProperty, Codable {
  /// The property's value.
  public var wrappedValue: Value

  /// Maps a property to the key of the same name.
  @inlinable
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    super.init(key: nil)
  }

  /// Maps a property to a key.
  @inlinable
  public init(wrappedValue: Value, key: String) {
    self.wrappedValue = wrappedValue
    super.init(key: key)
  }

  /// Maps a property to the raw value of an enumeration case.
  public init<Key: RawRepresentable>(wrappedValue: Value, key: Key) where Key.RawValue == String {
    self.wrappedValue = wrappedValue
    super.init(key: key.rawValue)
  }

  /// Decodes the value on its own, for models that decode their properties by coding keys.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(from: decoder)
    super.init(key: nil)
  }

  /// Encodes the value on its own.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }

  override func decode(
    from container: KeyedDecodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws -> Bool {
    guard container.contains(key) else { return false }
    wrappedValue = try container.decode(Value.self, forKey: key)
    return true
  }

  override func encode(
    to container: inout KeyedEncodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws {
    try container.encode(wrappedValue, forKey: key)
  }

  override var isNil: Bool { isNothing(wrappedValue) }

  override func value<Wanted>(as type: Wanted.Type) -> Wanted? { wrappedValue as? Wanted }

  override func set(_ value: Any?) {
    if let value = value as? Value { wrappedValue = value }
  }
}

extension Mapped: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (mapped: Mapped, other: Mapped) -> Bool { mapped.wrappedValue == other.wrappedValue }
}

extension Mapped: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
