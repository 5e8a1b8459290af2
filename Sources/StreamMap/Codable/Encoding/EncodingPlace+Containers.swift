// SAFETY: the state's piece belongs to the session, which lives as long as the place.
extension EncodingPlace: Encoder {
  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let shape = withSession { $0.shape(of: type) }
    beginObject(shape)
    return shape.container(at: self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginArray()
    return UnkeyedWriting(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The maximum number of containers around a container, as in `JSONEncoder`.
  static let maximumDepth = 511

  /// Begins an object, or continues the one that is here.
  @inline(__always)
  func beginObject(_ shape: @autoclosure () -> KeyShape) {
    if unsafe state.pointee.form == .object { return }
    begin(.object)
    unsafe state.pointee.keys = unsafe shape().table
    unsafe state.pointee.next = 0
    unsafe state.pointee.piece.pointee.json.beginObject()
  }

  /// Begins an array, or continues the one that is here.
  @inline(__always)
  func beginArray() {
    if unsafe state.pointee.form == .array { return }
    begin(.array)
    unsafe state.pointee.piece.pointee.json.beginArray()
  }

  @inline(__always)
  private func begin(_ form: Form) {
    precondition(
      unsafe state.pointee.form == .nothing,
      "A container was requested where a value of another kind was already encoded.")
    if unsafe state.pointee.piece.pointee.top != state { takeTurn() }
    unsafe state.pointee.form = form
    // `JSONEncoder` has the same depth limit.
    if depth >= Self.maximumDepth { session.isTooDeep = true }
  }
}

extension EncodingPlace: SingleValueEncodingContainer {
  func encodeNil() throws { unsafe state.single().pointee.json.null() }

  func encode(_ value: Bool) throws { unsafe state.single().pointee.json.bool(value) }

  func encode(_ value: String) throws { unsafe state.single().pointee.json.string(value) }

  func encode(_ value: Double) throws {
    try attempt { unsafe try double(value, state.single(), .none) }
  }

  func encode(_ value: Float) throws {
    try attempt { unsafe try float(value, state.single(), .none) }
  }

  func encode(_ value: Int) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: Int8) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: Int16) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: Int32) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: Int64) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: Int128) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt8) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt16) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt32) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt64) throws { unsafe state.single().pointee.json.integer(value) }

  func encode(_ value: UInt128) throws { unsafe state.single().pointee.json.integer(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try attempt {
      try write(value, session.kind(of: Value.self))
      // A value that encodes nothing becomes an empty object.
      if unsafe state.pointee.form == .nothing { beginObject(session.noKeys) }
    }
  }

  /// Encodes the single value. If an error is thrown, removes the text and any container that it began, so that another
  /// value can follow.
  @inline(__always)
  private func attempt(_ encode: () throws -> Void) throws {
    guard unsafe state.pointee.form == .nothing else { return try encode() }
    let mark = mark()
    do {
      try encode()
    } catch {
      unsafe state.pointee.form = .nothing
      unsafe takeBack(mark, mark.piece)
      unsafe state.pointee.keys = unsafe session.noKeys.table
      unsafe state.pointee.seen = 0
      unsafe state.pointee.hasBrackets = true
      names = nil
      throw error
    }
  }
}

extension EncodingPlace {
  // MARK: Nested

  /// Returns a place for a member. The caller may keep the place.
  ///
  /// - Parameter isNested: whether the place is that of a nested container, and not of a separate encoder. A nested
  ///   container continues the value that the object already has for the key.
  func lendMember(_ key: some CodingKey, isNested: Bool) -> EncodingPlace {
    takeTurn()
    let name = key.stringValue
    if let piece = unsafe state.expectedMember(name) ?? newMember(name, key) {
      let number = unsafe state.pointee.next &- 1
      return unsafe lend(in: piece, .number(number, of: state.pointee.keys), isNested: isNested)
    }
    return lendOtherMember(name, key, isNested: isNested)
  }

  @inline(never)
  private func lendOtherMember(_ name: String, _ key: some CodingKey, isNested: Bool) -> EncodingPlace {
    let name = converted(name, key)
    if names == nil { gather() }
    guard let member = names?.members[name] else {
      return unsafe lend(in: self.member(named: name), .key(key), isNested: isNested)
    }
    if isNested { return place(of: member, .key(key)) }
    if let rivals = rivals(for: name, member) { return lendRival(name, key, rivals) }
    return unsafe lend(in: self.member(named: name), .key(key), isNested: false)
  }

  /// Returns a place for an element. The caller may keep the place.
  func lendElement(isNested: Bool) -> EncodingPlace {
    let piece = unsafe state.element()
    return unsafe lend(in: piece, .index(state.pointee.count - 1), isNested: isNested)
  }

  @inline(__always)
  private func lend(
    in piece: TextPiece.Pointer, _ step: @autoclosure () -> Step, isNested: Bool
  ) -> EncodingPlace {
    let place = withSession { $0.lend(below: self, isNested: isNested) }
    place.step = step()
    unsafe place.begin(in: piece, below: piece == state.pointee.piece ? state : nil)
    place.origin = unsafe Member(piece: piece, offset: place.state.pointee.start)
    return place
  }

  /// Returns the place of a member's value that was written before.
  private func place(of member: Member, _ step: Step) -> EncodingPlace {
    if let place = session.borrowedPlace(for: member, below: self) { return place }
    if unsafe member.piece != state.pointee.piece {
      unsafe session.closeAll(in: member.piece, from: member.offset)
    }
    let place = session.lend(below: self, isNested: true)
    place.step = step
    let (end, kind) = unsafe member.piece.pointee.json.withText {
      var cursor = RecordCursor(at: member.offset)
      let kind = cursor.kind(in: $0)
      return (cursor.skipValue(in: $0).upperBound, kind)
    }
    place.close(member, end, kind == .object ? .object : kind == .array ? .array : .scalar)
    return place
  }

  /// Makes the place stand for a container that was written and closed.
  private func close(_ member: Member, _ end: Int, _ form: Form) {
    let top = unsafe member.piece.pointee.top
    unsafe begin(in: member.piece, below: nil)
    unsafe member.piece.pointee.top = unsafe top
    unsafe state.pointee.isOpen = false
    unsafe state.pointee.form = form
    unsafe state.pointee.start = member.offset
    unsafe state.pointee.end = end
    origin = member
  }
}
