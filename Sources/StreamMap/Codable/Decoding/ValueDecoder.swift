/// A place in a model where a value is decoded: the `Decoder` that the model sees.
///
/// The places of a model form a tree that is kept from record to record. A place has one child for each member that is
/// not decoded as a scalar, one child for all elements of an array, and one child for a value that decodes itself as
/// another type. So a value needs no new object, unless the model kept the decoder of the previous value. Then a second
/// place is created outside the tree.
///
/// A place in the tree is owned by its parent and points up without owning. A place outside the tree owns its parent
/// and the session. So does a place that is still held when its record ends. See ``DecodingSession``.
///
/// SAFETY: `below` is allocated here and freed in `deinit`. `unownedSession` and `unownedParent` live as long as the
/// place: they hold it, or it holds them.
@safe final class ValueDecoder {
  private unowned(unsafe) let unownedSession: DecodingSession
  private unowned(unsafe) let unownedParent: ValueDecoder?
  private var ownedSession: DecodingSession?
  private var ownedParent: ValueDecoder?
  /// Whether the session counts the place, because it was created outside the tree.
  private var isCounted = false
  let record: RecordText.Pointer
  /// The offset of the value. -1 for an absent value, which decodes as `null`.
  var offset = -1

  /// The type that was last decoded here, and its kind. See `ValueDecoder+Values`.
  var typeID: ObjectIdentifier?
  var kind = Kind.model
  var directType: (any DirectlyDecodable.Type)?
  /// The kind of the values in a collection here.
  var contentKind = Kind.model
  var follower: ModelFollower?
  /// What the model here requested, if it has a follower.
  var requested: RequestedKeys?

  /// The keyed containers: a linked list, one node for each key type.
  private(set) var members: Members?
  /// The tape of the first keyed container.
  private var firstTape: MemberTape.Pointer?
  /// Members that have no box yet.
  private var newOwner: Members?
  fileprivate let below: UnsafeMutablePointer<Below>
  /// The number of the record in which the place was last borrowed.
  var borrowedIn = 0

  /// The step from the parent, and the child places that have no key.
  ///
  /// They are at a stable address. So their use needs no reference counting and no check for exclusive access.
  ///
  /// SAFETY: `parent` belongs to the parent of the place, which lives as long as the place.
  @safe fileprivate struct Below {
    let parent: UnsafeMutablePointer<Below>?
    /// The step: a key, an index if not negative, or nothing.
    var key: (any CodingKey)?
    var hasKey = false
    var index = -1
    /// Whether the step is the same as when the place was last entered in a ``LastPath``.
    var isEntered = false
    /// The place for the elements of an array.
    var element: ValueDecoder?
    /// The place for the same value, decoded as another type.
    var inner: ValueDecoder?

    init(in parent: ValueDecoder?) {
      unsafe self.parent = unsafe parent?.below
    }
  }

  private var links: Below {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(below) }
    @inline(__always) unsafeMutableAddress { unsafe below }
  }

  /// The key that leads here from the parent.
  var key: (any CodingKey)? {
    get { links.key }
    set {
      links.key = newValue
      links.hasKey = newValue != nil
      links.isEntered = false
    }
  }

  /// The index that leads here from the parent. Negative if a key or nothing does.
  var index: Int {
    @inline(__always) get { links.index }
    @inline(__always) set {
      links.index = newValue
      links.isEntered = false
    }
  }

  var session: DecodingSession { unsafe unownedSession }
  var parent: ValueDecoder? { unsafe unownedParent }

  /// Creates a place in the tree.
  init(_ session: DecodingSession, in parent: ValueDecoder?) {
    unsafe unownedSession = session
    unsafe unownedParent = parent
    record = session.record
    unsafe below = .allocate(capacity: 1)
    unsafe below.initialize(to: Below(in: parent))
  }

  /// Creates a place outside the tree, which holds its parent.
  init(below parent: ValueDecoder, _ key: (any CodingKey)?, index: Int = -1, _ offset: Int) {
    unsafe unownedSession = parent.session
    unsafe unownedParent = parent
    record = parent.record
    unsafe below = .allocate(capacity: 1)
    unsafe below.initialize(to: Below(in: parent))
    ownedParent = parent
    ownedSession = parent.session
    isCounted = true
    parent.session.outsideCount += 1
    self.key = key
    self.index = index
    self.offset = offset
  }

  /// Whether the session holds the place.
  @inline(__always)
  var isInTree: Bool { ownedSession == nil }

  /// Records that a model borrows the place as a decoder.
  @inline(__always)
  func borrow() {
    if borrowedIn == record.number || !isInTree { return }
    borrowedIn = record.number
    record.noteBorrow(self)
  }

  /// Whether the tree can keep new children of this place. False for a place outside the tree.
  var mayGrow: Bool { isInTree && session.mayGrow }

  deinit {
    if isCounted { session.outsideCount -= 1 }
    unsafe below.deinitialize(count: 1)
    unsafe below.deallocate()
  }

  /// Makes the place hold its session and its parents, because a model holds the place.
  func keep() {
    ownedSession = session
    var place = self
    while let parent = place.parent {
      place.ownedParent = parent
      place = parent
    }
  }

  /// Releases the children.
  func unlink() {
    links.element?.unlink()
    links.inner?.unlink()
    links.element = nil
    links.inner = nil
    var next = members
    members = nil
    firstTape = nil
    while let these = next {
      these.shape.unlink()
      next = these.next
      these.next = nil
    }
  }

  /// The keys that lead here.
  var codingPath: [any CodingKey] {
    record.pointee.lastPath.keys(to: self)
  }

  /// Returns the place for an element of the array here.
  @inline(__always)
  func element(_ index: Int, _ offset: Int) -> ValueDecoder {
    if links.element != nil && isKnownUniquelyReferenced(&links.element), let element = links.element {
      element.index = index
      element.offset = offset
      // The place may have been used for a dictionary's value.
      if element.links.hasKey { element.key = nil }
      return element
    }
    return otherElement(index, offset)
  }

  @inline(never)
  private func otherElement(_ index: Int, _ offset: Int) -> ValueDecoder {
    guard links.element == nil, mayGrow else {
      return ValueDecoder(below: self, nil, index: index, offset)
    }
    let place = ValueDecoder(session, in: self)
    place.index = index
    place.offset = offset
    links.element = place
    return place
  }

  /// Returns a place for the same value, to decode it as another type.
  func again() -> ValueDecoder {
    if links.inner != nil && isKnownUniquelyReferenced(&links.inner), let inner = links.inner {
      inner.offset = offset
      return inner
    }
    guard links.inner == nil, mayGrow else { return ValueDecoder(below: self, nil, offset) }
    let place = ValueDecoder(session, in: self)
    place.offset = offset
    links.inner = place
    return place
  }

  // MARK: Containers

  /// Returns the members of the object here for one key type, or separate members if the place cannot hold them.
  @inline(__always)
  private func tape(for keyType: ObjectIdentifier, lastWins: Bool = false) -> MemberTape.Pointer {
    if let tape = firstTape, tape.pointee.keyType == keyType && tape.pointee.isIdle {
      record.noteBorrow(tape)
      return tape
    }
    return otherTape(for: keyType, lastWins: lastWins)
  }

  @inline(never)
  private func otherTape(
    for keyType: ObjectIdentifier, lastWins: Bool
  ) -> MemberTape.Pointer {
    var known = members
    while let these = known {
      let tape = these.tape
      if tape.pointee.keyType == keyType {
        // A model still holds the container that is there.
        guard tape.pointee.isIdle else { return ownTape(these.shape, lastWins: lastWins) }
        record.noteBorrow(tape)
        return tape
      }
      known = these.next
    }
    guard mayGrow else { return ownTape(session.sharedShape(keyType), lastWins: lastWins) }
    let shape = session.makeShape(keyType)
    guard ContainerBox.isLayoutKnown else { return ownTape(shape, lastWins: lastWins) }
    let added = Members(
      self, shape, record: record, lastWins: lastWins || session.options.lastNameWins)
    added.next = members
    members = added
    firstTape = added.tape
    record.noteBorrow(added.tape)
    return added.tape
  }

  /// Returns the tape of members that their box will own.
  private func ownTape(_ shape: Shape, lastWins: Bool) -> MemberTape.Pointer {
    let own = Members(self, shape, record: record, lastWins: lastWins || session.options.lastNameWins)
    own.isPooled = false
    own.keepPosition()
    own.isCounted = true
    session.outsideCount += 1
    note { $0.shapes.append(shape) }
    newOwner = own
    return own.tape
  }

  /// Calls `body` with the members of the object here, for code that pulls values by name as `type`.
  @inline(__always)
  func withMembers<Result>(
    for type: Any.Type, _ body: (MemberTape.Pointer) throws -> Result
  ) rethrows -> Result {
    let tape = pulledTape(for: type)
    tape.begin(offset)
    tape.pointee.isBusy = true
    defer { tape.pointee.isBusy = false }
    return try body(tape)
  }

  /// Returns the members of the object here, for paths that lead through it.
  @inline(__always)
  func passage() -> MemberTape.Pointer {
    if let tape = sharedTape { return tape }
    let tape = pulledTape(for: Passage.self)
    // Several paths may lead through one object.
    if !tape.isBegun(at: offset) {
      tape.begin(offset)
    }
    return tape
  }

  /// The members that a `Decodable` model just requested, if the last of a name counts there too. Sharing them avoids a
  /// second pass over the object. Code that pulls by name has its own members: its names may mean other keys.
  @inline(__always)
  private var sharedTape: MemberTape.Pointer? {
    guard session.options.lastNameWins, let tape = firstTape,
      tape.isBegun(at: offset),
      tape.pointee.lastWins && tape.pointee.isIdle
    else { return nil }
    return tape
  }

  /// Stands in for the key type on the way to a value.
  private enum Passage {}

  @inline(__always)
  private func pulledTape(for type: any Any.Type) -> MemberTape.Pointer {
    let tape = tape(for: ObjectIdentifier(type), lastWins: true)
    if let owner = newOwner {
      newOwner = nil
      session.hold(owner)
    }
    return tape
  }
}

extension ValueDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let tape = try beginMembers(ObjectIdentifier(type))
    if let box = tape.pointee.box { return ContainerBox.container(box) }
    return makeContainer(tape)
  }

  @inline(__always)
  private func beginMembers(_ keyType: ObjectIdentifier) throws -> MemberTape.Pointer {
    let offset = offset
    guard offset >= 0 && record.byte(offset) == ASCII.openBrace else {
      throw containerFailure([String: Any].self, "keyed")
    }
    let tape = tape(for: keyType)
    tape.begin(offset)
    return tape
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    _ tape: MemberTape.Pointer
  ) -> KeyedDecodingContainer<Key> {
    let owner = newOwner
    newOwner = nil
    let container = KeyedDecodingContainer(KeyedMembers<Key>(tape: tape, owner: owner))
    if owner == nil { tape.pointee.box = ContainerBox.object(container) }
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard offset >= 0 && record.byte(offset) == ASCII.openBracket else {
      throw containerFailure([Any].self, "unkeyed")
    }
    borrow()
    return Elements(of: self, at: record.firstElement(ofArrayAt: offset))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    borrow()
    return self
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { record.isNull(offset) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try again().value(as: type) }

  @inline(__always)
  func value<Value>(_ value: (RecordText.Pointer, Int) -> Value?) throws -> Value {
    if let value = value(record, offset) { return value }
    throw failure(Value.self)
  }
}

/// The path that was requested last. The next one only replaces the steps that differ. Most differ in the last step, and
/// the errors of a value that is tried as several types have equal paths.
///
/// Invariants: `keys` and `places` have the same count. A key is that of the step to the place with the same position,
/// unless the place's `isEntered` is false or the place is gone.
///
/// SAFETY: `places` are only compared. Only the place whose path is requested and those above are read: they are alive.
@safe struct LastPath {
  private var keys: [any CodingKey] = []
  private var places: [UnsafeMutablePointer<ValueDecoder.Below>] = unsafe []

  /// Returns the keys that lead to a place. They are copied only if the keys returned before are still in use.
  @inline(never)
  mutating func keys(to place: ValueDecoder) -> [any CodingKey] {
    let count = unsafe enter(place.below)
    if count < keys.count {
      keys.removeLast(keys.count - count)
      unsafe places.removeLast(places.count - count)
    }
    return keys
  }

  /// Enters the steps from the root to a place, except those that are entered. Returns their number.
  private mutating func enter(_ place: UnsafeMutablePointer<ValueDecoder.Below>) -> Int {
    guard let parent = unsafe place.pointee.parent else { return 0 }
    let depth = unsafe enter(parent)
    if unsafe place.pointee.index < 0 && !place.pointee.hasKey { return depth }
    if unsafe depth < places.count && places[depth] == place && place.pointee.isEntered { return depth + 1 }
    let key: any CodingKey = unsafe place.pointee.key ?? PathKey(index: place.pointee.index)
    if depth < keys.count {
      keys[depth] = key
      unsafe places[depth] = unsafe place
    } else {
      keys.append(key)
      unsafe places.append(place)
    }
    unsafe place.pointee.isEntered = true
    return depth + 1
  }
}
