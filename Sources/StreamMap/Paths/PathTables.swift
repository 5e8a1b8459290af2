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
    var index: Int32 = 0
    /// The number of steps from the record's own value.
    var depth: Int32 = 0
    /// Bit `n` is set if a name of `n` bytes is mapped. Bit 63 stands for all lengths from 63 on.
    var lengths: UInt64 = 0
    var seed: UInt64 = 0
    var slotBase: Int32 = 0
    var slotMask: UInt32 = 0
    var edgeBase: Int32 = 0
    var edgeCount: Int32 = 0
    var indexBase: Int32 = 0
    /// The target of every element, and of every member without an edge.
    var everyElement: Int32 = 0
    var everyMember: Int32 = 0
    /// The number of mapped members or elements. `.max` if it is not known.
    var wantedMembers: Int32 = 0
    var wantedElements: Int32 = 0
    var kinds = ContainerKinds()
    /// Whether entering the node takes only a frame with one word of edges. Such a node has no `.*` and needs no
    /// other preparation.
    var isPlain = true

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

    /// Adds a node's names, with the targets of their members, and its indexes.
    mutating func complete(
      _ node: inout Node, names wanted: [(name: Name, target: Int32)], indexes wantedIndexes: [IndexEdge]
    ) {
      node.edgeBase = Int32(edges.count)
      node.edgeCount = Int32(wanted.count)
      for (name, target) in wanted {
        edges.append(Edge(nameBase: name.base, nameCount: name.count, target: target))
        node.lengths |= 1 << UInt64(min(name.count, 63))
      }
      node.indexBase = Int32(indexes.count)
      indexes += wantedIndexes + [.end]
      let table = NameTable(wanted.map { bytes(of: $0.name) })
      node.seed = table.seed
      node.slotBase = Int32(slots.count)
      node.slotMask = UInt32(table.slots.count - 1)
      for slot in table.slots {
        slots.append(Slot(hash: slot.hash, edge: slot.edge < 0 ? -1 : slot.edge + node.edgeBase))
      }
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
