// Which of the paths seen so far lead to values that another path leads to as well. Holds a tree of their steps.

import StreamMap

struct PathOverlaps {
  private var nodes = [Node()]

  private struct Node {
    var children: [Path.Segment: Int] = [:]
    /// The numbers of the paths that end here.
    var ends: [Int] = []
  }

  /// Adds a path, whose number is that of the paths before it.
  mutating func insert(_ path: Path, _ number: Int) {
    var at = 0
    for segment in path.segments {
      let child = nodes[at].children[segment] ?? nodes.count
      if child == nodes.count { nodes.append(Node()) }
      nodes[at].children[segment] = child
      at = child
    }
    nodes[at].ends.append(number)
  }

  /// The numbers of the paths that have values in common with a path, in their order.
  ///
  /// - Complexity: O(n) in the steps of the path and the numbers returned, unless wildcards and names overlap.
  func numbers(of path: Path) -> [Int] {
    var found: [Int] = []
    var places = [0]
    for segment in path.segments {
      found += places.flatMap { nodes[$0].ends }
      places = places.flatMap { children(of: $0, at: segment) }
    }
    // What ends there, and all that is within it.
    while let place = places.popLast() {
      found += nodes[place].ends
      places += nodes[place].children.values
    }
    return found.sorted()
  }

  private func children(of place: Int, at segment: Path.Segment) -> [Int] {
    let children = nodes[place].children
    switch segment {
    case .name: return [segment, .everyMember].compactMap { children[$0] }
    case .index: return [segment, .everyElement].compactMap { children[$0] }
    case .indexOrName, .everyElement, .everyMember:
      return children.filter { $0.key == segment || segment.covers($0.key) }.map(\.value)
    }
  }
}

extension Path.Segment {
  /// Whether this is a wildcard that goes over the other.
  func covers(_ other: Path.Segment) -> Bool {
    switch (self, other) {
    case (.everyElement, .index), (.everyMember, .name): true
    default: false
    }
  }
}
