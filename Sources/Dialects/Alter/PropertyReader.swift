/// The decoding function of a property. Standard types have specialised functions, because the generic code of a
/// wrapper makes many runtime type queries.
struct PropertyReader: Sendable {
  typealias Container = KeyedDecodingContainer<AlterCodingKey>

  /// Sets a property to the value of a key. Returns false if the key is missing.
  let read: @Sendable (MappedProperty, Container, AlterCodingKey) throws -> Bool

  private init(_ read: @escaping @Sendable (MappedProperty, Container, AlterCodingKey) throws -> Bool) {
    self.read = read
  }

  init(for property: MappedProperty) {
    self = Self.standard[ObjectIdentifier(type(of: property))] ?? Self.other
  }

  private static let other = PropertyReader { property, container, key in
    try property.decode(from: container, forKey: key)
  }

  private static let standard: [ObjectIdentifier: PropertyReader] = {
    var readers: [ObjectIdentifier: PropertyReader] = [:]
    add(to: &readers) { try $0.decodeIfPresent(Bool.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(String.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Double.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Float.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Int.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Int8.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Int16.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Int32.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(Int64.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(UInt.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(UInt8.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(UInt16.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(UInt32.self, forKey: $1) }
    add(to: &readers) { try $0.decodeIfPresent(UInt64.self, forKey: $1) }
    return readers
  }()

  @inline(__always)
  private static func add<Value: Codable & SendableMetatype>(
    to readers: inout [ObjectIdentifier: PropertyReader],
    _ value: @escaping @Sendable (Container, AlterCodingKey) throws -> Value?
  ) {
    readers[ObjectIdentifier(Mapped<Value>.self)] = PropertyReader { property, container, key in
      if let mapped = property as? Mapped<Value>, let value = try value(container, key) {
        mapped.wrappedValue = value
        return true
      }
      // Absent or null: the decoder produces the error.
      return try property.decode(from: container, forKey: key)
    }
    readers[ObjectIdentifier(Mapped<Value?>.self)] = PropertyReader { property, container, key in
      guard let mapped = property as? Mapped<Value?> else { return false }
      let value = try value(container, key)
      if value == nil, !container.contains(key) { return false }
      mapped.wrappedValue = value
      return true
    }
  }
}
