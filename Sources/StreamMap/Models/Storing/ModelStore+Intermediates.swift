// Values of the wrong kind: the record's own value, and intermediate values on a field's path.
//
// SAFETY: nodes, scopes and instructions are numbered by the compilation.
extension ModelStore {
  /// Applies the mismatch policies of all fields whose paths lead through a value that none of them can enter.
  /// `null` counts as absent. Returns false after a failure.
  @inline(never)
  mutating func passOver(node: Int32, _ literal: Literal) -> Bool {
    let container = unsafe tables.containers + Int(node)
    if unsafe container.pointee.demandsKind { return refuseRoot(node, literal) }
    if literal.kind == .null { return true }
    let base = unsafe container.pointee.intermediateBase
    for index in unsafe base..<(base + container.pointee.intermediateCount) {
      if !intermediate(index, literal) { return false }
    }
    return true
  }

  /// Does the same for a container.
  @inline(never)
  mutating func passOver(node: Int32, isArray: Bool) -> Bool {
    passOver(node: node, literal(isArray: isArray))
  }

  /// Returns a literal for a container, which has only a kind.
  func literal(isArray: Bool) -> Literal {
    unsafe Literal(isArray ? .array : .object, names, 0)
  }

  /// Fails the record because its own value has the wrong kind. No policy applies here.
  private mutating func refuseRoot(_ node: Int32, _ literal: Literal) -> Bool {
    let isMalformed = literal.kind == .number && !literal.isNumber
    failure = Failure(kind: isMalformed ? .syntax : .typeMismatch, found: literal.kind)
    failure.kinds = description.paths.kinds(of: node)
    failure.isRoot = true
    return false
  }

  /// Handles an intermediate value of the wrong kind. Returns false after a failure.
  mutating func intermediate(_ index: Int32, _ literal: Literal) -> Bool {
    let instruction = unsafe tables.instructions + Int(index)
    let isNumber = literal.kind != .number || literal.isNumber
    guard unsafe instruction.pointee.isDeferred, isNumber else {
      return unsafe mismatch(instruction, .typeMismatch, literal)
    }
    deferred.append(
      unsafe Deferred(
        scope: instruction.pointee.scope, instruction: index, found: literal.kind, offset: -1))
    return true
  }

  // MARK: Fields with several paths

  /// Whether the source must set the offset of a deferred mismatch.
  var hasUnplacedDeferred: Bool { deferred.last.map { $0.offset < 0 } ?? false }

  /// Sets the offset of the values deferred last.
  ///
  /// - Returns: whether one of them may end the record.
  mutating func placeDeferred(at offset: Int) -> Bool {
    var isError = false
    for index in deferred.indices.reversed() {
      guard deferred[index].offset < 0 else { break }
      deferred[index].offset = offset
      let instruction = Int(deferred[index].instruction)
      if unsafe tables.instructions[instruction].mismatch == .error { isError = true }
    }
    return isError
  }

  /// Removes the deferred mismatches of a field when a later member replaces its value.
  mutating func forgetDeferred(_ scope: Int32, _ field: Int32) {
    deferred.removeAll { one in
      unsafe one.scope == scope && tables.instructions[Int(one.instruction)].field == field
    }
  }

  /// Reports the deferred mismatches of a model when it ends, for fields that got no value by any path. The first
  /// mismatch counts. Returns false after a failure.
  @inline(never)
  mutating func settleDeferred(_ scope: Int) -> Bool {
    let own = deferred.filter { $0.scope == scope }
    deferred.removeAll { $0.scope == scope }
    for one in own {
      let instruction = unsafe tables.instructions + Int(one.instruction)
      let alias = unsafe Int(instruction.pointee.field)
      let field = description.scopes[scope].aliases.first { $0.alias == alias }?.field ?? alias
      if unsafe scopes[scope].isSeen(field) { continue }
      notes.valueStart = one.offset
      defer { notes.valueStart = -1 }
      guard unsafe mismatch(instruction, .typeMismatch, one.found) else {
        failure.start = one.offset
        return false
      }
      resolveAliases(scope)
    }
    return true
  }
}

extension ContainerKinds {
  /// The kinds that an instruction accepts.
  init(_ instruction: Instruction) {
    self.init(object: instruction.takesObject, array: instruction.takesArray)
  }

  /// The accepted kinds as text for messages.
  var expected: String {
    switch (object, array) {
    case (true, true): "an object or an array"
    case (_, true): "an array"
    default: "an object"
    }
  }
}
