/// The stores: typed assignments to a field of type `Value` in one of its shapes.
///
/// SAFETY, for all of them: the address is that of an initialised field whose type is the shape of `Value`. The
/// mapping took both from the same key path. The assignment releases the old value, and the layout of optionals and
/// arrays is the compiler's. An array, set or dictionary is one reference, and its optional has the same bits, so that
/// each of them can be accessed as an optional.
@usableFromInline
enum FieldAccess<Value> {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  /// Assigns the value, or appends it to an array.
  @inlinable @inline(__always)
  static func put(_ value: consuming Value, _ shape: SlotShape, at address: Address) {
    if _fastPath(shape == .plain) {
      unsafe address.assumingMemoryBound(to: Value.self).pointee = value
    } else if shape == .optional {
      unsafe address.assumingMemoryBound(to: Value?.self).pointee = value
    } else {
      unsafe append(value, shape, to: address)
    }
  }

  /// Appends a value to an array, unless it is nil.
  @inlinable
  static func append(_ value: consuming Value, _ shape: SlotShape, to address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.append(value)
    case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(value)
    }
  }

  /// Sets an optional field to nil.
  @inlinable
  static func putNil(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain: break
    case .optional: unsafe address.assumingMemoryBound(to: Value?.self).pointee = nil
    case .array: unsafe CollectionBuilder<[Value]>.putNil(address)
    case .arrayOfOptionals: unsafe CollectionBuilder<[Value?]>.putNil(address)
    }
  }

  /// Appends nil to an array of optionals.
  @inlinable
  static func appendNil(_ shape: SlotShape, at address: Address) {
    guard shape == .arrayOfOptionals else { return }
    unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(nil)
  }

  /// Empties an array, so that elements can be appended. A nil array becomes empty.
  @inlinable
  static func clear(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: unsafe CollectionBuilder<[Value]>.clear(address)
    case .arrayOfOptionals: unsafe CollectionBuilder<[Value?]>.clear(address)
    }
  }

  /// Copies the template's value to the field.
  @inlinable
  static func reset(_ shape: SlotShape, at address: Address, from template: Address) {
    switch shape {
    case .plain: unsafe copy(Value.self, template, address)
    case .optional: unsafe copy(Value?.self, template, address)
    case .array: unsafe CollectionBuilder<[Value]>.reset(address, from: template)
    case .arrayOfOptionals: unsafe CollectionBuilder<[Value?]>.reset(address, from: template)
    }
  }

  @inlinable @inline(__always)
  static func copy<Field>(_: Field.Type, _ source: Address, _ target: Address) {
    unsafe target.assumingMemoryBound(to: Field.self).pointee = unsafe source.assumingMemoryBound(
      to: Field.self
    ).pointee
  }
}

extension FieldAccess {
  /// Stores a copy of a value in a field during a call. For an array field, the value is appended.
  ///
  /// SAFETY: as for the stores. The value's address is that of an initialised `Value`. The field is initialised at all
  /// times.
  @inlinable
  static func lend(_ value: Address, _ shape: SlotShape, at address: Address, _ body: () -> Void) {
    let value = unsafe value.assumingMemoryBound(to: Value.self).pointee
    switch shape {
    case .plain: unsafe hold(value, at: address, body)
    case .optional: unsafe hold(Value?.some(value), at: address, body)
    case .array, .arrayOfOptionals:
      unsafe append(value, shape, to: address)
      body()
      unsafe removeLast(shape, at: address)
    }
  }

  /// Lets a field hold another value during a call.
  @inlinable
  static func hold<Field>(_ value: Field, at address: Address, _ body: () -> Void) {
    let field = unsafe address.assumingMemoryBound(to: Field.self)
    let held = unsafe field.pointee
    unsafe field.pointee = value
    body()
    unsafe field.pointee = held
  }

  /// Removes the last element of an array, if it has one. It may have none, because the closure can change a class's
  /// field.
  @inlinable
  static func removeLast(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: _ = unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.popLast()
    case .arrayOfOptionals: _ = unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.popLast()
    }
  }
}

extension String {
  /// Stores a copy of more bytes than a small string has into a field, in the memory of the string before it where
  /// that is possible.
  ///
  /// SAFETY: as for ``FieldAccess``, and for a copy.
  @inline(never)
  static func put(
    copyOf bytes: UnsafePointer<UInt8>, _ count: Int, _ shape: SlotShape, at address: UnsafeMutableRawPointer
  ) {
    if !shape.isArray, StringBits.isStorageKnown, unsafe StringBits.overwrite(address, with: bytes, count) {
      return
    }
    unsafe FieldAccess<String>.put(copy(of: bytes, count), shape, at: address)
  }
}

extension SmallString {
  /// Stores the string into a field. A small string in the field needs no release and is overwritten.
  ///
  /// SAFETY: as for ``FieldAccess``; only where `isLayoutKnown`.
  @inline(__always)
  func put(_ shape: SlotShape, at address: UnsafeMutableRawPointer) {
    if unsafe _slowPath(shape.isArray || !address.load(as: SmallString.self).isSmall) {
      unsafe replace(shape, at: address)
    } else {
      unsafe address.storeBytes(of: self, as: SmallString.self)
    }
  }

  @inline(never)
  private func replace(_ shape: SlotShape, at address: UnsafeMutableRawPointer) {
    unsafe FieldAccess<String>.put(string, shape, at: address)
  }
}

extension FieldAccess {
  /// Writes a field: each value in it, and the containers around it. Returns false if nothing is written: for nil, and
  /// if the closure returns false for a plain or optional value.
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
      guard let values = unsafe address.assumingMemoryBound(to: [Value]?.self).pointee else { return false }
      write(values, to: &json, item)
    case .arrayOfOptionals:
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

  /// Returns the number of elements of an array. Returns nil for a nil array and for a field that is not an array.
  @inlinable
  static func count(_ shape: SlotShape, at address: UnsafeRawPointer) -> Int? {
    switch shape {
    case .plain, .optional: nil
    case .array: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.count
    case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.count
    }
  }

  /// Writes one element of an array. Returns false for nil.
  @inlinable
  static func write(
    element index: Int, _ shape: SlotShape, at address: UnsafeRawPointer, to json: inout JSONWriter,
    _ item: (Value, inout JSONWriter) -> Bool
  ) -> Bool {
    let value: Value? =
      switch shape {
      case .plain, .optional: nil
      case .array: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?[index]
      case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?[index] ?? nil
      }
    guard let value else { return false }
    return item(value, &json)
  }
}
