/// The state of one model while records are read into it: a reused instance, a pristine instance with the template's
/// values, the cells, and the fields that were seen.
///
/// Invariants: a field has the template's value unless its bit is set in `dirty`, or, within a record, in `seen` and
/// not in `kept`. `seen` marks the fields that the record has, `kept` those whose value was not stored, and `void`
/// those whose value must not remain. Stored fields become dirty when the record ends. An instance that shares its marks
/// clears `dirty`, and then knows which of its values are old.
///
/// SAFETY: all memory is allocated in `init`, with the scope's operations, and freed by `deallocate` with the same
/// scope.
@safe struct ScopeState {
  let instance: UnsafeMutableRawPointer
  let template: UnsafeMutableRawPointer
  /// The addresses from which the byte offsets count.
  var base: UnsafeMutableRawPointer
  let templateBase: UnsafeMutableRawPointer
  let cells: UnsafeMutableRawPointer
  let pristineCells: UnsafeMutableRawPointer
  /// One element for each 64 fields.
  var marks: Table<FieldMarks>
  let slots: Table<FieldSlot>
  let requiredMask: Int32
  /// The number of steps from the record's root value to the model's value.
  let depth: Int32
  /// Whether the instance is a reference to an object, which may have others.
  let isObject: Bool
  let hasCells: Bool
  /// Whether the instance exists only after its value has ended.
  let isBuilt: Bool
  /// Whether the instance can be rejected when its value ends.
  let canReject: Bool
  /// Whether an instance that existed before the record can be updated. The template is then that instance.
  let isUpdated: Bool
  /// Whether a record changes more of the instance than its fields.
  let isChangedByHook: Bool
  /// Whether the value has ended. Its absent fields are then noted, and the cells have been written to the instance.
  var isFinished = false
  /// The start of the changes that were made to instances since the value began.
  var changes = 0
  /// Whether the model is a value type whose fields are all in one word of marks and have byte offsets, and nothing is
  /// noted.
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
    for cell in scope.elementCells { unsafe cell.operations.initialize(cells + cell.offset) }
    requiredMask = scope.requiredMask
    depth = scope.depth
    marks = Table(repeating: FieldMarks(), count: max(scope.words, 1))
    slots = Table(scope.fields.lazy.map(\.slot))
    unsafe isObject = scope.instance.isUnique != nil
    isBuilt = scope.instance.isBuilt
    canReject = scope.canReject
    isUpdated = scope.instance.isUpdated
    isChangedByHook = scope.instance.isChangedByHook
    hasCells = !scope.cells.isEmpty
    isPlain =
      !isObject && !hasCells && marks.count == 1 && !scope.isVoidable && !isUpdated && !canReject
    if let shareMarks = unsafe scope.instance.shareMarks { unsafe shareMarks(instance, marks.address(0)) }
  }

  func deallocate(_ scope: Program.Scope) {
    unsafe scope.instance.deallocate(instance)
    unsafe scope.instance.deallocate(template)
    for cell in scope.cells {
      unsafe cell.operations.deinitialize(cells + cell.offset)
      unsafe cell.operations.deinitialize(pristineCells + cell.offset)
    }
    for cell in scope.elementCells { unsafe cell.operations.deinitialize(cells + cell.offset) }
    unsafe cells.deallocate()
    unsafe pristineCells.deallocate()
    marks.deallocate()
    slots.deallocate()
  }

  @inline(__always)
  mutating func markSeen(_ field: Int) {
    marks[field &>> 6].seen |= 1 &<< UInt64(truncatingIfNeeded: field & 63)
  }

  /// Marks a field that the record has but that keeps the template's value.
  mutating func markKept(_ field: Int) {
    markSeen(field)
    marks[field >> 6].kept |= 1 << UInt64(field & 63)
  }

  /// Returns whether the record has the field.
  func isSeen(_ field: Int) -> Bool {
    marks[field >> 6].seen & (1 << UInt64(field & 63)) != 0
  }

  /// Marks a field whose value in the instance differs from the template's.
  mutating func markDirty(_ field: Int) {
    marks[field >> 6].dirty |= 1 << UInt64(field & 63)
  }

  /// Returns whether the record's value was stored.
  func isStored(_ field: Int) -> Bool {
    let marks = marks[field >> 6]
    return marks.seen & ~marks.kept & ~marks.void & (1 << UInt64(field & 63)) != 0
  }

  /// Marks a field that must have the template's value, whatever was stored.
  mutating func markVoid(_ field: Int) {
    markSeen(field)
    marks[field >> 6].void |= 1 << UInt64(field & 63)
  }

  /// Marks a field as not seen, because a later member of the same name replaces it.
  mutating func forget(_ field: Int) {
    let bit: UInt64 = 1 << UInt64(field & 63)
    marks[field >> 6].dirty |= marks[field >> 6].seen & bit
    marks[field >> 6].seen &= ~bit
    marks[field >> 6].kept &= ~bit
    marks[field >> 6].void &= ~bit
  }

  /// Returns the word in which a field is marked as seen.
  func seenWord(_ field: Int) -> UnsafeMutablePointer<UInt64> {
    // SAFETY: `seen` is the first of the marks.
    unsafe UnsafeMutableRawPointer(marks.address(field >> 6)).assumingMemoryBound(to: UInt64.self)
  }

  @inline(__always)
  func address(_ isInCell: Bool, _ offset: Int) -> UnsafeMutableRawPointer {
    unsafe (isInCell ? cells : base) + offset
  }
}

/// An instruction bound to the instance of one machine. It has everything that is needed to store a plain value of the
/// commonest types, with no lookup.
///
/// There is one for each target. The kind is `none` for a target that needs more than a store: several instructions, a
/// custom type, or a copy of the value's bytes.
///
/// SAFETY: `address` is that of the field, in the given shape, and `seen` that of its word in the scope's state. Both
/// live as long as the machine. The address is renewed with the scope's instance.
@safe struct Binding {
  enum Kind: UInt8 {
    case none
    case string, sharedString, internedString, borrowed
    case int, double, bool
    /// The JSON text of any value.
    case json

    init(_ type: SlotType) {
      switch type {
      // Short strings are built here if their layout is known.
      case .string: self = SmallString.isLayoutKnown ? .string : .none
      case .internedString: self = SmallString.isLayoutKnown ? .sharedString : .internedString
      // A text that is a string is stored alike. The store takes other scalars the general way.
      case .borrowed, .text: self = .borrowed
      case .int: self = .int
      case .double: self = .double
      case .bool: self = .bool
      case .json, .verbatimJSON: self = .json
      default: self = .none
      }
    }

    var isString: Bool { self == .string || self == .sharedString || self == .internedString }
  }

  var kind = Kind.none
  var shape = SlotShape.plain
  /// Measures whether the strings repeat, while the kind is `sharedString`.
  var sharing = StringSharing()
  /// The bit of the field in its word of seen fields.
  var bit: UInt64 = 0
  var seen: UnsafeMutablePointer<UInt64>
  var address: UnsafeMutableRawPointer

  /// Creates the binding of a target in which nothing is bound.
  init(none state: ScopeState) {
    unsafe address = unsafe state.base
    unsafe seen = unsafe state.seenWord(0)
  }

  init(_ instruction: Instruction, _ state: ScopeState) {
    kind = Kind(instruction.type)
    // A string must be checked for the text of null.
    if instruction.coerces, kind.isString || kind == .borrowed { kind = .none }
    sharing = StringSharing(isMeasured: instruction.type == .string)
    shape = instruction.shape
    bit = 1 << UInt64(instruction.field & 63)
    unsafe address = unsafe state.address(instruction.isInCell, Int(instruction.offset))
    unsafe seen = unsafe state.seenWord(Int(instruction.field))
  }

  /// Takes another binding of the same target, and keeps what was measured of the field's strings.
  mutating func bind(_ other: Binding) {
    let old = self
    self = other
    guard old.kind.isString, other.kind == .string else { return }
    kind = old.kind
    sharing = old.sharing
  }

  /// Marks the field as seen and stored.
  @inline(always)
  func markSeen() {
    unsafe seen.pointee |= bit
  }
}

/// Marks of 64 fields, one bit for each.
@usableFromInline package struct FieldMarks: BitwiseCopyable {
  @usableFromInline package var seen: UInt64 = 0
  @usableFromInline package var kept: UInt64 = 0
  @usableFromInline package var dirty: UInt64 = 0
  var void: UInt64 = 0
}
