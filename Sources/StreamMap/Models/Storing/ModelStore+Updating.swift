// Instances that were there before the record: each is found in the one around it when its value
// begins, and takes what was stored of it when that ends. Until then the values lie in cells, and
// whatever is changed can be taken back.
//
// SAFETY: addresses come from the scope's state; a scope that is updated has for its template the
// memory of a late instance, which is there only within a record.
extension ModelStore {
  /// Finds the instance that a nested model's value is to update.
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
      guard instruction.level == 1, let gathering = storage.gathering, gathering.isKeyed,
        let shape = storage.shape
      else { return }
      let intake = program.intakes[Int(instruction.intake)]
      withName(of: intake, isKeyed: true) { name in
        callContext.object?.keys[UInt(bitPattern: child)] = gathering.key(name)
        if unsafe isAgain(child, in: parent) {
          // Of two names that are one key, the first counts; then this value is for nobody.
          guard program.levels[intake.level].duplicate == .last else { return }
          callContext.object?.undo(unsafe target(child))
        }
        unsafe gathering.show(member: name, of: address, shape) { member in
          unsafe gathering.element.seed(member, child.pointee.template)
        }
      }
    }
  }

  private func target(_ child: UnsafeMutablePointer<ScopeState>) -> CallContext.Target {
    let scope = UInt(bitPattern: child)
    return CallContext.Target(scope: scope, key: callContext.object?.keys[scope])
  }

  /// Whether the nested instance has been updated by an earlier value of the one around it.
  private func isAgain(
    _ child: UnsafeMutablePointer<ScopeState>, in parent: UnsafeMutablePointer<ScopeState>
  ) -> Bool {
    callContext.object?.hasUpdated(unsafe target(child), since: unsafe parent.pointee.changes) == true
  }

  /// All cells have been written to an instance that was there before.
  @inline(never)
  func noteUpdate(_ scope: Int) {
    let state = unsafe scopes + scope
    callContext.object?.note(unsafe target(state), since: unsafe state.pointee.changes)
  }

  /// Makes ready for a value in a cell to be written to an instance that was there before.
  @inline(never)
  func update(_ scope: Int, _ cell: Program.Cell, _ field: ProgramField) {
    let state = unsafe scopes + scope
    if let saving = unsafe cell.operations.saving {
      callContext.object?.note(unsafe saving(state.pointee.instance))
    }
    if let gathering = field.storage.gathering, gathering.isKeyed, let show = unsafe cell.operations.show {
      let values = unsafe state.pointee.cells + cell.offset
      unsafe show(state.pointee.instance) { unsafe gathering.complete(values, field.slot.shape, from: $0) }
    }
  }

  /// Lets go of the instances that were updated.
  func forgetUpdated() {
    for (index, scope) in description.scopes.enumerated() where scope.instance.isUpdated {
      unsafe scope.instance.renew(scopes[index].instance)
      unsafe scope.instance.renew(scopes[index].template)
    }
  }
}

extension _FieldStorage {
  /// Puts a nested model's instance, if the field has one, into the memory of a late one.
  ///
  /// SAFETY: the address is that of a field of the type.
  fileprivate func seed(_ address: UnsafeRawPointer, _ instance: UnsafeMutableRawPointer) {
    guard let shape else { return }
    unsafe witness.seed?(address, instance, shape)
  }
}
