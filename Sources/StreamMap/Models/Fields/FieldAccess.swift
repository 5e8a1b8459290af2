/// The stores: typed assignments to a field of type `Value` in one of its shapes.
///
/// SAFETY, for all of them: the address is that of an initialised field whose type
/// is the shape of `Value`; the mapping took both from the same key path. The
/// assignment releases the old value, and the layout of optionals and arrays is
/// the compiler's.
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

  /// Appends a value to an array, of whatever shape.
  @inlinable
  static func append(_ value: consuming Value, _ shape: SlotShape, to address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: unsafe address.assumingMemoryBound(to: [Value].self).pointee.append(value)
    case .optionalArray: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee?.append(value)
    case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?].self).pointee.append(value)
    case .optionalArrayOfOptionals:
      unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(value)
    }
  }

  /// Makes an optional field nil.
  @inlinable
  static func putNil(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .optional: unsafe address.assumingMemoryBound(to: Value?.self).pointee = nil
    case .optionalArray: unsafe address.assumingMemoryBound(to: [Value]?.self).pointee = nil
    case .optionalArrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee = nil
    case .plain, .array, .arrayOfOptionals: break
    }
  }

  /// Appends nil to an array of optionals.
  @inlinable
  static func appendNil(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .arrayOfOptionals: unsafe address.assumingMemoryBound(to: [Value?].self).pointee.append(nil)
    case .optionalArrayOfOptionals:
      unsafe address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(nil)
    case .plain, .optional, .array, .optionalArray: break
    }
  }

  /// Empties an array, its capacity kept, so that elements can be appended.
  @inlinable
  static func clear(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: unsafe empty(&address.assumingMemoryBound(to: [Value].self).pointee)
    case .arrayOfOptionals: unsafe empty(&address.assumingMemoryBound(to: [Value?].self).pointee)
    case .optionalArray:
      let field = unsafe address.assumingMemoryBound(to: [Value]?.self)
      if unsafe field.pointee == nil {
        unsafe field.pointee = []
      } else {
        unsafe field.pointee?.removeAll(keepingCapacity: true)
      }
    case .optionalArrayOfOptionals:
      let field = unsafe address.assumingMemoryBound(to: [Value?]?.self)
      if unsafe field.pointee == nil {
        unsafe field.pointee = []
      } else {
        unsafe field.pointee?.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Gives the field the template's value. An array that the template has empty
  /// keeps its capacity.
  @inlinable
  static func reset(_ shape: SlotShape, at address: Address, from template: Address) {
    switch shape {
    case .plain: unsafe copy(Value.self, template, address)
    case .optional: unsafe copy(Value?.self, template, address)
    case .array:
      if unsafe template.assumingMemoryBound(to: [Value].self).pointee.isEmpty {
        unsafe empty(&address.assumingMemoryBound(to: [Value].self).pointee)
      } else {
        unsafe copy([Value].self, template, address)
      }
    case .arrayOfOptionals:
      if unsafe template.assumingMemoryBound(to: [Value?].self).pointee.isEmpty {
        unsafe empty(&address.assumingMemoryBound(to: [Value?].self).pointee)
      } else {
        unsafe copy([Value?].self, template, address)
      }
    case .optionalArray: unsafe copy([Value]?.self, template, address)
    case .optionalArrayOfOptionals: unsafe copy([Value?]?.self, template, address)
    }
  }

  @inlinable @inline(__always)
  static func copy<Field>(_: Field.Type, _ source: Address, _ target: Address) {
    unsafe target.assumingMemoryBound(to: Field.self).pointee = unsafe source.assumingMemoryBound(
      to: Field.self
    ).pointee
  }

  @inlinable @inline(__always)
  static func empty<Element>(_ array: inout [Element]) {
    if !array.isEmpty { array.removeAll(keepingCapacity: true) }
  }
}
