/// Maps a property to a key.
///
///     @Mapped(key: "user_name")
///     var userName: String = ""
///
/// Without a key the property's name is the key. Dots in a key lead through objects: `"user.name"` is the member `name`
/// of the object `user`.
@propertyWrapper
public final class Mapped<Value: Codable>: MappedProperty, Codable {
  /// The property's value.
  public var wrappedValue: Value

  /// Maps a property to its own name.
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

  /// Maps a property to a key of an enumeration.
  public init<Key: RawRepresentable>(wrappedValue: Value, key: Key) where Key.RawValue == String {
    self.wrappedValue = wrappedValue
    super.init(key: key.rawValue)
  }

  /// The value by itself, for models that decode their properties by coding keys.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(from: decoder)
    super.init(key: nil)
  }

  /// The value by itself.
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
