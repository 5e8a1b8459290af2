extension FieldAccess {
  /// Has a field hold a copy of a value during a call; an array has it behind its own elements.
  ///
  /// SAFETY: as for the stores; the other address is that of an initialised `Value`. The field is initialised
  /// all the time.
  @inlinable
  static func lend(_ value: Address, _ shape: SlotShape, at address: Address, _ body: () -> Void) {
    let value = unsafe value.assumingMemoryBound(to: Value.self).pointee
    switch shape {
    case .plain: unsafe hold(value, at: address, body)
    case .optional: unsafe hold(Value?.some(value), at: address, body)
    case .array, .optionalArray, .arrayOfOptionals, .optionalArrayOfOptionals:
      unsafe append(value, shape, to: address)
      body()
      unsafe removeLast(shape, at: address)
    }
  }

  /// Has a field hold another value during a call.
  @inlinable
  static func hold<Field>(_ value: Field, at address: Address, _ body: () -> Void) {
    let field = unsafe address.assumingMemoryBound(to: Field.self)
    let held = unsafe field.pointee
    unsafe field.pointee = value
    body()
    unsafe field.pointee = held
  }

  /// Takes the last element of an array away, if it has one: a class's field can be changed by whoever is
  /// shown it.
  @inlinable
  static func removeLast(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: _ = unsafe address.assumingMemoryBound(to: [Value].self).pointee.popLast()
    case .optionalArray: _ = unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.popLast()
    case .arrayOfOptionals: _ = unsafe address.assumingMemoryBound(to: [Value?].self).pointee.popLast()
    case .optionalArrayOfOptionals:
      _ = unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.popLast()
    }
  }
}
