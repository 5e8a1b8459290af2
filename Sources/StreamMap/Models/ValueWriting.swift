/// How a field of one type is written, erased.
///
/// SAFETY, for all closures: the address is that of a field of the type in the shape that comes with it.
@usableFromInline
@safe struct ValueWriting: Sendable {
  /// What writes an instance of a nested model.
  ///
  /// SAFETY: the address is that of an instance.
  @usableFromInline
  @safe struct Model: Sendable {
    @usableFromInline let write: @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

    init(_ write: @escaping @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void) {
      unsafe self.write = unsafe write
    }
  }

  /// Writes the field; false for nil, of which nothing is written.
  @usableFromInline let field: @Sendable (UnsafeRawPointer, SlotShape, Model?, inout JSONWriter) -> Bool
  /// How many elements an array has; nil for nil.
  @usableFromInline let count: @Sendable (UnsafeRawPointer, SlotShape) -> Int?
  /// Writes one element of an array; false for nil.
  @usableFromInline let element:
    @Sendable (Int, UnsafeRawPointer, SlotShape, Model?, inout JSONWriter) -> Bool

  /// - Parameter item: writes one value.
  @inlinable
  init<Value>(_ item: @escaping @Sendable (Value, Model?, inout JSONWriter) -> Void) {
    unsafe field = { address, shape, model, json in
      unsafe Shaped<Value>.write(shape, at: address, to: &json) { item($0, model, &$1) }
    }
    unsafe count = { unsafe Shaped<Value>.count($1, at: $0) }
    unsafe element = { index, address, shape, model, json in
      unsafe Shaped<Value>.write(element: index, shape, at: address, to: &json) { item($0, model, &$1) }
    }
  }
}

extension ValueWriting {
  /// A scalar writes itself.
  init<Value: ScalarValue>(scalar: Value.Type) {
    self.init { (value: Value, _, json) in value._write(to: &json) }
  }
}

extension FieldStorage {
  /// Writes a field of the type; false for nil, of which nothing is written.
  ///
  /// - Parameter model: what writes an instance, if this is one of a nested model.
  ///
  /// SAFETY: the address is that of a field of the type.
  func write(_ address: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter) -> Bool {
    guard let shape else { return false }
    if let gathering { return unsafe gathering.write(address, shape, model, to: &json) }
    return unsafe writing?.field(address, shape, model, &json) ?? false
  }

  /// How many elements a collection has; nil for nil.
  ///
  /// SAFETY: as for writing it.
  func count(_ address: UnsafeRawPointer) -> Int? {
    guard let shape else { return nil }
    if let gathering { return unsafe gathering.count(address, shape) }
    return unsafe writing?.count(address, shape)
  }

  /// Writes one element of a collection; false for nil.
  ///
  /// SAFETY: as for writing it.
  func write(
    element index: Int, of address: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter
  ) -> Bool {
    guard let shape else { return false }
    if let gathering {
      return unsafe gathering.write(element: index, of: address, shape, model, to: &json)
    }
    return unsafe writing?.element(index, address, shape, model, &json) ?? false
  }
}

extension SlotType {
  /// Writes a field of a type that the machine knows; false for nil, of which nothing is written.
  ///
  /// SAFETY: the address is that of a field of the type in the shape.
  @inline(always)
  func write(_ shape: SlotShape, at address: UnsafeRawPointer, to json: inout JSONWriter) -> Bool {
    @inline(always)
    func scalar<Value: ScalarValue>(_: Value.Type, _ json: inout JSONWriter) -> Bool {
      unsafe Shaped<Value>.write(shape, at: address, to: &json) { $0._write(to: &$1) }
    }
    switch self {
    case .string, .internedString: return scalar(String.self, &json)
    case .int: return scalar(Int.self, &json)
    case .double: return scalar(Double.self, &json)
    case .bool: return scalar(Bool.self, &json)
    case .int8: return scalar(Int8.self, &json)
    case .int16: return scalar(Int16.self, &json)
    case .int32: return scalar(Int32.self, &json)
    case .int64: return scalar(Int64.self, &json)
    case .uint: return scalar(UInt.self, &json)
    case .uint8: return scalar(UInt8.self, &json)
    case .uint16: return scalar(UInt16.self, &json)
    case .uint32: return scalar(UInt32.self, &json)
    case .uint64: return scalar(UInt64.self, &json)
    case .float: return scalar(Float.self, &json)
    case .borrowed:
      return unsafe Shaped<BorrowedText>.write(shape, at: address, to: &json) {
        unsafe $1.quoted($0.utf8)
      }
    case .raw: return unsafe Shaped<RawJSON>.write(shape, at: address, to: &json) { $1.raw($0.bytes.span) }
    case .value: return unsafe Shaped<JSONValue>.write(shape, at: address, to: &json) { $0.write(to: &$1) }
    case .range, .custom, .customValue: return false
    }
  }
}
