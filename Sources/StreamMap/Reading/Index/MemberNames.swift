/// The names that the members of each node had, and what they mean there.
///
/// A name is found by its length and its first and last eight bytes, wherever its member is in the object and whatever
/// white space is around it. Those bytes are a whole name of up to sixteen bytes. Of a longer one, the eight bytes next to
/// each are compared too. A name of more than `longest` bytes is not stored.
///
/// A name that has no slot within `probeCount` of its hash is not stored. So no name costs more than a few
/// comparisons.
///
/// SAFETY: the memory is allocated here and freed in `deallocate`. A slot is below `capacity`.
@safe struct MemberNames {
  private struct Entry {
    var ends = SIMD2<UInt64>.zero
    var middle = SIMD2<UInt64>.zero
    /// The node and the length.
    var key = Self.free
    var name = MemberPredictor.Name()

    /// No name has this length.
    static let free = UInt64.max
  }

  static let longest = 32
  private static let capacity = 512
  private static let probeCount = 4

  private var entries = Table(repeating: Entry(), count: capacity)

  func deallocate() {
    entries.deallocate()
  }

  mutating func clear() {
    entries.fill(with: Entry())
  }

  /// Returns the name with some bytes in the objects of a node, or nil if it is not stored.
  ///
  /// SAFETY: eight bytes are readable before the end of the name, however short it is, and eight from its start on.
  @inline(always)
  func find(_ bytes: UnsafePointer<UInt8>, _ count: Int, node: Int32) -> MemberPredictor.Name? {
    guard UInt(bitPattern: count &- 1) < UInt(Self.longest) else { return nil }
    let ends = unsafe Self.ends(bytes, count)
    let key = Self.key(count, node)
    var slot = Self.slot(ends, key)
    for _ in 0..<Self.probeCount {
      let entry = entries.entry(slot)
      if entry.pointee.key == key && entry.pointee.ends.x == ends.x && entry.pointee.ends.y == ends.y,
        unsafe count <= 16 || Self.middle(bytes, count) == entry.pointee.middle
      {
        return entry.pointee.name
      }
      if entry.pointee.key == Entry.free { return nil }
      slot = (slot &+ 1) & (Self.capacity &- 1)
    }
    return nil
  }

  /// Returns the name of the member at an offset and the offset of its value. Returns nil if the name is not stored.
  ///
  /// SAFETY: `MemberPredictor.longest` bytes are readable from the offset on, and eight before it. The record is valid.
  @inline(always)
  func member(
    _ text: UnsafePointer<UInt8>, _ offset: Int, _ quotes: Structure.Quotes, end: Int, node: Int32
  ) -> (name: MemberPredictor.Name, value: Int)? {
    let start = unsafe Self.nameStart(text, offset, end: end)
    if start == 0 || start &- offset > MemberPredictor.longest &- 8 { return nil }
    let close = quotes.first(from: start)
    if close &+ 3 >= end { return nil }
    let value = unsafe Self.valueStart(text, after: close, end: end)
    guard value != 0, let name = unsafe find(text + start, close &- start, node: node) else { return nil }
    return (name, value)
  }

  /// Returns the offset of the name of a member after a value or an opening brace. Returns 0 if there is none before
  /// `end`. Any number of bytes of white space can be before the name.
  ///
  /// SAFETY: two bytes are readable at the offset.
  @inline(always)
  static func nameStart(_ text: UnsafePointer<UInt8>, _ offset: Int, end: Int) -> Int {
    if unsafe _fastPath(text[offset] == ASCII.comma && text[offset &+ 1] == ASCII.quote) {
      return offset &+ 2
    }
    if unsafe text[offset] == ASCII.quote { return offset &+ 1 }
    return unsafe nameStart(spaced: text, offset, end)
  }

  @inline(never)
  private static func nameStart(spaced text: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Int {
    // Most often there is one space.
    if unsafe offset &+ 2 < end && text[offset] == ASCII.comma && text[offset &+ 1] == ASCII.space
      && text[offset &+ 2] == ASCII.quote
    {
      return offset &+ 3
    }
    var quote = unsafe skipSpace(text, offset, end)
    if unsafe quote < end && text[quote] == ASCII.comma { quote = unsafe skipSpace(text, quote &+ 1, end) }
    return unsafe quote < end && text[quote] == ASCII.quote ? quote &+ 1 : 0
  }

  /// Returns the offset of the value of a name whose closing quote is at `close`. Returns 0 if there is none before
  /// `end`. Any number of bytes of white space can be before the value.
  ///
  /// SAFETY: three bytes are readable after the quote.
  @inline(always)
  static func valueStart(_ text: UnsafePointer<UInt8>, after close: Int, end: Int) -> Int {
    if unsafe _fastPath(text[close &+ 1] == ASCII.colon && text[close &+ 2] > ASCII.space) {
      return close &+ 2
    }
    return unsafe valueStart(spaced: text, close, end)
  }

  @inline(never)
  private static func valueStart(spaced text: UnsafePointer<UInt8>, _ close: Int, _ end: Int) -> Int {
    if unsafe close &+ 3 < end && text[close &+ 1] == ASCII.colon && text[close &+ 2] == ASCII.space
      && text[close &+ 3] > ASCII.space
    {
      return close &+ 3
    }
    let colon = unsafe skipSpace(text, close &+ 1, end)
    guard unsafe colon < end && text[colon] == ASCII.colon else { return 0 }
    let value = unsafe skipSpace(text, colon &+ 1, end)
    return unsafe value < end && text[value] > ASCII.space ? value : 0
  }

  @inline(always)
  private static func skipSpace(_ text: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Int {
    var offset = offset
    while offset < end, unsafe ASCII.isWhitespace(text[offset]) { offset &+= 1 }
    return offset
  }

  /// Stores a name of a node, unless it is stored already or has no slot.
  mutating func insert(_ bytes: UnsafePointer<UInt8>, _ count: Int, node: Int32, _ name: MemberPredictor.Name)
  {
    guard UInt(bitPattern: count &- 1) < UInt(Self.longest) else { return }
    var entry = Entry()
    entry.ends = unsafe count < 8 ? Self.ends(short: bytes, count) : Self.ends(bytes, count)
    if count > 16 { entry.middle = unsafe Self.middle(bytes, count) }
    entry.key = Self.key(count, node)
    entry.name = name
    var slot = Self.slot(entry.ends, entry.key)
    for _ in 0..<Self.probeCount {
      let other = entries[slot]
      if other.key == entry.key && other.ends == entry.ends && other.middle == entry.middle { return }
      if other.key == Entry.free {
        entries[slot] = entry
        return
      }
      slot = (slot &+ 1) & (Self.capacity &- 1)
    }
  }

  @inline(always)
  private static func key(_ count: Int, _ node: Int32) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: node)) &<< 32 | UInt64(truncatingIfNeeded: count)
  }

  /// The first and the last eight bytes of a name of at least one. The bytes around a shorter name are shifted out.
  @inline(always)
  private static func ends(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> SIMD2<UInt64> {
    let raw = unsafe UnsafeRawPointer(bytes)
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
    return unsafe SIMD2(
      raw.loadUnaligned(as: UInt64.self) &<< excess,
      (raw + (count &- 8)).loadUnaligned(as: UInt64.self) &>> excess)
  }

  /// The same as `ends` for a name of fewer than eight bytes. It reads no byte outside the name.
  private static func ends(short bytes: UnsafePointer<UInt8>, _ count: Int) -> SIMD2<UInt64> {
    var word: UInt64 = 0
    for index in 0..<count { unsafe word |= UInt64(bytes[index]) << UInt64(8 * index) }
    return SIMD2(word << UInt64(64 - 8 * count), word)
  }

  /// The eight bytes after the first eight, and the eight before the last eight, of a name of more than sixteen.
  @inline(always)
  private static func middle(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> SIMD2<UInt64> {
    let raw = unsafe UnsafeRawPointer(bytes)
    return unsafe SIMD2(
      raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      raw.loadUnaligned(fromByteOffset: count &- 16, as: UInt64.self))
  }

  @inline(always)
  private static func slot(_ ends: SIMD2<UInt64>, _ key: UInt64) -> Int {
    let hash = ((ends.x ^ key) &* KeyHash.secondMultiplier) ^ (ends.y &* KeyHash.multiplier)
    return Int(truncatingIfNeeded: hash &>> 55)
  }
}
