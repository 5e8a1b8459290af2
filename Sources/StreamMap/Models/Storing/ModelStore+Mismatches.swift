// Values of the wrong kind: the record's root value, and intermediate values on a field's path.
extension ModelStore {
  /// Applies the mismatch policies of all fields whose paths lead through a value that none of them can enter.
  /// `null` counts as absent. Returns false after a failure.
  @inline(never)
  mutating func applyMismatchPolicies(node: Int32, _ literal: Literal) -> Bool {
    let container = tables.containers.entry(Int(node))
    if container.pointee.demandsKind { return rejectRoot(node, literal) }
    if literal.kind == .null { return true }
    let base = container.pointee.intermediateBase
    for index in base..<(base + container.pointee.intermediateCount) {
      if !mismatch(tables.instructions.entry(Int(index)), .typeMismatch, literal) { return false }
    }
    return true
  }

  /// Applies the same policies to a container.
  @inline(never)
  mutating func applyMismatchPolicies(node: Int32, isArray: Bool) -> Bool {
    applyMismatchPolicies(node: node, Literal(isArray ? .array : .object))
  }

  /// Fails the record because its root value has the wrong kind. No policy applies here.
  private mutating func rejectRoot(_ node: Int32, _ literal: Literal) -> Bool {
    let isMalformed = literal.kind == .number && !literal.isNumber
    failure = Failure(kind: isMalformed ? .syntax : .typeMismatch, found: literal.kind)
    failure.kinds = description.paths.kinds(of: node)
    failure.isRoot = true
    return false
  }
}

extension ContainerKinds {
  /// Creates the kinds that an instruction accepts.
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

// Coercion of scalars, for fields that ask for it. See the table of ``FieldPolicy/coercing``.
extension ModelStore {
  /// Returns whether a string means null for a field that allows null.
  @inline(never)
  func isNullText(_ literal: Literal, _ instruction: Table<Instruction>.Entry) -> Bool {
    guard literal.kind == .string, literal.count == 4, literal.string == "null" else {
      return false
    }
    return !instruction.pointee.type.isRaw
      && (instruction.pointee.takesNull || instruction.pointee.null == .keep)
  }

  /// Stores a literal. A literal of another type is converted to the field's type.
  @inline(__always)
  mutating func putCoerced(
    _ literal: Literal, _ instruction: Table<Instruction>.Entry
  ) throws(_LiteralFailure) {
    guard instruction.pointee.coerces, !instruction.pointee.type.isRaw else {
      return try put(literal, instruction)
    }
    try coerce(literal, instruction)
  }

  @inline(never)
  private mutating func coerce(
    _ literal: Literal, _ instruction: Table<Instruction>.Entry
  ) throws(_LiteralFailure) {
    do throws(_LiteralFailure) {
      return try put(literal, instruction)
    } catch {
      guard error.kind == .typeMismatch else { throw error }
    }
    let isNumber = literal.isNumber
    if literal.kind == .number, !isNumber { throw .malformed }
    // An error of the number is more specific than the type mismatch of a string.
    var failure = _LiteralFailure.typeMismatch
    for other in Self.meanings(of: literal, isNumber: isNumber) {
      do throws(_LiteralFailure) {
        try put(other, instruction)
        rejection = nil
        return
      } catch {
        if error.kind != .typeMismatch { failure = error }
      }
    }
    throw failure
  }

  /// Returns the other literals that this one can mean, likeliest first.
  private static func meanings(of literal: Literal, isNumber: Bool) -> [Literal] {
    func same(_ kind: Literal.Kind) -> Literal { literal.text(as: kind) }
    func bool(_ value: Bool) -> Literal {
      Literal(value ? .true : .false, constant: value ? "true" : "false")
    }
    switch literal.kind {
    case .string:
      return (isNumber ? [same(.number)] : []) + (truth(of: literal).map { [bool($0)] } ?? [])
    case .number:
      let value: Int? = try? literal.integer(NumberRules())
      return [same(.string)] + (value == 0 || value == 1 ? [bool(value == 1)] : [])
    case .true: return [Literal(.number, constant: "1"), Literal(.string, constant: "true")]
    case .false: return [Literal(.number, constant: "0"), Literal(.string, constant: "false")]
    case .null, .object, .array: return []
    }
  }

  private static func truth(of literal: Literal) -> Bool? {
    guard literal.count <= 5 else { return nil }
    switch literal.string.lowercased() {
    case "true", "t", "yes", "y", "on", "1": return true
    case "false", "f", "no", "n", "off", "0": return false
    default: return nil
    }
  }
}
