/// Converts member names to a dictionary's keys and back.
@usableFromInline
protocol KeyReader<Key>: Sendable {
  associatedtype Key

  /// Returns the key for a name, or nil if the name is not a valid key.
  func key(_ name: String) -> Key?

  /// Returns the name for a key, or nil if it has none, such as a decimal that is not a number.
  func name(_ key: Key) -> String?
}

/// Returns the key reader for a type that can be made from a string without loss, has such a raw value, or is a string
/// in JSON. Returns nil for any other type.
@usableFromInline
func keyReader<Key>(of: Key.Type) -> (any KeyReader<Key>)? {
  func lossless<Value: LosslessStringConvertible>(_: Value.Type) -> any KeyReader {
    LosslessKeyReader<Value>()
  }
  func raw<Value: RawRepresentable>(_: Value.Type) -> (any KeyReader)? {
    keyReader(of: Value.RawValue.self).map { RawKeyReader<Value>(raw: $0) }
  }
  func scalar<Value: _ScalarValue>(_: Value.Type) -> any KeyReader {
    ScalarKeyReader<Value>()
  }
  let reader: (any KeyReader)?
  if let type = Key.self as? any LosslessStringConvertible.Type {
    reader = lossless(type)
  } else if let type = Key.self as? any RawRepresentable.Type {
    reader = raw(type)
  } else if let type = Key.self as? any _ScalarValue.Type {
    reader = scalar(type)
  } else {
    reader = nil
  }
  return reader as? any KeyReader<Key>
}

private struct LosslessKeyReader<Key: LosslessStringConvertible>: KeyReader {
  func key(_ name: String) -> Key? { Key(name) }

  func name(_ key: Key) -> String? { key.description }
}

private struct RawKeyReader<Key: RawRepresentable>: KeyReader {
  let raw: any KeyReader<Key.RawValue>

  func key(_ name: String) -> Key? { raw.key(name).flatMap { Key(rawValue: $0) } }

  func name(_ key: Key) -> String? { raw.name(key.rawValue) }
}

private struct ScalarKeyReader<Key: _ScalarValue>: KeyReader {
  func key(_ name: String) -> Key? { try? Key.read(.string, name) }

  /// The text in the quotes of the written string, or the number.
  func name(_ key: Key) -> String? {
    var json = JSONWriter()
    key._write(to: &json)
    guard json.failureOffset == nil else { return nil }
    let text = json.take()
    return text.first == ASCII.quote
      ? Unescaping.text(text.span.extracting(1..<(text.count - 1))) : String(validated: text.span)
  }
}
