/// A node for each path, filled by the events of records: what a ``InferredSchema`` holds.
///
/// Parts: the nodes, a parent always before its children; their names, end to end; a hash table of all
/// members, by the parent's number and the name's bytes; the containers that are open.
///
/// What is known must not depend on where the input was cut into parts. So everything in it is a sum, an
/// extreme, or one of the first few by a number that each value has in the whole input (``clock``): all of
/// these merge in one way only. An object becomes a dictionary when it has had too many names, which is so
/// of the whole when it is so of all parts together; what its members had is then merged by the same rule.
///
/// The nodes that the members of a dictionary had before are folded into one now and then, once there are
/// twice as many nodes as after the last time, so that it costs no more than reading.
///
/// Invariant between records: `open` is empty; where a dictionary has nodes for single members, `needsFolding`.
struct SchemaTrie: Sendable {
  let bounds: InferredSchema.Bounds
  var nodes = [SchemaNode(.root, parent: -1)]
  var names: [UInt8] = []
  /// Numbers of nodes by their hashes, in the next free place; 0, the root, is none. At most half are taken.
  var table = [Int32](repeating: 0, count: 64)
  var memberCount = 0
  /// The bytes of all paths.
  var pathBytes = 0
  /// Enters every hash, so that nobody can make names that collide.
  let seed = UInt64.random(in: 1...UInt64.max)

  var records = 0
  /// The values met.
  var clock = 0
  /// The objects met.
  var objectCount = 0
  /// A path was left out.
  var isTruncated = false
  /// An object has become a dictionary, and its members still have nodes of their own.
  var needsFolding = false
  /// The nodes that were left when it was done last.
  var foldedCount = 16

  /// The containers around the next value, and the node of the member that it is; -1 is one left out.
  var open: [Container] = []
  var member: Int32 = -1
  /// Room for a string whose escapes are decoded.
  var scratch: [UInt8] = []

  struct Container: Sendable {
    let node: Int32
    let isArray: Bool
    /// The number of the object.
    var object = 0
    /// Elements or members so far.
    var count = 0
    /// The last member's node.
    var last: Int32 = -1
  }

  init(bounds: InferredSchema.Bounds) {
    var bounds = bounds
    bounds.paths = min(bounds.paths, Int(Int32.max))
    bounds.examples = max(bounds.examples, 0)
    bounds.exampleBytes = max(bounds.exampleBytes, 0)
    self.bounds = bounds
  }
}
