// Elements on their way from their cell to their collection.
//
// SAFETY: addresses come from the scope's state and the level, which the compilation took from one
// storage; a name is in the program's tables, or in the frame's.
extension ModelStore {
  /// Moves the element that an instruction stored to its collection; the reason, if it is not
  /// taken.
  @inline(never)
  mutating func gather(_ instruction: UnsafePointer<Instruction>) -> MappingError.Kind? {
    let state = unsafe scopes + Int(instruction.pointee.scope)
    let intake = description.intakes[Int(unsafe instruction.pointee.intake)]
    let level = description.levels[intake.level]
    let collection = unsafe state.pointee.address(level.slot.isInCell, level.slot.offset)
    let cell = unsafe state.pointee.cells + level.cellOffset
    func insert(_ name: Span<UInt8>) -> MappingError.Kind? {
      unsafe level.gathering.insert(
        cell, into: collection, level.slot.shape, name: name, level.duplicate)
    }
    return withName(of: intake, isKeyed: level.gathering.isKeyed, insert) ?? nil
  }

  /// Calls a closure with the name of the member that a collection takes, if it has one.
  func withName<Result>(
    of intake: Program.Intake, isKeyed: Bool, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    if !isKeyed || intake.name.base >= 0 {
      // Where a path names the member, the name is known.
      let name = unsafe names + Int(max(intake.name.base, 0))
      return unsafe body(Span(_unsafeStart: name, count: Int(intake.name.count)))
    }
    let memberNames = unsafe memberNames?.takeUnretainedValue()
    guard intake.object < 0 else {
      let keys = description.unknownKeys[intake.unknownKeys]
      return memberNames?.withLast { name in
        body(Array(keys.key(String(validated: name), of: intake.object).utf8).span)
      }
    }
    return memberNames?.withLast(body)
  }

  /// The value that ended is an element: it goes to its collection. False after a failure.
  @inline(never)
  mutating func gather(_ ended: End) -> Bool {
    let instruction = unsafe tables.instructions + Int(ended.instruction)
    guard let kind = unsafe gather(instruction) else { return true }
    if unsafe mismatch(instruction, kind, ended.isArray ? .array : .object) { return true }
    if ended.start >= 0 { failure.start = ended.start }
    return false
  }
}
