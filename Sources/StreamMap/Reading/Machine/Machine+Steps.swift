// The machine's steps. Concrete and inlined; no step allocates, calls through an
// existential, or recurses per event. What is not inlined is mutating, even where it changes
// nothing: otherwise the whole machine would be copied for the call.
//
// SAFETY, for all of them: indexes come from the tables, which the compilation made
// consistent; frames, ends and met words stay within what `init` sized by the program.
extension Machine {
  // MARK: What is wanted

  /// The target of a member of the object on top; its first of this name only, unless
  /// its fields ask for another; -1 after a failure.
  @inline(__always)
  mutating func key(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let frame = unsafe top
    let expected = unsafe frame.pointee.expected
    if expected >= 0, unsafe isNamed(expected, name, count) {
      unsafe frame.pointee.last = expected
      unsafe frame.pointee.expected = unsafe following[Int(expected)]
      return meet(expected)
    }
    return unsafe search(name, count)
  }

  @inline(__always)
  private func isNamed(_ edge: Int32, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let edge = unsafe tables.edges + Int(edge)
    return unsafe edge.pointee.nameCount == count
      && Memory.areEqual(tables.names + Int(edge.pointee.nameBase), name, count)
  }

  /// The target of a member that is not the expected one.
  @inline(__always)
  private mutating func search(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let edge = unsafe edge(name, count)
    if edge >= 0 { return meetUnexpected(edge) }
    return unsafe top.pointee.node.pointee.everyMember == 0 ? 0 : member(name, count)
  }

  /// The edge of the object on top that has a name, whether met or not; -1 if none has.
  @inline(__always)
  func edge(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = unsafe top.pointee.node
    if unsafe node.pointee.lengths & (1 &<< UInt64(truncatingIfNeeded: min(count, 63))) != 0 {
      let hash = unsafe KeyHash.hash(name, count, seed: node.pointee.seed)
      let tag = UInt32(truncatingIfNeeded: hash &>> 32)
      var place = unsafe UInt32(truncatingIfNeeded: hash) & node.pointee.slotMask
      while true {
        let slot = unsafe tables.slots + Int(node.pointee.slotBase) + Int(place)
        let edge = unsafe slot.pointee.edge
        if edge < 0 { break }
        if unsafe slot.pointee.hash == tag, unsafe isNamed(edge, name, count) { return edge }
        place = unsafe (place &+ 1) & node.pointee.slotMask
      }
    }
    return -1
  }

  /// Remembers what came after what.
  @inline(never)
  private mutating func meetUnexpected(_ edge: Int32) -> Int32 {
    let frame = unsafe top
    unsafe following[Int(frame.pointee.last)] = edge
    unsafe frame.pointee.last = edge
    unsafe frame.pointee.expected = unsafe following[Int(edge)]
    return meet(edge)
  }

  /// The target of a member whose edge is known; -1 after a failure.
  @inline(__always)
  mutating func meet(_ edge: Int32) -> Int32 {
    let frame = unsafe top
    let local = unsafe Int(edge &- frame.pointee.node.pointee.edgeBase)
    let word = unsafe frame.pointee.met + (local &>> 6)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: local & 63)
    if unsafe word.pointee & bit == 0 {
      unsafe word.pointee |= bit
      unsafe frame.pointee.remaining &-= 1
      return unsafe tables.edges[Int(edge)].target
    }
    return meetAgain(edge)
  }

  /// The bit by which `meet` knows an edge of the object on top; none beyond the first 64.
  func bit(ofEdge edge: Int32) -> UInt64 {
    let local = unsafe edge - top.pointee.node.pointee.edgeBase
    return local < 64 ? 1 << UInt64(local) : 0
  }

  /// A second member of a name; -1 where that is a failure.
  @inline(never)
  private mutating func meetAgain(_ edge: Int32) -> Int32 {
    let edge = unsafe tables.edges + Int(edge)
    switch unsafe edge.pointee.duplicate {
    case .first:
      return 0
    case .error:
      let reference = unsafe tables.fieldReferences[Int(edge.pointee.fieldBase)]
      return fail(Failure(kind: .duplicateName, scope: reference.scope, field: reference.field)) ? 0 : -1
    case .last:
      for index in unsafe 0..<Int(edge.pointee.fieldCount) {
        let reference = unsafe tables.fieldReferences[Int(edge.pointee.fieldBase) + index]
        unsafe scopes[Int(reference.scope)].forget(Int(reference.field))
        if !deferred.isEmpty { forgetDeferred(reference.scope, reference.field) }
      }
      return unsafe edge.pointee.target
    }
  }

  /// A member that has no edge: only `.*` wants it, or whoever keeps the unknown ones, or it may not be there.
  /// -1 where that is a failure, or a second one of its name.
  @inline(never)
  mutating func member(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    if unsafe top.pointee.node.pointee.everyMember == Program.Node.noMember {
      return fail(Failure(kind: .unknownName)) ? 0 : -1
    }
    let set = unsafe top.pointee.memberNames ?? NameSet()
    unsafe top.pointee.memberNames = set
    let node = unsafe top.pointee.node
    if unsafe set.insert(name, count) { return unsafe node.pointee.everyMember }
    switch unsafe node.pointee.memberDuplicate {
    case .first: return 0
    case .last: return unsafe node.pointee.everyMember
    case .error: break
    }
    let reference = unsafe tables.fieldReferences[Int(node.pointee.memberFieldBase)]
    return fail(Failure(kind: .duplicateName, scope: reference.scope, field: reference.field)) ? 0 : -1
  }

  /// The target of the next element of the array on top.
  @inline(__always)
  mutating func element() -> Int32 {
    let frame = unsafe top
    let node = unsafe frame.pointee.node
    let index = unsafe frame.pointee.index
    unsafe frame.pointee.index = index &+ 1
    let edge = unsafe frame.pointee.edge
    guard unsafe edge.pointee.index == index else { return unsafe node.pointee.everyElement }
    unsafe frame.pointee.edge = unsafe edge + 1
    unsafe frame.pointee.remaining &-= 1
    return unsafe edge.pointee.target
  }

  /// Nothing that follows in the container on top is wanted.
  @inline(__always)
  var isExhausted: Bool { unsafe top.pointee.remaining == 0 }

  /// Whether the target's instructions need the value's own bytes.
  @inline(__always)
  func wantsRaw(_ target: Int32) -> Bool {
    unsafe tables.targets[Int(target)].wantsRaw
  }

  // MARK: Values

  /// Stores a scalar that `store` did not, whatever it takes. False after a failure.
  ///
  /// - Parameter whole: the value as it stands in the record; used only if `wantsRaw`.
  @inline(never)
  mutating func scalar(_ target: Int32, _ literal: Literal, _ whole: Whole) -> Bool {
    self.whole = whole
    let target = unsafe tables.targets + Int(target)
    var index = unsafe Int(target.pointee.instructionBase)
    let end = unsafe index &+ Int(target.pointee.instructionCount)
    while index < end {
      let openEnds = endCount
      if !perform(index, literal) { return false }
      index = next(index, end, hasBegun: endCount != openEnds)
    }
    if unsafe target.pointee.node >= 0, unsafe !passOver(tables.nodes + Int(target.pointee.node), literal) {
      return false
    }
    return unsafe target.pointee.hasModel ? close(depth: .max, text: literal.bytes, end: 0) : true
  }

  /// The instruction after one; a nested model that did not begin, because the field's
  /// policy took care of the value, has its own passed over. They follow it, and their
  /// scopes have higher numbers.
  @inline(__always)
  private func next(_ index: Int, _ end: Int, hasBegun: Bool) -> Int {
    let instruction = unsafe tables.instructions + index
    var next = index &+ 1
    if unsafe instruction.pointee.action == .scope, !hasBegun {
      while next < end, unsafe tables.instructions[next].scope >= instruction.pointee.child { next &+= 1 }
    }
    return next
  }

  /// Begins a container.
  ///
  /// - Parameters:
  ///   - depth: of the container, the record's own value being at 1.
  ///   - start: where it begins in the record; used only if `wantsRaw`.
  @inline(__always)
  mutating func open(_ target: Int32, isArray: Bool, depth: Int32, start: Int) -> Opened {
    if enterModel(target, isArray: isArray, depth: depth) { return .entered }
    let target = unsafe tables.targets + Int(target)
    if unsafe target.pointee.instructionCount > 0,
      unsafe !beginAll(target, isArray: isArray, depth: depth, start: start)
    {
      return .failed
    }
    guard unsafe target.pointee.node >= 0 else { return .skipped }
    let node = unsafe tables.nodes + Int(target.pointee.node)
    guard unsafe isArray ? node.pointee.takesArray : node.pointee.takesObject else {
      return unsafe passOver(node, isArray: isArray) ? .skipped : .failed
    }
    unsafe push(node, isArray: isArray, depth: depth)
    return .entered
  }

  /// Enters a container for which nothing is to be done but to begin a nested model and to look for what
  /// it wants. False if there is more to do.
  @inline(always)
  mutating func enterModel(_ target: Int32, isArray: Bool, depth: Int32) -> Bool {
    let target = unsafe tables.targets + Int(target)
    guard unsafe target.pointee.isModel else { return false }
    let index = unsafe target.pointee.instructionBase
    let instruction = unsafe tables.instructions + Int(index)
    let node = unsafe tables.nodes + Int(target.pointee.node)
    guard
      unsafe isArray
        ? instruction.pointee.takesArray && node.pointee.takesArray
        : instruction.pointee.takesObject && node.pointee.takesObject
    else { return false }
    unsafe begin(scope: Int(instruction.pointee.child))
    unsafe push(node, isArray: isArray, depth: depth, model: index)
    return true
  }

  /// Whether, if an array is there, a target leads to something in it.
  @inline(always)
  mutating func entersArray(_ target: Int32) -> Bool {
    let node = unsafe tables.targets[Int(target)].node
    return unsafe node >= 0 && tables.nodes[Int(node)].takesArray
  }

  /// Enters an object for which nothing is to be done but to look for its members, those of a nested model
  /// perhaps. False if there is more to do.
  @inline(always)
  mutating func enterPlain(_ target: Int32, depth: Int32) -> Bool {
    let place = unsafe tables.targets + Int(target)
    guard unsafe place.pointee.node >= 0 else { return false }
    let node = unsafe tables.nodes + Int(place.pointee.node)
    guard unsafe node.pointee.isPlain, unsafe node.pointee.wantedMembers > 0 else { return false }
    guard unsafe place.pointee.instructionCount == 0 else {
      return enterModel(target, isArray: false, depth: depth)
    }
    unsafe push(node, isArray: false, depth: depth)
    return true
  }

  @inline(never)
  private mutating func beginAll(
    _ target: UnsafePointer<Program.Target>, isArray: Bool, depth: Int32, start: Int
  ) -> Bool {
    var index = unsafe Int(target.pointee.instructionBase)
    if unsafe target.pointee.instructionCount == 1 {
      return begin(index, isArray: isArray, depth: depth, start: start)
    }
    let end = unsafe index &+ Int(target.pointee.instructionCount)
    while index < end {
      let openEnds = endCount
      if !begin(index, isArray: isArray, depth: depth, start: start) { return false }
      index = next(index, end, hasBegun: endCount != openEnds)
    }
    return true
  }

  @inline(__always)
  private mutating func push(
    _ node: UnsafePointer<Program.Node>, isArray: Bool, depth: Int32, model: Int32 = -1
  ) {
    unsafe top += 1
    unsafe top.pointee.node = unsafe node
    unsafe top.pointee.model = model
    unsafe top.pointee.isArray = isArray
    unsafe top.pointee.depth = depth
    unsafe top.pointee.remaining =
      unsafe isArray ? node.pointee.wantedElements : node.pointee.wantedMembers
    if isArray {
      unsafe top.pointee.index = 0
      unsafe top.pointee.edge = unsafe tables.indexes + Int(node.pointee.indexBase)
    } else {
      unsafe top.pointee.last = unsafe edgeCount &+ node.pointee.index
      unsafe top.pointee.expected = unsafe following[Int(top.pointee.last)]
    }
    unsafe top.pointee.met.pointee = 0
    if unsafe !node.pointee.isPlain { unsafe prepare(node, isArray: isArray) }
  }

  /// Prepares the frame on top for what only some nodes have.
  @inline(never)
  private mutating func prepare(_ node: UnsafePointer<Program.Node>, isArray: Bool) {
    var word = 1
    while unsafe word * 64 < Int(node.pointee.edgeCount) {
      unsafe top.pointee.met[word] = 0
      word += 1
    }
    unsafe top.pointee.memberNames?.removeAll()
    let base = unsafe Int(isArray ? node.pointee.arrayFieldBase : node.pointee.objectFieldBase)
    let count = unsafe Int(isArray ? node.pointee.arrayFieldCount : node.pointee.objectFieldCount)
    for index in base..<(base + count) {
      let reference = unsafe tables.fieldReferences[index]
      present(reference.scope, reference.field)
    }
  }

  @inline(__always)
  mutating func append(_ end: End) {
    unsafe ends[endCount] = end
    endCount &+= 1
  }

  /// Something is to be done when the container at this depth closes.
  @inline(__always)
  func awaits(depth: Int32) -> Bool {
    unsafe top.pointee.depth == depth || hasEnd(depth: depth)
  }

  @inline(__always)
  private func hasEnd(depth: Int32) -> Bool {
    unsafe endCount > 0 && ends[endCount &- 1].depth == depth
  }

  /// Ends the container at a depth if nothing is to be done then but to forget its frame, which is
  /// on top, and to store the model that it is. False if there is more.
  @inline(always)
  mutating func leave(_ depth: Int32) -> Bool {
    if hasEnd(depth: depth) { return false }
    let node = unsafe top.pointee.node
    let model = unsafe Int(top.pointee.model)
    if model >= 0 {
      let instruction = unsafe tables.instructions + model
      guard unsafe node.pointee.isModelsOwn || hasPlainRequirement(node),
        unsafe hasPlainlyRequired(scope: Int(instruction.pointee.child))
      else { return false }
      unsafe store(instruction)
    } else {
      guard unsafe hasPlainRequirement(node) else { return false }
    }
    unsafe top -= 1
    return true
  }

  /// Ends the container at a depth for which the machine waits.
  ///
  /// - Parameters:
  ///   - text: the record's bytes, of which a captured value's are a part.
  ///   - end: where the container ends in the record.
  @inline(__always)
  mutating func close(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    if unsafe top.pointee.depth == depth {
      guard unsafe hasRequirements(top.pointee.node) else { return false }
      let model = unsafe top.pointee.model
      if model >= 0, !commit(Int(model)) { return false }
      unsafe top -= 1
    }
    return unsafe hasEnd(depth: depth) ? finishValues(depth: depth, text: text, end: end) : true
  }

  /// Does what is to be done with the values whose container ends, of which there is one.
  ///
  /// That of a model is the commonest, and is all that stands here.
  @inline(never)
  private mutating func finishValues(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    repeat {
      endCount &-= 1
      let ended = unsafe ends + endCount
      let index = unsafe Int(ended.pointee.instruction)
      if unsafe ended.pointee.action == .scope {
        if commit(index) {
          if unsafe tables.instructions[index].intake < 0 { continue }
        } else {
          if unsafe dispenses(with: ended) { continue }
          return false
        }
      }
      if unsafe !finishValue(ended, text: text, end: end) { return false }
    } while hasEnd(depth: depth)
    return true
  }

  /// Does what is left to do with a value whose container ends.
  @inline(never)
  private mutating func finishValue(
    _ ended: UnsafePointer<End>, text: UnsafePointer<UInt8>, end: Int
  ) -> Bool {
    let ended = unsafe ended.pointee
    notes.valueStart = ended.start
    defer { notes.valueStart = -1 }
    guard ended.action == .capture else { return gather(ended) }
    let literal = unsafe Literal(ended.isArray ? .array : .object, text, 0)
    whole = unsafe Whole(text + ended.start, end &- ended.start)
    if perform(Int(ended.instruction), literal) { return true }
    failure.start = ended.start
    return false
  }

  /// The same, if it is known at once: a node has one requirement at most, nearly always.
  @inline(always)
  private mutating func hasPlainRequirement(_ node: UnsafePointer<Program.Node>) -> Bool {
    if unsafe node.pointee.requirementCount == 0 { return true }
    guard unsafe node.pointee.requirementCount == 1 else { return false }
    let requirement = unsafe tables.requirements[Int(node.pointee.requirementBase)]
    return hasSeen(requirement.mask, of: requirement.scope)
  }

  /// Whether the fields that a node requires have been seen.
  @inline(__always)
  private mutating func hasRequirements(_ node: UnsafePointer<Program.Node>) -> Bool {
    var index = unsafe Int(node.pointee.requirementBase)
    let end = unsafe index &+ Int(node.pointee.requirementCount)
    while index < end {
      let requirement = unsafe tables.requirements[index]
      if !hasSeen(requirement.mask, of: requirement.scope) {
        let steps = unsafe Int(node.pointee.depth &- scopes[Int(requirement.scope)].depth)
        return lacks(requirement.mask, of: requirement.scope, steps: steps)
      }
      index &+= 1
    }
    return true
  }

  /// Whether all fields of a mask have been seen.
  @inline(__always)
  mutating func hasSeen(_ mask: Int32, of scope: Int32) -> Bool {
    let state = unsafe scopes + Int(scope)
    if unsafe tables.masks[Int(mask)] & ~state.pointee.marks.pointee.seen != 0 { return false }
    return unsafe state.pointee.words == 1 || hasSeenRest(mask, of: scope)
  }

  /// The same, of all words but the first.
  @inline(never)
  private mutating func hasSeenRest(_ mask: Int32, of scope: Int32) -> Bool {
    let marks = unsafe scopes[Int(scope)].marks
    var place = unsafe tables.masks + Int(mask) + 1
    for _ in unsafe 0..<place.pointee {
      if unsafe place[2] & ~marks[Int(place[1])].seen != 0 { return false }
      unsafe place += 2
    }
    return true
  }

  /// Fails with the first field of the mask that has not been seen.
  @inline(never)
  mutating func lacks(_ mask: Int32, of scope: Int32, steps: Int) -> Bool {
    let state = unsafe scopes + Int(scope)
    let mask = unsafe tables.masks + Int(mask)
    for number in unsafe 0...Int(mask[1]) {
      let word = unsafe number == 0 ? 0 : Int(mask[2 * number])
      var missing = unsafe mask[number == 0 ? 0 : 2 * number + 1] & ~state.pointee.marks[word].seen
      while missing != 0 {
        let field = word * 64 + missing.trailingZeroBitCount
        guard fail(Failure(kind: .missing, scope: scope, field: Int32(field), steps: steps)) else {
          return false
        }
        if notes.counts { notes.note(.absent, scope, Int32(field)) }
        unsafe state.pointee.markKept(field)
        missing &= missing - 1
      }
    }
    return true
  }
}
