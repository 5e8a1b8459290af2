/// A summary of the values at one path.
struct SchemaNode: Sendable {
  /// The step from the enclosing value to this one.
  enum Step: Sendable {
    case root, member, element, anyMember
  }

  let step: Step
  let parent: Int32
  /// The range of a member's name in the trie's names.
  let nameStart: Int
  let nameCount: Int
  let hash: UInt64
  /// The number of steps of the path, and its approximate size in bytes.
  var depth = 0
  var pathBytes = 0

  var counts = SchemaCounts()
  /// The number of the first value, among all values of the input.
  var first = Int.max
  /// The number of enclosing objects that have the member.
  var presence = 0
  /// The number of distinct names in the node's objects.
  var names = 0
  /// Whether the members of the node's objects share one path.
  var isDictionary = false

  /// The ranges of the integers that fit an `Int`, and of the other numbers that fit a `Double`.
  var integers = Extremes<Int>()
  var decimals = Extremes<Double>()
  /// The number of numbers that fit neither.
  var misfits = 0
  /// The ranges of the bytes of strings, the elements of arrays, and the members of objects.
  var lengths = Extremes<Int>()
  var elements = Extremes<Int>()
  var members = Extremes<Int>()
  var examples: [SchemaExample] = []

  // The rest is reading state and not part of the summary.

  /// The first member of the last object, and the member that followed this one in it. -1 if there is none.
  var head: Int32 = -1
  var next: Int32 = -1
  /// The node of the elements, and the node of all members of a dictionary. -1 if there is none.
  var elementNode: Int32 = -1
  var anyMemberNode: Int32 = -1
  /// The last object that had the member.
  var lastObject = 0

  init(_ step: Step, parent: Int32, nameStart: Int = 0, nameCount: Int = 0, hash: UInt64 = 0) {
    self.step = step
    self.parent = parent
    self.nameStart = nameStart
    self.nameCount = nameCount
    self.hash = hash
  }

  /// Counts a member in an object, once for each object.
  mutating func countPresence(in object: Int) {
    if lastObject == object { return }
    lastObject = object
    presence += 1
  }

  /// Counts a string.
  ///
  /// - Parameter count: its number of bytes.
  mutating func addString(_ count: Int) {
    counts.strings += 1
    lengths.include(count)
  }

  /// Adds the summary of the same path in another part of the input.
  ///
  /// - Parameter shift: the number of values before that part.
  mutating func absorb(_ other: SchemaNode, shift: Int, bounds: InferredSchema.Bounds) {
    counts.merge(other.counts)
    if other.first != .max { first = min(first, other.first + shift) }
    if step == .member { presence += other.presence }
    isDictionary = isDictionary || other.isDictionary
    integers.merge(other.integers)
    decimals.merge(other.decimals)
    misfits += other.misfits
    lengths.merge(other.lengths)
    elements.merge(other.elements)
    members.merge(other.members)
    guard !other.examples.isEmpty else { return }
    for example in other.examples {
      var example = example
      example.first += shift
      if let known = examples.firstIndex(where: { $0.isSame(as: example) }) {
        examples[known].first = min(examples[known].first, example.first)
      } else {
        examples.append(example)
      }
    }
    examples.sort { $0.first < $1.first }
    if examples.count > bounds.examples { examples.removeLast(examples.count - bounds.examples) }
  }
}

/// One value as an example.
struct SchemaExample: Sendable {
  /// Its number among all values of the input.
  var first: Int
  let isString: Bool
  /// The decoded text of a string, or the literal of another value. It is truncated to the bound.
  let bytes: [UInt8]
  let isCut: Bool

  func isSame(as other: SchemaExample) -> Bool {
    isString == other.isString && isCut == other.isCut && bytes == other.bytes
  }
}

/// The number of values of each type.
struct SchemaCounts: Sendable, Hashable {
  var nulls = 0
  var bools = 0
  /// Numbers with neither a fraction nor an exponent, and all other numbers.
  var integers = 0
  var decimals = 0
  var strings = 0
  var arrays = 0
  var objects = 0

  var all: Int { nulls + bools + integers + decimals + strings + arrays + objects }

  mutating func merge(_ other: SchemaCounts) {
    nulls += other.nulls
    bools += other.bools
    integers += other.integers
    decimals += other.decimals
    strings += other.strings
    arrays += other.arrays
    objects += other.objects
  }
}

/// The smallest and the largest of some values.
struct Extremes<Value: Comparable & Sendable>: Sendable {
  private(set) var range: ClosedRange<Value>?

  mutating func include(_ value: Value) {
    guard let range else {
      range = value...value
      return
    }
    if value < range.lowerBound { self.range = value...range.upperBound }
    if value > range.upperBound { self.range = range.lowerBound...value }
  }

  mutating func merge(_ other: Extremes) {
    guard let other = other.range else { return }
    include(other.lowerBound)
    include(other.upperBound)
  }
}
