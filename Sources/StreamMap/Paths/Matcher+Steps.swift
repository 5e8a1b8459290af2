// The steps of a matcher. Those in the hot path are inlined. None of them allocates, except for a name without an
// edge. What is not inlined is mutating, even if it changes nothing, because otherwise the matcher would be copied for
// the call.
//
// SAFETY, for all of them: indexes come from the tables, which the compilation made consistent; frames and words of
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
    unsafe frame.pointee.expected = unsafe following[Int(expected)]
    return expected
  }

  @inline(__always)
  private func isNamed(_ edge: Int32, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let edge = unsafe tables.edges + Int(edge)
    return unsafe edge.pointee.nameCount == count
      && Memory.areEqual(tables.names + Int(edge.pointee.nameBase), name, count)
  }

  /// Returns the edge of the object on top that has a name, whether met or not, or -1 if none has.
  @inline(__always)
  func edge(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let node = unsafe top.pointee.node
    if unsafe node.pointee.lengths & (1 &<< UInt64(truncatingIfNeeded: min(count, 63))) != 0 {
      let hash = unsafe KeyHash.hash(name, count, seed: node.pointee.seed)
      let tag = UInt32(truncatingIfNeeded: hash &>> 32)
      var place = unsafe UInt32(truncatingIfNeeded: hash) & node.pointee.slotMask
      while true {
        let slot = unsafe tables.slots + Int(node.pointee.slotBase) + Int(place)
        let edge = unsafe slot.pointee.edge
        if edge < 0 { break }
        if unsafe slot.pointee.hash == tag, unsafe isNamed(edge, name, count) { return edge }
        place = unsafe (place &+ 1) & node.pointee.slotMask
      }
    }
    return -1
  }

  /// Remembers that an edge came after the one before it, which was not predicted.
  mutating func learn(_ edge: Int32) {
    let frame = unsafe top
    unsafe following[Int(frame.pointee.last)] = edge
    unsafe frame.pointee.last = edge
    unsafe frame.pointee.expected = unsafe following[Int(edge)]
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

  /// The target of the members of an edge.
  @inline(__always)
  func target(of edge: Int32) -> Int32 { unsafe tables.edges[Int(edge)].target }

  /// The bit by which `meet` knows an edge of the object on top. There is none after the first 64.
  func bit(ofEdge edge: Int32) -> UInt64 {
    let local = unsafe edge - top.pointee.node.pointee.edgeBase
    return local < 64 ? 1 << UInt64(local) : 0
  }

  /// Adds the name of a member without an edge. Returns false if the object on top had one of this name.
  mutating func meet(_ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let names = unsafe top.pointee.memberNames ?? NameSet()
    unsafe top.pointee.memberNames = names
    return unsafe names.insert(name, count)
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
    guard unsafe edge.pointee.index == index else { return unsafe node.pointee.everyElement }
    unsafe frame.pointee.edge = unsafe edge + 1
    unsafe frame.pointee.remaining &-= 1
    return unsafe edge.pointee.target
  }

  /// The target of the element that `element` would return next.
  var nextElement: Int32 {
    let frame = unsafe top.pointee
    let edge = unsafe frame.edge.pointee
    return unsafe edge.index == frame.index ? edge.target : frame.node.pointee.everyElement
  }

  /// Whether nothing that follows in the container on top is wanted.
  @inline(__always)
  var isExhausted: Bool { unsafe top.pointee.remaining == 0 }

  // MARK: Containers

  /// Enters a container.
  ///
  /// - Parameter tag: a number that the frame keeps for the owner.
  @inline(__always)
  mutating func push(_ node: UnsafePointer<PathTables.Node>, isArray: Bool, depth: Int32, tag: Int32) {
    unsafe top += 1
    unsafe top.pointee.node = unsafe node
    unsafe top.pointee.tag = tag
    unsafe top.pointee.isArray = isArray
    unsafe top.pointee.depth = depth
    unsafe top.pointee.remaining =
      unsafe isArray ? node.pointee.wantedElements : node.pointee.wantedMembers
    if isArray {
      unsafe top.pointee.index = 0
      unsafe top.pointee.edge = unsafe tables.indexes + Int(node.pointee.indexBase)
    } else {
      unsafe top.pointee.last = Int32(truncatingIfNeeded: tables.edgeCount) &+ node.pointee.index
      unsafe top.pointee.expected = unsafe following[Int(top.pointee.last)]
    }
    unsafe top.pointee.met.pointee = 0
  }

  /// Prepares the frame on top for a node that is not plain.
  mutating func prepareTop() {
    var word = 1
    while unsafe word * 64 < Int(top.pointee.node.pointee.edgeCount) {
      unsafe top.pointee.met[word] = 0
      word += 1
    }
    unsafe top.pointee.memberNames?.removeAll()
  }

  /// Leaves the container on top.
  @inline(__always)
  mutating func pop() { unsafe top -= 1 }

  /// Leaves all containers.
  mutating func reset() { unsafe top = unsafe frames - 1 }
}
