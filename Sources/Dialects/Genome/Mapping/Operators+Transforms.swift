// The operators with a transform. What the closures throw is thrown.

/// What the transform makes of the value: for constants.
public prefix func <~ <Input, Value>(transformer: FromJsonTransformer<Input, Value>) throws -> Value {
  try transformer.read()
}

/// Reads a property by a transform; a map that writes leaves it alone.
public func <~ <Input, Value>(
  property: inout Value, transformer: FromJsonTransformer<Input, Value>
) throws {
  if transformer.map.type == .FromJson { property = try transformer.read() }
}

/// Reads a property by a transform; a map that writes leaves it alone.
public func <~ <Input, Value, Output>(
  property: inout Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property <~ transformer.fromJsonTransformer
}

/// Writes a property by a transform, unless that gives nil; a map that reads leaves it alone.
public func ~> <Value, Output>(property: Value, transformer: ToJsonTransformer<Value, Output>) throws {
  if transformer.map.type == .ToJson { try transformer.write(property) }
}

/// Writes a property by a transform, unless that gives nil; a map that reads leaves it alone.
public func ~> <Input, Value, Output>(
  property: Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property ~> transformer.toJsonTransformer
}

/// Reads a property by a transform, or writes it as it is.
public func <~> <Input, Value: JsonConvertibleType>(
  property: inout Value, transformer: FromJsonTransformer<Input, Value>
) throws {
  try property <~ transformer
  try property ~> transformer.map[transformer.key]
}

/// Reads a property by a transform, or writes it as it is, unless it is nil.
public func <~> <Input, Value: JsonConvertibleType>(
  property: inout Value?, transformer: FromJsonTransformer<Input, Value?>
) throws {
  try property <~ transformer
  try property ~> transformer.map[transformer.key]
}

/// Reads a property as it is, or writes it by a transform, unless that gives nil.
public func <~> <Value: JsonConvertibleType, Output>(
  property: inout Value, transformer: ToJsonTransformer<Value, Output>
) throws {
  try property <~ transformer.map[transformer.key]
  try property ~> transformer
}

/// Reads a property as it is, or writes it by a transform, unless that gives nil.
public func <~> <Value: JsonConvertibleType, Output>(
  property: inout Value?, transformer: ToJsonTransformer<Value?, Output>
) throws {
  try property <~ transformer.map[transformer.key]
  try property ~> transformer
}

/// Reads or writes a property by a transform of both ways.
public func <~> <Input, Value, Output>(
  property: inout Value, transformer: TwoWayTransformer<Input, Value, Output>
) throws {
  try property <~ transformer.fromJsonTransformer
  try property ~> transformer.toJsonTransformer
}
