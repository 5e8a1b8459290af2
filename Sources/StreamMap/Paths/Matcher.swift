/// Follows the open containers of a record along compiled paths.
///
/// It holds a stack of frames, one for each open container that a path goes through, and finds the target of each
/// member and element. A target is a number. The owner of the matcher knows what is done with the values there, which
/// node matches what is inside them, and what a second member of one name means.
///
///     expected(name) or edge(name) → edge    meet(edge) → whether it is the first of its name
///     target(of: edge) → target              element() → target
///     push(node), pop()
///     isExhausted: the rest of the container has nothing that is mapped
///
/// Invariants: `frames ≤ top + 1`; `top` is the innermost open container that was entered. Between records no
/// container is open.
///
/// SAFETY: the memory is allocated in `init`, with sizes from the tables so that the stack cannot overflow, and freed
/// by `deallocate`, which the owner calls once. The owner keeps the tables.
@safe struct Matcher {
  let tables: PathTables
  /// The outermost frame.
  private let frames: UnsafeMutablePointer<Frame>
  /// The innermost frame, or `frames - 1` if there is none.
  var top: UnsafeMutablePointer<Frame>
  private let met: UnsafeMutablePointer<UInt64>
  /// For each edge, the edge that followed it when it was last met. After them, for each node, the edge that came
  /// first. The members of a stream's records nearly always have the same order, so a name is compared with one other
  /// and not hashed.
  var following: Table<Int32>

  init(_ tables: PathTables) {
    self.tables = tables
    let frameCount = tables.frameCapacity + 1
    // One frame more in front, so that `top` has an address when no container is open.
    unsafe frames = unsafe UnsafeMutablePointer<Frame>.allocate(capacity: frameCount) + 1
    // The words of a frame are set when its container is entered.
    unsafe met = .allocate(capacity: frameCount * tables.metWords)
    unsafe top = unsafe frames - 1
    for level in 0..<frameCount {
      unsafe (top + level).initialize(
        to: Frame(
          node: tables.nodes.entry(0), met: met + level * tables.metWords, edge: tables.indexes.address(0)))
    }
    following = Table(repeating: -1, count: tables.edges.count + tables.nodes.count)
  }

  /// Whether the innermost container that was entered is an array.
  @inline(__always)
  var isInArray: Bool { unsafe top.pointee.isArray }
  /// Its depth, its node, and the number that the owner passed with it.
  @inline(__always)
  var depth: Int32 { unsafe top.pointee.depth }
  @inline(__always)
  var node: Table<PathTables.Node>.Entry { unsafe top.pointee.node }
  @inline(__always)
  var tag: Int32 { unsafe top.pointee.tag }

  /// The open containers that were entered, outermost first.
  var openFrames: [Frame] { unsafe Array(UnsafeBufferPointer(start: frames, count: top - frames + 1)) }

  func deallocate() {
    for level in 0...tables.frameCapacity {
      guard let names = unsafe (frames - 1 + level).pointee.memberNames else { continue }
      unsafe names.deinitialize(count: 1)
      unsafe names.deallocate()
    }
    unsafe (frames - 1).deallocate()
    unsafe met.deallocate()
    following.deallocate()
  }

  /// An open container that a path goes through.
  @safe struct Frame {
    var node: Table<PathTables.Node>.Entry
    /// A number that the owner passed with the node, or -1.
    var tag: Int32 = -1
    /// The record's own value has depth 1.
    var depth: Int32 = 0
    /// One bit for each edge of the node, set if it was met in this object.
    let met: UnsafeMutablePointer<UInt64>
    /// The names without an edge that were met. Created when first needed.
    var memberNames: UnsafeMutablePointer<NameSet>?
    /// The predicted next edge, or -1.
    var expected: Int32 = -1
    /// The index in `following` of the edge met last, or of the node. ``IndexWalker`` predicts members in another
    /// way, and stores the link to its last prediction here.
    var last: Int32 = 0
    /// The number of mapped members or elements that have not been met.
    var remaining: Int32 = .max
    /// The index of the next element, and the first index edge at or after it.
    var index: Int32 = 0
    var edge: UnsafeMutablePointer<PathTables.IndexEdge>
    var isArray = false
  }
}

// The steps of a matcher. Those in the hot path are inlined. None of them allocates, except for a name without an
// edge. Functions that are not inlined are mutating even if they change nothing, because otherwise the matcher would
// be copied for the call.
//
// SAFETY, for all of them: indexes come from the tables, which the compilation made consistent. Frames and words of
// edges stay within what `init` allocated.
extension Matcher {
  // MARK: Members

  /// Returns the predicted edge of the next member of the object on top if it has this name, or -1.
  @inline(__always)
  mutating func expected(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let frame = unsafe top
    let expected = unsafe frame.pointee.expected
    guard expected >= 0, unsafe isNamed(expected, name, count) else { return -1 }
    unsafe frame.pointee.last = expected
    unsafe frame.pointee.expected = following[Int(expected)]
    return expected
  }

  @inline(__always)
  private func isNamed(_ edge: Int32, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let edge = tables.edges.entry(Int(edge))
    return unsafe edge.pointee.nameCount == count
      && Memory.areEqual(tables.names.address(Int(edge.pointee.nameBase)), name, count)
  }

  /// Returns the edge of the object on top that has a name, whether met or not, or -1 if none has.
  @inline(__always)
  func edge(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = unsafe top.pointee.node
    if node.pointee.lengths & (1 &<< UInt64(truncatingIfNeeded: min(count, 63))) != 0 {
      let hash = unsafe KeyHash.hash(name, count, seed: node.pointee.seed)
      let tag = UInt32(truncatingIfNeeded: hash &>> 32)
      var place = UInt32(truncatingIfNeeded: hash) & node.pointee.slotMask
      while true {
        let slot = tables.slots.entry(Int(node.pointee.slotBase) &+ Int(place))
        let edge = slot.pointee.edge
        if edge < 0 { break }
        if slot.pointee.hash == tag, unsafe isNamed(edge, name, count) { return edge }
        place = (place &+ 1) & node.pointee.slotMask
      }
    }
    return -1
  }

  /// Remembers that an edge followed the edge before it, which was not predicted.
  mutating func learn(_ edge: Int32) {
    let frame = unsafe top
    unsafe following[Int(frame.pointee.last)] = edge
    unsafe frame.pointee.last = edge
    unsafe frame.pointee.expected = following[Int(edge)]
  }

  /// Marks an edge of the object on top as met. Returns false if it was met before.
  @inline(__always)
  mutating func meet(_ edge: Int32) -> Bool {
    let frame = unsafe top
    let local = unsafe Int(edge &- frame.pointee.node.pointee.edgeBase)
    let word = unsafe frame.pointee.met + (local &>> 6)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: local & 63)
    if unsafe word.pointee & bit != 0 { return false }
    unsafe word.pointee |= bit
    unsafe frame.pointee.remaining &-= 1
    return true
  }

  /// Returns the target of the members of an edge.
  @inline(__always)
  func target(of edge: Int32) -> Int32 { tables.edges[Int(edge)].target }

  /// Returns the bit that `meet` sets for an edge of the object on top, or 0 for an edge after the first 64.
  func bit(ofEdge edge: Int32) -> UInt64 {
    // Unlike &<<, it gives 0 for 64 or more.
    unsafe 1 << UInt64(edge - top.pointee.node.pointee.edgeBase)
  }

  /// Whether a node may have a name. False if it does not.
  ///
  /// SAFETY: eight bytes are readable, whatever the length is.
  @inline(__always)
  func mayHave(_ name: UnsafePointer<UInt8>, _ count: Int, node: Int32) -> Bool {
    tables.mayHave(unsafe UnsafeRawPointer(name).loadUnaligned(as: UInt64.self), count, node: node)
  }

  /// Adds the name of a member without an edge. Returns false if the object on top had one of this name.
  mutating func meet(_ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let names = unsafe top.pointee.memberNames ?? makeMemberNames()
    return unsafe names.pointee.insert(Span(_unsafeStart: name, count: count))
  }

  private mutating func makeMemberNames() -> UnsafeMutablePointer<NameSet> {
    let names = UnsafeMutablePointer<NameSet>.allocate(capacity: 1)
    unsafe names.initialize(to: NameSet())
    unsafe top.pointee.memberNames = unsafe names
    return unsafe names
  }

  // MARK: Elements

  /// Returns the target of the next element of the array on top.
  @inline(__always)
  mutating func element() -> Int32 {
    let frame = unsafe top
    let node = unsafe frame.pointee.node
    let index = unsafe frame.pointee.index
    unsafe frame.pointee.index = index &+ 1
    let edge = unsafe frame.pointee.edge
    guard unsafe edge.pointee.index == index else { return node.pointee.everyElement }
    unsafe frame.pointee.edge = unsafe edge + 1
    unsafe frame.pointee.remaining &-= 1
    return unsafe edge.pointee.target
  }

  /// The target of the element that `element` would return next.
  var nextElement: Int32 {
    let frame = unsafe top.pointee
    let edge = unsafe frame.edge.pointee
    return edge.index == frame.index ? edge.target : frame.node.pointee.everyElement
  }

  /// Whether the rest of the container on top has nothing that is mapped.
  @inline(__always)
  var isExhausted: Bool { unsafe top.pointee.remaining == 0 }

  // MARK: Containers

  /// Enters a container.
  ///
  /// - Parameter tag: a number that the frame keeps for the owner.
  @inline(__always)
  mutating func push(_ node: Table<PathTables.Node>.Entry, isArray: Bool, depth: Int32, tag: Int32) {
    unsafe top += 1
    unsafe top.pointee.node = node
    unsafe top.pointee.tag = tag
    unsafe top.pointee.isArray = isArray
    unsafe top.pointee.depth = depth
    unsafe top.pointee.remaining =
      isArray ? node.pointee.wantedElements : node.pointee.wantedMembers
    if isArray {
      unsafe top.pointee.index = 0
      unsafe top.pointee.edge = unsafe tables.indexes.address(Int(node.pointee.indexBase))
    } else {
      unsafe top.pointee.last = Int32(truncatingIfNeeded: tables.edges.count) &+ node.pointee.index
      unsafe top.pointee.expected = unsafe following[Int(top.pointee.last)]
    }
    unsafe top.pointee.met.pointee = 0
  }

  /// Enters an object like the one that was left last, if that had the same tag and its node is plain. Only the edges that
  /// were met are reset: the prediction of members stays as it was, so the caller must not use it. Returns false otherwise.
  ///
  /// - Parameter tag: that of objects of one node at one depth.
  @inline(__always)
  mutating func pushAgain(tag: Int32) -> Bool {
    let frame = unsafe top + 1
    guard unsafe frame.pointee.tag == tag, unsafe !frame.pointee.isArray,
      unsafe frame.pointee.node.pointee.isPlain
    else { return false }
    unsafe top = unsafe frame
    unsafe frame.pointee.remaining = unsafe frame.pointee.node.pointee.wantedMembers
    unsafe frame.pointee.met.pointee = 0
    return true
  }

  /// Prepares the frame on top for a node with `isPlain == false`.
  mutating func prepareTop() {
    var word = 1
    while unsafe word * 64 < Int(top.pointee.node.pointee.edgeCount) {
      unsafe top.pointee.met[word] = 0
      word += 1
    }
    unsafe top.pointee.memberNames?.pointee.removeAll()
  }

  /// Leaves the container on top.
  @inline(__always)
  mutating func pop() { unsafe top -= 1 }

  /// Leaves all containers.
  mutating func reset() { unsafe top = unsafe frames - 1 }
}
