/// A path that code has asked for, taken apart.
struct KnownPath {
  let path: String
  /// Nil for one name, as it is.
  let names: [String]?
}

extension Map {
  /// More are taken apart each time.
  private static let mostPaths = 64

  /// The names on the way to a value; nil if the path is one name, as it is.
  ///
  /// Asked for in the order of the object before, it is found without a search, and not looked through for dots.
  @inline(__always)
  func knownNames(of path: String) -> [String]? {
    let index = nextPath
    if index < knownPaths.count, knownPaths[index].path == path {
      nextPath = index &+ 1
      return knownPaths[index].names
    }
    return searchNames(of: path)
  }

  @inline(never)
  private func searchNames(of path: String) -> [String]? {
    if let index = knownPaths.firstIndex(where: { $0.path == path }) {
      nextPath = index + 1
      return knownPaths[index].names
    }
    let key = KeyType.KeyPath(path)
    let names = key.name == nil ? key.names : nil
    if knownPaths.count < Self.mostPaths {
      knownPaths.append(KnownPath(path: path, names: names))
      nextPath = knownPaths.count
    }
    return names
  }
}
