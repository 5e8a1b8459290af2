/// One model's instance while records are read into it: a reused instance, a pristine
/// one with the template's values, the cells, and which fields were seen.
///
/// Invariants, between records: a field's value is the template's unless its bit in
/// `dirty` is set. Within one: `seen` has the fields that the record has; one that was
/// stored is dirty, one whose value was not taken is not.
///
/// SAFETY: all memory is allocated in `init`, as the scope's operations say, and freed
/// by `deallocate` with the same scope.
@safe struct ScopeState {
  let instance: UnsafeMutableRawPointer
  let template: UnsafeMutableRawPointer
  /// Where the byte offsets count from, in either.
  var base: UnsafeMutableRawPointer
  let templateBase: UnsafeMutableRawPointer
  let cells: UnsafeMutableRawPointer
  let pristineCells: UnsafeMutableRawPointer
  let seen: UnsafeMutablePointer<UInt64>
  let dirty: UnsafeMutablePointer<UInt64>
  let slots: UnsafeMutablePointer<FieldSlot>
  let words: Int
  let requiredMask: Int32
  /// Steps from the record's own value to the model's.
  let depth: Int32
  let isClass: Bool
  let hasCells: Bool

  init(_ scope: Program.Scope) {
    unsafe instance = unsafe scope.instance.allocate()
    unsafe template = unsafe scope.instance.allocate()
    unsafe base = unsafe scope.instance.base(instance)
    unsafe templateBase = unsafe scope.instance.base(template)
    unsafe cells = .allocate(byteCount: max(scope.cellBytes, 1), alignment: 16)
    unsafe pristineCells = .allocate(byteCount: max(scope.cellBytes, 1), alignment: 16)
    for cell in scope.cells {
      unsafe cell.operations.initialize(cells + cell.offset)
      unsafe cell.operations.initialize(pristineCells + cell.offset)
    }
    words = max(scope.words, 1)
    requiredMask = scope.requiredMask
    depth = scope.depth
    unsafe seen = .allocate(capacity: words)
    unsafe seen.initialize(repeating: 0, count: words)
    unsafe dirty = .allocate(capacity: words)
    unsafe dirty.initialize(repeating: 0, count: words)
    unsafe slots = .allocate(capacity: max(scope.fields.count, 1))
    for (index, field) in scope.fields.enumerated() { unsafe (slots + index).initialize(to: field.slot) }
    isClass = scope.instance.isClass
    hasCells = !scope.cells.isEmpty
  }

  func deallocate(_ scope: Program.Scope) {
    unsafe scope.instance.deallocate(instance)
    unsafe scope.instance.deallocate(template)
    for cell in scope.cells {
      unsafe cell.operations.deinitialize(cells + cell.offset)
      unsafe cell.operations.deinitialize(pristineCells + cell.offset)
    }
    unsafe cells.deallocate()
    unsafe pristineCells.deallocate()
    unsafe seen.deallocate()
    unsafe dirty.deallocate()
    unsafe slots.deallocate()
  }

  @inline(__always)
  func markSeen(_ field: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: field & 63)
    unsafe seen[field &>> 6] |= bit
    unsafe dirty[field &>> 6] |= bit
  }

  /// The field has the template's value.
  func markClean(_ field: Int) {
    unsafe dirty[field >> 6] &= ~(1 << UInt64(field & 63))
  }

  /// Whether the record's value was stored.
  func isStored(_ field: Int) -> Bool {
    unsafe seen[field >> 6] & dirty[field >> 6] & (1 << UInt64(field & 63)) != 0
  }

  /// As if the field had not been seen: a later member of the same name replaces it.
  func forget(_ field: Int) {
    unsafe seen[field >> 6] &= ~(1 << UInt64(field & 63))
  }

  /// The address of a field.
  @inline(__always)
  func address(_ isInCell: Bool, _ offset: Int) -> UnsafeMutableRawPointer {
    unsafe (isInCell ? cells : base) + offset
  }
}
