// The steps in which the matcher and the store take part. Concrete and inlined; no step allocates, calls through an
// existential, or recurses per event. What is not inlined is mutating, even where it changes
// nothing: otherwise the whole machine would be copied for the call.
//
// SAFETY, for all of them: targets, nodes and instructions are numbered by the compilation.
extension Machine {
  // MARK: Members

  /// The target of a member of the object on top; its first of this name only, unless
  /// its fields ask for another; -1 after a failure.
  @inline(__always)
  mutating func key(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let expected = unsafe matcher.expected(name, count)
    if expected >= 0 { return meet(expected) }
    let edge = unsafe matcher.edge(name, count)
    if edge >= 0 { return meetUnexpected(edge) }
    return unsafe matcher.top.pointee.node.pointee.everyMember == 0 ? 0 : member(name, count)
  }

  @inline(never)
  private mutating func meetUnexpected(_ edge: Int32) -> Int32 {
    matcher.learn(edge)
    return meet(edge)
  }

  /// The target of a member whose edge is known; -1 after a failure.
  @inline(__always)
  mutating func meet(_ edge: Int32) -> Int32 {
    matcher.meet(edge) ? matcher.target(of: edge) : meetAgain(edge)
  }

  /// A second member of a name; -1 where that is a failure.
  @inline(never)
  private mutating func meetAgain(_ edge: Int32) -> Int32 {
    store.repeated(edge: edge, target: matcher.target(of: edge))
  }

  /// A member that has no edge: only `.*` wants it, or whoever keeps the unknown ones, or it may not be there.
  /// -1 where that is a failure, or a second one of its name.
  @inline(never)
  mutating func member(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = unsafe matcher.top.pointee.node
    let target = unsafe node.pointee.everyMember
    if target == PathTables.Node.noMember { return store.fail(.init(kind: .unknownName)) ? 0 : -1 }
    if unsafe matcher.meet(name, count) { return target }
    return store.repeatedMember(of: unsafe node.pointee.index, target: target)
  }

  // MARK: Scalars

  /// Stores a scalar that `store.set` did not, whatever it takes. False after a failure.
  ///
  /// - Parameter whole: the value as it stands in the record; used only if `wantsRaw`.
  @inline(never)
  mutating func scalar(_ target: Int32, _ literal: Literal, _ whole: ModelStore.Whole) -> Bool {
    takeNames()
    return store.scalar(target, literal, whole)
  }

  /// Shows the store the names met in the object on top.
  ///
  /// SAFETY: the frame keeps them until it is used for another container, and the store uses them in this step.
  @inline(__always)
  private mutating func takeNames() {
    unsafe store.memberNames = unsafe matcher.top.pointee.memberNames.map(Unmanaged.passUnretained)
  }

  // MARK: Containers

  /// Begins a container.
  ///
  /// - Parameters:
  ///   - depth: of the container, the record's own value being at 1.
  ///   - start: where it begins in the record; used only if `wantsRaw`.
  @inline(__always)
  mutating func open(_ target: Int32, isArray: Bool, depth: Int32, start: Int) -> Opened {
    if enterModel(target, isArray: isArray, depth: depth) { return .entered }
    let target = unsafe store.tables.targets + Int(target)
    if unsafe target.pointee.instructionCount > 0,
      unsafe !begin(target, isArray: isArray, depth: depth, start: start)
    {
      return .failed
    }
    guard unsafe target.pointee.node >= 0 else { return .skipped }
    let node = unsafe matcher.tables.nodes + Int(target.pointee.node)
    guard unsafe isArray ? node.pointee.kinds.array : node.pointee.kinds.object else {
      takeNames()
      return store.passOver(node: unsafe target.pointee.node, isArray: isArray) ? .skipped : .failed
    }
    unsafe push(node, isArray: isArray, depth: depth)
    return .entered
  }

  @inline(never)
  private mutating func begin(
    _ target: UnsafePointer<Program.Target>, isArray: Bool, depth: Int32, start: Int
  ) -> Bool {
    takeNames()
    return unsafe store.begin(target, isArray: isArray, depth: depth, start: start)
  }

  /// Enters a container for which nothing is to be done but to begin a nested model and to look for what
  /// it wants. False if there is more to do.
  @inline(always)
  mutating func enterModel(_ target: Int32, isArray: Bool, depth: Int32) -> Bool {
    let target = unsafe store.tables.targets + Int(target)
    guard unsafe target.pointee.isModel else { return false }
    let index = unsafe target.pointee.instructionBase
    let instruction = unsafe store.tables.instructions + Int(index)
    let node = unsafe matcher.tables.nodes + Int(target.pointee.node)
    guard
      unsafe isArray
        ? instruction.pointee.takesArray && node.pointee.kinds.array
        : instruction.pointee.takesObject && node.pointee.kinds.object
    else { return false }
    unsafe store.begin(scope: Int(instruction.pointee.child))
    unsafe push(node, isArray: isArray, depth: depth, model: index)
    return true
  }

  /// Whether, if an array is there, a target leads to something in it.
  @inline(always)
  mutating func entersArray(_ target: Int32) -> Bool {
    let node = unsafe store.tables.targets[Int(target)].node
    return unsafe node >= 0 && matcher.tables.nodes[Int(node)].kinds.array
  }

  /// Enters an object for which nothing is to be done but to look for its members, those of a nested model
  /// perhaps. False if there is more to do.
  @inline(always)
  mutating func enterPlain(_ target: Int32, depth: Int32) -> Bool {
    let place = unsafe store.tables.targets + Int(target)
    guard unsafe place.pointee.node >= 0 else { return false }
    let node = unsafe matcher.tables.nodes + Int(place.pointee.node)
    guard unsafe node.pointee.isPlain, unsafe node.pointee.wantedMembers > 0 else { return false }
    guard unsafe place.pointee.instructionCount == 0 else {
      return enterModel(target, isArray: false, depth: depth)
    }
    unsafe push(node, isArray: false, depth: depth)
    return true
  }

  /// Enters a container.
  ///
  /// - Parameter model: the instruction of the nested model that ends with it, if nothing else does; -1 otherwise.
  @inline(__always)
  private mutating func push(
    _ node: UnsafePointer<PathTables.Node>, isArray: Bool, depth: Int32, model: Int32 = -1
  ) {
    unsafe matcher.push(node, isArray: isArray, depth: depth, tag: model)
    if unsafe !node.pointee.isPlain { prepare(node: unsafe node.pointee.index, isArray: isArray) }
  }

  /// Does what only some nodes need when they are entered.
  @inline(never)
  private mutating func prepare(node: Int32, isArray: Bool) {
    matcher.prepareTop()
    unsafe store.present(in: store.tables.containers + Int(node), isArray: isArray)
  }

  /// Something is to be done when the container at this depth closes.
  @inline(__always)
  func awaits(depth: Int32) -> Bool {
    unsafe matcher.top.pointee.depth == depth || store.hasEnd(depth: depth)
  }

  /// Ends the container at a depth if nothing is to be done then but to forget its frame, which is
  /// on top, and to store the model that it is. False if there is more.
  @inline(always)
  mutating func leave(_ depth: Int32) -> Bool {
    if store.hasEnd(depth: depth) { return false }
    let node = unsafe matcher.top.pointee.node
    let container = unsafe store.tables.containers + Int(node.pointee.index)
    let model = unsafe Int(matcher.top.pointee.tag)
    if model >= 0 {
      let instruction = unsafe store.tables.instructions + model
      guard unsafe container.pointee.isModelsOwn || store.hasPlainRequirement(container),
        unsafe store.hasPlainlyRequired(scope: Int(instruction.pointee.child))
      else { return false }
      unsafe store.storeModel(instruction)
    } else {
      guard unsafe store.hasPlainRequirement(container) else { return false }
    }
    matcher.pop()
    return true
  }

  /// Ends the container at a depth for which the machine waits.
  ///
  /// - Parameters:
  ///   - text: the record's bytes, of which a captured value's are a part.
  ///   - end: where the container ends in the record.
  @inline(__always)
  mutating func close(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    if unsafe matcher.top.pointee.depth == depth {
      let node = unsafe matcher.top.pointee.node
      let container = unsafe store.tables.containers + Int(node.pointee.index)
      guard unsafe store.hasRequirements(container, depth: node.pointee.depth) else { return false }
      let model = unsafe matcher.top.pointee.tag
      if model >= 0, !store.commit(Int(model)) { return false }
      matcher.pop()
    }
    return unsafe store.hasEnd(depth: depth) ? finish(depth: depth, text: text, end: end) : true
  }

  @inline(never)
  private mutating func finish(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    takeNames()
    return unsafe store.finishValues(depth: depth, text: text, end: end)
  }

  /// Gives up a record: whatever was stored is reset.
  @inline(never)
  mutating func abandonRecord() {
    matcher.reset()
    store.abandonRecord()
  }
}
