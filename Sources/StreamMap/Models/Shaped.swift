/// The stores: typed assignments to a field of type `Value` in one of its shapes.
///
/// SAFETY, for all of them: the address is that of an initialised field whose type
/// is the shape of `Value`; the mapping took both from the same key path. The
/// assignment releases the old value, and the layout of optionals and arrays is
/// the compiler's.
@usableFromInline
enum Shaped<Value> {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  /// Assigns the value, or appends it to an array.
  @inlinable @inline(__always)
  static func put(_ value: consuming Value, _ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain: address.assumingMemoryBound(to: Value.self).pointee = value
    case .optional: address.assumingMemoryBound(to: Value?.self).pointee = value
    case .array: address.assumingMemoryBound(to: [Value].self).pointee.append(value)
    case .optionalArray: address.assumingMemoryBound(to: [Value]?.self).pointee?.append(value)
    case .arrayOfOptionals: address.assumingMemoryBound(to: [Value?].self).pointee.append(value)
    case .optionalArrayOfOptionals:
      address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(value)
    }
  }

  /// Makes an optional field nil.
  @inlinable
  static func putNil(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .optional: address.assumingMemoryBound(to: Value?.self).pointee = nil
    case .optionalArray: address.assumingMemoryBound(to: [Value]?.self).pointee = nil
    case .optionalArrayOfOptionals: address.assumingMemoryBound(to: [Value?]?.self).pointee = nil
    case .plain, .array, .arrayOfOptionals: break
    }
  }

  /// Appends nil to an array of optionals.
  @inlinable
  static func appendNil(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .arrayOfOptionals: address.assumingMemoryBound(to: [Value?].self).pointee.append(nil)
    case .optionalArrayOfOptionals: address.assumingMemoryBound(to: [Value?]?.self).pointee?.append(nil)
    case .plain, .optional, .array, .optionalArray: break
    }
  }

  /// Empties an array, its capacity kept, so that elements can be appended.
  @inlinable
  static func clear(_ shape: SlotShape, at address: Address) {
    switch shape {
    case .plain, .optional: break
    case .array: empty(&address.assumingMemoryBound(to: [Value].self).pointee)
    case .arrayOfOptionals: empty(&address.assumingMemoryBound(to: [Value?].self).pointee)
    case .optionalArray:
      let field = address.assumingMemoryBound(to: [Value]?.self)
      if field.pointee == nil { field.pointee = [] } else { field.pointee?.removeAll(keepingCapacity: true) }
    case .optionalArrayOfOptionals:
      let field = address.assumingMemoryBound(to: [Value?]?.self)
      if field.pointee == nil { field.pointee = [] } else { field.pointee?.removeAll(keepingCapacity: true) }
    }
  }

  /// Gives the field the template's value. An array that the template has empty
  /// keeps its capacity.
  @inlinable
  static func reset(_ shape: SlotShape, at address: Address, from template: Address) {
    switch shape {
    case .plain: copy(Value.self, template, address)
    case .optional: copy(Value?.self, template, address)
    case .array:
      if template.assumingMemoryBound(to: [Value].self).pointee.isEmpty {
        empty(&address.assumingMemoryBound(to: [Value].self).pointee)
      } else {
        copy([Value].self, template, address)
      }
    case .arrayOfOptionals:
      if template.assumingMemoryBound(to: [Value?].self).pointee.isEmpty {
        empty(&address.assumingMemoryBound(to: [Value?].self).pointee)
      } else {
        copy([Value?].self, template, address)
      }
    case .optionalArray: copy([Value]?.self, template, address)
    case .optionalArrayOfOptionals: copy([Value?]?.self, template, address)
    }
  }

  @inlinable @inline(__always)
  static func copy<Field>(_: Field.Type, _ source: Address, _ target: Address) {
    target.assumingMemoryBound(to: Field.self).pointee = source.assumingMemoryBound(to: Field.self).pointee
  }

  @inlinable @inline(__always)
  static func empty<Element>(_ array: inout [Element]) {
    if !array.isEmpty { array.removeAll(keepingCapacity: true) }
  }
}
