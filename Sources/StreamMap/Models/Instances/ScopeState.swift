/// One model's instance while records are read into it: a reused instance, a pristine
/// one with the template's values, the cells, and which fields were seen.
///
/// Invariants: a field's value is the template's unless its bit in `dirty` is set, or, within a
/// record, in `seen` and not in `kept`: `seen` has the fields that the record has, `kept` those
/// of them whose value was not taken, and `void` those whose value is not to be. What was stored becomes dirty
/// when the record ends.
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
  /// For each 64 fields.
  let marks: UnsafeMutablePointer<Marks>
  let slots: UnsafeMutablePointer<FieldSlot>
  let words: Int
  let requiredMask: Int32
  /// Steps from the record's own value to the model's.
  let depth: Int32
  /// Whether nobody else holds a class's instance; nil for a value.
  let isUnique: (@Sendable (UnsafeMutableRawPointer) -> Bool)?
  let hasCells: Bool
  /// The instance is there only when its value has ended.
  let isBuilt: Bool
  /// It can be refused then.
  let canRefuse: Bool
  /// Whether the end of the model needs more work than checking for missing values.
  let mustSettle: Bool
  /// It is one that was there before the record, perhaps, and then the template is it.
  let isUpdated: Bool
  /// The record leaves more in it than its fields.
  let isChangedByHook: Bool
  /// The value has ended: what it lacks is noted, and the cells have been written to the instance.
  var isFinished = false
  /// Where the changes of instances begin that were made since its value began.
  var changes = 0
  /// A value, whose fields are in one word and lie in it, and nobody takes notes.
  var isPlain: Bool

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
    for cell in scope.elementCells { unsafe cell.gathering.initialize(cells + cell.offset) }
    words = max(scope.words, 1)
    requiredMask = scope.requiredMask
    depth = scope.depth
    unsafe marks = .allocate(capacity: words)
    unsafe marks.initialize(repeating: Marks(), count: words)
    unsafe slots = .allocate(capacity: max(scope.fields.count, 1))
    for (index, field) in scope.fields.enumerated() { unsafe (slots + index).initialize(to: field.slot) }
    unsafe isUnique = scope.instance.isUnique
    isBuilt = scope.instance.isBuilt
    canRefuse = scope.instance.canRefuse
    mustSettle = scope.instance.canRefuse || scope.defersMismatches
    isUpdated = scope.instance.isUpdated
    isChangedByHook = scope.instance.isChangedByHook
    hasCells = !scope.cells.isEmpty
    isPlain =
      unsafe isUnique == nil && !hasCells && words == 1 && !scope.isVoidable && !isUpdated && !canRefuse
  }

  func deallocate(_ scope: Program.Scope) {
    unsafe scope.instance.deallocate(instance)
    unsafe scope.instance.deallocate(template)
    for cell in scope.cells {
      unsafe cell.operations.deinitialize(cells + cell.offset)
      unsafe cell.operations.deinitialize(pristineCells + cell.offset)
    }
    for cell in scope.elementCells { unsafe cell.gathering.deinitialize(cells + cell.offset) }
    unsafe cells.deallocate()
    unsafe pristineCells.deallocate()
    unsafe marks.deallocate()
    unsafe slots.deallocate()
  }

  /// A bit for each field.
  struct Marks {
    var seen: UInt64 = 0
    var kept: UInt64 = 0
    var dirty: UInt64 = 0
    var void: UInt64 = 0
  }

  @inline(__always)
  func markSeen(_ field: Int) {
    unsafe marks[field &>> 6].seen |= 1 &<< UInt64(truncatingIfNeeded: field & 63)
  }

  /// The record has the field, and it has the template's value all the same.
  func markKept(_ field: Int) {
    markSeen(field)
    unsafe marks[field >> 6].kept |= 1 << UInt64(field & 63)
  }

  /// Whether the record has the field.
  func isSeen(_ field: Int) -> Bool {
    unsafe marks[field >> 6].seen & (1 << UInt64(field & 63)) != 0
  }

  /// The instance has what the template has not.
  func markDirty(_ field: Int) {
    unsafe marks[field >> 6].dirty |= 1 << UInt64(field & 63)
  }

  /// Whether the record's value was stored.
  func isStored(_ field: Int) -> Bool {
    let marks = unsafe marks[field >> 6]
    return marks.seen & ~marks.kept & ~marks.void & (1 << UInt64(field & 63)) != 0
  }

  /// Whatever of the field's value is stored, it is to have the template's.
  func markVoid(_ field: Int) {
    markSeen(field)
    unsafe marks[field >> 6].void |= 1 << UInt64(field & 63)
  }

  /// As if the field had not been seen: a later member of the same name replaces it.
  func forget(_ field: Int) {
    let bit: UInt64 = 1 << UInt64(field & 63)
    let marks = unsafe marks + (field >> 6)
    unsafe marks.pointee.dirty |= unsafe marks.pointee.seen & bit
    unsafe marks.pointee.seen &= ~bit
    unsafe marks.pointee.kept &= ~bit
    unsafe marks.pointee.void &= ~bit
  }

  /// The word in which a field is marked as seen.
  func seenWord(_ field: Int) -> UnsafeMutablePointer<UInt64> {
    // SAFETY: `seen` is the first of the marks.
    unsafe UnsafeMutableRawPointer(marks + (field >> 6)).assumingMemoryBound(to: UInt64.self)
  }

  /// The address of a field.
  @inline(__always)
  func address(_ isInCell: Bool, _ offset: Int) -> UnsafeMutableRawPointer {
    unsafe (isInCell ? cells : base) + offset
  }
}

/// An instruction tied to the instance of one machine: what it takes to store a plain value of
/// the commonest types, with nothing to look up.
///
/// There is one for each target. Those whose values need more than to be stored (several
/// instructions, a type of one's own, the value's own bytes) have the kind `none`.
///
/// SAFETY: `address` is that of the field, in the shape that it says, and `seen` that of its
/// word in the scope's state; both live as long as the machine. The address is renewed with
/// the scope's instance.
@safe struct Binding {
  enum Kind: UInt8 {
    case none
    case string, internedString, borrowed
    case int, double, bool

    init(_ type: SlotType) {
      switch type {
      // Short strings are put together here, where their layout is known.
      case .string: self = SmallString.isLayoutKnown ? .string : .none
      case .internedString: self = .internedString
      case .borrowed: self = .borrowed
      case .int: self = .int
      case .double: self = .double
      case .bool: self = .bool
      default: self = .none
      }
    }
  }

  var kind = Kind.none
  var shape = SlotShape.plain
  /// The field, in the word of those that are seen.
  var bit: UInt64 = 0
  var seen: UnsafeMutablePointer<UInt64>
  var address: UnsafeMutableRawPointer

  /// The binding of a target in which nothing is bound.
  init(none state: ScopeState) {
    unsafe address = unsafe state.base
    unsafe seen = unsafe state.seenWord(0)
  }

  init(_ instruction: Instruction, _ state: ScopeState) {
    kind = Kind(instruction.type)
    // Of a string it has to be seen whether it stands for null.
    if instruction.coerces, kind == .string || kind == .internedString || kind == .borrowed { kind = .none }
    shape = instruction.shape
    bit = 1 << UInt64(instruction.field & 63)
    unsafe address = unsafe state.address(instruction.isInCell, Int(instruction.offset))
    unsafe seen = unsafe state.seenWord(Int(instruction.field))
  }

  /// The record has the field, and the instance its value.
  @inline(always)
  func markSeen() {
    unsafe seen.pointee |= bit
  }
}
