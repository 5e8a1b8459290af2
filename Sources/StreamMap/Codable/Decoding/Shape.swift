/// What is known of the objects at one place of a model that are asked for with keys of one type:
/// which keys they are asked for, in the order in which they were first asked.
///
/// A key that is asked for gets a *slot*. A model asks for the same keys in the same order for every
/// record, so that the slot of the next key is nearly always the next one; the comparison is one of
/// two words, for the name of a synthesised key is a literal. Slots are kept from record to record.
///
/// Where the keys are data, as those of a dictionary, or where a closure converts names, a shape is
/// *open*: it has no slots, and each object's names are gathered when they are needed.
///
/// Invariants: `table.count` is `names.count`, or 0 if the shape is open; the bits in the table are
/// those of `names`, which hold the memory that they may point at. A slot never goes away: tapes that
/// were filled before a shape was opened still have theirs.
///
/// SAFETY: the table's memory is allocated here and freed in `deinit`; whoever points at it holds the
/// shape.
@safe final class Shape {
  /// How the names of keys are compared; at an address of its own.
  @safe struct Table {
    fileprivate(set) var bits: UnsafeMutablePointer<StringBits>
    fileprivate(set) var count = 0
    /// Of the gap table; 0 if names are not predicted.
    fileprivate(set) var node: Int32 = 0
    /// Its node from the second object on: in the first, the keys are not yet known.
    fileprivate let ownNode: Int32
    /// The places of the values in the slots, once they were decoded as more than scalars.
    fileprivate var children: UnsafeMutablePointer<DecodingPlace?>

    /// Another object begins: names can be predicted.
    @inline(__always)
    mutating func settle() {
      if node != ownNode { node = ownNode }
    }

    /// The place of the values in a slot, if it is there and nobody holds it.
    @inline(__always)
    func idleChild(_ slot: Int) -> DecodingPlace? {
      let child = unsafe children + slot
      return unsafe child.pointee != nil && isKnownUniquelyReferenced(&child.pointee) ? child.pointee : nil
    }
  }

  /// One more than the shapes whose names are predicted.
  static let nodeCount = 256
  /// A shape that would need more is open.
  static let maximumCount = 512

  let keyType: ObjectIdentifier
  let table: UnsafeMutablePointer<Table>
  private var capacity = 16
  private(set) var names: [String] = []
  /// The slots of the names.
  private var slots: [String: Int] = [:]
  /// The keys as they were first asked for, for coding paths.
  private(set) var keys: [any CodingKey] = []
  private(set) var isOpen: Bool
  /// The place of a value whose key has no slot.
  var openChild: DecodingPlace?

  init(keyType: ObjectIdentifier, node: Int32, isOpen: Bool) {
    self.keyType = keyType
    self.isOpen = isOpen
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(
      to: Table(
        bits: .allocate(capacity: capacity), ownNode: node, children: .allocate(capacity: capacity)))
  }

  deinit {
    unsafe table.pointee.bits.deallocate()
    unsafe table.pointee.children.deinitialize(count: names.count)
    unsafe table.pointee.children.deallocate()
    unsafe table.deallocate()
  }

  /// The slot of a name; nil if it has none.
  func slot(of name: String) -> Int? {
    // So few are found sooner one after the other.
    names.count <= 8 ? names.firstIndex(of: name) : slots[name]
  }

  /// The slot of a member's name, as it stands in the record: as the standard library compares
  /// strings, by canonical equivalence.
  func slot(ofMember name: String) -> Int32 {
    Int32(truncatingIfNeeded: slot(of: name) ?? -1)
  }

  /// Whether gaps were remembered with the slots that there are; they are not from here on.
  func unsettle() -> Bool {
    defer { unsafe table.pointee.node = 0 }
    return unsafe table.pointee.node != 0
  }

  /// Gives a name a slot; false if there is none left, and the shape is open from here on.
  func learn(_ name: String, _ key: any CodingKey) -> Bool {
    guard names.count < Self.maximumCount else {
      open()
      return false
    }
    if names.count == capacity { grow() }
    unsafe table.pointee.bits[names.count] = StringBits(name)
    unsafe (table.pointee.children + names.count).initialize(to: nil)
    slots[name] = names.count
    names.append(name)
    keys.append(key)
    unsafe table.pointee.count = names.count
    return true
  }

  private func grow() {
    let bits = UnsafeMutablePointer<StringBits>.allocate(capacity: capacity * 2)
    unsafe bits.update(from: table.pointee.bits, count: capacity)
    unsafe table.pointee.bits.deallocate()
    unsafe table.pointee.bits = unsafe bits
    let children = UnsafeMutablePointer<DecodingPlace?>.allocate(capacity: capacity * 2)
    unsafe children.moveInitialize(from: table.pointee.children, count: capacity)
    unsafe table.pointee.children.deallocate()
    unsafe table.pointee.children = unsafe children
    capacity *= 2
  }

  /// No tape is filled from now on: the keys are data.
  func open() {
    isOpen = true
    unsafe table.pointee.count = 0
  }

  func hasChild(_ slot: Int) -> Bool { unsafe table.pointee.children[slot] != nil }

  func setChild(_ slot: Int, _ child: DecodingPlace) {
    unsafe table.pointee.children[slot] = child
  }

  func idleOpenChild() -> DecodingPlace? {
    openChild != nil && isKnownUniquelyReferenced(&openChild) ? openChild : nil
  }

  /// Lets go of the places below.
  func unlink() {
    for slot in names.indices {
      unsafe table.pointee.children[slot]?.unlink()
      unsafe table.pointee.children[slot] = nil
    }
    openChild?.unlink()
    openChild = nil
  }
}
