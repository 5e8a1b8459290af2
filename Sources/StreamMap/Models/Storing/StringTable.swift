/// A cache of strings for fields with few distinct values. Copying a cached string costs no allocation.
///
/// It holds up to 1,024 strings of 16 to 127 bytes. Each is stored with its bytes, which are compared. A text's hash
/// selects a set of four slots, and the tag to look for there. The four tags are compared in one word, because it cannot
/// be predicted which slot has the text. A new string replaces one of the four in turn. Shorter strings need no
/// allocation, and longer ones are stored as in other fields.
///
/// SAFETY: the memory is allocated for the first string and freed by `deallocate`, which the owner calls once. A slot is
/// below `capacity`. A string is initialised where there is a tag, and nowhere else.
@safe struct StringTable {
  /// The tags of each set: a part of the hash, with the lowest bit set. 0 for an empty slot.
  private var tags: UnsafeMutablePointer<UInt64>?
  private var strings: UnsafeMutablePointer<String>?
  /// The bytes of each string, `stride` apart, and after them the count.
  private var bytes: UnsafeMutablePointer<UInt8>?
  /// Which of the four slots the next new string takes.
  private var turn = 0

  static let capacity = 1024
  private static let ways = 4
  static let longest = 127
  private static let stride = 128

  /// Returns whether a string of `count` bytes can be in the table.
  @inline(__always)
  static func holds(_ count: Int) -> Bool {
    count > SmallString.capacity && count <= longest
  }

  /// Returns a string of bytes that are well-formed UTF-8 and outlive the call.
  @inline(__always)
  mutating func string(validated text: UnsafePointer<UInt8>, _ count: Int) -> String {
    guard Self.holds(count) else { return unsafe String(validated: text, count) }
    return unsafe find(text, count).string.pointee
  }

  /// Stores the string of well-formed UTF-8 into a field. Returns whether the table had it.
  ///
  /// A field that has the same string already is left as it is, so that no reference is counted.
  ///
  /// SAFETY: as for ``FieldAccess``; the table holds strings of this length.
  @inline(__always)
  mutating func put(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ shape: SlotShape, at address: UnsafeMutableRawPointer
  ) -> Bool {
    let found = unsafe find(text, count)
    if unsafe !(found.isKnown && isSame(found.string, shape, at: address)) {
      unsafe FieldAccess<String>.put(found.string.pointee, shape, at: address)
    }
    return found.isKnown
  }

  /// Returns whether a field already has the string. The field is not an array. The bits of nil differ from those of any string.
  @inline(__always)
  private func isSame(
    _ string: UnsafePointer<String>, _ shape: SlotShape, at address: UnsafeMutableRawPointer
  ) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<StringBits>.size,
      MemoryLayout<String?>.size == MemoryLayout<StringBits>.size, !shape.isArray
    else { return false }
    return unsafe address.load(as: StringBits.self) == UnsafeRawPointer(string).load(as: StringBits.self)
  }

  /// Returns the place of the string of a text, which is made if the table does not have it.
  @inline(never)
  private mutating func find(_ text: UnsafePointer<UInt8>, _ count: Int) -> Found {
    guard let tags = unsafe tags, let strings = unsafe strings, let bytes = unsafe bytes else {
      allocate()
      return unsafe find(text, count)
    }
    let hash = unsafe Self.hash(text, count)
    let set = Int(truncatingIfNeeded: hash) & (Self.capacity / Self.ways &- 1)
    let tag = hash &>> 48 | 1
    // The lowest lane that is 0 after this is the first slot with the tag.
    let lanes = unsafe tags[set] ^ tag &* Self.lowBits
    let equal = (lanes &- Self.lowBits) & ~lanes & Self.highBits
    if equal != 0 {
      let place = set &* Self.ways &+ equal.trailingZeroBitCount &>> 4
      let known = unsafe bytes + place &* Self.stride
      if unsafe known[Self.longest] == count, unsafe Memory.areEqual(known, text, count) {
        return unsafe Found(string: strings + place, isKnown: true)
      }
    }
    // A string with the same tag is replaced, because only the first of them can be found.
    let way = equal == 0 ? turn & (Self.ways &- 1) : equal.trailingZeroBitCount &>> 4
    turn &+= 1
    return unsafe add(text, count, tag, set, way, tags, strings, bytes)
  }

  /// Returns a hash of all bytes. Unlike in ``KeyHash``, no product waits for the one before, because texts are long.
  ///
  /// SAFETY: there are at least eight bytes. The last eight overlap the ones before.
  @inline(__always)
  static func hash(_ text: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(text)
    var sum = UInt64(truncatingIfNeeded: count)
    var factor = KeyHash.multiplier
    var index = 0
    while index &+ 8 < count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      sum &+= (word ^ word &>> 32) &* factor
      factor &+= factor &+ factor
      index &+= 8
    }
    return unsafe KeyHash.fold(sum ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
  }

  private static let lowBits: UInt64 = 0x0001_0001_0001_0001
  private static let highBits: UInt64 = 0x8000_8000_8000_8000

  /// Adds a string to a set.
  @inline(never)
  private mutating func add(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ tag: UInt64, _ set: Int, _ way: Int,
    _ tags: UnsafeMutablePointer<UInt64>, _ strings: UnsafeMutablePointer<String>,
    _ bytes: UnsafeMutablePointer<UInt8>
  ) -> Found {
    let place = set &* Self.ways &+ way
    let lane = UInt64(truncatingIfNeeded: way &* 16)
    let string = unsafe String(validated: text, count)
    if unsafe tags[set] &>> lane & 1 == 0 {
      unsafe (strings + place).initialize(to: string)
    } else {
      unsafe strings[place] = string
    }
    unsafe tags[set] = unsafe tags[set] & ~(0xFFFF &<< lane) | tag &<< lane
    let known = unsafe bytes + place &* Self.stride
    unsafe known.update(from: text, count: count)
    unsafe known[Self.longest] = UInt8(truncatingIfNeeded: count)
    return unsafe Found(string: strings + place, isKnown: false)
  }

  private mutating func allocate() {
    unsafe tags = unsafe Memory.allocateZeros(Self.capacity / Self.ways)
    unsafe strings = .allocate(capacity: Self.capacity)
    unsafe bytes = Memory.allocate(Self.capacity * Self.stride)
  }

  func deallocate() {
    guard let tags = unsafe tags, let strings = unsafe strings, let bytes = unsafe bytes else { return }
    for place in 0..<Self.capacity {
      let lane = UInt64(place % Self.ways * 16)
      if unsafe tags[place / Self.ways] >> lane & 1 != 0 {
        unsafe (strings + place).deinitialize(count: 1)
      }
    }
    unsafe Memory.release(tags)
    unsafe strings.deallocate()
    unsafe Memory.release(bytes)
  }

  /// SAFETY: valid until the table changes.
  @safe private struct Found {
    let string: UnsafeMutablePointer<String>
    let isKnown: Bool
  }
}
