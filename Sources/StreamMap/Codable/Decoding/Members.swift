/// The state of a keyed container: the members of one object, for one key type.
///
/// It is reused for the next record, together with the standard library's box, as long as nothing else holds that box.
/// See ``ContainerBox``. A box that is still held when the record ends owns its members from then on.
///
/// SAFETY: the tape is allocated here and freed in `deinit`. `place` outlives the members: it holds them, or they hold
/// it.
@safe final class Members {
  let shape: Shape
  let tape: MemberTape.Pointer
  /// Whether the place holds the members, and not the box.
  var isPooled = true
  /// Whether the session counts the members, because their place does not hold them.
  var isCounted = false
  private unowned(unsafe) let unownedPlace: ValueDecoder
  private var ownedPlace: ValueDecoder?
  private var directory: Directory?
  /// The members at the same place for another key type.
  var next: Members?
  /// An object that code that pulls by name keeps here from record to record.
  var face: AnyObject?

  var place: ValueDecoder { unsafe unownedPlace }

  init(
    _ place: ValueDecoder, _ shape: Shape, record: RecordText.Pointer, lastWins: Bool
  ) {
    self.shape = shape
    unsafe unownedPlace = place
    tape = unsafe MemberTape.Pointer(.allocate(capacity: 1))
    unsafe tape.address.initialize(to: MemberTape(self, record, shape, lastWins: lastWins))
  }

  deinit {
    if isCounted { place.session.outsideCount -= 1 }
    tape.pointee.deallocate()
    unsafe tape.address.deinitialize(count: 1)
    unsafe tape.address.deallocate()
  }

  /// Makes the box hold the members from now on.
  func giveAway() {
    guard let box = tape.pointee.box else { return }
    isPooled = false
    keepPosition()
    place.keep()
    ContainerBox.give(self, to: box)
    tape.pointee.box = nil
  }

  /// Holds the place as long as the container is held.
  func keepPosition() {
    ownedPlace = place
  }

  // MARK: Keys

  /// Returns the offset of the value of a key that is not the next one and may be new. Returns -1 if there is none.
  @inline(never)
  func search(_ name: String, _ key: some CodingKey) -> Int {
    if !shape.isOpen {
      // An equivalent name of other bytes belongs to another key, whose coding path would have its spelling.
      if let slot = shape.slot(of: name) ?? learn(name, key), shape.names[slot].utf8.elementsEqual(name.utf8)
      {
        tape.pointee.decoder = slot + 1
        if slot < tape.pointee.count { return unsafe tape.pointee.values[slot] }
        // The slot is newer than the tape, which has it from the next object on.
        return gathered().offset(of: name)
      }
    }
    tape.pointee.decoder = 0
    if !(key is PathKey) { place.note { $0.names.insert(name) } }
    return gathered().offset(of: name)
  }

  /// Gives a name a slot. Returns nil if none is left.
  private func learn(_ name: String, _ key: some CodingKey) -> Int? {
    // The predictions for names are outdated.
    if shape.unsettle() { tape.record.pointee.gaps.clear() }
    return shape.learn(name, key) ? shape.names.count - 1 : nil
  }

  /// The names of the members, each once, converted by the key strategy, in the order of the record.
  var allNames: [String] {
    // A caller that asks for all names treats the keys as data.
    if !shape.isOpen {
      if shape.unsettle() { tape.record.pointee.gaps.clear() }
      shape.open()
    }
    tape.pointee.decoder = 0
    return gathered().names
  }

  private func gathered() -> Directory {
    if let directory, tape.pointee.isGathered { return directory }
    let gathered = Directory(self)
    directory = gathered
    tape.pointee.isGathered = true
    return gathered
  }

  /// Returns the place of the value that was found last.
  ///
  /// - Parameter offset: the offset of the value.
  @inline(__always)
  func child(_ key: some CodingKey, _ offset: Int) -> ValueDecoder {
    child(key, offset, slot: tape.lastSlot)
  }

  /// Returns the place of a value.
  ///
  /// - Parameter slot: the slot of its name, or -1.
  @inline(__always)
  func child(_ key: @autoclosure () -> any CodingKey, _ offset: Int, slot: Int) -> ValueDecoder {
    if slot >= 0, let child = unsafe tape.pointee.shape.pointee.idleChild(slot) {
      child.offset = offset
      return child
    }
    return otherChild(key(), offset, slot)
  }

  @inline(never)
  private func otherChild(_ key: any CodingKey, _ offset: Int, _ slot: Int) -> ValueDecoder {
    if slot < 0, let child = shape.idleOpenChild() {
      child.offset = offset
      child.key = key
      return child
    }
    let hasRoom = slot < 0 ? shape.openChild == nil : !shape.hasChild(slot)
    guard hasRoom, place.mayGrow else { return ValueDecoder(below: place, key, offset) }
    let child = ValueDecoder(place.session, in: place)
    child.key = key
    child.offset = offset
    if slot < 0 { shape.openChild = child } else { shape.setChild(slot, child) }
    return child
  }

  // MARK: Members

  /// A member that was not predicted.
  struct Member {
    /// The slot, or -1 if no key requested the member.
    var slot = -1
    /// The offset of the value, or -1 at the object's end.
    var offset = -1
  }

  /// Reads the text between two values, and stores it for prediction.
  @inline(never)
  func member(_ begin: Int, _ link: inout Int) -> Member {
    let record = tape.record
    let text = unsafe record.pointee.text + begin
    let node = unsafe tape.pointee.shape.pointee.node
    let isComparable = node != 0 && begin <= record.pointee.comparable
    if isComparable {
      let gap = unsafe record.pointee.gaps.find(
        record.pointee.text, begin, quotes: record.pointee.structure.quotes,
        end: record.pointee.end, node: node)
      if gap != MemberPredictor.unknown {
        return Member(
          slot: Int(record.pointee.gaps.name(gap).edge),
          offset: begin + record.pointee.gaps.count(gap))
      }
    }
    guard let name = record.name(from: begin) else { return Member() }
    let slot = shape.slot(ofMember: place.session.converted(name.text, at: place))
    if isComparable {
      var known = MemberPredictor.Name()
      known.edge = slot
      let learned = unsafe record.pointee.gaps.learn(
        text, name.value - begin, nameEnd: name.close - begin, known, node: node, after: link)
      if learned != MemberPredictor.unknown { link = learned }
    }
    return Member(slot: Int(slot), offset: name.value)
  }
}

/// The names and values of an object's members. Open shapes use it instead of slots.
struct Directory {
  private(set) var names: [String] = []
  private var offsets: [Int] = []
  /// The position of each name. Nil while there are few.
  private var places: [String: Int]?

  private static let few = 8

  init(_ members: Members) {
    let tape = members.tape
    for (name, value) in tape.record.members(ofObjectAt: tape.pointee.offset) {
      append(
        members.place.session.converted(name, at: members.place), value,
        lastWins: tape.pointee.lastWins)
    }
  }

  private mutating func append(_ name: String, _ offset: Int, lastWins: Bool) {
    if let place = index(of: name) {
      if lastWins { offsets[place] = offset }
      return
    }
    if names.count == Self.few {
      places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }
    places?[name] = names.count
    names.append(name)
    offsets.append(offset)
  }

  private func index(of name: String) -> Int? {
    if let places { places[name] } else { names.firstIndex(of: name) }
  }

  /// Returns the offset of a name's value, or -1 if there is none.
  func offset(of name: String) -> Int {
    index(of: name).map { offsets[$0] } ?? -1
  }
}

extension MemberTape.Pointer {
  /// The tape, in place.
  var pointee: MemberTape {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
  }
}
