// The arrays and objects of a long JSON text that may hold its records.

import StreamMap

/// Finds the arrays and objects of one text that hold records, in bounded memory.
///
/// Invariant: `open` has the containers around the next value, outermost first. At most `most` candidates are kept.
struct TextOutline: EventSink {
  /// An array, or an object whose members are objects.
  struct Candidate {
    /// The path of the records, as --records takes it.
    var path: String
    var isArray: Bool
    /// The number of elements or members.
    var count: Int
    /// Its place in the text without white space, in bytes.
    var place: Range<Int>

    func isWithin(_ other: Candidate) -> Bool {
      place.lowerBound > other.place.lowerBound && place.upperBound < other.place.upperBound
    }
  }

  private struct Container {
    var isArray: Bool
    /// Its path. Nil if it has no candidates.
    var path: PathText?
    var start: Int
    var count = 0
    var objects = 0
    /// The name of the current member. Nil for a long one.
    var name: String?
  }

  /// The size of the text without white space, in bytes.
  private(set) var bytes = 0
  private var open: [Container] = []
  private var candidates: [Candidate] = []

  /// An object with fewer members is a record, not an object of records.
  private static let fewestMembers = 16
  /// The number of elements of an array, and of levels, in which candidates are looked for.
  private static let elements = 16
  private static let levels = 16
  private static let longestName = 256
  private static let most = 1_024
  /// A candidate has at least one of this number of parts of the text.
  private static let parts = 20

  /// The candidates with a large part of the text, the largest first. The parts of their records are omitted.
  var found: [Candidate] {
    let large = candidates.filter { $0.place.count * Self.parts >= bytes }.sorted {
      $0.place.count > $1.place.count
    }
    return large.enumerated().filter { index, candidate in
      !large[..<index].contains { $0.count > Self.elements && candidate.isWithin($0) }
    }.map(\.element)
  }

  mutating func startObject() -> EventAction { begin(isArray: false) }
  mutating func startArray() -> EventAction { begin(isArray: true) }
  mutating func endObject() -> EventAction { end() }
  mutating func endArray() -> EventAction { end() }
  mutating func string(_ utf8: Span<UInt8>) -> EventAction { count(utf8.count + 2) }
  mutating func number(_ literal: Span<UInt8>) -> EventAction { count(literal.count) }
  mutating func bool(_ value: Bool) -> EventAction { count(value ? 4 : 5) }
  mutating func null() -> EventAction { count(4) }

  mutating func key(_ utf8: Span<UInt8>) -> EventAction {
    bytes += utf8.count + 3
    guard let last = open.indices.last, open[last].path != nil else { return .proceed }
    guard utf8.count <= Self.longestName else {
      open[last].name = nil
      return .proceed
    }
    var name: [UInt8] = []
    name.append(utf8)
    open[last].name = String(decoding: name, as: UTF8.self)
    return .proceed
  }

  /// Counts a value in the innermost container, and the comma or bracket after it.
  private mutating func count(_ size: Int) -> EventAction {
    bytes += size + 1
    if let last = open.indices.last { open[last].count += 1 }
    return .proceed
  }

  private mutating func begin(isArray: Bool) -> EventAction {
    let path = nextPath
    if !isArray, let last = open.indices.last { open[last].objects += 1 }
    open.append(Container(isArray: isArray, path: path, start: bytes))
    bytes += 1
    return .proceed
  }

  /// The path of the value that begins. Nil if no candidates are looked for in it.
  private var nextPath: PathText? {
    guard let outer = open.last else { return PathText() }
    guard open.count < Self.levels, var path = outer.path else { return nil }
    if outer.isArray {
      guard outer.count < Self.elements else { return nil }
      path.append(index: outer.count)
    } else {
      guard let name = outer.name else { return nil }
      path.append(name: name)
    }
    return path
  }

  private mutating func end() -> EventAction {
    if let container = open.popLast(), var path = container.path,
      container.isArray
        ? container.count > 1
        : container.count >= Self.fewestMembers && container.objects == container.count
    {
      if !container.isArray { path.appendEveryMember() }
      candidates.append(
        Candidate(
          path: path.description, isArray: container.isArray, count: container.count,
          place: container.start..<bytes + 1))
      if candidates.count > Self.most {
        candidates.sort { $0.place.count > $1.place.count }
        candidates.removeLast(Self.most / 2)
      }
    }
    return count(0)
  }
}
