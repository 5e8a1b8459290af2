/// Makes a dictionary's keys of members' names, and the other way round.
protocol KeyReader<Key>: Sendable {
  associatedtype Key

  /// The key that a name stands for; nil if it is none.
  func key(_ name: String) -> Key?

  /// The name for a key; nil if there is none, as for a decimal that is no number.
  func name(_ key: Key) -> String?
}

/// What makes keys of a type: one that can be made of a string without loss, that has one for its raw value,
/// or stands as a string in JSON. Nil for any other type.
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

  /// What stands in its quotes, or the number.
  func name(_ key: Key) -> String? {
    var json = JSONWriter()
    key._write(to: &json)
    guard json.failureOffset == nil else { return nil }
    let text = json.take()
    return text.first == ASCII.quote
      ? Unescaping.text(text.dropFirst().dropLast()) : String(validated: text.span)
  }
}
