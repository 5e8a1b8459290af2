/// How a field of one type is written, with the type erased.
///
/// SAFETY, for all closures: the address is that of a field of the type in the shape that comes with it.
@usableFromInline
@safe struct ValueWriting: Sendable {
  /// Writes instances of a nested model.
  ///
  /// SAFETY: the address is that of an instance, or of the first of several, which have the stride of their type.
  @usableFromInline
  @safe struct Model: Sendable {
    @usableFromInline let write: @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void
    /// Writes the elements of an array: their address, their number and their stride.
    @usableFromInline let elements: @Sendable (UnsafeRawPointer, Int, Int, inout JSONWriter) -> Void

    init(
      _ write: @escaping @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void,
      elements: @escaping @Sendable (UnsafeRawPointer, Int, Int, inout JSONWriter) -> Void
    ) {
      unsafe self.write = unsafe write
      unsafe self.elements = unsafe elements
    }
  }

  /// Writes the field. Returns false for nil, and writes nothing then.
  @usableFromInline var field: @Sendable (UnsafeRawPointer, SlotShape, Model?, inout JSONWriter) -> Bool
  /// Returns the number of elements of an array, or nil for a nil array.
  @usableFromInline let count: @Sendable (UnsafeRawPointer, SlotShape) -> Int?
  /// Writes one element of an array. Returns false for nil.
  @usableFromInline let element:
    @Sendable (Int, UnsafeRawPointer, SlotShape, Model?, inout JSONWriter) -> Bool

  /// - Parameter item: writes one value. Returns false if there is nothing to write, as for nil.
  @inlinable
  init<Value>(_ item: @escaping @Sendable (Value, Model?, inout JSONWriter) -> Bool) {
    unsafe field = { address, shape, model, json in
      unsafe FieldAccess<Value>.write(shape, at: address, to: &json) { item($0, model, &$1) }
    }
    unsafe count = { unsafe FieldAccess<Value>.count($1, at: $0) }
    unsafe element = { index, address, shape, model, json in
      unsafe FieldAccess<Value>.write(element: index, shape, at: address, to: &json) { item($0, model, &$1) }
    }
  }
}

extension ValueWriting {
  /// Creates the writing of a nested model.
  @inlinable
  init<Child>(model: Child.Type) {
    // SAFETY: the mapping's model is a `Child`.
    self.init { (child: Child, model, json) in
      unsafe withUnsafePointer(to: child) { unsafe model?.write($0, &json) }
      return model != nil
    }
    // An array is written from where its elements are.
    let any = unsafe field
    unsafe field = { address, shape, model, json in
      guard shape == .array, let model else { return unsafe any(address, shape, model, &json) }
      guard let children = unsafe address.assumingMemoryBound(to: [Child]?.self).pointee else { return false }
      json.beginArray()
      unsafe children.withUnsafeBytes { bytes in
        // The plan of a recursive model is made for the first element.
        guard let start = bytes.baseAddress, !children.isEmpty else { return }
        unsafe model.elements(start, children.count, MemoryLayout<Child>.stride, &json)
      }
      json.endArray()
      return true
    }
  }

  /// Creates the writing of a value that writes itself.
  init<Value: _TransformSource>(value: Value.Type) {
    self.init { (value: Value, _, json) in
      value._write(to: &json)
      return true
    }
  }
}

extension _FieldStorage {
  /// Writes a field of the type. Returns false for nil, and writes nothing then.
  ///
  /// - Parameter model: writes an instance, for a field of a nested model.
  ///
  /// SAFETY: the address is that of a field of the type.
  func write(_ address: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter) -> Bool {
    guard let shape else { return false }
    if let gathering { return unsafe gathering.write(address, model, to: &json) }
    return unsafe witness.writing?.field(address, shape, model, &json) ?? false
  }

  /// Returns the number of elements of a collection, or nil for a nil collection.
  ///
  /// SAFETY: as for writing it.
  func count(_ address: UnsafeRawPointer) -> Int? {
    guard let shape else { return nil }
    if let gathering { return unsafe gathering.count(address) }
    return unsafe witness.writing?.count(address, shape)
  }

  /// Writes one element of a collection. Returns false for nil.
  ///
  /// SAFETY: as for writing it.
  func write(
    element index: Int, of address: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter
  ) -> Bool {
    guard let shape else { return false }
    if let gathering { return unsafe gathering.write(element: index, of: address, model, to: &json) }
    return unsafe witness.writing?.element(index, address, shape, model, &json) ?? false
  }
}

extension SlotType {
  /// Writes a field of a type that the machine stores itself. Returns false for nil, and writes nothing then.
  ///
  /// SAFETY: the address is that of a field of the type in the shape.
  @inline(always)
  func write(_ shape: SlotShape, at address: UnsafeRawPointer, to json: inout JSONWriter) -> Bool {
    @inline(always)
    func value<Value: _TransformSource>(_: Value.Type, _ json: inout JSONWriter) -> Bool {
      unsafe FieldAccess<Value>.write(shape, at: address, to: &json) {
        $0._write(to: &$1)
        return true
      }
    }
    switch self {
    case .string, .internedString: return value(String.self, &json)
    case .int: return value(Int.self, &json)
    case .double: return value(Double.self, &json)
    case .bool: return value(Bool.self, &json)
    case .int8: return value(Int8.self, &json)
    case .int16: return value(Int16.self, &json)
    case .int32: return value(Int32.self, &json)
    case .int64: return value(Int64.self, &json)
    case .uint: return value(UInt.self, &json)
    case .uint8: return value(UInt8.self, &json)
    case .uint16: return value(UInt16.self, &json)
    case .uint32: return value(UInt32.self, &json)
    case .uint64: return value(UInt64.self, &json)
    case .float: return value(Float.self, &json)
    case .borrowed:
      return unsafe FieldAccess<BorrowedText>.write(shape, at: address, to: &json) {
        unsafe $1.quoted($0.utf8)
        return true
      }
    case .raw: return value(RawJSON.self, &json)
    case .value: return value(JSONValue.self, &json)
    case .text, .json, .verbatimJSON, .custom, .customValue: return false
    }
  }
}

/// The writing of a model that is one of several variants.
@safe struct VariantWriting: Sendable {
  let mappings: [MappingDescription]
  /// The discriminators of the variants whose values no closure can unwrap.
  var unwritable: [String] = []
  /// Calls a closure with the model of the instance at an address, and the index of its mapping. Returns false if no
  /// variant matches.
  ///
  /// SAFETY: the first address is that of an instance, the second that of one of the mapping's.
  let show: @Sendable (UnsafeRawPointer, (Int, UnsafeRawPointer) -> Void) -> Bool

  /// Creates the writing of a single model.
  init(only mapping: MappingDescription) {
    mappings = [mapping]
    unsafe show = { address, body in
      unsafe body(0, address)
      return true
    }
  }

  /// Calls a closure with the model that a value of a variant contains.
  @safe struct Showing<Root>: Sendable {
    fileprivate let show:
      @Sendable (_ root: Root, _ isExact: Bool, _ body: (UnsafeRawPointer) -> Void) -> Bool

    /// - Parameter unwrap: returns the model that a value is. With `isExact` it must have exactly that type, otherwise
    ///   it may be a more special one. Returns nil if the value is not that model.
    init<Child>(_ unwrap: @escaping @Sendable (_ root: Root, _ isExact: Bool) -> Child?) {
      unsafe show = { root, isExact, body in
        guard let child = unwrap(root, isExact) else { return false }
        unsafe withUnsafePointer(to: child) { unsafe body($0) }
        return true
      }
    }
  }

  /// - Parameter variants: extract the models of the mappings, in the same order.
  init<Root>(_ mappings: [MappingDescription], showing variants: [Showing<Root>]) {
    self.mappings = mappings
    unsafe show = { address, body in
      let root = unsafe address.assumingMemoryBound(to: Root.self).pointee
      for isExact in [true, false] {
        for (index, variant) in variants.enumerated() {
          if unsafe variant.show(root, isExact, { unsafe body(index, $0) }) { return true }
        }
      }
      return false
    }
  }
}
