// Values that begin and end at a target.
//
// SAFETY, for all of them: indexes come from the tables, which the compilation made consistent; the open values stay
// within what `init` sized by the program.
extension ModelStore {
  /// The bytes of a value.
  ///
  /// SAFETY: valid during the step before which they are set.
  @safe struct RawText {
    let start: UnsafePointer<UInt8>
    let count: Int

    init() { unsafe self.init(Literal(.null).bytes, 0) }

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      unsafe self.start = unsafe start
      self.count = count
    }

    var span: Span<UInt8> {
      @_lifetime(borrow self) get { unsafe Span(_unsafeStart: start, count: count) }
    }
  }

  /// Returns whether the target's instructions need the bytes of the value.
  @inline(__always)
  func wantsRaw(_ target: Int32) -> Bool {
    tables.targets[Int(target)].wantsRaw
  }

  func instructions(of target: Int32) -> Range<Int> {
    let target = tables.targets.entry(Int(target))
    let base = Int(target.pointee.instructionBase)
    return base..<(base + Int(target.pointee.instructionCount))
  }

  // MARK: Scalars

  /// Stores a scalar that `set` did not store. Returns false after a failure.
  ///
  /// - Parameter rawText: the value's text in the record. It is used only if `wantsRaw`.
  @inline(__always)
  mutating func scalar(_ target: Int32, _ literal: Literal, _ rawText: RawText) -> Bool {
    self.rawText = rawText
    if setText(target, literal.kind, rawText) { return true }
    let target = tables.targets.entry(Int(target))
    var index = Int(target.pointee.instructionBase)
    let end = index &+ Int(target.pointee.instructionCount)
    while index < end {
      let openEnds = endCount
      if !perform(index, literal) { return false }
      index = next(index, end, hasBegun: endCount != openEnds)
    }
    if target.pointee.node >= 0, !applyMismatchPolicies(node: target.pointee.node, literal) { return false }
    guard target.pointee.hasModel, hasEnd(depth: .max) else { return true }
    return unsafe finishValues(depth: .max, text: literal.bytes, end: 0)
  }

  /// Returns the next instruction. If a nested model did not begin, because the field's policy handled the value, its
  /// instructions are skipped. They follow it.
  @inline(__always)
  private func next(_ index: Int, _ end: Int, hasBegun: Bool) -> Int {
    let instruction = tables.instructions.entry(index)
    var next = index &+ 1
    if instruction.pointee.action == .scope, !hasBegun {
      let scopes = instruction.pointee.child..<instruction.pointee.childEnd
      while next < end, scopes.contains(tables.instructions[next].scope) { next &+= 1 }
    }
    return next
  }

  // MARK: Containers

  /// Begins the values of a container at a target. Returns false after a failure.
  @inline(never)
  mutating func begin(
    _ target: Table<Program.Target>.Entry, isArray: Bool, depth: Int32, start: Int
  ) -> Bool {
    var index = Int(target.pointee.instructionBase)
    if target.pointee.instructionCount == 1 {
      return begin(index, isArray: isArray, depth: depth, start: start)
    }
    let end = index &+ Int(target.pointee.instructionCount)
    while index < end {
      let openEnds = endCount
      if !begin(index, isArray: isArray, depth: depth, start: start) { return false }
      index = next(index, end, hasBegun: endCount != openEnds)
    }
    return true
  }

  /// Marks the fields of a container as present. They are empty before their elements are stored.
  mutating func present(in container: Table<Program.Container>.Entry, isArray: Bool) {
    for index in container.pointee.presentFields(isArray: isArray) {
      let reference = tables.fieldReferences[index]
      present(reference.scope, reference.field)
    }
  }

  @inline(__always)
  mutating func append(_ end: End) {
    ends[endCount] = end
    endCount &+= 1
  }

  /// Returns whether a value ends with the container at this depth.
  @inline(__always)
  func hasEnd(depth: Int32) -> Bool {
    endCount > 0 && ends[endCount &- 1].depth == depth
  }

  /// Ends the values whose container ends at a depth. There is at least one. Models are the commonest, so they are
  /// ended here and all others in `finishValue`.
  ///
  /// - Parameters:
  ///   - text: the record's bytes, which contain those of a captured value.
  ///   - end: the offset of the container's end in the record.
  @inline(__always)
  mutating func finishValues(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    repeat {
      endCount &-= 1
      let ended = ends.entry(endCount)
      let index = Int(ended.pointee.instruction)
      if ended.pointee.action == .scope {
        if commit(index) {
          if tables.instructions[index].elementOrigin < 0 { continue }
        } else {
          if recovers(from: ended) { continue }
          return false
        }
      }
      if unsafe !finishValue(ended, text: text, end: end) { return false }
    } while hasEnd(depth: depth)
    return true
  }

  /// Ends a value that is captured, or an element of a collection.
  @inline(never)
  private mutating func finishValue(_ ended: Table<End>.Entry, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    let ended = ended.pointee
    notes.valueStart = ended.start
    defer { notes.valueStart = -1 }
    guard ended.action == .capture else {
      let instruction = tables.instructions.entry(Int(ended.instruction))
      guard let kind = gather(instruction) else { return true }
      if mismatch(instruction, kind, ended.isArray ? .array : .object) { return true }
      if ended.start >= 0 { failure.start = ended.start }
      return false
    }
    let literal = Literal(ended.isArray ? .array : .object)
    rawText = unsafe RawText(text + ended.start, end &- ended.start)
    if perform(Int(ended.instruction), literal) { return true }
    failure.start = ended.start
    return false
  }

  // MARK: Required fields

  /// Returns whether a container's required fields have been seen. Returns false if it has more than one requirement,
  /// which is rare. Then `hasRequirements` decides.
  @inline(always)
  mutating func hasPlainRequirement(_ container: Table<Program.Container>.Entry) -> Bool {
    if container.pointee.requirementCount == 0 { return true }
    guard container.pointee.requirementCount == 1 else { return false }
    let requirement = tables.requirements[Int(container.pointee.requirementBase)]
    return hasSeen(requirement.mask, of: requirement.scope)
  }

  /// Returns whether the fields that a container requires have been seen. Returns false after a failure.
  ///
  /// - Parameter depth: the depth of the container's node, in steps from the record's root value.
  @inline(__always)
  mutating func hasRequirements(_ container: Table<Program.Container>.Entry, depth: Int32) -> Bool {
    var index = Int(container.pointee.requirementBase)
    let end = index &+ Int(container.pointee.requirementCount)
    while index < end {
      let requirement = tables.requirements[index]
      if !hasSeen(requirement.mask, of: requirement.scope) {
        let steps = Int(depth &- scopes[Int(requirement.scope)].depth)
        return lacks(requirement.mask, of: requirement.scope, steps: steps)
      }
      index &+= 1
    }
    return true
  }

  /// Returns whether all fields of a mask have been seen.
  @inline(__always)
  mutating func hasSeen(_ mask: Int32, of scope: Int32) -> Bool {
    if tables.masks[Int(mask)] & ~scopes[Int(scope)].marks[0].seen != 0 { return false }
    return scopes[Int(scope)].marks.count == 1 || hasSeenRest(mask, of: scope)
  }

  /// Checks all words of the mask except the first.
  @inline(never)
  private mutating func hasSeenRest(_ mask: Int32, of scope: Int32) -> Bool {
    let marks = scopes[Int(scope)].marks
    let base = Int(mask)
    return (0..<Int(tables.masks[base + 1])).allSatisfy { number in
      let word = Int(tables.masks[base + 2 * number + 2])
      return tables.masks[base + 2 * number + 3] & ~marks[word].seen == 0
    }
  }

  /// Fails with the first field of the mask that has not been seen.
  @inline(never)
  mutating func lacks(_ mask: Int32, of scope: Int32, steps: Int) -> Bool {
    let base = Int(mask)
    for number in 0...Int(tables.masks[base + 1]) {
      let word = number == 0 ? 0 : Int(tables.masks[base + 2 * number])
      let wanted = tables.masks[number == 0 ? base : base + 2 * number + 1]
      var missing = wanted & ~scopes[Int(scope)].marks[word].seen
      while missing != 0 {
        let field = word * 64 + missing.trailingZeroBitCount
        guard fail(Failure(kind: .missingField, scope: scope, field: Int32(field), steps: steps)) else {
          return false
        }
        if notes.counts { notes.note(.absent, scope, Int32(field)) }
        scopes[Int(scope)].markKept(field)
        missing &= missing - 1
      }
    }
    return true
  }
}

// MARK: Members of one name
//
// SAFETY: edges and nodes are numbered by the compilation.
extension ModelStore {
  /// Handles a duplicate member that has an edge. Returns its target, 0 if it is skipped, and -1 after a failure.
  mutating func repeated(edge: Int32, target: Int32) -> Int32 {
    let replacement = tables.replacements[Int(edge)]
    switch replacement.duplicate {
    case .first: return 0
    case .error: return fail(duplicateOf: replacement.fieldBase)
    case .last: break
    }
    for index in 0..<Int(replacement.fieldCount) {
      let reference = tables.fieldReferences[Int(replacement.fieldBase) + index]
      scopes[Int(reference.scope)].forget(Int(reference.field))
    }
    return target
  }

  /// Handles a duplicate member that has no edge.
  mutating func repeatedMember(of node: Int32, target: Int32) -> Int32 {
    let container = tables.containers.entry(Int(node))
    switch container.pointee.memberDuplicate {
    case .first: return 0
    case .last: return target
    case .error: return fail(duplicateOf: container.pointee.memberFieldBase)
    }
  }

  private mutating func fail(duplicateOf field: Int32) -> Int32 {
    let reference = tables.fieldReferences[Int(field)]
    return fail(Failure(kind: .duplicateName, scope: reference.scope, field: reference.field)) ? 0 : -1
  }

  /// The start of the first value that is being captured and has not ended.
  var earliestCapture: Int? {
    for index in 0..<endCount where ends[index].action == .capture {
      return ends[index].start
    }
    return nil
  }
}
