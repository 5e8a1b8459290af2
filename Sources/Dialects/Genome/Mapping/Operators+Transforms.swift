// The operators for transforms. Errors of the closures are rethrown.

/// Returns the transformed value, for constants.
public prefix func <~ <Input, Value>(transformer: FromJsonTransformer<Input, Value>) throws -> Value {
  try transformer.read()
}

/// Reads a property through a transform. Does nothing for a map that writes.
public func <~ <Input, Value>(
  property: inout Value, transformer: FromJsonTransformer<Input, Value>
) throws {
  if transformer.map.type == .FromJson { property = try transformer.read() }
}

/// Reads a property through a transform. Does nothing for a map that writes.
public func <~ <Input, Value, Output>(
  property: inout Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property <~ transformer.fromJsonTransformer
}

/// Writes a property through a transform, unless the result is nil. Does nothing for a map that reads.
public func ~> <Value, Output>(property: Value, transformer: ToJsonTransformer<Value, Output>) throws {
  if transformer.map.type == .ToJson { try transformer.write(property) }
}

/// Writes a property through a transform, unless the result is nil. Does nothing for a map that reads.
public func ~> <Input, Value, Output>(
  property: Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property ~> transformer.toJsonTransformer
}

/// Reads a property through a transform, or writes it untransformed.
public func <~> <Input, Value: JsonConvertibleType>(
  property: inout Value, transformer: FromJsonTransformer<Input, Value>
) throws {
  try property <~ transformer
  try property ~> transformer.map[transformer.key]
}

/// Reads a property through a transform, or writes it untransformed unless it is nil.
public func <~> <Input, Value: JsonConvertibleType>(
  property: inout Value?, transformer: FromJsonTransformer<Input, Value?>
) throws {
  try property <~ transformer
  try property ~> transformer.map[transformer.key]
}

/// Reads a property untransformed, or writes it through a transform unless the result is nil.
public func <~> <Value: JsonConvertibleType, Output>(
  property: inout Value, transformer: ToJsonTransformer<Value, Output>
) throws {
  try property <~ transformer.map[transformer.key]
  try property ~> transformer
}

/// Reads a property untransformed, or writes it through a transform unless the result is nil.
public func <~> <Value: JsonConvertibleType, Output>(
  property: inout Value?, transformer: ToJsonTransformer<Value?, Output>
) throws {
  try property <~ transformer.map[transformer.key]
  try property ~> transformer
}

/// Reads or writes a property through a two-way transform.
public func <~> <Input, Value, Output>(
  property: inout Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property <~ transformer.fromJsonTransformer
  try property ~> transformer.toJsonTransformer
}
