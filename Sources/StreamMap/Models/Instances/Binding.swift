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
