// Reading a ``DynamicValue`` by the rules for a location.

/// Reads an integer from a value.
public func <-- (property: inout Int?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads a string from a value.
public func <-- (property: inout String?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads a boolean from a value.
public func <-- (property: inout Bool?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads any number from a value.
public func <-- (property: inout Double?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads any number from a value.
public func <-- (property: inout Float?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads a `Decodable` type from a value.
public func <-- <Value: Decodable>(property: inout Value?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads a model from a value.
public func <-- <Model: DynamicDecodable>(property: inout Model?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads an array from a value.
public func <-- <Value: Decodable>(property: inout [Value]?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}

/// Reads an array of models from a value.
public func <-- <Model: DynamicDecodable>(property: inout [Model]?, value: DynamicValue?) {
  property <-- value.map { DynamicReference($0) }
}
