/// The keys of one type that were requested of the objects at one place of a model, in the order of the first requests.
///
/// Each requested key gets a *slot*. A model asks for the same keys in the same order for every record, so the next key
/// is nearly always in the next slot. Comparing two words checks that, because the name of a synthesised key is a
/// literal. Slots are kept from record to record.
///
/// A shape is *open* if the keys are data, as in a dictionary, or if a closure converts names. An open shape has no
/// slots. The names of each object are collected when they are needed.
///
/// Invariants: `table.count` is `names.count`, or 0 if the shape is open. The bits in the table are those of `names`,
/// which hold the memory that the bits may point at. A slot is never removed: tapes that were filled before the shape
/// was opened still have theirs.
///
/// SAFETY: the table's memory is allocated here and freed in `deinit`. Whatever points at it holds the shape.
@safe final class Shape {
  /// The data for comparing key names, at a stable address.
  @safe struct Table {
    fileprivate(set) var bits: UnsafeMutablePointer<StringBits>
    fileprivate(set) var count = 0
    /// The node in the member predictor. 0 if names are not predicted.
    fileprivate(set) var node: Int32 = 0
    /// The node from the second object on. In the first object the keys are not yet known.
    fileprivate let ownNode: Int32
    /// The places of the values in the slots, once they were decoded as more than scalars.
    fileprivate var children: UnsafeMutablePointer<ValueDecoder?>

    /// Begins another object: from now on, names can be predicted.
    @inline(__always)
    mutating func settle() {
      if node != ownNode { node = ownNode }
    }

    /// Returns the place of the values in a slot, if it exists and nothing else holds it.
    @inline(__always)
    func idleChild(_ slot: Int) -> ValueDecoder? {
      let child = unsafe children + slot
      return unsafe child.pointee != nil && isKnownUniquelyReferenced(&child.pointee) ? child.pointee : nil
    }
  }

  /// One more than the number of shapes whose names are predicted.
  static let nodeCount = 256
  /// The maximum number of slots. A shape that needs more becomes open.
  static let maximumCount = 512

  let keyType: ObjectIdentifier
  let table: UnsafeMutablePointer<Table>
  private var capacity = 16
  private(set) var names: [String] = []
  /// The slots of the names.
  private var slots: [String: Int] = [:]
  /// The keys of the first requests, for coding paths.
  private(set) var keys: [any CodingKey] = []
  private(set) var isOpen: Bool
  /// The place of a value whose key has no slot.
  var openChild: ValueDecoder?

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

  /// Returns the slot of a name, or nil.
  func slot(of name: String) -> Int? {
    // For few names a linear search is faster.
    names.count <= 8 ? names.firstIndex(of: name) : slots[name]
  }

  /// Returns the slot of a member's name, or -1. Strings are compared as in the standard library, by canonical
  /// equivalence.
  func slot(ofMember name: String) -> Int32 {
    Int32(truncatingIfNeeded: slot(of: name) ?? -1)
  }

  /// Stops predicting names. Returns whether predictions were stored for the current slots.
  func unsettle() -> Bool {
    defer { unsafe table.pointee.node = 0 }
    return unsafe table.pointee.node != 0
  }

  /// Gives a name a slot. Returns false if none is left: the shape is open from then on.
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
    let children = UnsafeMutablePointer<ValueDecoder?>.allocate(capacity: capacity * 2)
    unsafe children.moveInitialize(from: table.pointee.children, count: capacity)
    unsafe table.pointee.children.deallocate()
    unsafe table.pointee.children = unsafe children
    capacity *= 2
  }

  /// Opens the shape: no tape is filled from now on, because the keys are data.
  func open() {
    isOpen = true
    unsafe table.pointee.count = 0
  }

  func hasChild(_ slot: Int) -> Bool { unsafe table.pointee.children[slot] != nil }

  func setChild(_ slot: Int, _ child: ValueDecoder) {
    unsafe table.pointee.children[slot] = child
  }

  func idleOpenChild() -> ValueDecoder? {
    openChild != nil && isKnownUniquelyReferenced(&openChild) ? openChild : nil
  }

  /// Releases the places below.
  func unlink() {
    for slot in names.indices {
      unsafe table.pointee.children[slot]?.unlink()
      unsafe table.pointee.children[slot] = nil
    }
    openChild?.unlink()
    openChild = nil
  }
}
