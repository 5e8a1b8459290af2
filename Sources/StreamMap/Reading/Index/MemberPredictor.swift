/// Recognises the text between the values of an object's members: comma, white space, name, colon, white space. Such a
/// text is a *gap*.
///
/// A gap that occurred twice is stored with what its name means, and is then recognised without parsing the name. It is
/// found in one of two ways. Records of one producer have the same members in the same order, so each gap stores which
/// gap came next, and the text is compared with that one in a few instructions. Where another gap comes, it is looked up
/// by a hash of its first and last bytes. So the order of members costs little, and need not repeat. If more than
/// one gap of each object of a node is not an expected one, the next objects of the node are read without prediction, by
/// the names alone.
///
/// The table is bounded. When it is full, nothing is learned. If many gaps that repeat find no place, it is emptied before
/// the next record, each time after twice as many. Names that are data, and so never repeat, are parsed and not stored. A
/// text that is longer than `longest`, or crosses lines where that is not allowed, is parsed each time.
///
/// Invariants: a link is the byte offset of a gap in the table. Place 0 has the gap that never matches. `count` gaps
/// follow. From `1 + capacity + node` on are the places before the first member of a node's object. The gaps that
/// follow a gap belong to the same node.
///
/// SAFETY: the memory is allocated here and freed in `deallocate`. Links keep the invariant, slots are below
/// `slotCount`, and nodes are below `nodeCount`.
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
    /// The length of the text.
    var count: UInt16 = 0
    var moreText = (Word.zero, Word.zero)
    var moreMask = (Word.zero, Word.zero)

    init() {}

    /// A gap with bytes that never occur in UTF-8.
    static var neverMatches: Gap {
      var gap = Gap()
      gap.text = Word(repeating: .max)
      gap.mask = Word(repeating: .max)
      return gap
    }
  }

  /// What is known about the objects of a node.
  private struct Node {
    /// The number of objects to be read without prediction.
    var paused: Int32 = 0
    /// The number of objects that were read with prediction, and of members in them that came unexpectedly.
    var objects: Int32 = 0
    var surprises: Int32 = 0
    /// The number of gaps that are not wanted.
    var unwanted: Int32 = 0
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
  /// The number of slots in which a gap may be, from its hash on. So names of one hash cost no more than others.
  private static let probeCount = 8
  /// The number of words that remember texts which were seen once. A word has the tags of four.
  private static let recentCount = 256
  /// The link to the gap that never matches.
  static let unknown = 0
  private static let placeCount = 1 + capacity

  private let gaps: UnsafeMutablePointer<Gap>
  private let nodes: UnsafeMutablePointer<Node>
  private let slots: UnsafeMutablePointer<Int32>
  private let recent: UnsafeMutablePointer<UInt64>
  /// A mask for each number of bytes from 0 to `wordSize`: ones in that many bytes.
  private let masks: UnsafeMutablePointer<Word>
  /// The names in the gaps. They are enough where members are not predicted.
  let names = MemberNames()
  private let nodeCount: Int
  private let crossesLines: Bool
  private var count = 0
  /// The number of texts that found no place, and the number after which the table is emptied.
  private var refused = 0
  private var limit = 4096

  /// - Parameter crossesLines: whether a gap may match across a line feed. False if the text may be malformed: then a
  ///   match could go beyond the end of the record.
  init(nodeCount: Int, crossesLines: Bool) {
    self.nodeCount = nodeCount
    self.crossesLines = crossesLines
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: (Self.placeCount + nodeCount) * MemoryLayout<Gap>.stride, alignment: 64)
    unsafe gaps = unsafe bytes.bindMemory(to: Gap.self, capacity: Self.placeCount + nodeCount)
    unsafe nodes = .allocate(capacity: nodeCount)
    unsafe slots = .allocate(capacity: Self.slotCount)
    unsafe gaps.initialize(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe nodes.initialize(repeating: Node(), count: nodeCount)
    unsafe slots.initialize(repeating: 0, count: Self.slotCount)
    unsafe recent = .allocate(capacity: Self.recentCount)
    unsafe recent.initialize(repeating: 0, count: Self.recentCount)
    unsafe masks = .allocate(capacity: Self.wordSize + 1)
    for count in 0...Self.wordSize {
      unsafe (masks + count).initialize(to: .zero)
      unsafe withUnsafeMutableBytes(of: &masks[count]) { unsafe Self.fill(count, 0, $0) }
    }
    unsafe gaps[0] = .neverMatches
  }

  func deallocate() {
    unsafe gaps.deallocate()
    unsafe nodes.deallocate()
    unsafe slots.deallocate()
    unsafe recent.deallocate()
    unsafe masks.deallocate()
    names.deallocate()
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

  /// The hash of a gap, from its text up to the closing quote of the name, and its node. Of a long text, it takes the
  /// first sixteen and the last eight bytes. The upper bits are the best.
  ///
  /// - Parameter text: at least sixteen readable bytes.
  @inline(always)
  private func hash(_ text: UnsafePointer<UInt8>, _ count: Int, node: Int32) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(text)
    let mask = unsafe masks[min(count, Self.wordSize)]
    let first = unsafe raw.loadUnaligned(as: Word.self) & mask
    let last = unsafe raw.loadUnaligned(
      fromByteOffset: max(count, Self.wordSize) &- Self.wordSize / 2, as: UInt64.self)
    let seed = UInt64(truncatingIfNeeded: Int(node) &+ count)
    return (first.x &* 0xD6E8_FEB8_6659_FD93) ^ (first.y &* 0x9E37_79B9_7F4A_7C15)
      ^ ((last & mask.y ^ seed) &* 0xA076_1D64_78BD_642F)
  }

  @inline(always)
  private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 53) }

  @inline(always)
  private static func tag(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash &>> 37) }

  /// The number of unexpected members after which they are compared with the number of objects, and the number of
  /// objects that are then read without prediction.
  private static let patience = (surprises: 8 as Int32, objects: 256 as Int32)

  @inline(always)
  private func node(_ index: Int32) -> UnsafeMutablePointer<Node> { unsafe nodes + Int(index) }

  /// Whether the members of a node's objects are not predicted for now.
  @inline(always)
  func isPaused(node index: Int32) -> Bool { unsafe node(index).pointee.paused > 0 }

  /// Whether many members of a node's objects are not wanted.
  @inline(always)
  func isSparse(node index: Int32) -> Bool { unsafe node(index).pointee.unwanted > 4 }

  /// Counts an object of a node.
  @inline(always)
  func beginObject(node index: Int32) {
    let node = unsafe node(index)
    if unsafe node.pointee.paused > 0 {
      unsafe node.pointee.paused &-= 1
    } else {
      unsafe node.pointee.objects &+= 1
    }
  }

  /// Stands for a gap of a node whose members are not predicted.
  static let paused = -1

  /// Returns the link to a gap that was not expected, and expects it from now on after the previous gap. Returns `unknown`
  /// if the gap is not stored, or is not the text before a member. Returns `paused` if members are not predicted.
  ///
  /// - Parameters: as for `find`.
  @inline(never)
  mutating func surprise(
    _ text: UnsafePointer<UInt8>, _ offset: Int, quotes: Structure.Quotes, end: Int, node: Int32,
    after previous: Int
  ) -> Int {
    if isPaused(node: node) { return Self.paused }
    let link = unsafe find(text, offset, quotes: quotes, end: end, node: node)
    if link == Self.unknown { return link }
    expect(link, after: previous)
    unsafe noteSurprise(self.node(node))
    return link
  }

  /// Pauses the prediction of a node's members if more than one of each object comes unexpectedly.
  private func noteSurprise(_ node: UnsafeMutablePointer<Node>) {
    unsafe node.pointee.surprises &+= 1
    guard unsafe node.pointee.surprises >= Self.patience.surprises else { return }
    if unsafe node.pointee.surprises > node.pointee.objects {
      unsafe node.pointee.paused = Self.patience.objects
    }
    unsafe node.pointee.surprises = 0
    unsafe node.pointee.objects = 0
  }

  /// Returns the link to the gap at an offset. Returns `unknown` if the gap is not stored, or is not the text before a
  /// member.
  ///
  /// - Parameters:
  ///   - text: has at least `longest` readable bytes at the offset.
  ///   - quotes: the quotes of the record's structure.
  ///   - end: the end of the record.
  @inline(always)
  func find(
    _ text: UnsafePointer<UInt8>, _ offset: Int, quotes: Structure.Quotes, end: Int, node: Int32
  ) -> Int {
    var quote = offset
    while true {
      let byte = unsafe text[quote]
      if byte == ASCII.quote { break }
      guard byte == ASCII.comma || byte <= ASCII.space, quote < offset &+ Self.longest else {
        return Self.unknown
      }
      quote &+= 1
    }
    if quote >= end { return Self.unknown }
    let close = quotes.first(from: quote &+ 1)
    return unsafe close < end ? find(text + offset, close &- offset, node: node) : Self.unknown
  }

  /// Returns the link to the gap at a text, or `unknown` if it is not stored.
  ///
  /// - Parameters:
  ///   - text: at least `longest` readable bytes.
  ///   - nameEnd: the number of bytes before the closing quote of the name.
  @inline(always)
  func find(_ text: UnsafePointer<UInt8>, _ nameEnd: Int, node: Int32) -> Int {
    if nameEnd >= Self.longest { return Self.unknown }
    let hash = unsafe hash(text, nameEnd, node: node)
    let tag = Self.tag(hash)
    var slot = Self.slot(hash)
    for _ in 0..<Self.probeCount {
      let link = unsafe Int(slots[slot])
      if link == Self.unknown { return Self.unknown }
      let gap = unsafe gap(link)
      if unsafe gap.pointee.hash == tag && gap.pointee.node == node && matches(link, text) { return link }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    return Self.unknown
  }

  /// Stores a text as the successor of a gap, if it is not the first time that it occurs.
  ///
  /// - Parameters:
  ///   - text: at least `longest` readable bytes.
  ///   - nameEnd: the number of bytes before the closing quote of the name.
  /// - Returns: the link to the gap, or `unknown`.
  @inline(never)
  mutating func learn(
    _ text: UnsafePointer<UInt8>, _ textCount: Int, nameEnd: Int, _ name: Name, node: Int32,
    after previous: Int
  ) -> Int {
    guard textCount <= Self.longest, unsafe crossesLines || !hasLineFeed(text, textCount) else {
      return Self.unknown
    }
    let hash = unsafe hash(text, nameEnd, node: node)
    let tag = Self.tag(hash)
    if !isRepeated(hash, tag) { return Self.unknown }
    let nameStart = unsafe start(ofNameIn: text)
    unsafe names.insert(text + nameStart, nameEnd &- nameStart, node: node, name)
    var slot = Self.slot(hash)
    var probes = 1
    while unsafe slots[slot] != 0 {
      guard probes < Self.probeCount else { return Self.unknown }
      probes &+= 1
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    guard count < Self.capacity else {
      refused &+= 1
      return Self.unknown
    }
    count &+= 1
    let link = Self.link(count)
    unsafe slots[slot] = Int32(truncatingIfNeeded: link)
    unsafe gap(link).pointee = makeGap(text, textCount, name, node, tag)
    if name.edge < 0 { unsafe self.node(node).pointee.unwanted &+= 1 }
    expect(link, after: previous)
    return link
  }

  /// Returns the offset after the opening quote in a gap.
  private func start(ofNameIn text: UnsafePointer<UInt8>) -> Int {
    var offset = 0
    while unsafe text[offset] != ASCII.quote { offset += 1 }
    return offset + 1
  }

  /// Whether a text with a hash was seen not long ago. Remembers it if it was not.
  private func isRepeated(_ hash: UInt64, _ tag: UInt16) -> Bool {
    let word = unsafe recent + (Int(truncatingIfNeeded: hash &>> 29) & (Self.recentCount &- 1))
    let tags = unsafe word.pointee
    for shift in [0, 16, 32, 48] as [UInt64] where UInt16(truncatingIfNeeded: tags >> shift) == tag {
      return true
    }
    unsafe word.pointee = tags << 16 | UInt64(tag)
    return false
  }

  private func makeGap(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ name: Name, _ node: Int32, _ hash: UInt16
  ) -> Gap {
    var gap = Gap()
    gap.count = UInt16(truncatingIfNeeded: count)
    gap.name = name
    gap.node = node
    gap.hash = hash
    unsafe withUnsafeMutableBytes(of: &gap.text) { unsafe Self.copy(text, count, 0, $0) }
    unsafe withUnsafeMutableBytes(of: &gap.moreText) { unsafe Self.copy(text, count, Self.wordSize, $0) }
    unsafe withUnsafeMutableBytes(of: &gap.mask) { unsafe Self.fill(count, 0, $0) }
    unsafe withUnsafeMutableBytes(of: &gap.moreMask) { unsafe Self.fill(count, Self.wordSize, $0) }
    return gap
  }

  /// Copies the bytes of a text from an offset on, up to the end of either.
  private static func copy(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ offset: Int, _ target: UnsafeMutableRawBufferPointer
  ) {
    let copied = min(max(count - offset, 0), target.count)
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: text + offset, count: copied))
  }

  /// Sets the bytes where a text of `count` bytes has some, from an offset on.
  private static func fill(_ count: Int, _ offset: Int, _ target: UnsafeMutableRawBufferPointer) {
    for index in 0..<min(max(count - offset, 0), target.count) { unsafe target[index] = .max }
  }

  private func hasLineFeed(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where unsafe text[index] == ASCII.lineFeed { return true }
    return false
  }

  /// Expects a gap after another one from now on. Nothing is expected after an unknown one, because it has no node.
  @inline(always)
  func expect(_ link: Int, after previous: Int) {
    if previous == Self.unknown { return }
    let previous = unsafe gap(previous)
    unsafe previous.pointee.otherNext = unsafe previous.pointee.next
    unsafe previous.pointee.next = Int32(truncatingIfNeeded: link)
  }

  /// Makes space for the gaps of the next record, if many had none. Gaps are referenced within a record, and must not be
  /// replaced by gaps of other nodes.
  @inline(always)
  mutating func prepare() {
    if _slowPath(refused > limit) {
      limit = min(2 &* limit, 1 &<< 24)
      clear()
    }
  }

  /// Removes all gaps.
  @inline(never)
  mutating func clear() {
    count = 0
    refused = 0
    unsafe gaps.update(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe nodes.update(repeating: Node(), count: nodeCount)
    unsafe gaps[0] = .neverMatches
    unsafe slots.update(repeating: 0, count: Self.slotCount)
    names.clear()
  }
}
