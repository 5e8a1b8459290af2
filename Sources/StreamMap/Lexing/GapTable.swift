/// The texts between the values of an object's members, as they were met: comma, white
/// space, name, colon, white space.
///
/// The records of one stream have their members in one order, written in one way, nearly
/// always. So each gap remembers which one came next, and the walker compares the text there
/// with the one text that it expects, in a few instructions: the name need not be found,
/// measured, hashed or looked up, and white space costs nothing. A gap that was not expected
/// is read piece by piece and then remembered.
///
/// The table is bounded: when it is full it is emptied. Names that are data, and so never come
/// again, cost little more than without it. A longer text is in it as a step only.
///
/// SAFETY: the memory is allocated here and freed in `deallocate`; ids of gaps lie below
/// `count`, links below `capacity + nodeCount`, hashes below `slotCount`.
@safe struct GapTable {
  /// A text of up to 48 bytes. Immutable once it is in the table.
  struct Gap {
    /// What the text is, and zeros.
    var text: (Word, Word, Word) = (.zero, .zero, .zero)
    /// All ones where there is text.
    var mask: (Word, Word, Word) = (.zero, .zero, .zero)
    var count: Int32 = 0
    /// The edge of the name; -1 if nobody wants it.
    var edge: Int32 = -1
    var node: Int32 = 0
    var hash: UInt32 = 0
  }

  /// The gaps that came next: the last two that were not expected. Two, because a member that
  /// may be absent leaves two ways on.
  struct Link {
    var first = GapTable.unknown
    var second = GapTable.unknown
  }

  typealias Word = SIMD2<UInt64>

  static let longest = 48
  private static let capacity = 512
  private static let slotCount = 2048
  /// Says that nothing is expected.
  static let unknown: Int32 = -1

  private let gaps: UnsafeMutablePointer<Gap>
  /// What came next: after each gap, and, from `capacity` on, first in each node's object.
  private let links: UnsafeMutablePointer<Link>
  private let slots: UnsafeMutablePointer<Int32>
  private let nodeCount: Int
  private var count = 0

  init(nodeCount: Int) {
    self.nodeCount = nodeCount
    unsafe gaps = .allocate(capacity: Self.capacity)
    unsafe links = .allocate(capacity: Self.capacity + nodeCount)
    unsafe slots = .allocate(capacity: Self.slotCount)
    unsafe links.initialize(repeating: Link(), count: Self.capacity + nodeCount)
    unsafe slots.initialize(repeating: Self.unknown, count: Self.slotCount)
  }

  func deallocate() {
    unsafe gaps.deallocate()
    unsafe links.deallocate()
    unsafe slots.deallocate()
  }

  /// The link that says what is first in an object at a node.
  @inline(__always)
  static func first(node: Int) -> Int32 { Int32(truncatingIfNeeded: capacity &+ node) }

  /// The gap after a link that the text has; `unknown` if it is not expected. 48 bytes of the
  /// text are readable.
  @inline(__always)
  func expected(_ text: UnsafePointer<UInt8>, after link: Int32) -> Int32 {
    let link = unsafe links + Int(link)
    let first = unsafe link.pointee.first
    if unsafe first >= 0 && matches(first, text) { return first }
    let second = unsafe link.pointee.second
    return unsafe second >= 0 && matches(second, text) ? second : Self.unknown
  }

  @inline(__always)
  subscript(gap: Int32) -> UnsafePointer<Gap> { unsafe UnsafePointer(gaps + Int(gap)) }

  @inline(__always)
  private func matches(_ gap: Int32, _ text: UnsafePointer<UInt8>) -> Bool {
    let gap = unsafe gaps + Int(gap)
    let raw = unsafe UnsafeRawPointer(text)
    let first = unsafe (raw.loadUnaligned(as: Word.self) ^ gap.pointee.text.0) & gap.pointee.mask.0
    let second =
      unsafe (raw.loadUnaligned(fromByteOffset: 16, as: Word.self) ^ gap.pointee.text.1) & gap.pointee.mask.1
    let third =
      unsafe (raw.loadUnaligned(fromByteOffset: 32, as: Word.self) ^ gap.pointee.text.2) & gap.pointee.mask.2
    let differences = first | second | third
    return differences.x | differences.y == 0
  }

  /// Remembers that a text came after a link.
  ///
  /// - Returns: the gap's id; `unknown` if there is no space for it.
  @inline(never)
  mutating func learn(
    _ text: UnsafePointer<UInt8>, _ textCount: Int, edge: Int32, node: Int32, after link: Int32
  ) -> Int32 {
    let hash = unsafe UInt32(truncatingIfNeeded: KeyHash.hash(text, textCount, seed: UInt64(UInt32(bitPattern: node))))
    var slot = Int(hash) & (Self.slotCount &- 1)
    while true {
      let id = unsafe slots[slot]
      if id < 0 { break }
      let gap = unsafe gaps + Int(id)
      if unsafe gap.pointee.hash == hash, unsafe gap.pointee.node == node, unsafe Int(gap.pointee.count) == textCount,
        unsafe textCount > Self.longest || isEqual(gap, text, textCount)
      {
        unsafe expect(id, after: link)
        return id
      }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    guard count < Self.capacity else { return Self.unknown }
    let id = Int32(count)
    count &+= 1
    var gap = Gap(count: Int32(textCount), edge: edge, node: node, hash: hash)
    if textCount <= Self.longest {
      unsafe withUnsafeMutableBytes(of: &gap.text) {
        unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: text, count: textCount))
      }
      unsafe withUnsafeMutableBytes(of: &gap.mask) { for index in 0..<textCount { unsafe $0[index] = 0xFF } }
    } else {
      // Too long to be compared, it only leads on: no text has these bytes.
      gap.text.0 = Word(repeating: .max)
      gap.mask.0 = Word(repeating: .max)
    }
    unsafe (gaps + Int(id)).initialize(to: gap)
    unsafe slots[slot] = id
    unsafe links[Int(id)] = Link()
    expect(id, after: link)
    return id
  }

  private func expect(_ gap: Int32, after link: Int32) {
    let link = unsafe links + Int(link)
    unsafe link.pointee.second = unsafe link.pointee.first
    unsafe link.pointee.first = gap
  }

  private func isEqual(_ gap: UnsafeMutablePointer<Gap>, _ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe withUnsafeBytes(of: &gap.pointee.text) { stored in
      for index in 0..<count where unsafe stored[index] != text[index] { return false }
      return true
    }
  }

  /// Makes space for the gaps of a record, before it begins: within one, links are held
  /// that must not lead to gaps of other nodes.
  @inline(__always)
  mutating func prepare() {
    if _slowPath(count == Self.capacity) { clear() }
  }

  @inline(never)
  private mutating func clear() {
    count = 0
    unsafe links.update(repeating: Link(), count: Self.capacity + nodeCount)
    unsafe slots.update(repeating: Self.unknown, count: Self.slotCount)
  }
}
