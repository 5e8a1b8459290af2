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
  private let nodes: Table<Node>
  private var slots: Table<Int32>
  private var recent: Table<UInt64>
  /// A mask for each number of bytes from 0 to `wordSize`: ones in that many bytes.
  private let masks: Table<Word>
  /// The names in the gaps. They are enough where members are not predicted.
  private(set) var names = MemberNames()
  private let crossesLines: Bool
  private var count = 0
  /// The number of texts that found no place, and the number after which the table is emptied.
  private var refused = 0
  private var limit = 4096

  /// - Parameter crossesLines: whether a gap may match across a line feed. False if the text may be malformed: then a
  ///   match could go beyond the end of the record.
  init(nodeCount: Int, crossesLines: Bool) {
    self.crossesLines = crossesLines
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: (Self.placeCount + nodeCount) * MemoryLayout<Gap>.stride, alignment: 64)
    unsafe gaps = unsafe bytes.bindMemory(to: Gap.self, capacity: Self.placeCount + nodeCount)
    unsafe gaps.initialize(repeating: Gap(), count: Self.placeCount + nodeCount)
    unsafe gaps[0] = .neverMatches
    nodes = Table(repeating: Node(), count: nodeCount)
    slots = Table(repeating: 0, count: Self.slotCount)
    recent = Table(repeating: 0, count: Self.recentCount)
    masks = Table((0...Self.wordSize).lazy.map { Self.mask($0, 0) })
  }

  func deallocate() {
    unsafe gaps.deallocate()
    nodes.deallocate()
    slots.deallocate()
    recent.deallocate()
    masks.deallocate()
    names.deallocate()
  }

  private static func link(_ place: Int) -> Int { place &* MemoryLayout<Gap>.stride }

  /// Returns the link to the place before the first member of an object at a node.
  @inline(always)
  static func first(node: Int32) -> Int { link(placeCount &+ Int(node)) }

  private subscript(gap link: Int) -> Gap {
    @inline(always) unsafeAddress {
      unsafe UnsafePointer((UnsafeMutableRawPointer(gaps) + link).assumingMemoryBound(to: Gap.self))
    }
    @inline(always) nonmutating unsafeMutableAddress {
      unsafe (UnsafeMutableRawPointer(gaps) + link).assumingMemoryBound(to: Gap.self)
    }
  }

  private subscript(node index: Int32) -> Node {
    @inline(always) unsafeAddress { unsafe UnsafePointer(nodes.address(Int(index))) }
    @inline(always) nonmutating unsafeMutableAddress { unsafe nodes.address(Int(index)) }
  }

  @inline(always)
  func count(_ link: Int) -> Int { Int(self[gap: link].count) }

  @inline(always)
  func name(_ link: Int) -> Name { self[gap: link].name }

  /// Returns the link to the gap at `text` if it is one of those expected after another gap. Returns nil otherwise.
  ///
  /// - Parameter text: at least `longest` readable bytes.
  @inline(always)
  func expected(_ text: UnsafePointer<UInt8>, after link: Int) -> Int? {
    let next = Int(self[gap: link].next)
    if unsafe matches(next, text) { return next }
    let other = Int(self[gap: link].otherNext)
    return unsafe matches(other, text) ? other : nil
  }

  /// Returns whether a gap is at `text`.
  ///
  /// - Parameter text: at least `longest` readable bytes.
  @inline(always)
  private func matches(_ link: Int, _ text: UnsafePointer<UInt8>) -> Bool {
    let raw = unsafe UnsafeRawPointer(text)
    let differences = unsafe (raw.loadUnaligned(as: Word.self) ^ self[gap: link].text) & self[gap: link].mask
    if differences.x | differences.y != 0 { return false }
    if self[gap: link].count <= Self.wordSize { return true }
    let second =
      unsafe (raw.loadUnaligned(fromByteOffset: 16, as: Word.self) ^ self[gap: link].moreText.0)
      & self[gap: link].moreMask.0
    let third =
      unsafe (raw.loadUnaligned(fromByteOffset: 32, as: Word.self) ^ self[gap: link].moreText.1)
      & self[gap: link].moreMask.1
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
    let mask = masks[min(count, Self.wordSize)]
    let first = unsafe raw.loadUnaligned(as: Word.self) & mask
    let last = unsafe raw.loadUnaligned(
      fromByteOffset: max(count, Self.wordSize) &- Self.wordSize / 2, as: UInt64.self)
    let seed = UInt64(truncatingIfNeeded: Int(node) &+ count)
    return (first.x &* KeyHash.secondMultiplier) ^ (first.y &* KeyHash.multiplier)
      ^ ((last & mask.y ^ seed) &* KeyHash.thirdMultiplier)
  }

  @inline(always)
  private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 53) }

  @inline(always)
  private static func tag(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash &>> 37) }

  /// The number of unexpected members after which they are compared with the number of objects, and the number of
  /// objects that are then read without prediction.
  private static let patience = (surprises: 8 as Int32, objects: 256 as Int32)

  /// Whether the members of a node's objects are not predicted for now.
  @inline(always)
  func isPaused(node: Int32) -> Bool { self[node: node].paused > 0 }

  /// Whether many members of a node's objects are not wanted.
  @inline(always)
  func isSparse(node: Int32) -> Bool { self[node: node].unwanted > 4 }

  /// Counts an object of a node.
  @inline(always)
  func beginObject(node: Int32) {
    if self[node: node].paused > 0 {
      self[node: node].paused &-= 1
    } else {
      self[node: node].objects &+= 1
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
    noteSurprise(&self[node: node])
    return link
  }

  /// Pauses the prediction of a node's members if more than one of each object comes unexpectedly.
  private func noteSurprise(_ node: inout Node) {
    node.surprises &+= 1
    guard node.surprises >= Self.patience.surprises else { return }
    if node.surprises > node.objects { node.paused = Self.patience.objects }
    node.surprises = 0
    node.objects = 0
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
      let link = Int(slots[slot])
      if link == Self.unknown { return Self.unknown }
      if self[gap: link].hash == tag && self[gap: link].node == node, unsafe matches(link, text) {
        return link
      }
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
    while slots[slot] != 0 {
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
    slots[slot] = Int32(truncatingIfNeeded: link)
    self[gap: link] = unsafe makeGap(text, textCount, name, node, tag)
    if name.edge < 0 { self[node: node].unwanted &+= 1 }
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
  private mutating func isRepeated(_ hash: UInt64, _ tag: UInt16) -> Bool {
    let word = Int(truncatingIfNeeded: hash &>> 29) & (Self.recentCount &- 1)
    let tags = recent[word]
    for shift in [0, 16, 32, 48] as [UInt64] where UInt16(truncatingIfNeeded: tags >> shift) == tag {
      return true
    }
    recent[word] = tags << 16 | UInt64(tag)
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
    gap.mask = Self.mask(count, 0)
    gap.moreMask = (Self.mask(count, Self.wordSize), Self.mask(count, 2 * Self.wordSize))
    gap.text = unsafe Self.word(text, 0) & gap.mask
    gap.moreText = unsafe (
      Self.word(text, Self.wordSize) & gap.moreMask.0, Self.word(text, 2 * Self.wordSize) & gap.moreMask.1
    )
    return gap
  }

  /// The bytes of a text from an offset on. At least `longest` are readable.
  private static func word(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Word {
    unsafe UnsafeRawPointer(text).loadUnaligned(fromByteOffset: offset, as: Word.self)
  }

  /// A mask of ones where a text of `count` bytes has some, from an offset on.
  private static func mask(_ count: Int, _ offset: Int) -> Word {
    /// The number of bytes is not more than eight.
    func ones(_ bytes: Int) -> UInt64 { (bytes < 8 ? 1 << UInt64(8 * max(bytes, 0)) : 0) &- 1 }
    return Word(ones(count - offset), ones(count - offset - 8))
  }

  private func hasLineFeed(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where unsafe text[index] == ASCII.lineFeed { return true }
    return false
  }

  /// Expects a gap after another one from now on. Nothing is expected after an unknown one, because it has no node.
  @inline(always)
  func expect(_ link: Int, after previous: Int) {
    if previous == Self.unknown { return }
    self[gap: previous].otherNext = self[gap: previous].next
    self[gap: previous].next = Int32(truncatingIfNeeded: link)
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
    unsafe gaps.update(repeating: Gap(), count: Self.placeCount + nodes.count)
    unsafe gaps[0] = .neverMatches
    for node in 0..<nodes.count { self[node: Int32(node)] = Node() }
    slots.fill(with: 0)
    names.clear()
  }
}
