/// Paths compiled to flat tables, which a ``Matcher`` walks.
///
/// - a **node** for each object or array level that a path goes through: a hash table of its names, its indexes, and
///   the targets of all other elements and members.
/// - an **edge** for each name of a node.
/// - a **target** for each place that a path can lead to. It is only a number here. Target 0 is for values that are
///   not mapped, and target 1 is the record's own value.
///
/// All references between the tables are indexes. `-1` means none.
///
/// The owner calls `deallocate` once.
struct PathTables {
  let nodes: Table<Node>
  let edges: Table<Edge>
  let slots: Table<Slot>
  let names: Table<UInt8>
  let indexes: Table<IndexEdge>
  /// For each node, a set of its names, as `filterWords` words.
  let filters: Table<UInt64>
  /// The largest number of open containers that paths go through.
  let frameCapacity: Int
  /// The words that hold one bit for each edge of a node.
  let metWords: Int

  init(_ draft: Draft) {
    nodes = Table(draft.nodes)
    edges = Table(draft.edges)
    slots = Table(draft.slots)
    names = Table(draft.names)
    indexes = Table(draft.indexes)
    filters = Table(draft.nodes.flatMap { draft.filter(of: $0) })
    // Each step down to a node opens one frame.
    frameCapacity = Int(draft.nodes.map(\.depth).max() ?? 0) + 2
    metWords = (draft.nodes.map { Int($0.edgeCount) }.max() ?? 0) / 64 + 1
  }

  /// Returns the kinds of container that a node's paths go into.
  func kinds(of node: Int32) -> ContainerKinds { nodes[Int(node)].kinds }

  func deallocate() {
    nodes.deallocate()
    edges.deallocate()
    slots.deallocate()
    names.deallocate()
    indexes.deallocate()
    filters.deallocate()
  }

  /// Passes a name to a closure.
  func withName<Result>(_ name: Name, _ body: (Span<UInt8>) -> Result) -> Result {
    names.withSpan(Int(max(name.base, 0)), count: Int(name.count), body)
  }

  static let filterWords = 4

  /// Returns the place of a name in a filter, from its first eight bytes and its length.
  @inline(__always)
  static func filterSlot(_ word: UInt64, _ count: Int) -> Int {
    // Shifted up, so that the bytes after a short name are lost.
    let bytes = count > 0 ? word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8)) : 0
    let hash = (bytes ^ UInt64(truncatingIfNeeded: count)) &* KeyHash.multiplier
    return Int(truncatingIfNeeded: ((hash ^ hash &>> 29) &* KeyHash.secondMultiplier) &>> 56)
  }

  /// Whether a node may have a name. False if it does not.
  ///
  /// - Parameter name: its first eight bytes. Those after a short name can be anything.
  @inline(__always)
  func mayHave(_ name: UInt64, _ count: Int, node: Int32) -> Bool {
    let place = Self.filterSlot(name, count)
    let word = filters[Int(node) &* Self.filterWords &+ place &>> 6]
    return word &>> UInt64(truncatingIfNeeded: place & 63) & 1 != 0
  }

  /// One object or array level.
  struct Node {
    /// The node's index.
    let index: Int32
    /// The number of steps from the record's own value.
    let depth: Int32
    /// Bit `n` is set if a name of `n` bytes is mapped. Bit 63 stands for all lengths from 63 on.
    let lengths: UInt64
    let seed: UInt64
    let slotBase: Int32
    let slotMask: UInt32
    let edgeBase: Int32
    let edgeCount: Int32
    let indexBase: Int32
    /// The target of every element, and of every member without an edge.
    let everyElement: Int32
    let everyMember: Int32
    /// The number of mapped members or elements. `.max` if it is not known.
    let wantedMembers: Int32
    let wantedElements: Int32
    let kinds: ContainerKinds
    /// Whether entering the node takes only a frame with one word of edges. Such a node has no `.*` and needs no
    /// other preparation.
    let isPlain: Bool

    /// The value of `everyMember` if members without an edge are errors.
    static var noMember: Int32 { -1 }
  }

  /// A mapped name of a node.
  struct Edge {
    var nameBase: Int32
    var nameCount: Int32
    var target: Int32
  }

  /// A slot of a node's hash table. An edge of -1 marks an empty slot.
  struct Slot {
    var hash: UInt32
    var edge: Int32
  }

  /// A mapped index of a node.
  struct IndexEdge {
    var index: Int32
    var target: Int32

    /// The end mark after a node's last index.
    static let end = IndexEdge(index: -1, target: 0)
  }

  /// The tables while they are being compiled.
  struct Draft {
    var nodes: [Node] = []
    var edges: [Edge] = []
    var slots: [Slot] = []
    var names: [UInt8] = []
    var indexes: [IndexEdge] = []

    /// Adds a node with its names, the targets of their members, and its indexes. Returns its index.
    ///
    /// - Parameters:
    ///   - leavesEarly: whether nothing more is wanted of an object once all names were met.
    ///   - needsPreparation: whether entering the node takes more than a frame.
    mutating func addNode(
      depth: Int32, kinds: ContainerKinds, names wanted: [(name: Name, target: Int32)], everyMember: Int32,
      indexes wantedIndexes: [IndexEdge], everyElement: Int32, leavesEarly: Bool, needsPreparation: Bool
    ) -> Int32 {
      let (index, edgeBase) = (Int32(nodes.count), Int32(edges.count))
      for (name, target) in wanted {
        edges.append(Edge(nameBase: name.base, nameCount: name.count, target: target))
      }
      let table = NameTable(wanted.map { bytes(of: $0.name) })
      nodes.append(
        Node(
          index: index, depth: depth,
          lengths: wanted.reduce(0) { $0 | 1 << UInt64(min($1.name.count, 63)) },
          seed: table.seed, slotBase: Int32(slots.count), slotMask: UInt32(table.slots.count - 1),
          edgeBase: edgeBase, edgeCount: Int32(wanted.count), indexBase: Int32(indexes.count),
          everyElement: everyElement, everyMember: everyMember,
          wantedMembers: leavesEarly ? Int32(wanted.count) : .max,
          wantedElements: everyElement == 0 ? Int32(wantedIndexes.count) : .max,
          kinds: kinds, isPlain: wanted.count <= 64 && !needsPreparation))
      indexes += wantedIndexes + [.end]
      for slot in table.slots {
        slots.append(Slot(hash: slot.hash, edge: slot.edge < 0 ? -1 : slot.edge + edgeBase))
      }
      return index
    }

    /// Adds the bytes of a name.
    mutating func add(_ name: [UInt8]) -> Name {
      defer { names += name }
      return Name(base: Int32(names.count), count: Int32(name.count))
    }

    /// Returns the set of a node's names, or of all names if it has a target for every member.
    func filter(of node: Node) -> [UInt64] {
      if node.everyMember != 0 { return Array(repeating: .max, count: PathTables.filterWords) }
      var words = [UInt64](repeating: 0, count: PathTables.filterWords)
      for edge in edges[Int(node.edgeBase)...].prefix(Int(node.edgeCount)) {
        let name = bytes(of: Name(base: edge.nameBase, count: edge.nameCount))
        let first = name.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        let place = PathTables.filterSlot(first, name.count)
        words[place >> 6] |= 1 << UInt64(place & 63)
      }
      return words
    }

    func bytes(of name: Name) -> [UInt8] { Array(names[Int(name.base)...].prefix(Int(name.count))) }
  }

  /// The bytes of a name in the table of names. A base of -1 means none.
  struct Name {
    var base: Int32 = -1
    var count: Int32 = 0
  }
}
