// The model in the middle of a record.
//
// SAFETY: scopes, instructions and nodes are numbered by the compilation; addresses come from the scope's
// state and the instruction's offset.
extension Machine {
  /// Makes the model fit to be shown as far as it has been read: what the record did not have yet is the
  /// template's, what is open is to be lent.
  ///
  /// - Parameters:
  ///   - text: the address of what there is of a string that is open.
  ///   - target: what that is wanted for.
  ///   - isWhole: the record's value has ended, and only its line has not.
  /// - Complexity: O(f) in the fields of the models that are open.
  mutating func partial(text: UnsafeMutableRawPointer?, for target: Int32, isWhole: Bool) -> PartialModel {
    if isWhole { store.finish(scope: 0) }
    let models = openModels
    let open = openFields(models)
    var complete: [Int32: [UInt64]] = [:]
    for scope in [0] + models.map({ unsafe store.tables.instructions[$0].child }) {
      settle(scope: scope, open)
      complete[scope] = completeFields(of: scope, open)
    }
    var loans: [FieldWitness.Borrow] = []
    if let text = unsafe text, target > 0 { loans = unsafe textBorrows(text, target) }
    loans += models.reversed().compactMap(loan)
    return PartialModel(loans: loans, complete: complete)
  }

  // MARK: What is open

  /// The instructions of the models that are open, the outermost first.
  private var openModels: [Int] {
    var models: [(depth: Int32, instruction: Int32)] = []
    var frame = unsafe matcher.frames
    while unsafe frame <= matcher.top {
      if unsafe frame.pointee.tag >= 0 {
        models.append((unsafe frame.pointee.depth, unsafe frame.pointee.tag))
      }
      unsafe frame += 1
    }
    for end in 0..<store.endCount where unsafe store.ends[end].action == .scope {
      models.append((unsafe store.ends[end].depth, unsafe store.ends[end].instruction))
    }
    return models.sorted { $0 < $1 }.map { Int($0.instruction) }
  }

  /// The fields whose value has begun and not ended.
  private func openFields(_ models: [Int]) -> [Program.FieldReference] {
    var open = models.map(reference)
    for end in 0..<store.endCount { open.append(reference(Int(unsafe store.ends[end].instruction))) }
    var frame = unsafe matcher.frames
    while unsafe frame <= matcher.top {
      let container = unsafe store.tables.containers[Int(frame.pointee.node.pointee.index)]
      for index in container.presentFields(isArray: unsafe frame.pointee.isArray) {
        open.append(unsafe store.tables.fieldReferences[index])
      }
      for index in store.instructions(of: container.target) {
        let action = unsafe store.tables.instructions[index].action
        if action == .array || action == .object { open.append(reference(index)) }
      }
      unsafe frame += 1
    }
    return open
  }

  private func reference(_ instruction: Int) -> Program.FieldReference {
    let instruction = unsafe store.tables.instructions + instruction
    return unsafe Program.FieldReference(
      scope: instruction.pointee.scope, field: instruction.pointee.field)
  }

  // MARK: Fields

  /// Resets what is left of records before, and writes what is complete in cells.
  ///
  /// A field that can only be written waits for its record's end: it is written once.
  private mutating func settle(scope: Int32, _ open: [Program.FieldReference]) {
    let state = unsafe store.scopes + Int(scope)
    guard unsafe !state.pointee.isBuilt else { return }
    for word in unsafe 0..<state.pointee.words {
      let marks = unsafe state.pointee.marks[word]
      // A field with a bad element will have the template's value.
      var stale = (marks.dirty & ~marks.seen) | (marks.void & marks.seen)
      while stale != 0 {
        store.reset(Int(scope), word * 64 + stale.trailingZeroBitCount)
        stale &= stale - 1
      }
      unsafe state.pointee.marks[word].dirty &= marks.seen
    }
    if unsafe state.pointee.isFinished { return }
    for cell in store.description.scopes[Int(scope)].cells {
      guard unsafe cell.operations.reset != nil, unsafe state.pointee.isStored(cell.field) else { continue }
      if open.contains(where: { $0.scope == scope && Int($0.field) == cell.field }) { continue }
      unsafe cell.operations.flush(state.pointee.instance, state.pointee.cells + cell.offset)
    }
  }

  /// The fields that have their values for good, whatever else is in the record.
  private func completeFields(of scope: Int32, _ open: [Program.FieldReference]) -> [UInt64] {
    let state = unsafe store.scopes + Int(scope)
    var complete = unsafe (0..<state.pointee.words).map { word in
      unsafe state.pointee.marks[word].seen & ~state.pointee.marks[word].void
    }
    for field in open where field.scope == scope {
      complete[Int(field.field) / 64] &= ~(1 << UInt64(field.field % 64))
    }
    return complete
  }

  // MARK: Borrows

  private func textBorrows(_ text: UnsafeMutableRawPointer, _ target: Int32) -> [FieldWitness.Borrow] {
    store.instructions(of: target).compactMap { index in
      let instruction = unsafe store.tables.instructions[index]
      let isText = instruction.type == .string || instruction.type == .internedString
      // One that is coerced may be something else when it ends.
      guard instruction.action == .value, isText, !instruction.isInCell, !instruction.coerces else {
        return nil
      }
      return unsafe loan(text, instruction)
    }
  }

  /// A model that is made when its value ends is not there yet, and one that a closure looks at then may be
  /// another, or none; what gathers its elements takes whole ones.
  private func loan(_ model: Int) -> FieldWitness.Borrow? {
    let instruction = unsafe store.tables.instructions[model]
    let child = unsafe store.scopes + Int(instruction.child)
    guard unsafe !child.pointee.canRefuse, !instruction.isInCell else { return nil }
    return unsafe loan(
      child.pointee.instance, instruction)
  }

  private func loan(
    _ value: UnsafeMutableRawPointer, _ instruction: Instruction
  ) -> FieldWitness.Borrow {
    unsafe FieldWitness.Borrow(
      witness: instruction.witness.object.takeUnretainedValue(), shape: instruction.shape,
      field: store.scopes[Int(instruction.scope)].address(false, Int(instruction.offset)), value: value)
  }
}
