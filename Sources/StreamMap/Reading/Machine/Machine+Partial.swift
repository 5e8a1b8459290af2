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
    for scope in [0] + models.map({ store.tables.instructions[$0].child }) {
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
    for frame in matcher.openFrames where frame.tag >= 0 { models.append((frame.depth, frame.tag)) }
    for end in 0..<store.endCount where store.ends[end].action == .scope {
      models.append((store.ends[end].depth, store.ends[end].instruction))
    }
    return models.sorted { $0 < $1 }.map { Int($0.instruction) }
  }

  /// Returns the fields whose value has begun and not ended.
  private func openFields(_ models: [Int]) -> [Program.FieldReference] {
    var open = models.map(reference)
    for end in 0..<store.endCount { open.append(reference(Int(store.ends[end].instruction))) }
    for frame in matcher.openFrames {
      let container = store.tables.containers[Int(frame.node.pointee.index)]
      for index in container.presentFields(isArray: frame.isArray) {
        open.append(store.tables.fieldReferences[index])
      }
      for index in store.instructions(of: container.target) {
        let action = store.tables.instructions[index].action
        if action == .array || action == .object { open.append(reference(index)) }
      }
    }
    return open
  }

  private func reference(_ instruction: Int) -> Program.FieldReference {
    let instruction = store.tables.instructions.entry(instruction)
    return Program.FieldReference(scope: instruction.pointee.scope, field: instruction.pointee.field)
  }

  // MARK: Fields

  /// Resets the values of earlier records, and writes complete values that are in cells.
  ///
  /// A field that can be written but not read waits for the end of its record, because it is written once.
  private mutating func settle(scope: Int32, _ open: [Program.FieldReference]) {
    guard !store.scopes[Int(scope)].isBuilt else { return }
    for word in 0..<store.scopes[Int(scope)].marks.count {
      let marks = store.scopes[Int(scope)].marks[word]
      // A field with a mismatched element gets the template's value.
      var stale = (marks.dirty & ~marks.seen) | (marks.void & marks.seen)
      while stale != 0 {
        store.reset(Int(scope), word * 64 + stale.trailingZeroBitCount)
        stale &= stale - 1
      }
      store.scopes[Int(scope)].marks[word].dirty &= marks.seen
    }
    if store.scopes[Int(scope)].isFinished { return }
    for cell in store.description.scopes[Int(scope)].cells {
      guard cell.operations.canReset, store.scopes[Int(scope)].isStored(cell.field) else {
        continue
      }
      if open.contains(where: { $0.scope == scope && Int($0.field) == cell.field }) { continue }
      unsafe cell.operations.flush(
        store.scopes[Int(scope)].instance, store.scopes[Int(scope)].cells + cell.offset)
    }
  }

  /// Returns the fields whose values are final, whatever follows in the record.
  private func completeFields(of scope: Int32, _ open: [Program.FieldReference]) -> [UInt64] {
    var complete = (0..<store.scopes[Int(scope)].marks.count).map { word in
      store.scopes[Int(scope)].marks[word].seen & ~store.scopes[Int(scope)].marks[word].void
    }
    for field in open where field.scope == scope {
      complete[Int(field.field) / 64] &= ~(1 << UInt64(field.field % 64))
    }
    return complete
  }

  // MARK: Borrows

  private func textBorrows(_ text: UnsafeMutableRawPointer, _ target: Int32) -> [FieldWitness.Borrow] {
    let instructions = store.instructions(of: target).map { store.tables.instructions[$0] }
    return instructions.compactMap { instruction in
      // The element is nil until its text ends.
      let isReserved = instructions.contains {
        $0.action == .replace && $0.field == instruction.field && $0.scope == instruction.scope
      }
      let isText = instruction.type == .string || instruction.type == .internedString
      // A value that is coerced may be of another type when it ends.
      guard instruction.action == .value, isText, !isReserved, !instruction.isInCell, !instruction.coerces
      else {
        return nil
      }
      return unsafe borrow(text, instruction)
    }
  }

  /// Borrows an open nested model. Nil if the model is created, or can be replaced or rejected by a closure, only when
  /// its value ends, or if its collection takes only complete elements.
  private func borrow(_ model: Int) -> FieldWitness.Borrow? {
    let instruction = store.tables.instructions[model]
    let child = store.scopes[Int(instruction.child)]
    guard !child.canReject, !instruction.isInCell else { return nil }
    return unsafe borrow(child.instance, instruction)
  }

  private func borrow(
    _ value: UnsafeMutableRawPointer, _ instruction: Instruction
  ) -> FieldWitness.Borrow {
    unsafe FieldWitness.Borrow(
      witness: instruction.witness.object, shape: instruction.shape,
      field: store.scopes[Int(instruction.scope)].address(false, Int(instruction.offset)), value: value)
  }
}
