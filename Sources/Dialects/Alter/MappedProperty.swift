/// What ``Mapped`` and ``AlterMapped`` have in common.
public class MappedProperty {
  /// As it is declared; nil if the property's own name is the key.
  let key: String?

  @usableFromInline
  init(key: String?) {
    self.key = key
  }

  /// Sets the property to a key's value; false if there is no such key.
  func decode(
    from container: KeyedDecodingContainer<AlterCodingKey>, forKey key: AlterCodingKey
  ) throws -> Bool {
    preconditionFailure("a property has a value")
  }

  /// Writes the property's value.
  func encode(to container: inout KeyedEncodingContainer<AlterCodingKey>, forKey key: AlterCodingKey) throws {
    preconditionFailure("a property has a value")
  }

  /// Whether the value is nil.
  var isNil: Bool { preconditionFailure("a property has a value") }

  /// The value as a type; nil if it is not of it.
  func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    preconditionFailure("a property has a value")
  }

  /// Sets the value, if it is of the right type.
  func set(_ value: Any?) {
    preconditionFailure("a property has a value")
  }
}

/// Whether a value of a type that may be optional is nil.
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
