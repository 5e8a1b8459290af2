/// The members of one object that are asked for: for each slot of its shape, where the value is.
///
/// What a keyed container points at. A key is found by comparing it with the one of the next slot,
/// at `decoder`; `Members` finds all others. After a key was found its slot is the one before `decoder`,
/// or it has none, and `decoder` is 0.
///
/// SAFETY: `members` owns the tape and holds the shape and, in the end, the session, whose record the
/// tape points at. `values` has `count` entries, for the slots that the shape had when the tape was
/// filled, when the object began; it may have more by now, but never fewer.
@safe struct MemberTape {
  let record: RecordText.Pointer
  let shape: UnsafeMutablePointer<Shape.Table>
  /// Offsets of values; -1 for those that are not there.
  fileprivate(set) var values: UnsafeMutablePointer<Int>
  fileprivate var capacity = 16
  fileprivate(set) var count = 0
  var decoder = 0
  /// Of the object.
  fileprivate(set) var offset = 0
  /// The record that the object is of.
  fileprivate(set) var number = 0
  fileprivate let members: Unmanaged<Members>
  let keyType: ObjectIdentifier
  /// Of members of one name the last counts, and not the first.
  let lastWins: Bool
  /// The box of the container, while the place holds the members, and not the box.
  var box: AnyObject?
  /// The record in which the container was lent last.
  var lentIn = 0
  /// Code that pulls by name is at work with the object.
  var isBusy = false
  /// The members' directory has the names of this object.
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

  /// Nobody holds the container, or is at work with it.
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
  /// The address of a tape. Its methods are not the tape's own, because the slow searches change the tape, too.
  ///
  /// SAFETY: a `Members` object allocates and frees the tape. The session holds the object while the record is read, and
  /// a container that outlives the record holds it afterwards.
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

  /// Whether the object is the one at an offset of the record that is being read.
  @inline(__always)
  func isBegun(at offset: Int) -> Bool {
    unsafe address.pointee.offset == offset && address.pointee.number == record.number
  }

  /// Finds the value of a key; -1 if there is none.
  @inline(__always)
  func find(_ key: some CodingKey) -> Int {
    let name = key.stringValue
    if let slot = next(name) { return unsafe address.pointee.values[slot] }
    return unsafe address.pointee.members._withUnsafeGuaranteedRef { $0.search(name, key) }
  }

  /// Finds the value of a name.
  @inline(__always)
  func find(name: String) -> Int {
    if let slot = next(name) ?? same(name) { return unsafe address.pointee.values[slot] }
    return unsafe address.pointee.members._withUnsafeGuaranteedRef {
      $0.search(name, PathKey(stringValue: name))
    }
  }

  /// The value of a name, if its slot comes next; -1 if there is no value.
  @inline(__always)
  func findNext(_ name: String) -> Int? {
    guard let slot = next(name) else { return nil }
    return unsafe address.pointee.values[slot]
  }

  /// Takes the slot that comes next, if it is a name's.
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

  /// The slot that was taken last, if it is a name's: several paths may lead through one member.
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

  /// Goes over the object's members, until every slot has its value, and no further; over all of them where the
  /// last of a name counts.
  ///
  /// The text up to a value is compared with the gaps that came there before: its name need not be
  /// found, measured or compared by itself.
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
    let node = unsafe shape.pointee.node
    let isPredicted = node != 0
    let lastWins = unsafe address.pointee.lastWins
    // A slot with a value below this takes another one.
    let open = lastWins ? Int.max : 0
    var remaining = lastWins ? Int.max : count
    var link = MemberPredictor.first(node: node)
    var offset = unsafe address.pointee.offset &+ 1
    while true {
      var slot: Int
      if isPredicted && offset <= comparable, let gap = unsafe gaps.expected(text + offset, after: link) {
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
