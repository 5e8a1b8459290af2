/// One value of a record, for code that pulls values by name, as the mapping code of other libraries does. It stores
/// the value's offset and how to find its place in the tree.
///
/// It is a few words that are copied without reference counting. Names that were requested in one record are predicted
/// in the next, as for `Decodable`. See ``MemberTape``.
///
/// A value is valid while its record is being read, within the closure that receives the record's value. Code that needs
/// it longer keeps its text. The tree holds what `role` refers to, or the session does until the record ends.
package struct TapeValue {
  let record: RecordText.Pointer
  /// The offset of the first byte.
  let offset: Int
  private let role: Role

  /// Where the value is, and in what.
  private enum Role {
    case at(Unretained<ValueDecoder>)
    case member(Unretained<Members>, slot: Int)
    case element(Unretained<ValueDecoder>, Int)
  }

  @inline(__always)
  private init(_ record: RecordText.Pointer, _ offset: Int, _ role: Role) {
    self.record = record
    self.offset = offset
    self.role = role
  }

  /// Creates the value at a place.
  @inline(__always)
  init(at place: ValueDecoder) {
    self.init(place.record, place.offset, .at(Unretained(place)))
  }

  /// Creates the value of the member that was found last.
  @inline(__always)
  init(_ offset: Int, _ name: String, of tape: MemberTape.Pointer) {
    let slot = tape.lastSlot
    if slot >= 0 {
      self.init(tape.record, offset, .member(Unretained(tape.owner), slot: slot))
    } else {
      let place = ValueDecoder(below: tape.owner.place, PathKey(stringValue: name), offset)
      place.session.hold(place)
      self.init(at: place)
    }
  }

  /// Creates an element of the array at a place.
  @inline(__always)
  init(_ offset: Int, element index: Int, of array: ValueDecoder) {
    self.init(array.record, offset, .element(Unretained(array), index))
  }

  /// Returns the value's place, with what was learned of values there.
  @inline(__always)
  func place() -> ValueDecoder {
    let place: ValueDecoder
    switch role {
    case .at(let own):
      place = own.object
      // Another value may have been read at this place since.
      place.offset = offset
    case .member(let members, let slot):
      place = members.withObject { $0.child($0.shape.keys[slot], offset, slot: slot) }
    case .element(let array, let index):
      place = array.withObject { $0.element(index, offset) }
    }
    if !place.isInTree { place.session.hold(place) }
    return place
  }
}

extension TapeValue {
  /// The six kinds of values. `true` and `false` are one kind.
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

  /// Returns the boolean, or nil for other values.
  package func bool() -> Bool? { record.bool(offset) }

  /// Returns the decoded string, or nil for other values.
  package func string() -> String? { record.string(offset) }

  /// Returns the integer that a number denotes exactly, such as `5`, `5.0` or `5e0`. Nil if there is none or it is out
  /// of range.
  package func integer() -> Int? { record.integer(offset) }

  /// Returns the integer as `integer()` does, with twice the width.
  package func wideInteger() -> Int128? { record.integer(offset) }

  /// Returns a number, rounded once. A number too small for the type becomes zero. Nil for other values, and out of
  /// range.
  package func double() -> Double? { record.double(offset) ?? record.vanishingDouble(offset) }

  /// Returns a number as `double()` does, as a `Float`.
  package func float() -> Float? { record.float(offset) ?? record.vanishingFloat(offset) }

  /// The text of a number.
  package var numberText: String? { record.numberText(offset) }

  /// The text of the value in the record, without the white space around it.
  package var text: [UInt8] {
    record.text(offset..<record.end(ofTextAt: offset))
  }

  /// The path of the value, such as `users[2].name`. `$` for the record's root value.
  package var pathText: String { PathText(place().codingPath).description }

  /// Decodes the value as `StreamDecoder` does. If `type` is a subclass of `Value`, decodes the subclass.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try place().value(as: type)
  }
}

// Values that are used again later in the same record.
extension TapeValue {
  /// Returns the same value for ``revisit(_:)``. It is valid until the record ends, even if its place is used otherwise.
  package func saved() -> TapeValue { TapeValue(at: place()) }

  /// Calls `body` with a value that was saved.
  package func revisit<Result>(_ body: (TapeValue) throws -> Result) rethrows -> Result {
    let place = place()
    let offset = place.offset
    place.offset = self.offset
    defer { place.offset = offset }
    return try body(self)
  }

  /// An object that the code keeps with the session, from record to record.
  package var attachment: AnyObject? {
    get { place().session.attachment }
    nonmutating set { place().session.attachment = newValue }
  }

  /// A number that stays the same as long as ``requestedNames`` does. Nil if this cannot be determined.
  package var requestedMark: Int? { place().requestedMark }

  /// The names that the model decoded from this object asked for with keys of its own types, including absent names.
  /// Includes the names that other models with such keys asked for here.
  package var requestedNames: [String] { place().requestedNames }

  /// Returns the range of this value's text in that of a value that contains it, without the white space around it.
  package func range(in outer: TapeValue) -> Range<Int> {
    let end = record.end(ofTextAt: offset)
    return (offset - outer.offset)..<(end - outer.offset)
  }
}
