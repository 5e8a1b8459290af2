/// A requested path, split into names.
struct KnownPath {
  let path: String
  /// Nil for a path that is one literal name.
  let names: [String]?
}

extension Map {
  /// The maximum number of cached paths. Further paths are split on each request.
  private static let mostPaths = 64

  /// Returns the names of the path to a value, or nil if the path is one literal name.
  ///
  /// If the keys are requested in the same order as for the previous object, this needs no search and no scan for dots.
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
