/// The requested members of one object: the offset of the value for each slot of its shape.
///
/// A keyed container points at a tape. A key is first compared with the key of the slot at `decoder`, the one expected
/// next. `Members` finds all other keys. After a key was found, `decoder` is one more than its slot, or 0 if the key
/// has no slot.
///
/// SAFETY: `members` owns the tape and holds the shape and, indirectly, the session, whose record the tape points at.
/// `values` has `count` entries: the slots that the shape had when the tape was filled, at the beginning of the object.
/// The shape may have more slots by now, but never fewer.
@safe struct MemberTape {
  let record: RecordText.Pointer
  let shape: UnsafeMutablePointer<Shape.Table>
  /// Offsets of values. -1 for absent members.
  fileprivate(set) var values: UnsafeMutablePointer<Int>
  fileprivate var capacity = 16
  fileprivate(set) var count = 0
  var decoder = 0
  /// The offset of the object.
  fileprivate(set) var offset = 0
  /// The number of the object's record.
  fileprivate(set) var number = 0
  fileprivate let members: Unmanaged<Members>
  let keyType: ObjectIdentifier
  /// Whether the last of several members with one name counts, not the first.
  let lastWins: Bool
  /// The box of the container, while the place and not the box holds the members.
  var box: AnyObject?
  /// The number of the record in which the container was last borrowed.
  var borrowedIn = 0
  /// Whether code that pulls by name is using the object.
  var isBusy = false
  /// Whether the members' directory has the names of this object.
  var isGathered = false

  init(_ members: Members, _ record: RecordText.Pointer, _ shape: Shape, lastWins: Bool) {
    self.lastWins = lastWins
    keyType = shape.keyType
    unsafe self.members = unsafe .passUnretained(members)
    self.record = record
    unsafe self.shape = unsafe shape.table
    unsafe values = .allocate(capacity: capacity)
  }

  func deallocate() {
    unsafe values.deallocate()
  }

  var owner: Members { unsafe members.takeUnretainedValue() }

  /// Whether nothing holds or uses the container.
  @inline(__always)
  var isIdle: Bool {
    mutating get { !isBusy && (box == nil || isKnownUniquelyReferenced(&box)) }
  }

  @inline(never)
  fileprivate mutating func grow(_ count: Int) {
    unsafe values.deallocate()
    capacity = max(count, capacity * 2)
    unsafe values = .allocate(capacity: capacity)
  }
}

extension MemberTape {
  /// The address of a tape. The methods are not on the tape itself, because the slow searches change the tape too.
  ///
  /// SAFETY: a `Members` object allocates and frees the tape. The session holds the object while the record is read,
  /// and a container that outlives the record holds it afterwards.
  @safe struct Pointer {
    let address: UnsafeMutablePointer<MemberTape>

    init(_ address: UnsafeMutablePointer<MemberTape>) {
      unsafe self.address = unsafe address
    }
  }
}

extension MemberTape.Pointer {
  var record: RecordText.Pointer { @inline(__always) get { unsafe address.pointee.record } }
  var owner: Members { @inline(__always) get { unsafe address.pointee.owner } }

  /// The slot that was found last. Negative if the name has none.
  var lastSlot: Int { @inline(__always) get { unsafe address.pointee.decoder &- 1 } }

  /// Returns whether the tape is at the object at `offset` of the current record.
  @inline(__always)
  func isBegun(at offset: Int) -> Bool {
    unsafe address.pointee.offset == offset && address.pointee.number == record.number
  }

  /// Returns the offset of a key's value, or -1 if there is none.
  @inline(__always)
  func find(_ key: some CodingKey) -> Int {
    let name = key.stringValue
    if let slot = next(name) { return unsafe address.pointee.values[slot] }
    return unsafe address.pointee.members._withUnsafeGuaranteedRef { $0.search(name, key) }
  }

  /// Returns the offset of a name's value, or -1 if there is none.
  @inline(__always)
  func find(name: String) -> Int {
    if let slot = next(name) ?? same(name) { return unsafe address.pointee.values[slot] }
    return unsafe address.pointee.members._withUnsafeGuaranteedRef {
      $0.search(name, PathKey(stringValue: name))
    }
  }

  /// Returns the offset of a name's value, or -1, if the name has the next slot. Returns nil otherwise.
  @inline(__always)
  func findNext(_ name: String) -> Int? {
    guard let slot = next(name) else { return nil }
    return unsafe address.pointee.values[slot]
  }

  /// Takes the next slot if it belongs to `name`.
  @inline(__always)
  private func next(_ name: String) -> Int? {
    let slot = unsafe address.pointee.decoder
    guard unsafe slot < address.pointee.count && address.pointee.shape.pointee.bits[slot] == StringBits(name)
    else {
      return nil
    }
    unsafe address.pointee.decoder = slot &+ 1
    return slot
  }

  /// Returns the slot that was taken last if it belongs to `name`. Several paths may lead through one member.
  @inline(__always)
  private func same(_ name: String) -> Int? {
    let slot = unsafe address.pointee.decoder &- 1
    guard
      unsafe slot >= 0 && slot < address.pointee.count
        && address.pointee.shape.pointee.bits[slot] == StringBits(name)
    else {
      return nil
    }
    return slot
  }

  /// Begins an object.
  @inline(__always)
  func begin(_ offset: Int) {
    unsafe address.pointee.offset = offset
    unsafe address.pointee.number = record.number
    unsafe address.pointee.decoder = 0
    unsafe address.pointee.isGathered = false
    unsafe address.pointee.shape.pointee.settle()
    fill()
  }

  /// Scans the object's members until every slot has its value. If the last of a name counts, scans all of them.
  ///
  /// The text before a value is compared with the text that came there in earlier records. If it matches, the name is
  /// not parsed.
  func fill() {
    let shape = unsafe address.pointee.shape
    let record = record
    let count = unsafe shape.pointee.count
    unsafe address.pointee.count = count
    if count == 0 { return }
    if unsafe count > address.pointee.capacity { unsafe address.pointee.grow(count) }
    let values = unsafe address.pointee.values
    for slot in 0..<count { unsafe values[slot] = -1 }
    let text = unsafe record.address.pointee.text
    let structure = unsafe record.address.pointee.structure
    let gaps = unsafe record.address.pointee.gaps
    let comparable = unsafe record.address.pointee.comparable
    let end = unsafe record.address.pointee.end
    let node = unsafe shape.pointee.node
    let isKnown = node != 0
    var isOrdered = isKnown && !gaps.isPaused(node: node)
    if isKnown { gaps.beginObject(node: node) }
    let lastWins = unsafe address.pointee.lastWins
    // A slot whose value is below this number takes a later value.
    let open = lastWins ? Int.max : 0
    var remaining = lastWins ? Int.max : count
    var link = MemberPredictor.first(node: node)
    var offset = unsafe address.pointee.offset &+ 1
    while true {
      var slot: Int
      var gap = MemberPredictor.unknown
      if isOrdered && offset <= comparable {
        gap =
          unsafe gaps.expected(text + offset, after: link)
          ?? record.address.pointee.gaps.surprise(
            text, offset, quotes: structure.quotes, end: end, node: node, after: link)
        if gap == MemberPredictor.paused {
          gap = MemberPredictor.unknown
          isOrdered = false
        }
      }
      if !isOrdered, isKnown, offset <= comparable, offset >= Literal.lead,
        let member = unsafe gaps.names.member(text, offset, structure.quotes, end: end, node: node)
      {
        slot = Int(member.name.edge)
        offset = member.value
      } else if gap != MemberPredictor.unknown {
        slot = Int(gaps.name(gap).edge)
        offset &+= gaps.count(gap)
        link = gap
      } else {
        let member = unsafe address.pointee.members._withUnsafeGuaranteedRef { $0.member(offset, &link) }
        if member.offset < 0 { return }
        slot = member.slot
        offset = member.offset
      }
      var byte = unsafe text[offset]
      if byte <= ASCII.space {
        offset = record.skipSpace(offset)
        byte = unsafe text[offset]
      }
      if slot >= 0, unsafe values[slot] < open {
        unsafe values[slot] = offset
        remaining &-= 1
        if remaining == 0 { return }
      }
      offset = structure.next(after: byte, offset)
    }
  }
}
