// Notes of failures, if they are requested.
extension ModelStore {
  mutating func note(_ kind: Notes.Kind, _ instruction: Instruction) {
    if notes.counts { notes.note(kind, instruction.scope, instruction.field) }
  }

  /// Fails with this failure, or notes it if all failures are collected. Returns true if the record continues.
  mutating func fail(_ failure: Failure) -> Bool {
    if notes.collects, notes.note(failure, rejection) {
      rejection = nil
      return true
    }
    self.failure = failure
    return false
  }

  /// Does the same for a value. If the record continues, the field keeps the template's value, and an element is
  /// dropped.
  mutating func fail(_ failure: Failure, keeping instruction: Instruction) -> Bool {
    guard fail(failure) else { return false }
    notes.invalidate(Int(instruction.scope))
    if !instruction.isElement { keep(instruction) }
    return true
  }
}
