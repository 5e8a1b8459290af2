import StreamMap

extension Map {
  /// Writes a value at the last key, unless it is nil.
  ///
  /// - Throws: what the value throws that cannot be written.
  func writeIfPresent(_ value: (some JsonConvertibleType)?) throws {
    if let value { try write(value) }
  }

  /// Writes a value at the last key.
  ///
  /// - Throws: what the value throws that cannot be written.
  func write(_ value: some JsonConvertibleType) throws {
    // The value may ask the map for other keys.
    let key = lastKey
    let tree = try value.jsonRepresentation().tree
    lastKey = key
    let steps = key.steps
    if !steps.isEmpty { written.put(tree, at: steps[...]) }
  }
}
