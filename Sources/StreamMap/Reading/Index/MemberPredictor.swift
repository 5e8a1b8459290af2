/// Predicts the text between the values of an object's members: comma, white space, name, colon, white space. Such a
/// text is a *gap*.
///
/// The records of one stream nearly always have the same members in the same order and format. So each gap stores which
/// gap came next. The walker compares the text with the expected one in a few instructions. It need not parse, hash or
/// look up the name, and white space costs nothing. An unexpected gap is parsed and then stored.
///
/// The table is bounded: when it is full it is emptied. Names that are data, and so never repeat, cost little more than
/// without the table. A text that is longer than `longest`, or crosses lines where that is not allowed, is stored only
/// as a step to the next gap.
///
/// Invariants: a link is the byte offset of a gap in the table. Place 0 has the gap that never matches. `count` gaps
/// follow. From `1 + capacity + node` on are the places before the first member of a node's object. The gaps that
/// follow a gap belong to the same node.
///
/// SAFETY: the memory is allocated here and freed in `deallocate`. Links keep the invariant, and slots are below
/// `slotCount`.
@safe struct MemberPredictor {
  /// A text and what came after it. The fields that are compared first are on the first of its two cache lines.
  private struct Gap {
    /// The text, padded with zeros, and a mask of ones where there is text.
    var text = Word.zero
    var mask = Word.zero
    var name = Name()
    /// The links to the gaps that came next: the last two that were not expected. There are two because an optional
    /// member has two possible successors.
    var next: Int32 = 0
    var otherNext: Int32 = 0
    var node: Int32 = 0
    var hash: UInt16 = 0
    /// The length of the text, at most `.max`.
    var count: UInt16 = 0
    var moreText = (Word.zero, Word.zero)
    var moreMask = (Word.zero, Word.zero)

    init() {}

    mutating func neverMatches() {
      text = MemberPredictor.step
      mask = MemberPredictor.step
    }
  }

  /// The name in a gap, as the machine sees it. By default a name that is not wanted.
  struct Name {
    /// The edge, as a bit of the first word of the edges that were met. 0 if it is not in that word.
    var bit: UInt64 = 0
    /// The edge, or -1 if there is none.
    var edge: Int32 = -1
    /// The target of the edge, or 0 if there is none.
    var target: Int32 = 0
  }

  private typealias Word = SIMD2<UInt64>

  static let longest = 48
  private static let wordSize = 16
  private static let capacity = 512
  private static let slotCount = 2048
  /// Replaces a text that must never match. These bytes never occur in UTF-8.
  private static let step = Word(repeating: .max)
  /// The link to the gap that never matches.
  static let unknown = 0
  private static let placeCount = 1 + capacity

  private let gaps: UnsafeMutablePointer<Gap>
  private let slots: UnsafeMutablePointer<Int32>
  private let nodeCount: Int
  private let crossesLines: Bool
  private var count = 0

  /// - Parameter crossesLines: whether a gap may match across a line feed. False if the text may be malformed: then a
  ///   match could go beyond the end of the record.
  init(nodeCount: Int, crossesLines: Bool) {
    self.nodeCount = nodeCount
    self.crossesLines = crossesLines
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

  /// Returns the link to the place before the first member of an object at a node.
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

  /// Returns the link to the gap at `text` if it is one of those expected after another gap. Returns nil otherwise.
  ///
  /// - Parameter text: at least `longest` readable bytes.
  @inline(always)
  func expected(_ text: UnsafePointer<UInt8>, after link: Int) -> Int? {
    let gap = unsafe gap(link)
    let next = unsafe Int(gap.pointee.next)
    if unsafe matches(next, text) { return next }
    let other = unsafe Int(gap.pointee.otherNext)
    return unsafe matches(other, text) ? other : nil
  }

  /// Returns whether a gap is at `text`.
  ///
  /// - Parameter text: at least `longest` readable bytes.
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

  /// Stores a text as the successor of a gap.
  ///
  /// - Returns: the link to the gap, or `unknown` if the table is full.
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
    // Such a gap must match neither by its first bytes nor beyond the end of a line.
    if unsafe count > Self.longest || !crossesLines && hasLineFeed(text, count) { gap.neverMatches() }
    return gap
  }

  private func hasLineFeed(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where unsafe text[index] == ASCII.lineFeed { return true }
    return false
  }

  private typealias Words = (Word, Word, Word)

  /// Returns a text of at most `longest` bytes, padded with zeros, and a mask of ones where there is text.
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

  /// Returns whether a gap has a text of the same length, which is at most `longest`.
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

  /// Makes space for the gaps of the next record. Gaps are referenced within a record, and must not be replaced by gaps
  /// of other nodes.
  @inline(always)
  mutating func prepare() {
    if _slowPath(count == Self.capacity) { clear() }
  }

  /// Removes all gaps.
  @inline(never)
  mutating func clear() {
    count = 0
    unsafe gaps.update(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe gaps[0].neverMatches()
    unsafe slots.update(repeating: 0, count: Self.slotCount)
  }
}
