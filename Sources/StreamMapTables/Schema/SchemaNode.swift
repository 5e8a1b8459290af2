import StreamMap

/// A summary of the values at one path.
struct SchemaNode: Sendable {
  /// The step from the enclosing value to this one.
  enum Step: Sendable {
    case root, member, element, anyMember
  }

  let step: Step
  let parent: Int32
  /// The range of a member's name in the trie's names. A quote and a colon follow it there.
  let nameStart: Int
  let nameCount: Int
  /// The first eight bytes of the name with the quote and the colon after it, or all if there are fewer, and their mask.
  let nameWord: UInt64
  let nameMask: UInt64
  /// The last eight of these bytes. Zero if there are fewer.
  let nameEnd: UInt64
  let hash: UInt64
  /// The number of steps of the path, and its approximate size in bytes.
  var depth = 0
  var pathBytes = 0

  var counts = SchemaCounts()
  /// The number of the first value, among all values of the input.
  var first = Int.max
  /// The number of enclosing objects that have the member.
  var presence = 0
  /// The number of members that follow one of the same name in their object. Their values are not counted.
  var duplicates = 0
  /// The number of distinct names in the node's objects.
  var names = 0
  /// Whether the members of the node's objects share one path.
  var isDictionary = false {
    // Members are no longer predicted, because they share one node.
    didSet { if isDictionary { head = -1 } }
  }

  /// The ranges of the integers that fit an `Int`, and of the other numbers that fit a `Double`.
  var integers = Extremes(above: Int.max, below: Int.min)
  var decimals = Extremes(above: Double.infinity, below: -Double.infinity)
  /// The number of numbers that fit neither.
  var misfits = 0
  /// The ranges of the bytes of strings, the elements of arrays, and the members of objects.
  var lengths = Extremes(above: Int.max, below: 0)
  /// Whether all strings are dates or times.
  var times = StringTimes()
  var elements = Extremes(above: Int.max, below: 0)
  var members = Extremes(above: Int.max, below: 0)
  var examples: [SchemaExample] = []

  // The rest is reading state and not part of the summary.

  /// The predicted members: the first of an object, and the one after this member. They are those of the last object,
  /// or -1.
  var head: Int32 = -1
  var next: Int32 = -1
  /// The node of the elements, and the node of all members of a dictionary. -1 if there is none.
  var elementNode: Int32 = -1
  var anyMemberNode: Int32 = -1
  /// Whether there are as many examples as are wanted.
  var hasAllExamples = false
  /// Whether `true` was added, and whether `false` was. They are not merged: the value is then looked up once more.
  var hasTrue = false
  var hasFalse = false
  /// The last object that had the member.
  var lastObject = 0

  init(_ step: Step, parent: Int32, name: Span<UInt8> = Span(), nameStart: Int = 0, hash: UInt64 = 0) {
    self.step = step
    self.parent = parent
    self.nameStart = nameStart
    self.hash = hash
    nameCount = name.count
    func word(from start: Int) -> UInt64 {
      (0..<8).reduce(0) { word, index in
        let place = start + index
        let byte = place < name.count ? name[place] : place == name.count ? ASCII.quote : ASCII.colon
        return word | UInt64(byte) << (index * 8)
      }
    }
    nameMask = nameCount < 6 ? (1 << (nameCount * 8 + 16)) - 1 : .max
    nameWord = word(from: 0) & nameMask
    nameEnd = nameCount < 6 ? 0 : word(from: nameCount - 6)
  }

  var nameRange: Range<Int> { nameStart..<nameStart + nameCount }

  /// Counts a member in an object, once for each object. Returns whether it is the object's first of its name.
  mutating func countPresence(in object: Int) -> Bool {
    if lastObject == object { return false }
    lastObject = object
    presence += 1
    return true
  }

  /// Adds the summary of the same path in another part of the input.
  ///
  /// - Parameter shift: the number of values before that part.
  mutating func absorb(_ other: SchemaNode, shift: Int, bounds: InferredSchema.Bounds) {
    counts.merge(other.counts)
    if other.first != .max { first = min(first, other.first + shift) }
    if step == .member { presence += other.presence }
    duplicates += other.duplicates
    isDictionary = isDictionary || other.isDictionary
    integers.merge(other.integers)
    decimals.merge(other.decimals)
    misfits += other.misfits
    lengths.merge(other.lengths)
    times.merge(other.times)
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
    hasAllExamples = examples.count >= bounds.examples
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

  // The compiler accepts a span of the bytes in a method of the example only.
  fileprivate func hasBytes(_ text: Span<UInt8>) -> Bool { text.equals(bytes.span) }

  func isSame(as other: SchemaExample) -> Bool {
    isString == other.isString && isCut == other.isCut && bytes == other.bytes
  }
}

extension [SchemaExample] {
  /// Whether a value is among the examples.
  @inline(never)
  func contains(_ text: Span<UInt8>, isString: Bool, isCut: Bool) -> Bool {
    for index in indices where self[index].isString == isString && self[index].isCut == isCut {
      if self[index].hasBytes(text) { return true }
    }
    return false
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
  private var low: Value
  private var high: Value

  /// Creates the extremes of no values.
  ///
  /// - Parameters:
  ///   - above: an upper bound of all values.
  ///   - below: a lower bound, less than `above`.
  init(above: Value, below: Value) {
    low = above
    high = below
  }

  /// Nil if there are no values.
  var range: ClosedRange<Value>? { low <= high ? low...high : nil }

  @inline(__always)
  mutating func include(_ value: Value) {
    low = min(low, value)
    high = max(high, value)
  }

  mutating func merge(_ other: Extremes) {
    low = min(low, other.low)
    high = max(high, other.high)
  }
}
