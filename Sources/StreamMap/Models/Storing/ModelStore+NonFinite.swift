// Numbers that JSON has not, in a record that was mended: others stand for them.
//
// SAFETY: as for the stores.
extension ModelStore {
  /// Stores a number that JSON has not. False if the literal is none; what is kept as it stands has `null`.
  @inline(never)
  mutating func putNonFinite(
    _ literal: Literal, _ instruction: UnsafePointer<Instruction>
  ) throws(_LiteralFailure) -> Bool {
    guard let standIns else { return false }
    guard unsafe !instruction.pointee.type.isRaw else {
      let json = unsafe standIns.replaced(in: Span(_unsafeStart: whole.start, count: whole.count))
      // It lives as long as the record.
      unsafe json.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        whole = unsafe Whole(texts.copy(start, bytes.count), bytes.count)
      }
      return false
    }
    guard literal.kind == .number else { return false }
    let text = unsafe UnsafeBufferPointer(start: literal.bytes, count: literal.count)
    guard let number = unsafe standIns.number(text) else { return false }
    let state = unsafe scopes + Int(instruction.pointee.scope)
    let address = unsafe state.pointee.address(instruction.pointee.isInCell, Int(instruction.pointee.offset))
    switch unsafe instruction.pointee.type {
    case .double: unsafe FieldAccess<Double>.put(number.value, instruction.pointee.shape, at: address)
    case .float: unsafe FieldAccess<Float>.put(Float(number.value), instruction.pointee.shape, at: address)
    default: throw .typeMismatch
    }
    return true
  }
}
