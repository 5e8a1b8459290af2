/// The keys that code has asked for, taken apart: asked for in the order of the object before, they are found without
/// a search, and no name is looked through for dots.
struct KnownPaths {
  private struct Known {
    let path: String
    /// Nil for one name, as it is.
    let names: [String]?
  }

  private var known: [Known] = []
  private var next = 0

  /// More are taken apart each time.
  private static let most = 64

  /// The names on the way to a value; nil if the path is one name, as it is.
  @inline(__always)
  mutating func names(of path: String) -> [String]? {
    let index = next
    if index < known.count, known[index].path == path {
      next = index &+ 1
      return known[index].names
    }
    return search(path)
  }

  @inline(never)
  private mutating func search(_ path: String) -> [String]? {
    if let index = known.firstIndex(where: { $0.path == path }) {
      next = index + 1
      return known[index].names
    }
    let isOneName = !path.isEmpty && !path.utf8.contains(UInt8(ascii: "."))
    let names = isOneName ? nil : KeyType.KeyPath(path).names
    if known.count < Self.most {
      known.append(Known(path: path, names: names))
      next = known.count
    }
    return names
  }

  /// The next path is that which was asked for first.
  @inline(__always)
  mutating func rewind() { next = 0 }
}
