// The model in the middle of a record.
//
// SAFETY: the compilation numbers scopes, instructions and nodes. Addresses come from the scope's state and the
// instruction's offset.
extension Machine {
  /// Prepares the model to be shown as far as the record has been read. Fields without a value have the template's
  /// value. Open fields are borrowed.
  ///
  /// - Parameters:
  ///   - text: the address of the text so far of an open string.
  ///   - target: the target of that string.
  ///   - isWhole: whether the record's root value has ended, but not its line.
  /// - Complexity: O(f) in the fields of the open models.
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
    loans += models.reversed().compactMap(borrow)
    return PartialModel(loans: loans, complete: complete)
  }

  // MARK: What is open

  /// The instructions of the open models, outermost first.
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

  /// Returns the fields whose value has begun and not ended.
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

  /// Resets the values of earlier records, and writes complete values that are in cells.
  ///
  /// A field that can be written but not read waits for the end of its record, because it is written once.
  private mutating func settle(scope: Int32, _ open: [Program.FieldReference]) {
    let state = unsafe store.scopes + Int(scope)
    guard unsafe !state.pointee.isBuilt else { return }
    for word in unsafe 0..<state.pointee.words {
      let marks = unsafe state.pointee.marks[word]
      // A field with a mismatched element gets the template's value.
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

  /// Returns the fields whose values are final, whatever follows in the record.
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
      // A value that is coerced may be of another type when it ends.
      guard instruction.action == .value, isText, !instruction.isInCell, !instruction.coerces else {
        return nil
      }
      return unsafe borrow(text, instruction)
    }
  }

  /// Borrows an open nested model. Nil if the model is created, or can be replaced or rejected by a closure, only when
  /// its value ends, or if its collection takes only complete elements.
  private func borrow(_ model: Int) -> FieldWitness.Borrow? {
    let instruction = unsafe store.tables.instructions[model]
    let child = unsafe store.scopes + Int(instruction.child)
    guard unsafe !child.pointee.canReject, !instruction.isInCell else { return nil }
    return unsafe borrow(
      child.pointee.instance, instruction)
  }

  private func borrow(
    _ value: UnsafeMutableRawPointer, _ instruction: Instruction
  ) -> FieldWitness.Borrow {
    unsafe FieldWitness.Borrow(
      witness: instruction.witness.object.takeUnretainedValue(), shape: instruction.shape,
      field: store.scopes[Int(instruction.scope)].address(false, Int(instruction.offset)), value: value)
  }
}
