/// One model's instance while records are read into it: a reused instance, a pristine
/// one with the template's values, the cells, and which fields were seen.
///
/// Invariants, between records: a field's value is the template's unless its bit in
/// `dirty` is set; `seen` is clear. Within one: a field stored in this record has its
/// bit set in both.
///
/// SAFETY: all memory is allocated in `init`, as the scope's operations say, and freed
/// by `deallocate` with the same scope.
struct ScopeState {
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
    instance = scope.instance.allocate()
    template = scope.instance.allocate()
    base = scope.instance.base(instance)
    templateBase = scope.instance.base(template)
    cells = .allocate(byteCount: max(scope.cellBytes, 1), alignment: 16)
    pristineCells = .allocate(byteCount: max(scope.cellBytes, 1), alignment: 16)
    for cell in scope.cells {
      cell.operations.initialize(cells + cell.offset)
      cell.operations.initialize(pristineCells + cell.offset)
    }
    words = max(scope.words, 1)
    requiredMask = scope.requiredMask
    depth = scope.depth
    seen = .allocate(capacity: words)
    seen.initialize(repeating: 0, count: words)
    dirty = .allocate(capacity: words)
    dirty.initialize(repeating: 0, count: words)
    slots = .allocate(capacity: max(scope.fields.count, 1))
    for (index, field) in scope.fields.enumerated() { (slots + index).initialize(to: field.slot) }
    isClass = scope.instance.isUnique != nil
    hasCells = !scope.cells.isEmpty
  }

  func deallocate(_ scope: Program.Scope) {
    scope.instance.deallocate(instance)
    scope.instance.deallocate(template)
    for cell in scope.cells {
      cell.operations.deinitialize(cells + cell.offset)
      cell.operations.deinitialize(pristineCells + cell.offset)
    }
    cells.deallocate()
    pristineCells.deallocate()
    seen.deallocate()
    dirty.deallocate()
    slots.deallocate()
  }

  @inline(__always)
  func isSeen(_ field: Int) -> Bool {
    seen[field &>> 6] & (1 &<< UInt64(truncatingIfNeeded: field & 63)) != 0
  }

  @inline(__always)
  func markSeen(_ field: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: field & 63)
    seen[field &>> 6] |= bit
    dirty[field &>> 6] |= bit
  }

  /// As if the field had not been seen: a later member of the same name replaces it.
  func forget(_ field: Int) {
    seen[field >> 6] &= ~(1 << UInt64(field & 63))
  }

  /// The address of a field.
  @inline(__always)
  func address(_ isInCell: Bool, _ offset: Int) -> UnsafeMutableRawPointer {
    (isInCell ? cells : base) + offset
  }
}
