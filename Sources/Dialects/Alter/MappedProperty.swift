/// The base class of ``Mapped`` and ``AlterMapped``.
public class MappedProperty {
  /// The declared key, or nil if the property's name is the key.
  let key: String?

  @usableFromInline
  init(key: String?) {
    self.key = key
  }

  /// Sets the property to the value of a key. Returns false if the key is missing.
  func decode(
    from container: KeyedDecodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws -> Bool {
    preconditionFailure("a property has a value")
  }

  func encode(to container: inout KeyedEncodingContainer<AlterCodingKey>, forKey key: AlterCodingKey) throws {
    preconditionFailure("a property has a value")
  }

  var isNil: Bool { preconditionFailure("a property has a value") }

  /// Returns the value as another type, or nil if the cast fails.
  func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    preconditionFailure("a property has a value")
  }

  /// Sets the value if it has a matching type.
  func set(_ value: Any?) {
    preconditionFailure("a property has a value")
  }
}

/// Returns whether a value of a possibly optional type is nil.
func isNothing<Value>(_ value: Value) -> Bool { (value as? any Nothing)?.isNothing ?? false }

private protocol Nothing {
  var isNothing: Bool { get }
}

extension Optional: Nothing {
  fileprivate var isNothing: Bool {
    switch self {
    case .none: true
    case .some(let value): AlterDialect.isNothing(value)
    }
  }
}
