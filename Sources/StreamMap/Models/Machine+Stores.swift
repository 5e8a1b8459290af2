// The instructions at work: literals into fields.
//
// SAFETY: addresses come from the scope's state and the instruction's offset, which
// the compilation took from the field's key path.
extension Machine {
  /// Does what an instruction says with a scalar, or with the bytes of a whole value.
  /// False after a failure.
  @inline(__always)
  mutating func perform(_ index: Int, _ literal: Literal) -> Bool {
    let instruction = instructions + index
    if _fastPath(instruction.pointee.action == .value) {
      if literal.kind == .null, !instruction.pointee.type.isRaw || instruction.pointee.takesNull {
        return performNull(instruction)
      }
      let kind = store(instruction, literal)
      if _fastPath(kind == nil) {
        let state = scopes + Int(instruction.pointee.scope)
        state.pointee.markSeen(Int(instruction.pointee.field))
        return true
      }
      return mismatch(instruction, kind ?? .typeMismatch, literal.kind)
    }
    return performModel(index, instruction, literal)
  }

  /// A scalar where an array or a nested model is expected.
  private mutating func performModel(
    _ index: Int, _ instruction: UnsafePointer<Instruction>, _ literal: Literal
  ) -> Bool {
    if literal.kind == .null { return performNull(instruction) }
    let takesScalar =
      instruction.pointee.action == .scope && instruction.pointee.takesObject && instruction.pointee.takesArray
    guard takesScalar else { return mismatch(instruction, .typeMismatch, literal.kind) }
    append(End(action: .scope, depth: .max, instruction: Int32(index), start: 0, isArray: false))
    begin(scope: Int(instruction.pointee.child))
    return true
  }

  private mutating func performNull(_ place: UnsafePointer<Instruction>) -> Bool {
    let instruction = place.pointee
    let state = scopes + Int(instruction.scope)
    switch instruction.null {
    case .keep where !instruction.isElement:
      keep(instruction)
    case .none where instruction.takesNull:
      state.pointee.markSeen(Int(instruction.field))
      putNil(instruction)
    default:
      return mismatch(place, .unexpectedNull, .null)
    }
    return true
  }

  /// The template's value, although the record has one.
  private mutating func keep(_ instruction: Instruction) {
    (scopes + Int(instruction.scope)).pointee.markSeen(Int(instruction.field))
    reset(Int(instruction.scope), Int(instruction.field))
  }

  private func putNil(_ instruction: Instruction) {
    let state = scopes + Int(instruction.scope)
    var visitor = PutNil(
      shape: instruction.shape, address: state.pointee.address(instruction.isInCell, instruction.offset),
      isElement: instruction.isElement)
    if instruction.type == .custom {
      program._withUnsafeGuaranteedRef {
        let operations = $0.customs[Int(instruction.custom)].operations
        if instruction.isElement {
          operations.appendNil(visitor.address, visitor.shape)
        } else {
          operations.putNil(visitor.address, visitor.shape)
        }
      }
    } else {
      instruction.type.visit(&visitor)
    }
  }

  /// A value that does not fit: what the field's policy says.
  private mutating func mismatch(
    _ instruction: UnsafePointer<Instruction>, _ kind: MappingError.Kind, _ found: Literal.Kind
  ) -> Bool {
    let instruction = instruction.pointee
    if instruction.isElement {
      if instruction.badElement == .drop { return true }
    } else {
      switch instruction.mismatch {
      case .keep:
        keep(instruction)
        return true
      case .none:
        (scopes + Int(instruction.scope)).pointee.markSeen(Int(instruction.field))
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
  mutating func begin(_ index: Int, isArray: Bool, depth: Int32, start: Int) -> Bool {
    let instruction = instructions + index
    switch instruction.pointee.action {
    case .array:
      guard isArray else { return mismatch(instruction, .typeMismatch, .object) }
      present(instruction.pointee.scope, instruction.pointee.field)
    case .value:
      guard instruction.pointee.type.isRaw else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .capture, depth: depth, instruction: Int32(index), start: start, isArray: isArray))
    case .scope:
      guard isArray ? instruction.pointee.takesArray : instruction.pointee.takesObject else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .scope, depth: depth, instruction: Int32(index), start: 0, isArray: isArray))
      begin(scope: Int(instruction.pointee.child))
    }
    return true
  }

  // MARK: Typed stores

  /// Reads the literal as the instruction's type and stores it; the kind of error if it
  /// does not fit.
  @inline(__always)
  private mutating func store(_ instruction: UnsafePointer<Instruction>, _ literal: Literal) -> MappingError.Kind? {
    let state = scopes + Int(instruction.pointee.scope)
    let address = state.pointee.address(instruction.pointee.isInCell, instruction.pointee.offset)
    let shape = instruction.pointee.shape
    let rules = instruction.pointee.numbers
    do throws(_LiteralFailure) {
      switch instruction.pointee.type {
      case .string: Shaped<String>.put(try LiteralReader.string(literal), shape, at: address)
      case .int: Shaped<Int>.put(try LiteralReader.integer(literal, rules), shape, at: address)
      case .double: Shaped<Double>.put(try LiteralReader.double(literal, rules), shape, at: address)
      case .bool: Shaped<Bool>.put(try LiteralReader.bool(literal), shape, at: address)
      default: return try storeOther(instruction, literal, shape, address)
      }
      return nil
    } catch {
      return error.kind
    }
  }

  private mutating func storeOther(
    _ instruction: UnsafePointer<Instruction>, _ literal: Literal, _ shape: SlotShape,
    _ address: UnsafeMutableRawPointer
  ) throws(_LiteralFailure) -> MappingError.Kind? {
    let rules = instruction.pointee.numbers
    switch instruction.pointee.type {
    case .bool, .int, .double, .string: break
    case .int8: Shaped<Int8>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int16: Shaped<Int16>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int32: Shaped<Int32>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .int64: Shaped<Int64>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint: Shaped<UInt>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint8: Shaped<UInt8>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint16: Shaped<UInt16>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint32: Shaped<UInt32>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .uint64: Shaped<UInt64>.put(try LiteralReader.integer(literal, rules), shape, at: address)
    case .float: Shaped<Float>.put(try LiteralReader.float(literal, rules), shape, at: address)
    case .raw:
      let json = Span(_unsafeStart: literal.raw, count: literal.rawCount)
      Shaped<RawJSON>.put(RawJSON(compacting: json), shape, at: address)
    case .value:
      let json = Span(_unsafeStart: literal.raw, count: literal.rawCount)
      Shaped<JSONValue>.put(JSONValue(validated: json), shape, at: address)
    case .range:
      let start = arena.count
      Compacting.append(Span(_unsafeStart: literal.raw, count: literal.rawCount), to: &arena)
      let range = ByteRange(offset: start, count: arena.count - start)
      Shaped<ByteRange>.put(range, shape, at: address)
    case .custom:
      return program._withUnsafeGuaranteedRef {
        $0.customs[Int(instruction.pointee.custom)].read(literal, rules, shape, address)
      }
    }
    return nil
  }
}

extension RawJSON {
  /// Copies a valid JSON text, without white space outside strings.
  init(compacting json: Span<UInt8>) {
    bytes = []
    Compacting.append(json, to: &bytes)
  }
}
