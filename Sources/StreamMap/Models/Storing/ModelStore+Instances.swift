// The life of an instance during a record: it is begun, filled, reset where nothing was stored, and handed out.
//
// SAFETY: scopes, fields and masks are numbered by the compilation. Addresses come from the scope's state and the
// field's slot.
extension ModelStore {
  /// Prepares a scope's instance for a value.
  @inline(__always)
  mutating func begin(scope: Int) {
    if scopes[scope].isPlain {
      scopes[scope].marks[0].seen = 0
      scopes[scope].marks[0].kept = 0
    } else {
      prepare(scope)
    }
  }

  /// Clears the marks, and renews an instance that cannot be reused. A class's instance is reused only while it is
  /// uniquely referenced. A field that can only be written cannot be reset, so it needs a new instance.
  @inline(never)
  private mutating func prepare(_ scope: Int) {
    for word in 0..<scopes[scope].marks.count {
      scopes[scope].marks[word].seen = 0
      scopes[scope].marks[word].kept = 0
      scopes[scope].marks[word].void = 0
    }
    notes.restore(scope)
    scopes[scope].isFinished = false
    scopes[scope].changes = callContext.object?.mark ?? 0
    let isStale = scopes[scope].isChangedByHook || isShared(scope)
    if isStale || (scopes[scope].hasCells && hasUnreadable(scope)) { renew(scope) }
  }

  /// Returns whether there are other references to a class's instance.
  private mutating func isShared(_ scope: Int) -> Bool {
    guard scopes[scope].isObject else { return false }
    return program.withObject { program in
      unsafe program.scopes[scope].instance.isUnique?(scopes[scope].instance) == false
    }
  }

  /// Returns whether a field that can only be written has a value other than the template's.
  private mutating func hasUnreadable(_ scope: Int) -> Bool {
    return program.withObject { program in
      program.scopes[scope].cells.contains { cell in
        !cell.operations.canReset
          && scopes[scope].marks[cell.field >> 6].dirty & (1 << UInt64(cell.field & 63)) != 0
      }
    }
  }

  /// Whether all models are plain.
  var isPlain: Bool { (0..<scopes.count).allSatisfy { scopes[$0].isPlain } }

  mutating func renew(_ scope: Int) {
    let base = unsafe program.withObject { program in
      unsafe program.scopes[scope].instance.renew(scopes[scope].instance)
      return unsafe program.scopes[scope].instance.base(scopes[scope].instance)
    }
    if unsafe base != scopes[scope].base {
      unsafe scopes[scope].base = unsafe base
      bind(scope)
    }
    for word in 0..<scopes[scope].marks.count { scopes[scope].marks[word].dirty = 0 }
  }

  /// Binds the targets of a scope to its instance.
  mutating func bind(_ scope: Int) {
    program.withObject { program in
      for index in program.plainTargets[scope] {
        let instruction = tables.instructions[Int(tables.targets[index].instructionBase)]
        bindings[index].bind(Binding(instruction, scopes[scope]))
      }
    }
  }

  /// Writes the cells of a complete value to the instance, and resets the fields that the value does not have.
  @inline(__always)
  mutating func finish(scope: Int) {
    let marks = scopes[scope].marks[0]
    if scopes[scope].isPlain && marks.dirty & ~marks.seen == 0 {
      scopes[scope].marks[0].dirty = marks.seen & ~marks.kept
    } else {
      finishEach(scope)
    }
  }

  @inline(never)
  private mutating func finishEach(_ scope: Int) {
    if scopes[scope].hasCells { resolveAliases(scope) }
    let isFirst = !scopes[scope].isFinished
    scopes[scope].isFinished = true
    if isFirst { noteAbsent(scope) }
    for word in 0..<scopes[scope].marks.count {
      var void = scopes[scope].marks[word].void & scopes[scope].marks[word].seen
      while void != 0 {
        let field = word * 64 + void.trailingZeroBitCount
        reset(scope, field)
        scopes[scope].markKept(field)
        void &= void - 1
      }
      scopes[scope].marks[word].void = 0
      let marks = scopes[scope].marks[word]
      var stale = marks.dirty & ~marks.seen
      while stale != 0 {
        reset(scope, word * 64 + stale.trailingZeroBitCount)
        stale &= stale - 1
      }
      scopes[scope].marks[word].dirty = marks.seen & ~marks.kept
    }
    if isFirst && scopes[scope].hasCells { flush(scope) }
  }

  private mutating func flush(_ scope: Int) {
    program.withObject { program in
      for cell in program.scopes[scope].cells {
        if scopes[scope].isStored(cell.field) {
          if scopes[scope].isUpdated { update(scope, cell, program.scopes[scope].fields[cell.field]) }
          unsafe cell.operations.flush(scopes[scope].instance, scopes[scope].cells + cell.offset)
        } else if let instead = cell.operations.instead, !scopes[scope].isUpdated {
          unsafe instead.give(scopes[scope].instance)
          scopes[scope].markDirty(cell.field)
        }
      }
    }
    if scopes[scope].isUpdated { noteUpdate(scope) }
  }

  /// Copies the template's value to a field. If the value holds an object, it comes from a new template, because a
  /// copy would share the object.
  mutating func reset(_ scope: Int, _ field: Int) {
    guard scopes[scope].slots[field].holdsObject else {
      unsafe reset(scope, field, from: scopes[scope].template, scopes[scope].templateBase)
      return
    }
    let operations = description.scopes[scope].instance
    let template = unsafe operations.allocate()
    unsafe reset(scope, field, from: template, operations.base(template))
    unsafe operations.deallocate(template)
  }

  private mutating func reset(
    _ scope: Int, _ field: Int, from template: UnsafeMutableRawPointer,
    _ templateBase: UnsafeMutableRawPointer
  ) {
    let slot = scopes[scope].slots.entry(field)
    if slot.pointee.isInCell {
      unsafe description.scopes[scope].cell(of: field)?.operations.reset?(scopes[scope].instance, template)
    }
    let address = unsafe scopes[scope].address(slot.pointee.isInCell, slot.pointee.offset)
    let pristine =
      unsafe (slot.pointee.isInCell ? scopes[scope].pristineCells : templateBase) + slot.pointee.offset
    slot.pointee.witness.withObject { unsafe $0.reset(address, pristine, slot.pointee.shape) }
  }

  /// Marks a field as present. An array field becomes empty before its elements are stored.
  mutating func present(_ scope: Int32, _ field: Int32) {
    scopes[Int(scope)].markSeen(Int(field))
    let slot = scopes[Int(scope)].slots.entry(Int(field))
    let address = unsafe scopes[Int(scope)].address(slot.pointee.isInCell, slot.pointee.offset)
    slot.pointee.witness.withObject { unsafe $0.clear(address, slot.pointee.shape) }
  }

  // MARK: Records

  @inline(__always)
  mutating func beginRecord() {
    texts.reset()
    recordsToTrial &-= 1
    if _slowPath(recordsToTrial == 0) { beginTrials() }
    begin(scope: 0)
  }

  /// Looks up the strings of some fields from now on, to measure whether their values repeat.
  @inline(never)
  private mutating func beginTrials() {
    recordsToTrial = Self.recordsPerTrial
    for target in description.plainTargets.joined() where bindings[target].kind == .string {
      if bindings[target].sharing.isDue() { bindings[target].kind = .sharedString }
    }
  }

  /// Ends a record that was read to its end.
  @inline(__always)
  mutating func endRecord() {
    finish(scope: 0)
  }

  /// Returns whether the model has all its required fields, and makes it if it is made late. Call it when the model's
  /// value has ended.
  @inline(__always)
  mutating func hasRequired(scope: Int) -> Bool {
    hasPlainlyRequired(scope: scope) || settle(scope: scope)
  }

  /// Returns the same if the fast check is enough. Otherwise returns false.
  @inline(__always)
  mutating func hasPlainlyRequired(scope: Int) -> Bool {
    let mask = scopes[scope].requiredMask
    return mask < 0 || (hasSeen(mask, of: Int32(scope)) && !scopes[scope].canReject)
  }

  /// Abandons a record and resets everything that was stored.
  @inline(never)
  mutating func abandonRecord() {
    endCount = 0
    failure = Failure()
    rejection = nil
    replaced?.forget()
    texts.expire()
    for scope in 0..<scopes.count { abandon(scope: scope) }
    callContext.object?.undo(to: scopes[0].changes)
  }

  /// Abandons a model and resets everything that was stored.
  mutating func abandon(scope: Int) {
    scopes[scope].isFinished = true
    for word in 0..<scopes[scope].marks.count {
      scopes[scope].marks[word].dirty |= scopes[scope].marks[word].seen
      scopes[scope].marks[word].seen = 0
    }
    if scopes[scope].hasCells {
      for cell in description.scopes[scope].elementCells {
        unsafe cell.operations.empty(scopes[scope].cells + cell.offset)
      }
    }
    // An object that was handed out must not change.
    if scopes[scope].hasCells || isShared(scope) {
      renew(scope)
    } else {
      finish(scope: scope)
    }
  }

  /// Ends a nested model's value and stores its instance into the field. Returns false after a failure.
  @inline(always)
  mutating func commit(_ index: Int) -> Bool {
    let instruction = tables.instructions.entry(index)
    if !hasRequired(scope: Int(instruction.pointee.child)) { return false }
    storeModel(instruction)
    return true
  }

  /// Stores a nested model that has all its required fields.
  @inline(always)
  mutating func storeModel(_ instruction: Table<Instruction>.Entry) {
    let child = Int(instruction.pointee.child)
    finish(scope: child)
    let address = unsafe address(instruction)
    scopes[Int(instruction.pointee.scope)].markSeen(Int(instruction.pointee.field))
    instruction.pointee.witness.withObject {
      unsafe $0.put(model: scopes[child].instance, instruction.pointee.shape, at: address)
    }
  }

  // MARK: Notes

  /// Prepares the store to take notes. If `counts` is true, it takes notes of every record.
  mutating func takeNotes(counts: Bool) {
    notes = Notes(description)
    notes.counts = counts
    guard counts else { return }
    // Only a model that is not plain takes the paths that note something.
    for scope in 0..<scopes.count { scopes[scope].isPlain = false }
  }

  /// Notes the absent fields of a model whose value has ended.
  mutating func noteAbsent(_ scope: Int) {
    guard notes.counts else { return }
    for field in description.scopes[scope].fields.indices where !scopes[scope].isSeen(field) {
      notes.note(.absent, Int32(scope), Int32(field))
    }
  }
}

// Fields with several paths. The first path whose value is present counts.
//
// SAFETY: fields and offsets are numbered by the compilation; both cells are of the field's type.
extension ModelStore {
  /// Sets each field that has no value by its first path to the value of the next path that has one. The order in the
  /// record does not matter, because all values have been read. A second call has no effect.
  mutating func resolveAliases(_ scope: Int) {
    for alias in description.scopes[scope].aliases {
      guard scopes[scope].isSeen(alias.alias) else { continue }
      if scopes[scope].isSeen(alias.field) {
        guard alias.skipsNull, !scopes[scope].isStored(alias.field), scopes[scope].isStored(alias.alias)
        else {
          continue
        }
        scopes[scope].forget(alias.field)
      }
      guard scopes[scope].isStored(alias.alias) else {
        reset(scope, alias.field)
        scopes[scope].markKept(alias.field)
        continue
      }
      let cell = unsafe scopes[scope].cells + alias.offset
      let slot = scopes[scope].slots[alias.field]
      if slot.isInCell {
        unsafe alias.operations.move(cell, scopes[scope].cells + slot.offset)
      } else {
        unsafe alias.operations.flush(scopes[scope].instance, cell)
      }
      scopes[scope].markSeen(alias.field)
    }
    for alias in description.scopes[scope].aliases where alias.skipsNull && alias.isRequired {
      if !scopes[scope].isStored(alias.field) { scopes[scope].forget(alias.field) }
    }
  }
}
