// Models that are made of their values once these are there.
//
// SAFETY: addresses come from the scope's state and the fields' slots.
extension ModelStore {
  /// What is left to do when the value of a model ends that requires something, or is made only
  /// now. False after a failure.
  @inline(never)
  mutating func settle(scope: Int) -> Bool {
    let state = unsafe scopes + scope
    resolveAliases(scope)
    if !deferred.isEmpty, !settleDeferred(scope) { return false }
    let mask = unsafe state.pointee.requiredMask
    if !hasSeen(mask, of: Int32(scope)), !lacks(mask, of: Int32(scope), steps: 0) { return false }
    let instance = description.scopes[scope].instance
    if notes.isSpoiled(scope) {
      // Hooks would see values that are not the record's.
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
      refusal = Refusal(error)
      failure = Failure(kind: error is WrongContext ? .wrongContext : .invalidModel, scope: Int32(scope))
      failure.isModel = true
      return false
    }
  }

  /// Whether the field of a model that could not be made can do without it.
  @inline(never)
  mutating func dispenses(with ended: UnsafePointer<End>) -> Bool {
    let ended = unsafe ended.pointee
    guard failure.kind == .invalidModel else { return false }
    let instruction = unsafe tables.instructions + Int(ended.instruction)
    let refused = failure
    let child = unsafe Int(instruction.pointee.child)
    callContext.object?.undo(to: unsafe scopes[child].changes)
    abandon(scope: child)
    var isTakenCareOf = refused.isNoted
    if isTakenCareOf {
      // Nothing to put into the field: what is around it cannot be made either.
      unsafe notes.spoil(Int(instruction.pointee.scope))
      if unsafe !instruction.pointee.isElement { unsafe keep(instruction.pointee) }
    } else {
      isTakenCareOf = unsafe mismatch(instruction, .invalidModel, ended.isArray ? .array : .object)
    }
    failure = isTakenCareOf ? Failure() : refused
    if isTakenCareOf { refusal = nil }
    return isTakenCareOf
  }
}
