/// The texts between the values of an object's members, as they were met: comma, white
/// space, name, colon, white space.
///
/// The records of one stream have their members in one order, written in one way, nearly
/// always. So each gap remembers which one came next, and the walker compares the text there
/// with the text that it expects, in a few instructions: the name need not be found, measured,
/// hashed or looked up, and white space costs nothing. A gap that was not expected is read
/// piece by piece and then remembered.
///
/// The table is bounded: when it is full it is emptied. Names that are data, and so never come
/// again, cost little more than without it. A text beyond `longest`, or with a line feed, is there
/// as a step only.
///
/// Invariants: a link is a gap's byte offset in the table. Place 0 has the gap that is never
/// found, then come `count` gaps, and from `1 + capacity + node` the places before the first
/// member of a node's object. A gap's next ones belong to its own node.
///
/// SAFETY: the memory is allocated here and freed in `deallocate`; links keep to the invariant,
/// slots are taken below `slotCount`.
@safe struct MemberPredictor {
  /// One text, and what came after it. What is compared first lies on the first of its two
  /// cache lines.
  private struct Gap {
    /// The text, and zeros; and all ones where there is text.
    var text = Word.zero
    var mask = Word.zero
    var name = Name()
    /// The gaps that came next: the last two that were not expected. Two, because a member
    /// that may be absent leaves two ways on.
    var next: Int32 = 0
    var otherNext: Int32 = 0
    var node: Int32 = 0
    var hash: UInt16 = 0
    /// Of the text; at most `.max`.
    var count: UInt16 = 0
    var moreText = (Word.zero, Word.zero)
    var moreMask = (Word.zero, Word.zero)

    init() {}

    mutating func neverMatches() {
      text = MemberPredictor.step
      mask = MemberPredictor.step
    }
  }

  /// What the machine makes of the name in a gap; by itself, one that nobody wants.
  struct Name {
    /// The edge, as a bit of the first word of those that are met; 0 if it is in none.
    var bit: UInt64 = 0
    /// -1 if there is none.
    var edge: Int32 = -1
    /// What the edge leads to; 0 if there is none.
    var target: Int32 = 0
  }

  private typealias Word = SIMD2<UInt64>

  static let longest = 48
  private static let wordSize = 16
  private static let capacity = 512
  private static let slotCount = 2048
  /// In place of a text that is never to be found: no UTF-8 has these bytes.
  private static let step = Word(repeating: .max)
  /// The link to the gap that is never found.
  static let unknown = 0
  private static let placeCount = 1 + capacity

  private let gaps: UnsafeMutablePointer<Gap>
  private let slots: UnsafeMutablePointer<Int32>
  private let nodeCount: Int
  private var count = 0

  init(nodeCount: Int) {
    self.nodeCount = nodeCount
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: (Self.placeCount + nodeCount) * MemoryLayout<Gap>.stride, alignment: 64)
    unsafe gaps = unsafe bytes.bindMemory(to: Gap.self, capacity: Self.placeCount + nodeCount)
    unsafe slots = .allocate(capacity: Self.slotCount)
    unsafe gaps.initialize(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe slots.initialize(repeating: 0, count: Self.slotCount)
    unsafe gaps[0].neverMatches()
  }

  func deallocate() {
    unsafe gaps.deallocate()
    unsafe slots.deallocate()
  }

  private static func link(_ place: Int) -> Int { place &* MemoryLayout<Gap>.stride }

  /// The place before the first member of an object at a node.
  @inline(always)
  static func first(node: Int32) -> Int { link(placeCount &+ Int(node)) }

  @inline(always)
  private func gap(_ link: Int) -> UnsafeMutablePointer<Gap> {
    unsafe (UnsafeMutableRawPointer(gaps) + link).assumingMemoryBound(to: Gap.self)
  }

  @inline(always)
  func count(_ link: Int) -> Int { unsafe Int(gap(link).pointee.count) }

  @inline(always)
  func name(_ link: Int) -> Name { unsafe gap(link).pointee.name }

  /// The gap that stands after another; nil if it is none of those expected.
  ///
  /// - Parameter text: `longest` bytes of it are readable.
  @inline(always)
  func expected(_ text: UnsafePointer<UInt8>, after link: Int) -> Int? {
    let gap = unsafe gap(link)
    let next = unsafe Int(gap.pointee.next)
    if unsafe matches(next, text) { return next }
    let other = unsafe Int(gap.pointee.otherNext)
    return unsafe matches(other, text) ? other : nil
  }

  /// Whether a gap stands there.
  ///
  /// - Parameter text: `longest` bytes of it are readable.
  @inline(always)
  private func matches(_ link: Int, _ text: UnsafePointer<UInt8>) -> Bool {
    let gap = unsafe gap(link)
    let raw = unsafe UnsafeRawPointer(text)
    let differences = unsafe (raw.loadUnaligned(as: Word.self) ^ gap.pointee.text) & gap.pointee.mask
    if differences.x | differences.y != 0 { return false }
    if unsafe gap.pointee.count <= Self.wordSize { return true }
    let second =
      unsafe (raw.loadUnaligned(fromByteOffset: 16, as: Word.self) ^ gap.pointee.moreText.0)
      & gap.pointee.moreMask.0
    let third =
      unsafe (raw.loadUnaligned(fromByteOffset: 32, as: Word.self) ^ gap.pointee.moreText.1)
      & gap.pointee.moreMask.1
    let more = second | third
    return more.x | more.y == 0
  }

  /// Remembers that a text came after a gap.
  ///
  /// - Returns: the link to the gap; `unknown` if there is no space for it.
  @inline(never)
  mutating func learn(
    _ text: UnsafePointer<UInt8>, _ textCount: Int, _ name: Name, node: Int32, after previous: Int
  ) -> Int {
    assert(previous != Self.unknown)
    let seed = UInt64(truncatingIfNeeded: node)
    let fullHash = unsafe KeyHash.hash(text, textCount, seed: seed)
    let hash = UInt16(truncatingIfNeeded: fullHash &>> 32)
    var slot = Int(truncatingIfNeeded: fullHash) & (Self.slotCount &- 1)
    while unsafe slots[slot] != 0 {
      let link = unsafe Int(slots[slot])
      let gap = unsafe gap(link)
      if unsafe gap.pointee.hash == hash, unsafe gap.pointee.node == node,
        unsafe gap.pointee.count == UInt16(clamping: textCount),
        unsafe gap.pointee.text == Self.step || matches(link, text, textCount)
      {
        expect(link, after: previous)
        return link
      }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    guard count < Self.capacity else { return Self.unknown }
    count &+= 1
    let link = Self.link(count)
    unsafe slots[slot] = Int32(truncatingIfNeeded: link)
    unsafe gap(link).pointee = makeGap(text, textCount, name, node, hash)
    expect(link, after: previous)
    return link
  }

  private func makeGap(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ name: Name, _ node: Int32, _ hash: UInt16
  ) -> Gap {
    var gap = Gap()
    gap.count = UInt16(clamping: count)
    gap.name = name
    gap.node = node
    gap.hash = hash
    let words = unsafe Self.words(text, min(count, Self.longest))
    gap.text = words.text.0
    gap.mask = words.mask.0
    gap.moreText = (words.text.1, words.text.2)
    gap.moreMask = (words.mask.1, words.mask.2)
    // Compared with what stands there, it must not be found by its beginning, nor beyond the
    // end of a line.
    if unsafe count > Self.longest || hasLineFeed(text, count) { gap.neverMatches() }
    return gap
  }

  private func hasLineFeed(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where unsafe text[index] == ASCII.lineFeed { return true }
    return false
  }

  private typealias Words = (Word, Word, Word)

  /// A text of at most `longest` bytes, filled up with zeros, and all ones where it is.
  private static func words(_ text: UnsafePointer<UInt8>, _ count: Int) -> (text: Words, mask: Words) {
    var words: (text: Words, mask: Words) = ((.zero, .zero, .zero), (.zero, .zero, .zero))
    unsafe withUnsafeMutableBytes(of: &words.text) { bytes in
      for index in 0..<count { unsafe bytes[index] = unsafe text[index] }
    }
    unsafe withUnsafeMutableBytes(of: &words.mask) { bytes in
      for index in 0..<count { unsafe bytes[index] = .max }
    }
    return words
  }

  /// Whether a gap has a text of the same length, which is at most `longest`.
  private func matches(_ link: Int, _ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let words = unsafe Self.words(text, count).text
    let gap = unsafe gap(link)
    return unsafe gap.pointee.text == words.0 && gap.pointee.moreText.0 == words.1
      && gap.pointee.moreText.1 == words.2
  }

  private func expect(_ link: Int, after previous: Int) {
    let previous = unsafe gap(previous)
    unsafe previous.pointee.otherNext = unsafe previous.pointee.next
    unsafe previous.pointee.next = Int32(truncatingIfNeeded: link)
  }

  /// Makes space for the gaps of a record, before it begins: within one, gaps are held that
  /// must not turn into those of other nodes.
  @inline(always)
  mutating func prepare() {
    if _slowPath(count == Self.capacity) { clear() }
  }

  /// Forgets every gap.
  @inline(never)
  mutating func clear() {
    count = 0
    unsafe gaps.update(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe gaps[0].neverMatches()
    unsafe slots.update(repeating: 0, count: Self.slotCount)
  }
}
