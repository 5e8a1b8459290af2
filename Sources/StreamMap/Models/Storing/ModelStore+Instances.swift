// The life of an instance during a record: it is begun, filled, reset where nothing was stored, and handed out.
//
// SAFETY: scopes, fields and masks are numbered by the compilation. Addresses come from the scope's state and the
// field's slot.
extension ModelStore {
  /// Prepares a scope's instance for a value.
  @inline(__always)
  mutating func begin(scope: Int) {
    let state = unsafe scopes + scope
    unsafe state.pointee.marks.pointee.seen = 0
    unsafe state.pointee.marks.pointee.kept = 0
    if unsafe !state.pointee.isPlain { prepare(scope) }
  }

  /// Clears the marks, and renews an instance that cannot be reused. A class's instance is reused only while it is
  /// uniquely referenced. A field that can only be written cannot be reset, so it needs a new instance.
  @inline(never)
  private mutating func prepare(_ scope: Int) {
    let state = unsafe scopes + scope
    for word in unsafe 0..<state.pointee.words {
      unsafe state.pointee.marks[word].seen = 0
      unsafe state.pointee.marks[word].kept = 0
      unsafe state.pointee.marks[word].void = 0
    }
    notes.restore(scope)
    unsafe state.pointee.isFinished = false
    unsafe state.pointee.changes = callContext.object?.mark ?? 0
    let isStale = unsafe state.pointee.isChangedByHook || isShared(scope)
    if unsafe isStale || (state.pointee.hasCells && hasUnreadable(scope)) { renew(scope) }
  }

  /// Returns whether there are other references to a class's instance.
  private mutating func isShared(_ scope: Int) -> Bool {
    let state = unsafe scopes + scope
    guard let isUnique = unsafe state.pointee.isUnique else { return false }
    return unsafe !isUnique(state.pointee.instance)
  }

  /// Returns whether a field that can only be written has a value other than the template's.
  private mutating func hasUnreadable(_ scope: Int) -> Bool {
    let state = unsafe scopes + scope
    return unsafe program._withUnsafeGuaranteedRef { program in
      program.scopes[scope].cells.contains { cell in
        unsafe cell.operations.reset == nil
          && state.pointee.marks[cell.field >> 6].dirty & (1 << UInt64(cell.field & 63)) != 0
      }
    }
  }

  /// Whether all models are plain.
  var isPlain: Bool { (0..<scopeCount).allSatisfy { unsafe scopes[$0].isPlain } }

  mutating func renew(_ scope: Int) {
    let state = unsafe scopes + scope
    let base = unsafe program._withUnsafeGuaranteedRef { program in
      unsafe program.scopes[scope].instance.renew(state.pointee.instance)
      return unsafe program.scopes[scope].instance.base(state.pointee.instance)
    }
    if unsafe base != state.pointee.base {
      unsafe state.pointee.base = unsafe base
      bind(scope)
    }
    for word in unsafe 0..<state.pointee.words { unsafe state.pointee.marks[word].dirty = 0 }
  }

  /// Binds the targets of a scope to its instance.
  func bind(_ scope: Int) {
    unsafe program._withUnsafeGuaranteedRef { program in
      for index in program.plainTargets[scope] {
        let instruction = unsafe tables.instructions[Int(tables.targets[index].instructionBase)]
        unsafe bindings[index].bind(Binding(instruction, scopes[scope]))
      }
    }
  }

  /// Writes the cells of a complete value to the instance, and resets the fields that the value does not have.
  @inline(__always)
  mutating func finish(scope: Int) {
    let state = unsafe scopes + scope
    let marks = unsafe state.pointee.marks.pointee
    if unsafe state.pointee.isPlain && marks.dirty & ~marks.seen == 0 {
      unsafe state.pointee.marks.pointee.dirty = marks.seen & ~marks.kept
    } else {
      finishEach(scope)
    }
  }

  @inline(never)
  private mutating func finishEach(_ scope: Int) {
    let state = unsafe scopes + scope
    if unsafe state.pointee.hasCells { resolveAliases(scope) }
    let isFirst = unsafe !state.pointee.isFinished
    unsafe state.pointee.isFinished = true
    if isFirst { noteAbsent(scope) }
    for word in unsafe 0..<state.pointee.words {
      var void = unsafe state.pointee.marks[word].void & state.pointee.marks[word].seen
      while void != 0 {
        let field = word * 64 + void.trailingZeroBitCount
        reset(scope, field)
        unsafe state.pointee.markKept(field)
        void &= void - 1
      }
      unsafe state.pointee.marks[word].void = 0
      let marks = unsafe state.pointee.marks[word]
      var stale = marks.dirty & ~marks.seen
      while stale != 0 {
        reset(scope, word * 64 + stale.trailingZeroBitCount)
        stale &= stale - 1
      }
      unsafe state.pointee.marks[word].dirty = marks.seen & ~marks.kept
    }
    if unsafe isFirst && state.pointee.hasCells { flush(scope) }
  }

  private mutating func flush(_ scope: Int) {
    let state = unsafe scopes + scope
    unsafe program._withUnsafeGuaranteedRef { program in
      for cell in program.scopes[scope].cells {
        if unsafe state.pointee.isStored(cell.field) {
          if unsafe state.pointee.isUpdated { update(scope, cell, program.scopes[scope].fields[cell.field]) }
          unsafe cell.operations.flush(state.pointee.instance, state.pointee.cells + cell.offset)
        } else if let instead = cell.operations.instead, unsafe !state.pointee.isUpdated {
          unsafe instead.give(state.pointee.instance)
          unsafe state.pointee.markDirty(cell.field)
        }
      }
    }
    if unsafe state.pointee.isUpdated { noteUpdate(scope) }
  }

  /// Copies the template's value to a field. If the value holds an object, it comes from a new template, because a
  /// copy would share the object.
  mutating func reset(_ scope: Int, _ field: Int) {
    let state = unsafe scopes + scope
    guard unsafe state.pointee.slots[field].holdsObject else {
      unsafe reset(scope, field, from: state.pointee.template, state.pointee.templateBase)
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
    let state = unsafe scopes + scope
    let slot = unsafe state.pointee.slots + field
    if unsafe slot.pointee.isInCell {
      unsafe description.scopes[scope].cell(of: field)?.operations.reset?(state.pointee.instance, template)
    }
    let address = unsafe state.pointee.address(slot.pointee.isInCell, slot.pointee.offset)
    let pristine =
      unsafe (slot.pointee.isInCell ? state.pointee.pristineCells : templateBase) + slot.pointee.offset
    unsafe slot.pointee.witness.object._withUnsafeGuaranteedRef {
      unsafe $0.reset(address, pristine, slot.pointee.shape)
    }
  }

  /// Marks a field as present. An array field becomes empty before its elements are stored.
  mutating func present(_ scope: Int32, _ field: Int32) {
    let state = unsafe scopes + Int(scope)
    unsafe state.pointee.markSeen(Int(field))
    let slot = unsafe state.pointee.slots + Int(field)
    let address = unsafe state.pointee.address(slot.pointee.isInCell, slot.pointee.offset)
    unsafe slot.pointee.witness.object._withUnsafeGuaranteedRef {
      unsafe $0.clear(address, slot.pointee.shape)
    }
  }

  // MARK: Records

  @inline(__always)
  mutating func beginRecord() {
    if _slowPath(!attached.text.isEmpty) { attached.text.removeAll(keepingCapacity: true) }
    texts.reset()
    recordsToTrial &-= 1
    if _slowPath(recordsToTrial == 0) { beginTrials() }
    begin(scope: 0)
  }

  /// Looks up the strings of some fields from now on, to measure whether their values repeat.
  @inline(never)
  private mutating func beginTrials() {
    recordsToTrial = Self.recordsPerTrial
    for target in description.plainTargets.joined() where unsafe bindings[target].kind == .string {
      if unsafe bindings[target].sharing.isDue() { unsafe bindings[target].kind = .sharedString }
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
    let mask = unsafe scopes[scope].requiredMask
    return unsafe mask < 0 || (hasSeen(mask, of: Int32(scope)) && !scopes[scope].canReject)
  }

  /// Abandons a record and resets everything that was stored.
  @inline(never)
  mutating func abandonRecord() {
    endCount = 0
    failure = Failure()
    rejection = nil
    attached.replaced?.forget()
    texts.expire()
    for scope in 0..<scopeCount { abandon(scope: scope) }
    callContext.object?.undo(to: unsafe scopes.pointee.changes)
  }

  /// Abandons a model and resets everything that was stored.
  mutating func abandon(scope: Int) {
    let state = unsafe scopes + scope
    unsafe state.pointee.isFinished = true
    for word in unsafe 0..<state.pointee.words {
      unsafe state.pointee.marks[word].dirty |= unsafe state.pointee.marks[word].seen
      unsafe state.pointee.marks[word].seen = 0
    }
    if unsafe state.pointee.hasCells {
      for cell in description.scopes[scope].elementCells {
        unsafe cell.operations.deinitialize(state.pointee.cells + cell.offset)
        unsafe cell.operations.initialize(state.pointee.cells + cell.offset)
      }
    }
    // An object that was handed out must not change.
    if unsafe state.pointee.hasCells || isShared(scope) {
      renew(scope)
    } else {
      finish(scope: scope)
    }
  }

  /// Ends a nested model's value and stores its instance into the field. Returns false after a failure.
  @inline(always)
  mutating func commit(_ index: Int) -> Bool {
    let instruction = unsafe tables.instructions + index
    if unsafe !hasRequired(scope: Int(instruction.pointee.child)) { return false }
    unsafe storeModel(instruction)
    return true
  }

  /// Stores a nested model that has all its required fields.
  @inline(always)
  mutating func storeModel(_ instruction: UnsafePointer<Instruction>) {
    let child = unsafe Int(instruction.pointee.child)
    finish(scope: child)
    let parent = unsafe scopes + Int(instruction.pointee.scope)
    let address = unsafe parent.pointee.address(instruction.pointee.isInCell, Int(instruction.pointee.offset))
    unsafe parent.pointee.markSeen(Int(instruction.pointee.field))
    unsafe instruction.pointee.witness.object._withUnsafeGuaranteedRef {
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
    for scope in 0..<scopeCount { unsafe scopes[scope].isPlain = false }
  }

  /// Notes the absent fields of a model whose value has ended.
  mutating func noteAbsent(_ scope: Int) {
    guard notes.counts else { return }
    for field in description.scopes[scope].fields.indices where unsafe !scopes[scope].isSeen(field) {
      notes.note(.absent, Int32(scope), Int32(field))
    }
  }
}
