/// A type that is stored through closures: raw-representable types and nested
/// models. Reached only for such fields.
///
/// Each closure gets the address of the field; the shape says what is there.
@usableFromInline
@safe struct CustomType: Sendable {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  /// Reads a literal and puts the value into the field; nil if that went well. What refused the
  /// value can say why.
  @usableFromInline var read: Read
  /// What puts a nested model into the field; nil for any other type.
  @usableFromInline var model: NestedPut?
  /// Puts what is in the field into the memory of a nested model's late instance (second address),
  /// to be updated; nil for any other type.
  @usableFromInline var seed: (@Sendable (UnsafeRawPointer, Address, SlotShape) -> Void)?
  @usableFromInline var operations: ShapeOperations
  /// What the JSON must hold, for messages.
  @usableFromInline var expectation: String

  @usableFromInline typealias Read =
    @Sendable (Literal, NumberRules, SlotShape, Address, Surroundings.Reference, inout Refusal?) ->
    MappingError.Kind?

  @usableFromInline
  init(
    read: @escaping Read,
    model: NestedPut? = nil,
    seed: (@Sendable (UnsafeRawPointer, Address, SlotShape) -> Void)? = nil,
    operations: ShapeOperations,
    expectation: String
  ) {
    unsafe self.read = unsafe read
    self.model = model
    unsafe self.seed = unsafe seed
    self.operations = operations
    self.expectation = expectation
  }
}

/// Puts a nested model into a field. It is an object, so that it can be called without counting references: its
/// closure never changes.
@usableFromInline
@safe final class NestedPut: Sendable {
  /// Puts a copy of the model's instance (second address) into the field.
  @usableFromInline let commit:
    @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, SlotShape) -> Void

  /// Not inlined, where the compiler would count references to the closure's context.
  @inline(never)
  func put(_ address: UnsafeMutableRawPointer, _ instance: UnsafeMutableRawPointer, _ shape: SlotShape) {
    unsafe commit(address, instance, shape)
  }

  @usableFromInline
  init(commit: @escaping @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, SlotShape) -> Void) {
    unsafe self.commit = unsafe commit
  }
}

/// An unretained reference to a ``NestedPut``, for an instruction.
///
/// SAFETY: the program that the instruction belongs to holds the object.
@safe struct ModelReference {
  private let nested: Unmanaged<NestedPut>?

  init(_ nested: NestedPut? = nil) {
    unsafe self.nested = unsafe nested.map { unsafe .passUnretained($0) }
  }

  /// Puts a copy of the model's instance (second address) into the field.
  @inline(__always)
  func put(_ address: UnsafeMutableRawPointer, _ instance: UnsafeMutableRawPointer, _ shape: SlotShape) {
    unsafe nested?._withUnsafeGuaranteedRef { unsafe $0.put(address, instance, shape) }
  }
}

/// `Shaped`'s functions for one type, erased.
///
/// SAFETY: each address is that of a field of `Value` in the shape that comes with it.
@usableFromInline
@safe struct ShapeOperations: Sendable {
  @usableFromInline let putNil: @Sendable (UnsafeMutableRawPointer, SlotShape) -> Void
  @usableFromInline let appendNil: @Sendable (UnsafeMutableRawPointer, SlotShape) -> Void
  @usableFromInline let clear: @Sendable (UnsafeMutableRawPointer, SlotShape) -> Void
  @usableFromInline let reset: @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, SlotShape) -> Void
  /// Has the field (second address) hold a copy of the value (first address) during a call.
  @usableFromInline let lend:
    @Sendable (UnsafeMutableRawPointer, SlotShape, UnsafeMutableRawPointer, () -> Void) -> Void

  @inlinable
  init<Value>(_: Value.Type) {
    unsafe putNil = { unsafe Shaped<Value>.putNil($1, at: $0) }
    unsafe appendNil = { unsafe Shaped<Value>.appendNil($1, at: $0) }
    unsafe clear = { unsafe Shaped<Value>.clear($1, at: $0) }
    unsafe reset = { unsafe Shaped<Value>.reset($2, at: $0, from: $1) }
    unsafe lend = { unsafe Shaped<Value>.lend($0, $1, at: $2, $3) }
  }
}
