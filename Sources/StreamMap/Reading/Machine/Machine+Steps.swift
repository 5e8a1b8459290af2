// The steps in which both the matcher and the store take part. They are concrete and inlined. No step allocates, calls
// through an existential, or recurses per event. Steps that are not inlined are mutating even if they change nothing:
// otherwise the whole machine would be copied for the call.
//
// SAFETY, for all of them: the compilation numbers targets, nodes and instructions.
extension Machine {
  // MARK: Members

  /// Returns the target of a member of the object on top, or -1 after a failure. Only the first member of a name has a
  /// target, unless its fields ask for another.
  @inline(__always)
  mutating func key(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let expected = unsafe matcher.expected(name, count)
    if expected >= 0 { return meet(expected) }
    let edge = unsafe matcher.edge(name, count)
    if edge >= 0 { return meetUnexpected(edge) }
    return unsafe matcher.node.pointee.everyMember == 0 ? 0 : member(name, count)
  }

  @inline(never)
  private mutating func meetUnexpected(_ edge: Int32) -> Int32 {
    matcher.learn(edge)
    return meet(edge)
  }

  /// Returns the target of a member whose edge is known, or -1 after a failure.
  @inline(__always)
  mutating func meet(_ edge: Int32) -> Int32 {
    matcher.meet(edge) ? matcher.target(of: edge) : meetAgain(edge)
  }

  /// Handles a second member with the same name. Returns -1 if that is a failure.
  @inline(never)
  private mutating func meetAgain(_ edge: Int32) -> Int32 {
    store.repeated(edge: edge, target: matcher.target(of: edge))
  }

  /// Returns the target of a member without an edge: that of `.*` or of a field for unknown members. Returns -1 if an
  /// unknown or repeated name is a failure.
  @inline(never)
  mutating func member(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = matcher.node
    let target = node.pointee.everyMember
    if target == PathTables.Node.noMember { return store.fail(.init(kind: .unknownName)) ? 0 : -1 }
    if unsafe matcher.meet(name, count) { return target }
    return store.repeatedMember(of: node.pointee.index, target: target)
  }

  // MARK: Scalars

  /// Stores a scalar that `store.set` did not store, by any means. Returns false after a failure.
  ///
  /// - Parameter whole: the value as it is in the record. Used only if `wantsRaw`.
  @inline(never)
  mutating func scalar(_ target: Int32, _ literal: Literal, _ whole: ModelStore.RawText) -> Bool {
    takeNames()
    return store.scalar(target, literal, whole)
  }

  /// Gives the store access to the names met in the object on top.
  ///
  /// SAFETY: the frame keeps them until it is used for another container, and the store uses them in this step.
  @inline(__always)
  private mutating func takeNames() {
    unsafe store.memberNames = unsafe matcher.top.pointee.memberNames
  }

  // MARK: Containers

  /// Begins a container.
  ///
  /// - Parameters:
  ///   - depth: the depth of the container. The record's root value is at 1.
  ///   - start: the offset where it begins in the record. Used only if `wantsRaw`.
  @inline(__always)
  mutating func open(_ target: Int32, isArray: Bool, depth: Int32, start: Int) -> Opened {
    if enterModel(target, isArray: isArray, depth: depth) { return .entered }
    let target = store.tables.targets.entry(Int(target))
    if target.pointee.instructionCount > 0, !begin(target, isArray: isArray, depth: depth, start: start) {
      return .failed
    }
    guard target.pointee.node >= 0 else { return .skipped }
    let node = matcher.tables.nodes.entry(Int(target.pointee.node))
    guard isArray ? node.pointee.kinds.array : node.pointee.kinds.object else {
      takeNames()
      return store.applyMismatchPolicies(node: target.pointee.node, isArray: isArray) ? .skipped : .failed
    }
    push(node, isArray: isArray, depth: depth)
    return .entered
  }

  @inline(never)
  private mutating func begin(
    _ target: Table<Program.Target>.Entry, isArray: Bool, depth: Int32, start: Int
  ) -> Bool {
    takeNames()
    return store.begin(target, isArray: isArray, depth: depth, start: start)
  }

  /// Enters a container if that only takes beginning a nested model and looking for its values. Returns false if there
  /// is more to do.
  @inline(always)
  mutating func enterModel(_ target: Int32, isArray: Bool, depth: Int32) -> Bool {
    let target = store.tables.targets.entry(Int(target))
    guard target.pointee.isModel else { return false }
    let index = target.pointee.instructionBase
    let instruction = store.tables.instructions.entry(Int(index))
    let node = matcher.tables.nodes.entry(Int(target.pointee.node))
    guard
      isArray
        ? instruction.pointee.takesArray && node.pointee.kinds.array
        : instruction.pointee.takesObject && node.pointee.kinds.object
    else { return false }
    store.begin(scope: Int(instruction.pointee.child))
    push(node, isArray: isArray, depth: depth, model: index)
    return true
  }

  /// Returns whether a target leads into an array.
  @inline(always)
  mutating func entersArray(_ target: Int32) -> Bool {
    let node = store.tables.targets[Int(target)].node
    return node >= 0 && matcher.tables.nodes[Int(node)].kinds.array
  }

  /// Enters an object if that only takes looking for its members, possibly those of a nested model. Returns false if
  /// there is more to do.
  @inline(always)
  mutating func enterPlain(_ target: Int32, depth: Int32) -> Bool {
    let place = store.tables.targets.entry(Int(target))
    guard place.pointee.node >= 0 else { return false }
    let node = matcher.tables.nodes.entry(Int(place.pointee.node))
    guard node.pointee.isPlain, node.pointee.wantedMembers > 0 else { return false }
    guard place.pointee.instructionCount == 0 else {
      return enterModel(target, isArray: false, depth: depth)
    }
    push(node, isArray: false, depth: depth)
    return true
  }

  /// Enters the object of an element like `enterPlain`. Most elements are like the one before.
  @inline(always)
  mutating func enterElement(_ target: Int32, depth: Int32) -> Bool {
    let place = store.tables.targets.entry(Int(target))
    let model = place.pointee.instructionBase
    guard place.pointee.isModel, matcher.pushAgain(tag: model) else {
      return enterPlain(target, depth: depth)
    }
    store.begin(scope: Int(store.tables.instructions.entry(Int(model)).pointee.child))
    return true
  }

  /// Enters a container.
  ///
  /// - Parameter model: the instruction of the nested model that ends with the container, if nothing else ends with it.
  ///   -1 otherwise.
  @inline(__always)
  private mutating func push(
    _ node: Table<PathTables.Node>.Entry, isArray: Bool, depth: Int32, model: Int32 = -1
  ) {
    matcher.push(node, isArray: isArray, depth: depth, tag: model)
    if !node.pointee.isPlain { prepare(node: node.pointee.index, isArray: isArray) }
  }

  /// Does the additional work that only some nodes need on entry.
  @inline(never)
  private mutating func prepare(node: Int32, isArray: Bool) {
    matcher.prepareTop()
    store.present(in: store.tables.containers.entry(Int(node)), isArray: isArray)
  }

  /// Returns whether there is something to do when the container at this depth closes.
  @inline(__always)
  func awaits(depth: Int32) -> Bool {
    matcher.depth == depth || store.hasEnd(depth: depth)
  }

  /// Ends the container at a depth if that only takes removing its frame, which is on top, and storing its model.
  /// Returns false if there is more to do.
  @inline(always)
  mutating func leave(_ depth: Int32) -> Bool {
    if store.hasEnd(depth: depth) { return false }
    let node = matcher.node
    let container = store.tables.containers.entry(Int(node.pointee.index))
    let model = Int(matcher.tag)
    if model >= 0 {
      let instruction = store.tables.instructions.entry(model)
      guard container.pointee.isModelsOwn || store.hasPlainRequirement(container),
        store.hasPlainlyRequired(scope: Int(instruction.pointee.child))
      else { return false }
      store.storeModel(instruction)
    } else {
      guard store.hasPlainRequirement(container) else { return false }
    }
    matcher.pop()
    return true
  }

  /// Ends the container at a depth for which the machine waits.
  ///
  /// - Parameters:
  ///   - text: the bytes of the record, which contain any captured value.
  ///   - end: the offset where the container ends in the record.
  @inline(__always)
  mutating func close(depth: Int32, text: UnsafePointer<UInt8>, end: Int) -> Bool {
    if matcher.depth == depth {
      let node = matcher.node
      let container = store.tables.containers.entry(Int(node.pointee.index))
      guard store.hasRequirements(container, depth: node.pointee.depth) else { return false }
      let model = matcher.tag
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

  /// Abandons a record: everything that was stored is reset.
  @inline(never)
  mutating func abandonRecord() {
    matcher.reset()
    store.abandonRecord()
  }
}
