// Models that are made of their values once these are there.
//
// SAFETY: addresses come from the scope's state and the fields' slots.
extension Machine {
  /// What is left to do when the value of a model ends that requires something, or is made only
  /// now. False after a failure.
  @inline(never)
  mutating func settle(scope: Int) -> Bool {
    let state = unsafe scopes + scope
    resolveAliases(scope)
    let mask = unsafe state.pointee.requiredMask
    if !hasSeen(mask, of: Int32(scope)), !lacks(mask, of: Int32(scope), steps: 0) { return false }
    if notes.isSpoiled(scope), unsafe state.pointee.isBuilt {
      failure = Failure(kind: .invalidModel, scope: Int32(scope), isNoted: true)
      return false
    }
    do {
      unsafe try description.scopes[scope].instance.build?(state.pointee.instance) { field in
        guard unsafe state.pointee.isStored(field) else { return nil }
        return unsafe state.pointee.cells + state.pointee.slots[field].offset
      }
      return true
    } catch {
      refusal = Refusal("\(error)")
      failure = Failure(kind: .invalidModel, scope: Int32(scope))
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
    finish(scope: Int(unsafe instruction.pointee.child))
    var isTakenCareOf = refused.isNoted
    if isTakenCareOf {
      // Nothing to put into the field: what is around it cannot be made either.
      unsafe notes.spoil(Int(instruction.pointee.scope))
    } else {
      isTakenCareOf = unsafe mismatch(instruction, .invalidModel, ended.isArray ? .array : .object)
    }
    failure = isTakenCareOf ? Failure() : refused
    if isTakenCareOf { refusal = nil }
    return isTakenCareOf
  }
}
