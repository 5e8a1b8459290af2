/// The operations on the fields of one type, with the type erased. Each field has a witness of its type.
///
/// The store reads the commonest types itself (``SlotType``), and all others through `read`. The rare operations go
/// through the witness for every type.
///
/// A witness is made for a value's type, and serves its optional and its arrays too. If these made their own from it, a
/// type that is found at run time, as for a derived mapping, would have closures that are not specialised.
///
/// SAFETY, for all closures: each address is that of a field of the type in the shape that comes with it, or of a
/// collection of its own type.
@usableFromInline
@safe final class FieldWitness: Sendable {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  /// Reads a literal and stores the value into the field. Returns nil, or the kind of error. The rejection can give
  /// details.
  @usableFromInline typealias Read =
    @Sendable (Literal, NumberRules, SlotShape, Address, CallContext.Reference, inout Rejection?) ->
    MappingError.Kind?
  /// Stores a copy of a nested model's instance (second address) into the field.
  @usableFromInline typealias Commit = @Sendable (Address, Address, SlotShape) -> Void
  /// Copies the field's value into the memory of a nested model's late instance (second address), to be updated.
  @usableFromInline typealias Seed = @Sendable (UnsafeRawPointer, Address, SlotShape) -> Void
  /// Lets the field (second address) hold a copy of the value (first address) during a call.
  @usableFromInline typealias Lend = @Sendable (Address, SlotShape, Address, () -> Void) -> Void
  /// Moves an element from its cell (first address) to the field, which is a collection. Returns nil, or the kind of
  /// error.
  @usableFromInline typealias Gather =
    @Sendable (Address, Address, Span<UInt8>, FieldPolicy.Duplicate) -> MappingError.Kind?

  // These three are not optional, because then each call would retain and release their context.

  /// Not called for a type that the store reads itself. A nested model rejects every literal.
  let read: Read
  /// Only called for a nested model.
  let commit: Commit
  /// Only called for a collection that is built from cells.
  let gather: Gather
  let seed: Seed?
  let putNil: @Sendable (Address, SlotShape) -> Void
  let appendNil: @Sendable (Address, SlotShape) -> Void
  /// Removes the last element of an array. Only called for an array of optionals.
  let removeLast: @Sendable (Address, SlotShape) -> Void
  let clear: @Sendable (Address, SlotShape) -> Void
  let reset: @Sendable (Address, _ template: Address, SlotShape) -> Void
  let lend: Lend
  /// How the type is written, except for a collection.
  let writing: ValueWriting?
  /// What the JSON must hold, for messages. Nil for a type that the store reads itself.
  let expectation: String?

  @usableFromInline
  init(
    read: @escaping Read = unsafe FieldWitness.rejects,
    commit: @escaping Commit = unsafe FieldWitness.cannotCommit,
    gather: @escaping Gather = unsafe FieldWitness.cannotGather,
    seed: Seed? = nil,
    putNil: @escaping @Sendable (Address, SlotShape) -> Void,
    appendNil: @escaping @Sendable (Address, SlotShape) -> Void = { _, _ in },
    removeLast: @escaping @Sendable (Address, SlotShape) -> Void = unsafe FieldWitness.cannotRemoveLast,
    clear: @escaping @Sendable (Address, SlotShape) -> Void,
    reset: @escaping @Sendable (Address, _ template: Address, SlotShape) -> Void,
    lend: @escaping Lend = { _, _, _, body in body() },
    writing: ValueWriting? = nil, expectation: String? = nil
  ) {
    unsafe self.read = unsafe read
    unsafe self.commit = unsafe commit
    unsafe self.gather = unsafe gather
    unsafe self.seed = unsafe seed
    unsafe self.putNil = unsafe putNil
    unsafe self.appendNil = unsafe appendNil
    unsafe self.removeLast = unsafe removeLast
    unsafe self.clear = unsafe clear
    unsafe self.reset = unsafe reset
    unsafe self.lend = unsafe lend
    self.writing = writing
    self.expectation = expectation
  }

  @usableFromInline
  static let rejects: Read = { _, _, _, _, _, _ in .typeMismatch }

  @usableFromInline
  static let cannotCommit: Commit = { _, _, _ in preconditionFailure("the field has no nested model") }

  @usableFromInline
  static let cannotGather: Gather = { _, _, _, _ in
    preconditionFailure("the field is not built from cells")
  }

  @usableFromInline
  static let cannotRemoveLast: @Sendable (Address, SlotShape) -> Void = { _, _ in
    preconditionFailure("the field is not an array of optionals")
  }

  /// Creates the witness of a type whose fields ``FieldAccess`` can store.
  @inlinable
  convenience init<Value>(
    _: Value.Type, read: @escaping Read = unsafe FieldWitness.rejects,
    commit: @escaping Commit = unsafe FieldWitness.cannotCommit,
    seed: Seed? = nil, writing: ValueWriting?, expectation: String? = nil
  ) {
    unsafe self.init(
      read: read, commit: commit, seed: seed,
      putNil: { unsafe FieldAccess<Value>.putNil($1, at: $0) },
      appendNil: { unsafe FieldAccess<Value>.appendNil($1, at: $0) },
      removeLast: { unsafe FieldAccess<Value>.removeLast($1, at: $0) },
      clear: { unsafe FieldAccess<Value>.clear($1, at: $0) },
      reset: { unsafe FieldAccess<Value>.reset($2, at: $0, from: $1) },
      lend: { unsafe FieldAccess<Value>.lend($0, $1, at: $2, $3) },
      writing: writing, expectation: expectation)
  }

  /// Creates the witness of a type that the store reads itself.
  convenience init<Value>(of: Value.Type, writing: ValueWriting?) {
    unsafe self.init(Value.self, writing: writing)
  }

  /// Stores a nested model into the field.
  ///
  /// It is not inlined, because then the compiler would retain and release the closure's context.
  @inline(never)
  func put(model instance: Address, _ shape: SlotShape, at address: Address) {
    unsafe commit(address, instance, shape)
  }
}

// The witnesses of values that closures make, of nested models and of collections.
//
// SAFETY: an address is that of a field of the type, in the shape that comes with it. The second address of a nested
// model is that of an instance of its mapping.
extension FieldWitness {
  /// Creates a witness for values that a closure makes from literals.
  @inlinable
  convenience init<Value>(
    reading: Value.Type, _ expectation: String, writing: ValueWriting,
    _ read: @escaping @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Value
  ) {
    unsafe self.init(
      Value.self,
      read: { literal, rules, shape, address, callContext, reason in
        do throws(_LiteralFailure) {
          let value = try read(
            _Literal(literal: literal, rules: rules, callContext: callContext), &reason)
          unsafe FieldAccess<Value>.put(value, shape, at: address)
          return nil
        } catch {
          return error.kind
        }
      },
      writing: writing, expectation: expectation)
  }

  /// Creates a witness for values that a closure makes from literals, and that are the whole instance.
  ///
  /// SAFETY: the address is that of a late instance of the type.
  convenience init<Root>(
    whole: Root.Type, _ expectation: String,
    _ read: @escaping @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Root
  ) {
    unsafe self.init(
      read: { literal, rules, _, address, callContext, rejection in
        // Objects and arrays of the last model are released before the next one is read.
        unsafe LateInstance<Root>.clear(address)
        do throws(_LiteralFailure) {
          var literal = _Literal(literal: literal, rules: rules, callContext: callContext)
          literal.isTemporary = callContext.reusesModel
          unsafe LateInstance.put(try read(literal, &rejection), at: address)
          return nil
        } catch {
          return error.kind
        }
      },
      putNil: { address, _ in unsafe LateInstance<Root>.clear(address) }, clear: { _, _ in },
      reset: { address, _, _ in unsafe LateInstance<Root>.clear(address) },
      writing: ValueWriting(model: Root.self), expectation: expectation)
  }

  /// Creates a witness for a nested model. The model has its own instance until its value ends.
  @inlinable
  convenience init<Child>(model: Child.Type) {
    unsafe self.init(
      Child.self,
      commit: { address, child, shape in
        let child = unsafe child.assumingMemoryBound(to: Child.self)
        if shape == .array {
          // A fast path for the commonest shape.
          unsafe address.assumingMemoryBound(to: [Child]?.self).pointee?.append(child.pointee)
        } else {
          unsafe FieldAccess<Child>.put(child.pointee, shape, at: address)
        }
      },
      seed: { field, child, shape in
        switch shape {
        case .plain: unsafe LateInstance.put(field.assumingMemoryBound(to: Child.self).pointee, at: child)
        case .optional:
          guard let model = unsafe field.assumingMemoryBound(to: Child?.self).pointee else { break }
          unsafe LateInstance.put(model, at: child)
        default: break
        }
      },
      writing: ValueWriting(model: Child.self),
      expectation: "a value for \(Child.self)")
  }

  /// Creates a witness for a collection that is built from cells.
  @inlinable
  convenience init<Values>(gathering: CollectionBuilder<Values>) {
    let (blank, keys) = (gathering.blank, gathering.keys)
    unsafe self.init(
      gather: { unsafe CollectionBuilder<Values>.move($0, into: $1, keys, blank(), name: $2, $3) },
      putNil: { address, _ in unsafe CollectionBuilder<Values>.putNil(address) },
      removeLast: { collection, _ in unsafe CollectionBuilder<Values>.removeLast(collection) },
      clear: { address, _ in unsafe CollectionBuilder<Values>.clear(address) },
      reset: { address, template, _ in unsafe CollectionBuilder<Values>.reset(address, from: template) },
      expectation: "")
  }

  /// A value that a field borrows. Both are used before the machine's next step.
  @safe struct Borrow {
    let witness: FieldWitness
    let shape: SlotShape
    let field: Address
    let value: Address

    /// Calls a closure while the field has the value.
    func show(_ body: () -> Void) {
      unsafe witness.lend(value, shape, field, body)
    }
  }
}
