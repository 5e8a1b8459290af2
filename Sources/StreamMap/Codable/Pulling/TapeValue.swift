/// One value of a record, for code that pulls what it wants by name, as the mapping code of other libraries does:
/// where it stands, and what leads to its place in the tree of what was learned.
///
/// It is a few words that are copied without counting a reference. Names that were asked for in one record are
/// found ahead in the next, as for `Decodable`; see ``MemberTape``.
///
/// SAFETY: a value is for as long as its record is being read, within the closure that gets the record's value:
/// whoever wants to keep one keeps its text. `holder` is what `role` says; the tree holds it, or the session until
/// the record ends.
@safe package struct TapeValue {
  let record: RecordText.Pointer
  /// Of the first byte.
  let offset: Int
  private let role: Role
  private let index: Int
  private let holder: UnsafeRawPointer

  /// What the value is to its holder.
  private enum Role: UInt8 {
    /// The one at a place.
    case own
    /// One of the members, with the slot `index`.
    case member
    /// The element `index` of the array at a place.
    case element
  }

  @inline(__always)
  private init(
    _ record: RecordText.Pointer, _ offset: Int, _ role: Role, _ holder: AnyObject,
    _ index: Int = -1
  ) {
    self.record = record
    self.offset = offset
    self.role = role
    self.index = index
    unsafe self.holder = unsafe UnsafeRawPointer(Unmanaged.passUnretained(holder).toOpaque())
  }

  /// The value at a place.
  @inline(__always)
  init(at place: DecodingPlace) {
    self.init(place.record, place.offset, .own, place)
  }

  /// The member of a name that was found last.
  @inline(__always)
  init(_ offset: Int, _ name: String, of tape: MemberTape.Pointer) {
    let slot = tape.lastSlot
    if slot >= 0 {
      self.init(tape.record, offset, .member, tape.owner, slot)
    } else {
      let place = DecodingPlace(below: tape.owner.place, PathKey(stringValue: name), offset)
      place.session.hold(place)
      self.init(at: place)
    }
  }

  /// An element of the array at a place.
  @inline(__always)
  init(_ offset: Int, element index: Int, of array: DecodingPlace) {
    self.init(array.record, offset, .element, array, index)
  }

  /// The value's place, with what was learned of values there.
  @inline(__always)
  func place() -> DecodingPlace {
    let place: DecodingPlace
    switch role {
    case .own:
      place = unsafe Unmanaged<DecodingPlace>.fromOpaque(holder).takeUnretainedValue()
      // Another value may have been read there since.
      place.offset = offset
    case .member:
      place = unsafe Unmanaged<Members>.fromOpaque(holder)._withUnsafeGuaranteedRef { members in
        members.child(members.shape.keys[index], offset, slot: index)
      }
    case .element:
      place = unsafe Unmanaged<DecodingPlace>.fromOpaque(holder)._withUnsafeGuaranteedRef { array in
        array.element(index, offset)
      }
    }
    if !place.isInTree { place.session.hold(place) }
    return place
  }
}

extension TapeValue {
  /// The seven kinds of values, `true` and `false` being one.
  package enum Kind: Sendable {
    case null, bool, number, string, array, object
  }

  package var kind: Kind {
    switch record.byte(offset) {
    case ASCII.openBrace: .object
    case ASCII.openBracket: .array
    case ASCII.quote: .string
    case ASCII.lowerN: .null
    case ASCII.lowerT, ASCII.lowerF: .bool
    default: .number
    }
  }

  package var isNull: Bool { record.byte(offset) == ASCII.lowerN }

  /// The boolean, if this is one.
  package func bool() -> Bool? { record.bool(offset) }

  /// The string, decoded, if this is one.
  package func string() -> String? { record.string(offset) }

  /// The integer that a number stands for exactly, if it is one and fits: `5`, `5.0`, `5e0`.
  package func integer() -> Int? { record.integer(offset) }

  /// The same, of twice the width.
  package func wideInteger() -> Int128? { record.integer(offset) }

  /// A number, rounded once, to zero if nothing would be left; nil for other values, and beyond the range.
  package func double() -> Double? { record.double(offset) ?? record.vanishingDouble(offset) }

  /// The same, as a `Float`.
  package func float() -> Float? { record.float(offset) ?? record.vanishingFloat(offset) }

  /// A number's text.
  package var numberText: String? { record.numberText(offset) }

  /// The text of the value as it stands, without the white space around it.
  package var text: [UInt8] {
    record.text(offset..<record.end(ofTextAt: offset))
  }

  /// What leads to the value: `users[2].name`; `$` for the record's own.
  package var pathText: String { PathText(place().codingPath).description }

  /// The value as a type that decodes itself, as `StreamDecoder` does; if the type of a subclass is given, as that.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Value.self { return try place().value(as: Value.self) }
    return try decodeSubclass(type)
  }

  @inline(never)
  private func decodeSubclass<Value: Decodable>(_ type: Value.Type) throws -> Value {
    func exactly<Exact: Decodable>(_ type: Exact.Type) throws -> any Decodable {
      try place().value(as: Exact.self)
    }
    // SAFETY: what identifies a type is the address that its metatype is. Written as it could be, the optimiser
    // takes the type for the one that it is declared as.
    let given = unsafe unsafeBitCast(ObjectIdentifier(type), to: Any.Type.self)
    guard let exact = given as? any Decodable.Type, let value = try exactly(exact) as? Value else {
      return try place().value(as: Value.self)
    }
    return value
  }
}
