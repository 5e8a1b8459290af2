// What is noted, where that is asked for.
extension ModelStore {
  /// Starts or stops noting failures that would end the record.
  mutating func collectNotes(_ collects: Bool) {
    if collects, !notes.counts { notes = Notes(description) }
    notes.collects = collects
    if !collects { notes.clearFailures() }
  }

  mutating func note(_ kind: Notes.Kind, _ instruction: Instruction) {
    if notes.counts { notes.note(kind, instruction.scope, instruction.field) }
  }

  /// Fails; or, if all that is wrong is to be found, notes the failure: then the record goes on.
  mutating func fail(_ failure: Failure) -> Bool {
    if notes.collects, notes.note(failure, refusal) {
      refusal = nil
      return true
    }
    self.failure = failure
    return false
  }

  /// The same for a value, instead of which its field keeps the template's; an element is left out.
  mutating func fail(_ failure: Failure, keeping instruction: Instruction) -> Bool {
    guard fail(failure) else { return false }
    notes.spoil(Int(instruction.scope))
    if !instruction.isElement { keep(instruction) }
    return true
  }
}
