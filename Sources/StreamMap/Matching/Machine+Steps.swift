// The machine's steps. Concrete and inlined; no step allocates, calls through an
// existential, or recurses per event.
//
// SAFETY, for all of them: indexes come from the tables, which the compilation made
// consistent; frames, ends and met words stay within what `init` sized by the program.
extension Machine {
  // MARK: What is wanted

  /// The target of a member of the object on top; its first of this name only, unless
  /// its fields ask for another.
  @inline(__always)
  mutating func key(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = top.pointee.node
    if node.pointee.lengths & (1 &<< UInt64(truncatingIfNeeded: min(count, 63))) != 0 {
      let hash = KeyHash.hash(name, count, seed: node.pointee.seed)
      let tag = UInt32(truncatingIfNeeded: hash &>> 32)
      var place = UInt32(truncatingIfNeeded: hash) & node.pointee.slotMask
      while true {
        let slot = slots + Int(node.pointee.slotBase) + Int(place)
        let edge = slot.pointee.edge
        if edge < 0 { break }
        if slot.pointee.hash == tag, matches(edge, name, count) { return meet(edge) }
        place = (place &+ 1) & node.pointee.slotMask
      }
    }
    return node.pointee.everyMember == 0 ? 0 : member(name, count)
  }

  @inline(__always)
  private func matches(_ edge: Int32, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let edge = edges + Int(edge)
    return edge.pointee.nameCount == count
      && Memory.areEqual(names + Int(edge.pointee.nameBase), name, count)
  }

  @inline(__always)
  private mutating func meet(_ edge: Int32) -> Int32 {
    let frame = top
    let local = Int(edge &- frame.pointee.node.pointee.edgeBase)
    let word = frame.pointee.met + (local &>> 6)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: local & 63)
    if word.pointee & bit == 0 {
      word.pointee |= bit
      frame.pointee.remaining &-= 1
      return edges[Int(edge)].target
    }
    return meetAgain(edge)
  }

  /// A second member of a name.
  private mutating func meetAgain(_ edge: Int32) -> Int32 {
    let edge = edges + Int(edge)
    switch edge.pointee.duplicate {
    case .first:
      return 0
    case .error:
      let reference = fieldReferences[Int(edge.pointee.fieldBase)]
      failure = Failure(kind: .duplicateName, scope: reference.scope, field: reference.field)
      return edge.pointee.target
    case .last:
      for index in 0..<Int(edge.pointee.fieldCount) {
        let reference = fieldReferences[Int(edge.pointee.fieldBase) + index]
        scopes[Int(reference.scope)].forget(Int(reference.field))
      }
      return edge.pointee.target
    }
  }

  /// A member that only `.*` wants.
  private mutating func member(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let set = top.pointee.memberNames ?? NameSet()
    top.pointee.memberNames = set
    return set.insert(name, count) ? top.pointee.node.pointee.everyMember : 0
  }

  /// The target of the next element of the array on top.
  @inline(__always)
  mutating func element() -> Int32 {
    let frame = top
    let node = frame.pointee.node
    let index = frame.pointee.index
    frame.pointee.index = index &+ 1
    if frame.pointee.cursor < node.pointee.indexCount {
      let edge = indexes + Int(node.pointee.indexBase &+ frame.pointee.cursor)
      if edge.pointee.index == index {
        frame.pointee.cursor &+= 1
        return edge.pointee.target
      }
    }
    return node.pointee.everyElement
  }

  /// Nothing that follows in the container on top is wanted.
  @inline(__always)
  var isExhausted: Bool {
    let frame = top
    let node = frame.pointee.node
    return frame.pointee.isArray
      ? node.pointee.everyElement == 0 && frame.pointee.cursor == node.pointee.indexCount
      : node.pointee.exitsEarly && frame.pointee.remaining == 0
  }

  /// Whether the target's instructions need the value's own bytes.
  @inline(__always)
  func wantsRaw(_ target: Int32) -> Bool {
    targets[Int(target)].wantsRaw
  }

  // MARK: Values

  /// Stores a scalar. False after a failure.
  @inline(__always)
  mutating func scalar(_ target: Int32, _ literal: Literal) -> Bool {
    if _slowPath(failure.kind != nil) { return false }
    let target = targets + Int(target)
    var index = Int(target.pointee.instructionBase)
    let end = index &+ Int(target.pointee.instructionCount)
    while index < end {
      if !perform(index, literal) { return false }
      index &+= 1
    }
    if _slowPath(target.pointee.hasModel) { return close(depth: .max, text: literal.bytes, end: 0) }
    return true
  }

  /// Begins a container.
  ///
  /// - Parameters:
  ///   - depth: of the container, the record's own value being at 1.
  ///   - start: where it begins in the record; used only if `wantsRaw`.
  mutating func open(_ target: Int32, isArray: Bool, depth: Int32, start: Int) -> Opened {
    if _slowPath(failure.kind != nil) { return .failed }
    let target = targets + Int(target)
    var index = Int(target.pointee.instructionBase)
    let end = index &+ Int(target.pointee.instructionCount)
    while index < end {
      if !begin(index, isArray: isArray, depth: depth, start: start) { return .failed }
      index &+= 1
    }
    guard target.pointee.node >= 0 else { return .skipped }
    let node = nodes + Int(target.pointee.node)
    guard isArray ? node.pointee.takesArray : node.pointee.takesObject else { return .skipped }
    push(node, isArray: isArray, depth: depth)
    return .entered
  }

  @inline(__always)
  private mutating func push(_ node: UnsafePointer<Program.Node>, isArray: Bool, depth: Int32) {
    top += 1
    top.pointee.node = node
    top.pointee.isArray = isArray
    top.pointee.remaining = node.pointee.edgeCount
    top.pointee.index = 0
    top.pointee.cursor = 0
    var word = 0
    repeat {
      top.pointee.met[word] = 0
      word &+= 1
    } while word &<< 6 < Int(node.pointee.edgeCount)
    if _slowPath(node.pointee.everyMember != 0) { top.pointee.memberNames?.removeAll() }
    let base = Int(isArray ? node.pointee.arrayFieldBase : node.pointee.objectFieldBase)
    let count = Int(isArray ? node.pointee.arrayFieldCount : node.pointee.objectFieldCount)
    for index in base..<(base &+ count) {
      let reference = fieldReferences[index]
      present(reference.scope, reference.field)
    }
    append(End(action: .leave, depth: depth, instruction: 0, start: 0, isArray: isArray))
  }

  @inline(__always)
  mutating func append(_ end: End) {
    ends[endCount] = end
    endCount &+= 1
  }

  /// Something is to be done when the container at this depth closes.
  @inline(__always)
  func awaits(depth: Int32) -> Bool {
    endCount > 0 && ends[endCount &- 1].depth == depth
  }

  /// Ends the container at a depth for which the machine waits.
  ///
  /// - Parameters:
  ///   - text: the record's bytes, of which a captured value's are a part.
  ///   - end: where the container ends in the record.
  mutating func close(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    while awaits(depth: depth) {
      endCount &-= 1
      let ended = ends[endCount]
      switch ended.action {
      case .leave:
        let node = top.pointee.node
        if node.pointee.requirementCount > 0, !checkRequirements(node) { return false }
        top -= 1
      case .capture:
        var literal = Literal(ended.isArray ? .array : .object, text, 0)
        literal.raw = text + ended.start
        literal.rawCount = end &- ended.start
        if !perform(Int(ended.instruction), literal) { return false }
      case .scope:
        if !commit(Int(ended.instruction)) { return false }
      }
    }
    return true
  }

  private mutating func checkRequirements(_ node: UnsafePointer<Program.Node>) -> Bool {
    let base = Int(node.pointee.requirementBase)
    for index in base..<(base + Int(node.pointee.requirementCount)) {
      let requirement = requirements[index]
      let steps = Int(node.pointee.depth - scopes[Int(requirement.scope)].depth)
      if !checkRequired(requirement.scope, mask: requirement.mask, steps: steps) { return false }
    }
    return true
  }

  /// Fails with the first required field of the mask that has not been seen.
  mutating func checkRequired(_ scope: Int32, mask: Int32, steps: Int) -> Bool {
    let state = scopes + Int(scope)
    for word in 0..<state.pointee.words {
      let missing = masks[Int(mask) + word] & ~state.pointee.seen[word]
      guard missing != 0 else { continue }
      failure = Failure(
        kind: .missing, scope: scope, field: Int32(word * 64 + missing.trailingZeroBitCount), steps: steps)
      return false
    }
    return true
  }
}
