/// The paths of several names that code has asked for, taken apart: asked for in the order of the object before,
/// they are found without a search.
struct KnownPaths {
  private var paths: [(path: String, names: [String])] = []
  private var next = 0

  /// More are taken apart each time.
  private static let most = 64

  /// The names on the way to a value.
  @inline(__always)
  mutating func names(of key: KeyType) -> [String] {
    guard case .KeyPath(let path) = key else { return key.names }
    if next < paths.count, paths[next].path == path {
      next += 1
      return paths[next - 1].names
    }
    return search(path, key)
  }

  @inline(never)
  private mutating func search(_ path: String, _ key: KeyType) -> [String] {
    if let index = paths.firstIndex(where: { $0.path == path }) {
      next = index + 1
      return paths[index].names
    }
    let names = key.names
    if paths.count < Self.most {
      paths.append((path, names))
      next = paths.count
    }
    return names
  }

  /// The next path is that which was asked for first.
  @inline(__always)
  mutating func rewind() { next = 0 }
}
