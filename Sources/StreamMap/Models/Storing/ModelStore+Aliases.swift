// Fields that have several paths: the first one whose value is there counts.
//
// SAFETY: fields and offsets are numbered by the compilation; both cells are of the field's type.
extension ModelStore {
  /// Gives each field of which no value came by its first path that of the next which has one; the order in
  /// the record does not matter, because all have been read. Done twice, it does nothing.
  mutating func resolveAliases(_ scope: Int) {
    let state = unsafe scopes + scope
    for alias in description.scopes[scope].aliases {
      guard unsafe !state.pointee.isSeen(alias.field), unsafe state.pointee.isSeen(alias.alias) else {
        continue
      }
      guard unsafe state.pointee.isStored(alias.alias) else {
        reset(scope, alias.field)
        unsafe state.pointee.markKept(alias.field)
        continue
      }
      let cell = unsafe state.pointee.cells + alias.offset
      let slot = unsafe state.pointee.slots[alias.field]
      if slot.isInCell {
        unsafe alias.operations.move(cell, state.pointee.cells + slot.offset)
      } else {
        unsafe alias.operations.flush(state.pointee.instance, cell)
      }
      unsafe state.pointee.markSeen(alias.field)
    }
  }
}
