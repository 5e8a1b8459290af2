/// Follows the open containers of a record along compiled paths.
///
/// It holds a stack of frames, one for each open container that a path goes through, and finds the target of each
/// member and element. A target is a number. The owner of the matcher knows what is done with the values there, which
/// node matches what is inside them, and what a second member of one name means.
///
///     expected(name) or edge(name) → edge    meet(edge) → whether it is the first of its name
///     target(of: edge) → target              element() → target
///     push(node), pop()
///     isExhausted: nothing that follows in the container is wanted
///
/// Invariants: `frames ≤ top + 1`; `top` is the innermost open container that was entered. Between records no
/// container is open.
///
/// SAFETY: the memory is allocated in `init`, with sizes from the tables so that the stack cannot overflow, and freed
/// by `deallocate`, which the owner calls once. The owner keeps the tables.
@safe struct Matcher {
  let tables: PathTables
  /// The outermost frame.
  let frames: UnsafeMutablePointer<Frame>
  /// The innermost frame, or `frames - 1` if there is none.
  var top: UnsafeMutablePointer<Frame>
  private let met: UnsafeMutablePointer<UInt64>
  /// For each edge, the edge that followed it when it was last met. After them, for each node, the edge that came first.
  /// The members of a stream's records are nearly always in one order, so a name is compared with one other and not
  /// hashed.
  let following: UnsafeMutablePointer<Int32>

  init(_ tables: PathTables) {
    self.tables = tables
    let frameCount = tables.frameCapacity + 1
    // One more in front, so that `top` has an address when nothing is open.
    unsafe frames = unsafe UnsafeMutablePointer<Frame>.allocate(capacity: frameCount) + 1
    unsafe met = .allocate(capacity: frameCount * tables.metWords)
    unsafe met.initialize(repeating: 0, count: frameCount * tables.metWords)
    unsafe top = unsafe frames - 1
    for level in 0..<frameCount {
      unsafe (top + level).initialize(
        to: Frame(node: tables.nodes, met: met + level * tables.metWords, edge: tables.indexes))
    }
    let count = tables.edgeCount + tables.nodeCount
    unsafe following = .allocate(capacity: max(count, 1))
    unsafe following.initialize(repeating: -1, count: count)
  }

  func deallocate() {
    unsafe (frames - 1).deinitialize(count: tables.frameCapacity + 1)
    unsafe (frames - 1).deallocate()
    unsafe met.deallocate()
    unsafe following.deallocate()
  }

  /// An open container that a path goes through.
  @safe struct Frame {
    var node: UnsafePointer<PathTables.Node>
    /// A number that the owner gave with the node, or -1.
    var tag: Int32 = -1
    /// The record's own value has depth 1.
    var depth: Int32 = 0
    /// One bit for each edge of the node that was met in this object.
    let met: UnsafeMutablePointer<UInt64>
    /// The names met that have no edge. It is created when it is first needed.
    var memberNames: NameSet?
    /// The predicted next edge, or -1.
    var expected: Int32 = -1
    /// The index in `following` of the edge met last, or of the node. ``IndexWalker`` predicts members in another way,
    /// and keeps the link to its last gap here.
    var last: Int32 = 0
    /// How many of the wanted members or elements have not come.
    var remaining: Int32 = .max
    /// The next element, and the first index edge that was not passed.
    var index: Int32 = 0
    var edge: UnsafePointer<PathTables.IndexEdge>
    var isArray = false
  }
}
