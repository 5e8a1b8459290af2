// The instructions at work: literals into fields.
//
// SAFETY: addresses come from the scope's state and the instruction's offset, which
// the compilation took from the field's key path.
extension Machine {
  /// Does what an instruction says with a scalar, or with the bytes of a whole value.
  /// False after a failure.
  @inline(__always)
  mutating func perform(_ index: Int, _ literal: Literal) -> Bool {
    let instruction = unsafe tables.instructions + index
    if unsafe _fastPath(instruction.pointee.action == .value) {
      if literal.kind == .null, unsafe isNull(instruction) {
        return unsafe performNull(instruction)
      }
      let kind = unsafe store(instruction, literal)
      if _fastPath(kind == nil) {
        let state = unsafe scopes + Int(instruction.pointee.scope)
        unsafe state.pointee.markSeen(Int(instruction.pointee.field))
        return true
      }
      return unsafe mismatch(instruction, kind ?? .typeMismatch, literal)
    }
    return unsafe performModel(index, instruction, literal)
  }

  /// Whether `null` is no value for the field: a raw one takes it as it stands, unless
  /// told otherwise.
  @inline(__always)
  private func isNull(_ instruction: UnsafePointer<Instruction>) -> Bool {
    unsafe !instruction.pointee.type.isRaw || instruction.pointee.takesNull
      || instruction.pointee.null != .none
  }

  /// A scalar where an array or a nested model is expected.
  @inline(never)
  private mutating func performModel(
    _ index: Int, _ instruction: UnsafePointer<Instruction>, _ literal: Literal
  ) -> Bool {
    if literal.kind == .null { return unsafe performNull(instruction) }
    let takesScalar =
      unsafe instruction.pointee.action == .scope && instruction.pointee.takesObject
      && instruction.pointee.takesArray
    guard takesScalar else { return unsafe mismatch(instruction, .typeMismatch, literal) }
    if literal.kind == .number, unsafe !NumberText.isNumber(literal.bytes, literal.count) {
      return unsafe mismatch(instruction, .syntax, literal)
    }
    append(End(action: .scope, depth: .max, instruction: Int32(index), start: 0, isArray: false))
    unsafe begin(scope: Int(instruction.pointee.child))
    return true
  }

  @inline(never)
  private mutating func performNull(_ place: UnsafePointer<Instruction>) -> Bool {
    let instruction = unsafe place.pointee
    let state = unsafe scopes + Int(instruction.scope)
    switch instruction.null {
    case .keep where !instruction.isElement:
      keep(instruction)
    case .none where instruction.takesNull:
      unsafe state.pointee.markSeen(Int(instruction.field))
      putNil(instruction)
    default:
      if instruction.isElement { return unsafe mismatch(place, .unexpectedNull, .null) }
      failure = Failure(
        kind: .unexpectedNull, scope: instruction.scope, field: instruction.field, found: .null)
      return false
    }
    return true
  }

  /// The template's value, although the record has one: seen, and not dirty.
  @inline(never)
  private mutating func keep(_ instruction: Instruction) {
    let state = unsafe scopes + Int(instruction.scope)
    reset(Int(instruction.scope), Int(instruction.field))
    unsafe state.pointee.markSeen(Int(instruction.field))
    unsafe state.pointee.markClean(Int(instruction.field))
  }

  @inline(never)
  private func putNil(_ instruction: Instruction) {
    let state = unsafe scopes + Int(instruction.scope)
    var visitor = unsafe PutNil(
      shape: instruction.shape, address: state.pointee.address(instruction.isInCell, instruction.offset),
      isElement: instruction.isElement)
    if instruction.type == .custom {
      unsafe program._withUnsafeGuaranteedRef {
        let operations = $0.customs[Int(instruction.custom)].operations
        if instruction.isElement {
          unsafe operations.appendNil(visitor.address, visitor.shape)
        } else {
          unsafe operations.putNil(visitor.address, visitor.shape)
        }
      }
    } else {
      instruction.type.visit(&visitor)
    }
  }

  /// A scalar that does not fit. A number that another type was wanted for has not been
  /// looked at; one that is none is for no policy to take care of.
  @inline(never)
  private mutating func mismatch(
    _ instruction: UnsafePointer<Instruction>, _ kind: MappingError.Kind, _ literal: Literal
  ) -> Bool {
    let isMalformed =
      unsafe literal.kind == .number && kind == .typeMismatch
      && !NumberText.isNumber(literal.bytes, literal.count)
    guard kind == .syntax || isMalformed else { return unsafe mismatch(instruction, kind, literal.kind) }
    failure = unsafe Failure(
      kind: .syntax, scope: instruction.pointee.scope, field: instruction.pointee.field, found: literal.kind)
    return false
  }

  /// A value that does not fit: what the field's policy says.
  @inline(never)
  private mutating func mismatch(
    _ instruction: UnsafePointer<Instruction>, _ kind: MappingError.Kind, _ found: Literal.Kind
  ) -> Bool {
    let instruction = unsafe instruction.pointee
    if instruction.isElement {
      if instruction.badElement == .drop { return true }
    } else {
      switch instruction.mismatch {
      case .keep:
        keep(instruction)
        return true
      case .none:
        unsafe (scopes + Int(instruction.scope)).pointee.markSeen(Int(instruction.field))
        putNil(instruction)
        return true
      case .error: break
      }
    }
    failure = Failure(
      kind: kind, scope: instruction.scope, field: instruction.field, found: found,
      isElement: instruction.isElement)
    return false
  }

  // MARK: Containers

  /// Begins a container at an instruction. False after a failure.
  @inline(never)
  mutating func begin(_ index: Int, isArray: Bool, depth: Int32, start: Int) -> Bool {
    let instruction = unsafe tables.instructions + index
    switch unsafe instruction.pointee.action {
    case .array:
      guard isArray else { return unsafe mismatch(instruction, .typeMismatch, .object) }
      unsafe present(instruction.pointee.scope, instruction.pointee.field)
    case .value:
      guard unsafe instruction.pointee.type.isRaw else {
        return unsafe mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .capture, depth: depth, instruction: Int32(index), start: start, isArray: isArray))
    case .scope:
      guard unsafe isArray ? instruction.pointee.takesArray : instruction.pointee.takesObject else {
        return unsafe mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .scope, depth: depth, instruction: Int32(index), start: 0, isArray: isArray))
      unsafe begin(scope: Int(instruction.pointee.child))
    }
    return true
  }

  // MARK: Typed stores

  /// Reads the literal as the instruction's type and stores it; the kind of error if it
  /// does not fit.
  ///
  /// The callback knows what the literal is, so of the cases below each keeps one; the
  /// types that most fields have need no jump through a table.
  @inline(__always)
  private mutating func store(_ instruction: UnsafePointer<Instruction>, _ literal: Literal) -> MappingError
    .Kind?
  {
    let state = unsafe scopes + Int(instruction.pointee.scope)
    let address = unsafe state.pointee.address(instruction.pointee.isInCell, instruction.pointee.offset)
    let shape = unsafe instruction.pointee.shape
    let type = unsafe instruction.pointee.type
    do throws(_LiteralFailure) {
      switch literal.kind {
      case .string where type == .string:
        unsafe Shaped<String>.put(String(validated: literal.bytes, literal.count), shape, at: address)
      case .string where type == .internedString:
        unsafe Shaped<String>.put(
          strings.string(validated: literal.bytes, literal.count), shape, at: address)
      case .string where type == .borrowed:
        let bytes = unsafe literal.isStable ? literal.bytes : texts.copy(literal.bytes, literal.count)
        unsafe Shaped<BorrowedText>.put(BorrowedText(bytes, literal.count, in: texts), shape, at: address)
      case .number where type == .int:
        unsafe Shaped<Int>.put(
          try LiteralReader.integer(literal, instruction.pointee.numbers), shape, at: address)
      case .number where type == .double:
        unsafe Shaped<Double>.put(
          try LiteralReader.double(literal, instruction.pointee.numbers), shape, at: address)
      case .true where type == .bool:
        unsafe Shaped<Bool>.put(true, shape, at: address)
      case .false where type == .bool:
        unsafe Shaped<Bool>.put(false, shape, at: address)
      default:
        return unsafe try storeOther(instruction, literal, shape, address)
      }
      return nil
    } catch {
      return error.kind
    }
  }

  @inline(never)
  private mutating func storeOther(
    _ instruction: UnsafePointer<Instruction>, _ literal: Literal, _ shape: SlotShape,
    _ address: UnsafeMutableRawPointer
  ) throws(_LiteralFailure) -> MappingError.Kind? {
    let rules = unsafe instruction.pointee.numbers
    switch unsafe instruction.pointee.type {
    case .bool, .int, .double, .string, .internedString, .borrowed: return .typeMismatch
    case .int8: unsafe Shaped<Int8>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int16: unsafe Shaped<Int16>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int32: unsafe Shaped<Int32>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int64: unsafe Shaped<Int64>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint: unsafe Shaped<UInt>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint8: unsafe Shaped<UInt8>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint16: unsafe Shaped<UInt16>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint32: unsafe Shaped<UInt32>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint64: unsafe Shaped<UInt64>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .float: unsafe Shaped<Float>.put(try LiteralReader.float(literal, rules), shape, at: address)
    case .raw:
      let json = unsafe Span(_unsafeStart: whole.start, count: whole.count)
      unsafe Shaped<RawJSON>.put(RawJSON(compacting: json), shape, at: address)
    case .value:
      let json = unsafe Span(_unsafeStart: whole.start, count: whole.count)
      guard let value = JSONValue(validated: json) else { return .depthLimit }
      unsafe Shaped<JSONValue>.put(value, shape, at: address)
    case .range:
      let start = arena.count
      unsafe Compacting.append(Span(_unsafeStart: whole.start, count: whole.count), to: &arena)
      let range = ByteRange(offset: start, count: arena.count - start)
      unsafe Shaped<ByteRange>.put(range, shape, at: address)
    case .custom:
      return unsafe program._withUnsafeGuaranteedRef {
        unsafe $0.customs[Int(instruction.pointee.custom)].read(literal, rules, shape, address)
      }
    }
    return nil
  }
}

extension RawJSON {
  /// Copies a valid JSON text, without white space outside strings.
  init(compacting json: Span<UInt8>) {
    bytes = []
    bytes.reserveCapacity(json.count)
    Compacting.append(json, to: &bytes)
  }
}
