// Finds earlier paths that lead to the same values as another path. Stores the paths as a tree of their steps.

import StreamMap

struct PathOverlaps {
  private var nodes = [Node()]

  private struct Node {
    var children: [RecordPath.Segment: Int] = [:]
    /// The numbers of the paths that end here.
    var ends: [Int] = []
  }

  /// Adds a path. Its number is the number of paths added before.
  mutating func insert(_ path: RecordPath, _ number: Int) {
    var at = 0
    for segment in path.segments {
      let child = nodes[at].children[segment] ?? nodes.count
      if child == nodes.count { nodes.append(Node()) }
      nodes[at].children[segment] = child
      at = child
    }
    nodes[at].ends.append(number)
  }

  /// Returns the numbers of the paths that have values in common with a path, in ascending order.
  ///
  /// - Complexity: O(n) in the steps of the path and the numbers returned, unless wildcards and names overlap.
  func numbers(of path: RecordPath) -> [Int] {
    var found: [Int] = []
    var places = [0]
    for segment in path.segments {
      found += places.flatMap { nodes[$0].ends }
      places = places.flatMap { children(of: $0, at: segment) }
    }
    // The paths that end here, and all paths within this value.
    while let place = places.popLast() {
      found += nodes[place].ends
      places += nodes[place].children.values
    }
    return found.sorted()
  }

  private func children(of place: Int, at segment: RecordPath.Segment) -> [Int] {
    let children = nodes[place].children
    switch segment {
    case .name: return [segment, .everyMember].compactMap { children[$0] }
    case .index: return [segment, .everyElement].compactMap { children[$0] }
    case .indexOrName, .everyElement, .everyMember:
      return children.filter { $0.key == segment || segment.covers($0.key) }.map(\.value)
    }
  }
}

extension RecordPath.Segment {
  /// Whether this is a wildcard that includes the other step.
  func covers(_ other: RecordPath.Segment) -> Bool {
    switch (self, other) {
    case (.everyElement, .index), (.everyMember, .name): true
    default: false
    }
  }
}
