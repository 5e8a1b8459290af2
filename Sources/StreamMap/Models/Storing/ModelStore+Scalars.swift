// Execution of instructions: storing literals into fields.
//
// SAFETY: addresses come from the scope's state and the instruction's offset, which the compilation took from the
// field's key path.
extension ModelStore {
  /// Stores a scalar at a target of one plain field. Returns false if the target is of another kind or the literal
  /// does not fit the field. Then nothing has changed, and the caller must call `scalar`.
  @inline(always)
  mutating func set(_ target: Int32, _ literal: Literal) -> Bool {
    setPlain(target, literal) || setRarely(target, literal)
  }

  /// Stores the commonest types.
  ///
  /// The source knows the literal's kind at compile time, so only one of the cases below remains after inlining. The
  /// function is mutating, like the other steps, although it changes nothing. Otherwise the machine would be copied.
  @inline(always)
  mutating func setPlain(_ target: Int32, _ literal: Literal) -> Bool {
    let binding = bindings.entry(Int(target))
    let address = unsafe binding.pointee.address
    let shape = binding.pointee.shape
    switch literal.kind {
    case .string:
      if binding.pointee.kind == .string {
        if _slowPath(literal.count > SmallString.capacity) {
          unsafe String.put(copyOf: literal.bytes, literal.count, shape, at: address)
        } else {
          unsafe SmallString(literal.bytes, literal.count, isPadded: literal.isPadded).put(shape, at: address)
        }
      } else if binding.pointee.kind == .sharedString {
        unsafe Self.putShared(literal.bytes, literal.count, &bindings[Int(target)], &strings)
      } else if binding.pointee.kind == .borrowed, literal.isStable {
        unsafe FieldAccess<BorrowedText>.put(
          BorrowedText(literal.bytes, literal.count, in: texts), shape, at: address)
      } else {
        return false
      }
    case .number:
      if binding.pointee.kind == .double {
        guard literal.isPadded, let value = unsafe NumberText.plainDouble(literal.bytes, literal.count)
        else { return false }
        unsafe FieldAccess<Double>.put(value, shape, at: address)
      } else if binding.pointee.kind == .int {
        let value = unsafe NumberText.plainInteger(
          literal.bytes, literal.count, isPadded: literal.isPadded)
        guard let value = value.flatMap(Int.init(exactly:)) else { return false }
        unsafe FieldAccess<Int>.put(value, shape, at: address)
      } else {
        return false
      }
    case .true, .false:
      guard binding.pointee.kind == .bool else { return false }
      unsafe FieldAccess<Bool>.put(literal.kind == .true, shape, at: address)
    case .null, .object, .array:
      return false
    }
    binding.pointee.markSeen()
    return true
  }

  /// Stores a string of a field whose values repeat. A string that was seen before needs no allocation.
  @inline(never)
  private static func putShared(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ binding: inout Binding, _ strings: inout StringTable
  ) {
    let address = unsafe binding.address
    let shape = binding.shape
    var isKnown = false
    if StringTable.holds(count) {
      isKnown = unsafe strings.put(bytes, count, shape, at: address)
    } else if count <= SmallString.capacity {
      unsafe SmallString(bytes, count).put(shape, at: address)
    } else {
      unsafe String.put(copyOf: bytes, count, shape, at: address)
    }
    if !binding.sharing.record(isKnown: isKnown) { binding.kind = .string }
  }

  /// Stores the rarer types: any floating-point number, interned strings, and borrowed strings that must be copied.
  @inline(never)
  private mutating func setRarely(_ target: Int32, _ literal: Literal) -> Bool {
    let binding = bindings[Int(target)]
    switch (binding.kind, literal.kind) {
    case (.borrowed, .string):
      let bytes = unsafe texts.copy(literal.bytes, literal.count)
      unsafe FieldAccess<BorrowedText>.put(
        BorrowedText(bytes, literal.count, in: texts), binding.shape, at: binding.address)
    case (.internedString, .string):
      unsafe FieldAccess<String>.put(
        strings.string(validated: literal.bytes, literal.count), binding.shape, at: binding.address)
    case (.double, .number):
      guard let value = unsafe NumberText.nearestDouble(literal.bytes, literal.count) else { return false }
      unsafe FieldAccess<Double>.put(value, binding.shape, at: binding.address)
    default:
      return false
    }
    binding.markSeen()
    return true
  }

  /// Whether a target is a cell with the JSON text of a value.
  @inline(__always)
  mutating func isText(_ target: Int32) -> Bool { bindings.entry(Int(target)).pointee.kind == .json }

  /// Stores the JSON text of a scalar that is not null in such a cell.
  ///
  /// - Parameter text: the text in the record, which the slack of a cursor follows if `isRecordFollowed`.
  @inline(__always)
  mutating func putText(_ target: Int32, _ text: RawText) {
    put(text: _fastPath(isRecordFollowed && !copiesTexts) ? text : copy(text), target)
  }

  @inline(__always)
  private mutating func put(text: RawText, _ target: Int32) {
    let binding = bindings.entry(Int(target))
    unsafe FieldAccess<BorrowedText>.put(
      BorrowedText(text.start, text.count, in: texts), binding.pointee.shape, at: binding.pointee.address)
    binding.pointee.markSeen()
  }

  /// Stores a copy of the JSON text of a scalar, in which no white space can be left out. Returns false, and changes
  /// nothing, for another target, for `null` and for a container.
  ///
  /// - Parameter text: the text as it is in the record.
  @inline(never)
  mutating func setText(_ target: Int32, _ kind: Literal.Kind, _ text: RawText) -> Bool {
    guard isText(target), kind != .null, kind != .object, kind != .array else { return false }
    put(text: copy(text), target)
    return true
  }

  /// Returns a copy of a text for a cell.
  @inline(never)
  private mutating func copy(_ text: RawText) -> RawText {
    unsafe RawText(texts.copy(text.start, text.count, followedBy: TextCursor.slack), text.count)
  }

  /// Executes an instruction with a scalar, or with the bytes of a whole value. Returns false after a failure.
  mutating func perform(_ index: Int, _ literal: Literal) -> Bool {
    let instruction = tables.instructions.entry(index)
    guard instruction.pointee.action == .value else {
      return performModel(index, instruction, literal)
    }
    if literal.kind == .null, isNull(instruction) { return performNull(instruction) }
    if instruction.pointee.coerces, isNullText(literal, instruction) { return performNull(instruction) }
    do throws(_LiteralFailure) {
      if _slowPath(!nonFinite.isEmpty), let number = NonFiniteNumber(literal) {
        if instruction.pointee.type.isRaw, isNull(instruction) { return performNull(instruction) }
        try put(number, literal, instruction)
      } else {
        try putCoerced(literal, instruction)
      }
      if instruction.pointee.elementOrigin >= 0, let kind = gather(instruction) {
        throw _LiteralFailure(kind: kind)
      }
    } catch {
      if rejection?.keepsTemplate == true {
        rejection = nil
        keep(instruction.pointee)
        return true
      }
      if rejection?.isWithin == true || error.kind == .wrongContext {
        return fail(instruction, error.kind, literal.kind)
      }
      guard mismatch(instruction, error.kind, literal) else { return false }
      rejection = nil
      return true
    }
    scopes[Int(instruction.pointee.scope)].markSeen(Int(instruction.pointee.field))
    return true
  }

  /// Returns whether `null` is handled by the null policy. A field that keeps JSON text stores `null` as text, unless
  /// it is optional or has a null policy.
  @inline(always)
  private func isNull(_ instruction: Table<Instruction>.Entry) -> Bool {
    !instruction.pointee.type.isRaw || instruction.pointee.takesNull
      || instruction.pointee.null != .setNil
  }

  /// Handles a scalar where an array or a nested model is expected.
  @inline(never)
  private mutating func performModel(
    _ index: Int, _ instruction: Table<Instruction>.Entry, _ literal: Literal
  ) -> Bool {
    switch instruction.pointee.action {
    case .intermediate: return literal.kind == .null || mismatch(instruction, .typeMismatch, literal)
    // The policies apply to any other scalar.
    case .reserve: return literal.kind != .null || putNilElement(instruction)
    case .replace: return removeLast(instruction)
    case .value, .array, .object, .scope: break
    }
    if literal.kind == .null { return performNull(instruction) }
    guard instruction.pointee.action == .scope, instruction.pointee.takesScalar else {
      return mismatch(instruction, .typeMismatch, literal)
    }
    if literal.kind == .number, !literal.isNumber { return mismatch(instruction, .syntax, literal) }
    append(End(action: .scope, depth: .max, instruction: Int32(index), start: -1, isArray: false))
    begin(scope: Int(instruction.pointee.child))
    seed(instruction)
    return true
  }

  @inline(never)
  private mutating func performNull(_ place: Table<Instruction>.Entry) -> Bool {
    let instruction = place.pointee
    if !instruction.isElement { note(.null, instruction) }
    switch instruction.null {
    case .keep where !instruction.isElement:
      keep(instruction)
    case .setNil where instruction.takesNull:
      scopes[Int(instruction.scope)].markSeen(Int(instruction.field))
      putNil(instruction)
      if instruction.elementOrigin >= 0, let kind = gather(place) { return mismatch(place, kind, .null) }
    default:
      if instruction.isElement { return mismatch(place, .unexpectedNull, .null) }
      let failure = Failure(
        kind: .unexpectedNull, scope: instruction.scope, field: instruction.field, found: .null)
      return fail(failure, keeping: instruction)
    }
    return true
  }

  /// Keeps the template's value although the record has one. The field is then seen and not dirty.
  @inline(never)
  mutating func keep(_ instruction: Instruction) {
    reset(Int(instruction.scope), Int(instruction.field))
    scopes[Int(instruction.scope)].markKept(Int(instruction.field))
  }

  @inline(never)
  private mutating func putNil(_ instruction: Instruction) {
    let address = unsafe scopes[Int(instruction.scope)].address(instruction.isInCell, Int(instruction.offset))
    instruction.witness.withObject { witness in
      if instruction.isElement && instruction.elementOrigin < 0 {
        unsafe witness.appendNil(address, instruction.shape)
      } else {
        unsafe witness.putNil(address, instruction.shape)
      }
    }
  }

  /// Handles a scalar that does not fit the field. A number in a field of another type has not been checked yet. If it
  /// is malformed, or if the store needs no more, no policy applies.
  @inline(never)
  mutating func mismatch(
    _ instruction: Table<Instruction>.Entry, _ kind: MappingError.Kind, _ literal: Literal
  ) -> Bool {
    let isMalformed =
      literal.kind == .number && kind == .typeMismatch && !literal.isNumber
    guard kind == .syntax || kind == .stop || isMalformed else { return reject(instruction, kind, literal) }
    return fail(instruction, kind == .stop ? .stop : .syntax, literal.kind)
  }

  /// Fails because of an error inside the value. No policy applies to it.
  @inline(never)
  private mutating func fail(
    _ instruction: Table<Instruction>.Entry, _ kind: MappingError.Kind, _ found: Literal.Kind
  ) -> Bool {
    let failure = Failure(
      kind: kind, scope: instruction.pointee.scope, field: instruction.pointee.field, found: found)
    if kind.category == .mapping { return fail(failure, keeping: instruction.pointee) }
    self.failure = failure
    return false
  }

  /// Applies the field's policy to a value that does not fit. Only its kind is known.
  mutating func mismatch(
    _ place: Table<Instruction>.Entry, _ kind: MappingError.Kind, _ found: Literal.Kind
  ) -> Bool {
    reject(place, kind, Literal(found))
  }

  /// Applies the field's policy to a value that does not fit.
  @inline(never)
  private mutating func reject(
    _ place: Table<Instruction>.Entry, _ kind: MappingError.Kind, _ literal: Literal
  ) -> Bool {
    let found = literal.kind
    let instruction = place.pointee
    if instruction.isElement {
      if instruction.isReserved { _ = removeLast(place) }
      switch instruction.badElement {
      case .drop:
        note(.dropped, instruction)
        return true
      case .setNil:
        // An element with a bad name has no place where nil could be stored.
        if instruction.takesNull, kind != .invalidName, kind != .duplicateName {
          note(.mismatched, instruction)
          replaced?.note(literal, instruction, rejection?.reason)
          return putNilElement(place)
        }
      case .keep:
        note(.mismatched, instruction)
        scopes[Int(instruction.scope)].markVoid(Int(instruction.field))
        return true
      case .error: break
      }
      note(.mismatched, instruction)
    } else {
      note(.mismatched, instruction)
      switch instruction.mismatch {
      case .keep:
        replaced?.note(literal, instruction, rejection?.reason)
        keep(instruction)
        return true
      case .setNil:
        replaced?.note(literal, instruction, rejection?.reason)
        scopes[Int(instruction.scope)].markSeen(Int(instruction.field))
        putNil(instruction)
        return true
      case .error: break
      }
    }
    var failure = Failure(
      kind: kind, scope: instruction.scope, field: instruction.field, found: found,
      level: Int(instruction.level))
    let isGroup =
      instruction.action == .scope
      && description.field(instruction.field, of: instruction.scope).reportedPath != nil
    if instruction.action == .intermediate || isGroup { failure.kinds = ContainerKinds(instruction) }
    if kind == .invalidModel, instruction.child >= 0 {
      failure.scope = instruction.child
      failure.isModel = true
    }
    return fail(failure, keeping: instruction)
  }

  /// Removes the nil that was stored for an element, because its value follows.
  @inline(never)
  private mutating func removeLast(_ place: Table<Instruction>.Entry) -> Bool {
    let instruction = place.pointee
    var (witness, isInCell, offset) = (instruction.witness, instruction.isInCell, Int(instruction.offset))
    if instruction.elementOrigin >= 0 {
      let collection = tables.levels[tables.elementOrigins[Int(instruction.elementOrigin)].level].slot
      (witness, isInCell, offset) = (collection.witness, collection.isInCell, collection.offset)
    }
    let address = unsafe scopes[Int(instruction.scope)].address(isInCell, offset)
    witness.withObject { unsafe $0.removeLast(address, instruction.shape) }
    return true
  }

  /// Stores nil for an element that is bad or absent.
  @inline(never)
  private mutating func putNilElement(_ place: Table<Instruction>.Entry) -> Bool {
    let instruction = place.pointee
    scopes[Int(instruction.scope)].markSeen(Int(instruction.field))
    putNil(instruction)
    guard instruction.elementOrigin >= 0, let kind = gather(place) else { return true }
    return mismatch(place, kind, .null)
  }

  // MARK: Containers

  /// Begins a container at an instruction. Returns false after a failure.
  @inline(always)
  mutating func begin(_ index: Int, isArray: Bool, depth: Int32, start: Int) -> Bool {
    let instruction = tables.instructions.entry(index)
    switch instruction.pointee.action {
    case .array, .object:
      guard isArray == (instruction.pointee.action == .array) else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      guard instruction.pointee.elementOrigin >= 0 else {
        present(instruction.pointee.scope, instruction.pointee.field)
        break
      }
      instruction.pointee.witness.withObject {
        unsafe $0.clear(address(instruction), instruction.pointee.shape)
      }
      append(End(action: .gather, depth: depth, instruction: Int32(index), start: start, isArray: isArray))
    case .value:
      guard instruction.pointee.type.isRaw else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .capture, depth: depth, instruction: Int32(index), start: start, isArray: isArray))
    case .scope:
      guard isArray ? instruction.pointee.takesArray : instruction.pointee.takesObject else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
      append(End(action: .scope, depth: depth, instruction: Int32(index), start: start, isArray: isArray))
      begin(scope: Int(instruction.pointee.child))
      seed(instruction)
    case .intermediate:
      guard isArray ? instruction.pointee.takesArray : instruction.pointee.takesObject else {
        return mismatch(instruction, .typeMismatch, isArray ? .array : .object)
      }
    case .reserve:
      // The policies apply to the other container.
      return !(isArray ? instruction.pointee.takesArray : instruction.pointee.takesObject)
        || putNilElement(instruction)
    case .replace: return removeLast(instruction)
    }
    return true
  }

  // MARK: Typed stores

  /// Returns the address to which an instruction stores.
  @inline(__always)
  func address(_ instruction: Table<Instruction>.Entry) -> UnsafeMutableRawPointer {
    unsafe scopes[Int(instruction.pointee.scope)].address(
      instruction.pointee.isInCell, Int(instruction.pointee.offset))
  }

  /// Stores `NaN` or an infinity of a repaired record. A field that keeps the JSON text gets `null`.
  @inline(never)
  private mutating func put(
    _ number: NonFiniteNumber, _ literal: Literal, _ instruction: Table<Instruction>.Entry
  ) throws(_LiteralFailure) {
    if instruction.pointee.type.isRaw { return try put(literal, instruction) }
    let (address, shape) = unsafe (address(instruction), instruction.pointee.shape)
    switch instruction.pointee.type {
    case .double: unsafe FieldAccess<Double>.put(number.value, shape, at: address)
    case .float: unsafe FieldAccess<Float>.put(Float(number.value), shape, at: address)
    default: throw .typeMismatch
    }
  }

  /// Reads the literal as the instruction's type and stores it.
  mutating func put(_ literal: Literal, _ instruction: Table<Instruction>.Entry) throws(_LiteralFailure) {
    let address = unsafe address(instruction)
    let shape = instruction.pointee.shape
    let rules = instruction.pointee.numbers
    @inline(__always)
    func put<Value>(_ value: Value) { unsafe FieldAccess<Value>.put(value, shape, at: address) }
    switch instruction.pointee.type {
    case .bool: put(try LiteralReader.bool(literal))
    case .int: put(try LiteralReader.integer(literal, rules) as Int)
    case .int8: put(try LiteralReader.integer(literal, rules) as Int8)
    case .int16: put(try LiteralReader.integer(literal, rules) as Int16)
    case .int32: put(try LiteralReader.integer(literal, rules) as Int32)
    case .int64: put(try LiteralReader.integer(literal, rules) as Int64)
    case .uint: put(try LiteralReader.integer(literal, rules) as UInt)
    case .uint8: put(try LiteralReader.integer(literal, rules) as UInt8)
    case .uint16: put(try LiteralReader.integer(literal, rules) as UInt16)
    case .uint32: put(try LiteralReader.integer(literal, rules) as UInt32)
    case .uint64: put(try LiteralReader.integer(literal, rules) as UInt64)
    case .float: put(try LiteralReader.float(literal, rules))
    case .double: put(try LiteralReader.double(literal, rules))
    case .string: put(try LiteralReader.string(literal))
    case .internedString:
      guard literal.kind == .string else { throw .typeMismatch }
      unsafe put(strings.string(validated: literal.bytes, literal.count))
    case .borrowed:
      guard literal.kind == .string else { throw .typeMismatch }
      let bytes = unsafe literal.isStable ? literal.bytes : texts.copy(literal.bytes, literal.count)
      unsafe put(BorrowedText(bytes, literal.count, in: texts))
    case .text: unsafe put(try text(of: literal))
    case .raw:
      put(RawJSON(compacting: rawText.span))
    case .value:
      guard let value = JSONValue(validated: rawText.span) else { throw _LiteralFailure(kind: .depthLimit) }
      put(value)
    case .json:
      let compact = unsafe texts.reserve(rawText.count + TextCursor.slack)
      var count = 0
      Compacting.forEachRun(rawText.span) { run in
        unsafe run.withUnsafeBufferPointer { run in
          if let start = run.baseAddress { unsafe (compact + count).update(from: start, count: run.count) }
        }
        count += run.count
      }
      texts.commit(count + TextCursor.slack)
      unsafe put(BorrowedText(compact, count, in: texts))
    case .verbatimJSON:
      let text = isRecordFollowed && !copiesTexts ? rawText : copy(rawText)
      unsafe put(BorrowedText(text.start, text.count, in: texts))
    case .custom: unsafe try read(literal, instruction, shape, at: address)
    case .customValue:
      let value = unsafe Literal(literal.kind, rawText.start, rawText.count)
      unsafe try read(value, instruction, shape, at: address)
    }
  }

  /// Returns the text of a scalar, valid as long as the record.
  @inline(never)
  private mutating func text(of literal: Literal) throws(_LiteralFailure) -> BorrowedText {
    switch literal.kind {
    case .true: return unsafe "true"
    case .false: return unsafe "false"
    case .number where !literal.isNumber: throw .malformed
    case .string, .number:
      let isStable = literal.kind == .string && literal.isStable
      let bytes = unsafe isStable ? literal.bytes : texts.copy(literal.bytes, literal.count)
      return unsafe BorrowedText(bytes, literal.count, in: texts)
    case .null, .object, .array: throw .typeMismatch
    }
  }

  /// Reads a literal with the field's closure.
  private mutating func read(
    _ literal: Literal, _ instruction: Table<Instruction>.Entry, _ shape: SlotShape,
    at address: UnsafeMutableRawPointer
  ) throws(_LiteralFailure) {
    var rejection: Rejection?
    let kind = instruction.pointee.witness.withObject {
      witness -> MappingError.Kind? in
      unsafe witness.read(literal, instruction.pointee.numbers, shape, address, callContext, &rejection)
    }
    guard let kind else { return }
    self.rejection = rejection
    throw _LiteralFailure(kind: kind)
  }
}

extension RawJSON {
  /// Copies a valid JSON text without the white space outside its strings.
  init(compacting json: Span<UInt8>) {
    bytes = []
    bytes.reserveCapacity(json.count)
    Compacting.forEachRun(json) { bytes.append($0) }
  }
}
