// Begins members, elements and single values.
//
// SAFETY: the state's piece and keys belong to the session, which lives as long as the place.

extension UnsafeMutablePointer where Pointee == EncodingPlace.State {
  /// Begins a member. Its value goes to the end of the returned piece.
  @inline(__always)
  func member(_ key: some CodingKey) -> TextPiece.Pointer {
    let name = key.stringValue
    return unsafe expectedMember(name)
      ?? pointee.place._withUnsafeGuaranteedRef { unsafe $0.otherMember(name, key) }
  }

  /// Begins a member if its name is the expected one.
  @inline(__always)
  func expectedMember(_ name: String) -> TextPiece.Pointer? {
    let piece = unsafe pointee.piece
    let keys = unsafe pointee.keys
    let number = unsafe pointee.next
    if unsafe piece.pointee.top == self && number < keys.pointee.count {
      let entry = unsafe keys.pointee.entries + number
      let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: number)
      if unsafe entry.pointee.bits == StringBits(name) && pointee.seen & bit == 0 {
        unsafe pointee.seen |= bit
        unsafe pointee.next = number &+ 1
        unsafe piece.pointee.json.name(
          prefix: keys.pointee.text + entry.pointee.base, entry.pointee.count)
        return unsafe piece
      }
    }
    return nil
  }

  /// Begins an element.
  @inline(__always)
  func element() -> TextPiece.Pointer {
    if unsafe pointee.piece.pointee.top != self {
      unsafe pointee.place._withUnsafeGuaranteedRef { $0.takeTurn() }
    }
    unsafe pointee.count &+= 1
    unsafe pointee.piece.pointee.json.element()
    return unsafe pointee.piece
  }

  /// Begins the only value.
  @inline(__always)
  func single() -> TextPiece.Pointer {
    if unsafe pointee.piece.pointee.top != self {
      unsafe pointee.place._withUnsafeGuaranteedRef { $0.takeTurn() }
    }
    precondition(
      unsafe pointee.form == .nothing,
      "A value was already encoded here: an encoder takes one single value, or one container.")
    unsafe pointee.form = .scalar
    return unsafe pointee.piece
  }
}

extension EncodingPlace {
  // MARK: Turns

  /// Moves the place to the top of a piece's stack.
  @inline(never)
  func takeTurn() {
    if unsafe state.pointee.piece.pointee.top == state { return }
    if unsafe state.pointee.isOpen { closeAbove() } else { reopen() }
  }

  /// Continues a place that was closed, in a separate piece.
  private func reopen() {
    let piece = unsafe session.takePiece()
    if !isOver {
      let end = unsafe state.pointee.end
      let start = unsafe state.pointee.start
      let isContainer = unsafe state.pointee.form == .object || state.pointee.form == .array
      if unsafe state.pointee.form == .object && names == nil { gather() }
      let edit =
        isContainer
        ? unsafe TextPiece.Edit(offset: end - 1, length: 0, piece: piece)
        : unsafe TextPiece.Edit(offset: start, length: end - start, piece: piece)
      unsafe piece.pointee.json.needsComma =
        isContainer
        && state.pointee.piece.pointee.json.withText {
          $0[end - 2] != ASCII.openBrace && $0[end - 2] != ASCII.openBracket
        }
      unsafe state.pointee.piece.pointee.edits.append(edit)
      unsafe state.pointee.hasBrackets = !isContainer
    } else {
      // The text of this piece is discarded.
      names = Names()
      unsafe state.pointee.seen = .max
    }
    unsafe state.pointee.piece = unsafe piece
    unsafe state.pointee.start = 0
    unsafe state.pointee.isOpen = true
    unsafe state.pointee.below = nil
    unsafe piece.pointee.top = unsafe state
  }

  /// Whether nothing can be added any more, because this place or one that contains it is finished.
  var isOver: Bool {
    var place: EncodingPlace? = self
    while let this = place {
      if this.isFinished { return true }
      place = this.parent
    }
    return false
  }

  // MARK: Names

  /// Begins a member whose key is not the expected one.
  @inline(never)
  func otherMember(_ name: String, _ key: some CodingKey) -> TextPiece.Pointer {
    takeTurn()
    return unsafe newMember(name, key) ?? member(named: converted(name, key))
  }

  /// Begins a member by its key's number. Returns nil if the object may already have it, or keeps its own names.
  func newMember(_ name: String, _ key: some CodingKey) -> TextPiece.Pointer? {
    guard names == nil else { return nil }
    let keys = unsafe state.pointee.keys
    let known = unsafe keys.number(of: name, after: state.pointee.next)
    let number =
      unsafe known
      ?? keys.pointee.shape._withUnsafeGuaranteedRef {
        $0.number(of: name, key, session.style) { session.options.converted($0) { self.codingPath + [key] } }
      }
    guard let number, unsafe state.pointee.seen & 1 << UInt64(number) == 0 else { return nil }
    unsafe state.pointee.seen |= 1 << UInt64(number)
    unsafe state.pointee.next = number + 1
    let entry = unsafe keys.pointee.entries[number]
    unsafe state.pointee.piece.pointee.json.name(prefix: keys.pointee.text + entry.base, entry.count)
    return unsafe state.pointee.piece
  }

  /// Converts a key's name to the name that is written.
  func converted(_ name: String, _ key: some CodingKey) -> String {
    session.options.converted(name) { codingPath + [key] }
  }

  /// Begins a member of an object that keeps its own names. If the name exists already, its first spelling stays and
  /// the value is replaced.
  func member(named name: String) -> TextPiece.Pointer {
    takeTurn()
    if names == nil { gather() }
    let piece = unsafe state.pointee.piece
    if let member = names?.members[name] {
      let other = unsafe session.takePiece()
      if unsafe member.piece != piece { unsafe session.closeAll(in: member.piece, from: member.offset) }
      unsafe replaceValue(at: member, by: other)
      names?.members[name] = unsafe Member(piece: other, offset: 0)
      return unsafe other
    }
    unsafe piece.pointee.json.name(name)
    names?.members[name] = unsafe Member(piece: piece, offset: piece.pointee.json.count)
    return unsafe piece
  }

  /// Replaces a value, which is closed, by a piece.
  func replaceValue(at member: Member, by other: TextPiece.Pointer) {
    let end = unsafe member.piece.pointee.json.withText {
      var cursor = RecordCursor(at: member.offset)
      return cursor.skipValue(in: $0).upperBound
    }
    let edit = unsafe TextPiece.Edit(offset: member.offset, length: end - member.offset, piece: other)
    unsafe member.piece.pointee.edits.append(edit)
  }

  /// Reads the names of the object from its text.
  func gather() {
    let piece = unsafe state.pointee.piece
    let names = Names()
    let end = unsafe state.pointee.isOpen ? piece.pointee.json.count : state.pointee.end - 1
    unsafe piece.pointee.json.withText { text in
      // The object may be open.
      let text = text.extracting(..<end)
      var cursor = unsafe RecordCursor(at: state.pointee.start)
      cursor.enter()
      while let name = cursor.nextName(in: text) {
        names.members[name.string(in: text)] = unsafe Member(piece: piece, offset: cursor.offset)
        cursor.skipValue(in: text)
      }
    }
    self.names = names
    unsafe state.pointee.seen = .max
  }

  /// Adds a member whose value is JSON text.
  func addMember(_ name: String, _ json: Span<UInt8>) {
    unsafe member(named: name).pointee.json.raw(json)
  }

  // MARK: What failed

  /// The position in the text before a value.
  @safe struct Mark {
    let piece: TextPiece.Pointer
    let text: JSONWriter.Mark
    let count: Int
  }

  /// Takes the turn, and returns the current position in the text.
  @inline(__always)
  func mark() -> Mark {
    if unsafe state.pointee.piece.pointee.top != state { takeTurn() }
    return unsafe Mark(
      piece: state.pointee.piece, text: state.pointee.piece.pointee.json.mark, count: state.pointee.count)
  }

  /// Removes a value that threw an error, together with the text that introduces it.
  ///
  /// - Parameter piece: the piece to which the value was written.
  @inline(never)
  func takeBack(_ mark: Mark, _ piece: TextPiece.Pointer) {
    // If the value's own code closed this place, the text stays.
    guard unsafe state.pointee.isOpen && state.pointee.piece == mark.piece else { return }
    closeAbove()
    if unsafe piece != mark.piece, let owner = unsafe session.withdraw(piece) {
      for (name, member) in names?.members ?? [:] where unsafe member.piece == piece {
        names?.members[name] = owner
      }
      return
    }
    let offset = mark.text.count
    unsafe mark.piece.pointee.edits.removeAll { $0.offset >= offset }
    if let names {
      names.members = names.members.filter { unsafe $0.value.piece != mark.piece || $0.value.offset < offset }
    }
    unsafe mark.piece.pointee.json.rewind(to: mark.text)
    unsafe state.pointee.count = mark.count
    // A removed key may be encoded again.
    if unsafe state.pointee.form == .object && names == nil { gather() }
  }
}

extension UnsafeMutablePointer where Pointee == KeyShape.Table {
  /// Returns the number of a name with the same two words, searching from the expected number on. Nil if it is not
  /// there.
  func number(of name: String, after next: Int) -> Int? {
    let bits = StringBits(name)
    let count = unsafe pointee.count
    for number in min(next, count)..<count where unsafe pointee.entries[number].bits == bits { return number }
    for number in 0..<min(next, count) where unsafe pointee.entries[number].bits == bits { return number }
    return nil
  }
}

extension EncodingPlace {
  /// Begins a member. The closure writes its value.
  @inline(__always)
  func writeMember(_ key: some CodingKey, _ write: (inout JSONWriter) -> Void) {
    unsafe write(&state.member(key).pointee.json)
  }

  /// Begins an element. The closure writes its value.
  @inline(__always)
  func writeElement(_ write: (inout JSONWriter) -> Void) {
    unsafe write(&state.element().pointee.json)
  }

  /// The number of elements.
  var count: Int { unsafe state.pointee.count }
}
