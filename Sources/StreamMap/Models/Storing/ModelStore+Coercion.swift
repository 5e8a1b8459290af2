// Scalars that stand for others, where a field asks for that. The table is that of ``FieldPolicy/coercing``.
//
// SAFETY: as for the stores; the text of a constant is never freed.
extension ModelStore {
  /// Whether a string stands for null, where null is allowed.
  @inline(never)
  func isNullText(_ literal: Literal, _ instruction: UnsafePointer<Instruction>) -> Bool {
    guard literal.kind == .string, unsafe Literal.constant(literal.bytes, literal.count) == .null else {
      return false
    }
    return unsafe !instruction.pointee.type.isRaw
      && (instruction.pointee.takesNull || instruction.pointee.null == .keep)
  }

  /// Stores a literal; one of another type than the field's as what it stands for.
  @inline(__always)
  mutating func putCoerced(
    _ literal: Literal, _ instruction: UnsafePointer<Instruction>
  ) throws(_LiteralFailure) {
    if _slowPath(standIns != nil), unsafe try putNonFinite(literal, instruction) { return }
    guard unsafe instruction.pointee.coerces, unsafe !instruction.pointee.type.isRaw else {
      return unsafe try put(literal, instruction)
    }
    unsafe try coerce(literal, instruction)
  }

  @inline(never)
  private mutating func coerce(
    _ literal: Literal, _ instruction: UnsafePointer<Instruction>
  ) throws(_LiteralFailure) {
    do throws(_LiteralFailure) {
      return unsafe try put(literal, instruction)
    } catch {
      guard error.kind == .typeMismatch else { throw error }
    }
    let isNumber = literal.isNumber
    if literal.kind == .number, !isNumber { throw .malformed }
    // What is wrong with a number says more than that there is a string.
    var failure = _LiteralFailure.typeMismatch
    for other in Self.meanings(of: literal, isNumber: isNumber) {
      do throws(_LiteralFailure) {
        unsafe try put(other, instruction)
        refusal = nil
        return
      } catch {
        if error.kind != .typeMismatch { failure = error }
      }
    }
    throw failure
  }

  /// What else a literal can stand for, the likeliest first.
  private static func meanings(of literal: Literal, isNumber: Bool) -> [Literal] {
    func same(_ kind: Literal.Kind) -> Literal { unsafe Literal(kind, literal.bytes, literal.count) }
    func constant(_ kind: Literal.Kind, _ text: StaticString) -> Literal {
      unsafe Literal(kind, text.utf8Start, text.utf8CodeUnitCount)
    }
    func bool(_ value: Bool) -> Literal { value ? constant(.true, "true") : constant(.false, "false") }
    switch literal.kind {
    case .string:
      return (isNumber ? [same(.number)] : []) + (truth(of: literal).map { [bool($0)] } ?? [])
    case .number:
      let value = unsafe try? NumberText.integer(literal.bytes, literal.count, .exact) as Int
      return [same(.string)] + (value == 0 || value == 1 ? [bool(value == 1)] : [])
    case .true: return [constant(.number, "1"), constant(.string, "true")]
    case .false: return [constant(.number, "0"), constant(.string, "false")]
    case .null, .object, .array: return []
    }
  }

  private static func truth(of literal: Literal) -> Bool? {
    guard literal.count <= 5 else { return nil }
    let word = (0..<literal.count).map { index in
      let byte = unsafe literal.bytes[index]
      return byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    switch String(decoding: word, as: UTF8.self) {
    case "true", "t", "yes", "y", "on", "1": return true
    case "false", "f", "no", "n", "off", "0": return false
    default: return nil
    }
  }
}
