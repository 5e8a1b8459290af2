/// The contents of an ``InferredSchema``: a node for each path, filled by the events of records.
///
/// It consists of the nodes (a parent always precedes its children), their names one after another, a hash table of all
/// members by the parent's number and the name's bytes, and the open containers.
///
/// The summary must not depend on how the input was split. So everything in it is a sum, an extreme, or one of the
/// first few by a number that each value has in the whole input (``clock``). These merge in only one way. An object
/// becomes a dictionary when it exceeds the limit of names. This is so for the whole input exactly if it is so for all
/// parts together. The summaries of its members are then merged by the same rule.
///
/// The earlier nodes of a dictionary's members are folded into one from time to time, once there are twice as many
/// nodes as after the last time. So folding costs no more than reading.
///
/// Invariant between records: `open` is empty, and `needsFolding` is true if a dictionary has nodes for single
/// members.
struct SchemaTrie: Sendable {
  let bounds: InferredSchema.Bounds
  var nodes = [SchemaNode(.root, parent: -1)]
  var names: [UInt8] = []
  /// Node numbers by hash, with open addressing. 0, the root, marks a free slot. At most half of the slots are used.
  var table = [Int32](repeating: 0, count: 64)
  var memberCount = 0
  /// The approximate number of bytes of all paths as text.
  var pathBytes = 0
  /// A part of every hash, so that an input cannot contain names chosen to collide.
  let seed = UInt64.random(in: 1...UInt64.max)

  var records = 0
  /// The number of values so far.
  var clock = 0
  /// The number of objects so far.
  var objectCount = 0
  /// Whether a path was dropped.
  var isTruncated = false
  /// Whether an object has become a dictionary and its members still have separate nodes.
  var needsFolding = false
  /// The number of nodes after the last folding.
  var foldedCount = 16

  /// The innermost container around the next value, and those around it. Outside a record, `top` has no meaning.
  var top = Container(node: -1, isArray: false)
  var open: [Container] = []
  /// The node of the member that the next value belongs to. -1 for a dropped member.
  var member: Int32 = -1
  /// The hashes of the names in each open object that is a dictionary, whose members have no nodes of their own.
  /// Only the first `openDictionaries` are in use. The others are empty and are reused.
  var dictionaries: [(object: Int, names: Set<UInt64>)] = []
  var openDictionaries = 0
  /// A buffer for a string whose escapes are decoded.
  var scratch: [UInt8] = []

  struct Container: Sendable {
    let node: Int32
    let isArray: Bool
    /// The number of the object.
    var object = 0
    /// The number of elements or members so far.
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
    nodes[0].hasAllExamples = bounds.examples == 0
  }
}
