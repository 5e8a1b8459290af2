// Models that are made after their values have been read.
//
// SAFETY: addresses come from the scope's state and the fields' slots.
extension ModelStore {
  /// Does the remaining work at the end of a model that has required fields or is made late. Returns false after a
  /// failure.
  @inline(never)
  mutating func settle(scope: Int) -> Bool {
    let state = unsafe scopes + scope
    resolveAliases(scope)
    let mask = unsafe state.pointee.requiredMask
    if !hasSeen(mask, of: Int32(scope)), !lacks(mask, of: Int32(scope), steps: 0) { return false }
    let instance = description.scopes[scope].instance
    if notes.isInvalidated(scope) {
      // The hook would see values that are not the record's.
      guard instance.isBuilt else { return true }
      failure = Failure(kind: .invalidModel, scope: Int32(scope), isNoted: true)
      return false
    }
    do {
      let cell = { (field: Int) -> UnsafeMutableRawPointer? in
        guard unsafe state.pointee.isStored(field) else { return nil }
        return unsafe state.pointee.cells + state.pointee.slots[field].offset
      }
      try unsafe instance.build?(state.pointee.instance, state.pointee.template, cell, callContext)
      guard let hook = unsafe instance.hook else { return true }
      finish(scope: scope)
      try unsafe hook(state.pointee.instance, callContext)
      return true
    } catch {
      rejection = Rejection(error)
      failure = Failure(kind: error is WrongContext ? .wrongContext : .invalidModel, scope: Int32(scope))
      failure.isModel = true
      return false
    }
  }

  /// Handles a model that could not be made, with the policies of its field. Returns false after a failure.
  @inline(never)
  mutating func recovers(from ended: UnsafePointer<End>) -> Bool {
    let ended = unsafe ended.pointee
    guard failure.kind == .invalidModel else { return false }
    let instruction = unsafe tables.instructions + Int(ended.instruction)
    let refused = failure
    let child = unsafe Int(instruction.pointee.child)
    callContext.object?.undo(to: unsafe scopes[child].changes)
    abandon(scope: child)
    var isHandled = refused.isNoted
    if isHandled {
      // There is no value for the field, so the enclosing model cannot be made either.
      unsafe notes.invalidate(Int(instruction.pointee.scope))
      if unsafe !instruction.pointee.isElement { unsafe keep(instruction.pointee) }
    } else {
      isHandled = unsafe mismatch(instruction, .invalidModel, ended.isArray ? .array : .object)
    }
    failure = isHandled ? Failure() : refused
    if isHandled { rejection = nil }
    return isHandled
  }
}

// Elements that move from their cell to their collection.
//
// SAFETY: addresses come from the scope's state and the level, which the compilation took from one storage. A name is
// in the program's tables, or in the frame's.
extension ModelStore {
  /// Moves the element that an instruction stored to its collection. Returns the error if the collection rejects it.
  @inline(never)
  mutating func gather(_ instruction: UnsafePointer<Instruction>) -> MappingError.Kind? {
    let state = unsafe scopes + Int(instruction.pointee.scope)
    let elementOrigin = unsafe tables.elementOrigins[Int(instruction.pointee.elementOrigin)]
    let level = unsafe tables.levels[elementOrigin.level]
    let collection = unsafe state.pointee.address(level.slot.isInCell, level.slot.offset)
    let cell = unsafe state.pointee.cells + level.cellOffset
    return withName(of: elementOrigin, isKeyed: level.isKeyed) { name in
      unsafe level.slot.witness.object._withUnsafeGuaranteedRef {
        unsafe $0.gather(cell, collection, name, level.duplicate)
      }
    } ?? nil
  }

  /// Calls a closure with the name of the member that a collection takes, if it has one.
  func withName<Result>(
    of elementOrigin: Program.ElementOrigin, isKeyed: Bool, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    if !isKeyed || elementOrigin.name.base >= 0 {
      // If a path names the member, the name is in the program's tables.
      let name = unsafe names + Int(max(elementOrigin.name.base, 0))
      return unsafe body(Span(_unsafeStart: name, count: Int(elementOrigin.name.count)))
    }
    guard elementOrigin.object < 0 else {
      let keys = description.unknownKeys[elementOrigin.unknownKeys]
      return unsafe memberNames?.pointee.withLast { name in
        body(Array(keys.key(String(validated: name), of: elementOrigin.object).utf8).span)
      }
    }
    return unsafe memberNames?.pointee.withLast(body)
  }
}

// Updates of instances that existed before the record. Each nested instance is found in the enclosing one when its
// value begins, and changed when its value ends. Until then the values are in cells. Every change can be undone.
//
// SAFETY: addresses come from the scope's state. The template of a scope that is updated is the memory of a late
// instance, which exists only within a record.
extension ModelStore {
  /// Finds the instance that a nested model's value updates.
  @inline(__always)
  mutating func seed(_ instruction: UnsafePointer<Instruction>) {
    if unsafe scopes[Int(instruction.pointee.child)].isUpdated { unsafe seedUpdated(instruction) }
  }

  @inline(never)
  private mutating func seedUpdated(_ instruction: UnsafePointer<Instruction>) {
    let instruction = unsafe instruction.pointee
    let child = unsafe scopes + Int(instruction.child)
    let parent = unsafe scopes + Int(instruction.scope)
    let program = description
    unsafe child.pointee.changes = callContext.object?.mark ?? 0
    unsafe program.scopes[Int(instruction.child)].instance.renew(child.pointee.template)
    let scope = program.scopes[Int(instruction.scope)]
    guard unsafe parent.pointee.isUpdated, unsafe scope.instance.isThere(parent.pointee.template) else {
      return
    }
    let field = Int(instruction.field)
    guard let show = unsafe scope.cell(of: field)?.operations.show else { return }
    let storage = scope.fields[field].storage
    callContext.object?.keys[UInt(bitPattern: child)] = nil
    guard instruction.isElement else {
      if unsafe isAgain(child, in: parent) { callContext.object?.undo(unsafe target(child)) }
      unsafe show(parent.pointee.template) { unsafe storage.seed($0, child.pointee.template) }
      return
    }
    unsafe show(parent.pointee.template) { address in
      guard instruction.level == 1, let gathering = storage.gathering, gathering.isKeyed else { return }
      let elementOrigin = unsafe tables.elementOrigins[Int(instruction.elementOrigin)]
      withName(of: elementOrigin, isKeyed: true) { name in
        callContext.object?.keys[UInt(bitPattern: child)] = gathering.key(name)
        if unsafe isAgain(child, in: parent) {
          // If two names give the same key, the first counts and this value is not used.
          guard unsafe tables.levels[elementOrigin.level].duplicate == .last else { return }
          callContext.object?.undo(unsafe target(child))
        }
        unsafe gathering.show(member: name, of: address) { member in
          unsafe gathering.element.seed(member, child.pointee.template)
        }
      }
    }
  }

  private func target(_ child: UnsafeMutablePointer<ScopeState>) -> CallContext.Target {
    let scope = UInt(bitPattern: child)
    return CallContext.Target(scope: scope, key: callContext.object?.keys[scope])
  }

  /// Returns whether the nested instance was updated by an earlier value in the same enclosing one.
  private func isAgain(
    _ child: UnsafeMutablePointer<ScopeState>, in parent: UnsafeMutablePointer<ScopeState>
  ) -> Bool {
    callContext.object?.hasUpdated(unsafe target(child), since: unsafe parent.pointee.changes) == true
  }

  /// Notes that all cells have been written to an existing instance.
  @inline(never)
  func noteUpdate(_ scope: Int) {
    let state = unsafe scopes + scope
    callContext.object?.note(unsafe target(state), since: unsafe state.pointee.changes)
  }

  /// Prepares an existing instance for a cell's value to be written to it.
  @inline(never)
  func update(_ scope: Int, _ cell: Program.Cell, _ field: ProgramField) {
    let state = unsafe scopes + scope
    if let saving = unsafe cell.operations.saving {
      callContext.object?.note(unsafe saving(state.pointee.instance))
    }
    if let gathering = field.storage.gathering, gathering.isKeyed, let show = unsafe cell.operations.show {
      let values = unsafe state.pointee.cells + cell.offset
      unsafe show(state.pointee.instance) { unsafe gathering.complete(values, from: $0) }
    }
  }

  /// Releases the instances that were updated.
  mutating func forgetUpdated() {
    for (index, scope) in description.scopes.enumerated() where scope.instance.isUpdated {
      unsafe scope.instance.renew(scopes[index].instance)
      unsafe scope.instance.renew(scopes[index].template)
    }
  }
}

extension _FieldStorage {
  /// Copies a nested model's instance into the memory of a late one, if the field has an instance.
  ///
  /// SAFETY: the address is that of a field of the type.
  fileprivate func seed(_ address: UnsafeRawPointer, _ instance: UnsafeMutableRawPointer) {
    guard let shape else { return }
    unsafe witness.seed?(address, instance, shape)
  }
}
