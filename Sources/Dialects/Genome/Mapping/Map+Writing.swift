import StreamMap

extension Map {
  /// Writes a value at the last key, unless it is nil.
  ///
  /// - Throws: the error of a value that cannot be encoded.
  func writeIfPresent(_ value: (some JsonConvertibleType)?) throws {
    if let value { try write(value) }
  }

  /// Writes a value at the last key.
  ///
  /// - Throws: the error of a value that cannot be encoded.
  func write(_ value: some JsonConvertibleType) throws {
    // Encoding the value may use other keys of the map.
    let key = lastKey
    let tree = try value.jsonRepresentation().tree
    lastKey = key
    let steps = key.steps
    if !steps.isEmpty { written.put(tree, at: steps[...]) }
  }
}
