extension FieldAccess {
  /// Writes a field: each value in it, and what is around it. False for nil, of which nothing is
  /// written, and for what the item says that there is nothing to write of.
  ///
  /// SAFETY: as for the stores; nothing is changed.
  @inlinable
  static func write(
    _ shape: SlotShape, at address: UnsafeRawPointer, to json: inout JSONWriter,
    _ item: (Value, inout JSONWriter) -> Bool
  ) -> Bool {
    switch shape {
    case .plain:
      return unsafe item(address.assumingMemoryBound(to: Value.self).pointee, &json)
    case .optional:
      guard let value = unsafe address.assumingMemoryBound(to: Value?.self).pointee else { return false }
      return item(value, &json)
    case .array:
      unsafe write(address.assumingMemoryBound(to: [Value].self).pointee, to: &json, item)
    case .optionalArray:
      guard let values = unsafe address.assumingMemoryBound(to: [Value]?.self).pointee else { return false }
      write(values, to: &json, item)
    case .arrayOfOptionals:
      unsafe write(address.assumingMemoryBound(to: [Value?].self).pointee, to: &json, item)
    case .optionalArrayOfOptionals:
      guard let values = unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee else { return false }
      write(values, to: &json, item)
    }
    return true
  }

  @inlinable
  static func write(
    _ values: [Value], to json: inout JSONWriter, _ item: (Value, inout JSONWriter) -> Bool
  ) {
    json.beginArray()
    for value in values {
      json.element()
      if !item(value, &json) { json.null() }
    }
    json.endArray()
  }

  @inlinable
  static func write(
    _ values: [Value?], to json: inout JSONWriter, _ item: (Value, inout JSONWriter) -> Bool
  ) {
    json.beginArray()
    for value in values {
      json.element()
      guard let value, item(value, &json) else {
        json.null()
        continue
      }
    }
    json.endArray()
  }

  /// How many elements an array has; nil for a nil one, and for what is none.
  @inlinable
  static func count(_ shape: SlotShape, at address: UnsafeRawPointer) -> Int? {
    switch shape {
    case .plain, .optional: nil
    case .array: unsafe address.assumingMemoryBound(to: [Value].self).pointee.count
    case .optionalArray: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.count
    case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?].self).pointee.count
    case .optionalArrayOfOptionals:
      unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.count
    }
  }

  /// Writes one element of an array; false for nil.
  @inlinable
  static func write(
    element index: Int, _ shape: SlotShape, at address: UnsafeRawPointer, to json: inout JSONWriter,
    _ item: (Value, inout JSONWriter) -> Bool
  ) -> Bool {
    let value: Value? =
      switch shape {
      case .plain, .optional: nil
      case .array: unsafe address.assumingMemoryBound(to: [Value].self).pointee[index]
      case .optionalArray: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?[index]
      case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?].self).pointee[index]
      case .optionalArrayOfOptionals:
        unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?[index]
      }
    guard let value else { return false }
    return item(value, &json)
  }
}
