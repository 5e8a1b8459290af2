// Models that are made after their values have been read.
//
// SAFETY: addresses come from the scope's state and the fields' slots.
extension ModelStore {
  /// Does the remaining work at the end of a model that has required fields or is made late. Returns false after a
  /// failure.
  @inline(never)
  mutating func settle(scope: Int) -> Bool {
    resolveAliases(scope)
    let mask = scopes[scope].requiredMask
    if !hasSeen(mask, of: Int32(scope)), !lacks(mask, of: Int32(scope), steps: 0) { return false }
    let instance = description.scopes[scope].instance
    if notes.isInvalidated(scope) {
      // The hook would see values that are not the record's.
      guard instance.isBuilt else { return true }
      failure = Failure(kind: .invalidModel, scope: Int32(scope), isNoted: true)
      return false
    }
    do {
      let state = scopes[scope]
      let cell = { (field: Int) -> UnsafeMutableRawPointer? in
        state.isStored(field) ? unsafe state.cells + state.slots[field].offset : nil
      }
      try unsafe instance.build?(state.instance, state.template, cell, callContext)
      guard let hook = unsafe instance.hook else { return true }
      finish(scope: scope)
      try unsafe hook(scopes[scope].instance, callContext)
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
  mutating func recovers(from ended: Table<End>.Entry) -> Bool {
    let ended = ended.pointee
    guard failure.kind == .invalidModel else { return false }
    let instruction = tables.instructions.entry(Int(ended.instruction))
    let refused = failure
    let child = Int(instruction.pointee.child)
    callContext.object?.undo(to: scopes[child].changes)
    abandon(scope: child)
    var isHandled = refused.isNoted
    if isHandled {
      // There is no value for the field, so the enclosing model cannot be made either.
      notes.invalidate(Int(instruction.pointee.scope))
      if !instruction.pointee.isElement { keep(instruction.pointee) }
    } else {
      isHandled = mismatch(instruction, .invalidModel, ended.isArray ? .array : .object)
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
  mutating func gather(_ instruction: Table<Instruction>.Entry) -> MappingError.Kind? {
    let elementOrigin = tables.elementOrigins[Int(instruction.pointee.elementOrigin)]
    let level = tables.levels[elementOrigin.level]
    let collection = unsafe scopes[Int(instruction.pointee.scope)].address(
      level.slot.isInCell, level.slot.offset)
    let cell = unsafe scopes[Int(instruction.pointee.scope)].cells + level.cellOffset
    return withName(of: elementOrigin, isKeyed: level.isKeyed) { name in
      level.slot.witness.withObject { unsafe $0.gather(cell, collection, name, level.duplicate) }
    } ?? nil
  }

  /// Calls a closure with the name of the member that a collection takes, if it has one.
  func withName<Result>(
    of elementOrigin: Program.ElementOrigin, isKeyed: Bool, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    if !isKeyed || elementOrigin.name.base >= 0 {
      // If a path names the member, the name is in the program's tables.
      return description.paths.withName(elementOrigin.name, body)
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
  mutating func seed(_ instruction: Table<Instruction>.Entry) {
    if scopes[Int(instruction.pointee.child)].isUpdated { seedUpdated(instruction) }
  }

  @inline(never)
  private mutating func seedUpdated(_ instruction: Table<Instruction>.Entry) {
    let instruction = instruction.pointee
    let child = Int(instruction.child)
    let parent = Int(instruction.scope)
    let program = description
    unsafe program.scopes[child].instance.renew(scopes[child].template)
    let scope = program.scopes[parent]
    guard scopes[parent].isUpdated, unsafe scope.instance.isThere(scopes[parent].template) else {
      return
    }
    let field = Int(instruction.field)
    guard let show = unsafe scope.cell(of: field)?.operations.show else { return }
    let storage = scope.fields[field].storage
    callContext.object?.keys[key(of: child)] = nil
    guard instruction.isElement else {
      if isAgain(child, in: parent) { callContext.object?.undo(target(child)) }
      unsafe show(scopes[parent].template) { unsafe storage.seed($0, scopes[child].template) }
      return
    }
    unsafe show(scopes[parent].template) { address in
      guard instruction.level == 1, let gathering = storage.gathering, gathering.isKeyed else { return }
      let elementOrigin = tables.elementOrigins[Int(instruction.elementOrigin)]
      withName(of: elementOrigin, isKeyed: true) { name in
        callContext.object?.keys[key(of: child)] = gathering.key(name)
        if isAgain(child, in: parent) {
          // If two names give the same key, the first counts and this value is not used.
          guard tables.levels[elementOrigin.level].duplicate == .last else { return }
          callContext.object?.undo(target(child))
        }
        unsafe gathering.show(member: name, of: address) { member in
          unsafe gathering.element.seed(member, scopes[child].template)
        }
      }
    }
  }

  /// Returns a number of a scope that no other store has.
  private func key(of scope: Int) -> UInt { unsafe UInt(bitPattern: scopes[scope].instance) }

  private func target(_ child: Int) -> CallContext.Target {
    let scope = key(of: child)
    return CallContext.Target(scope: scope, key: callContext.object?.keys[scope])
  }

  /// Returns whether the nested instance was updated by an earlier value in the same enclosing one.
  private func isAgain(_ child: Int, in parent: Int) -> Bool {
    callContext.object?.hasUpdated(target(child), since: scopes[parent].changes) == true
  }

  /// Notes that all cells have been written to an existing instance.
  @inline(never)
  func noteUpdate(_ scope: Int) {
    callContext.object?.note(target(scope), since: scopes[scope].changes)
  }

  /// Prepares an existing instance for a cell's value to be written to it.
  @inline(never)
  func update(_ scope: Int, _ cell: Program.Cell, _ field: ProgramField) {
    if let saving = unsafe cell.operations.saving {
      callContext.object?.note(unsafe saving(scopes[scope].instance))
    }
    if let gathering = field.storage.gathering, gathering.isKeyed, let show = unsafe cell.operations.show {
      let values = unsafe scopes[scope].cells + cell.offset
      unsafe show(scopes[scope].instance) { unsafe gathering.complete(values, from: $0) }
    }
  }

  /// Releases the instances that were updated. Cells hold nested ones.
  mutating func forgetUpdated() {
    for (index, scope) in description.scopes.enumerated() where scope.instance.isUpdated {
      unsafe scope.instance.renew(scopes[index].instance)
      unsafe scope.instance.renew(scopes[index].template)
      for cell in scope.cells { unsafe cell.operations.empty(scopes[index].cells + cell.offset) }
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
