/// The dictionary keys of unknown members.
///
/// The key of a member of the model's own object is its name. The key of a member of an inner object is its path from
/// there: `user.age`. A name that could be read as such a path is written as a quoted path: `['user.age']`.
struct UnknownKeys: Sendable {
  /// The names that lead to each object. The model's own object is the first.
  private(set) var objects: [[String]] = [[]]
  /// The number of each object.
  private var places: [[RecordPath.Segment]: Int] = [[]: 0]

  /// Creates the keys for a mapping.
  ///
  /// - Parameter paths: the paths of the mapping's fields.
  init(_ paths: [RecordPath]) {
    let taken = Set(paths.map(\.segments))
    for path in paths {
      var names: [String] = []
      for segment in path.segments {
        guard case .name(let name) = segment else { break }
        let steps = path.segments.prefix(names.count)
        if places[Array(steps)] == nil, !taken.contains(Array(steps)) {
          places[Array(steps)] = objects.count
          objects.append(names)
        }
        names.append(name)
      }
    }
  }

  /// Returns the key of a member.
  func key(_ name: String, of object: Int) -> String {
    if object == 0, isPlain(name) { return name }
    var text = PathText()
    for name in objects[object] { text.append(name: name) }
    text.append(name: name)
    return text.description
  }

  /// Returns the object and the name that a key stands for.
  func member(of key: String) -> (object: Int, name: String) {
    guard !isPlain(key), let path = try? RecordPath(key) else { return (0, key) }
    return member(of: path) ?? (0, key)
  }

  /// Whether a name cannot be read as a path.
  private func isPlain(_ name: String) -> Bool {
    guard name.utf8.contains(where: { $0 == ASCII.dot || $0 == ASCII.openBracket }) else { return true }
    guard let path = try? RecordPath(name) else { return true }
    return member(of: path) == nil
  }

  private func member(of path: RecordPath) -> (object: Int, name: String)? {
    // All steps to an object are names.
    guard case .name(let name)? = path.segments.last, let object = places[path.segments.dropLast()] else {
      return nil
    }
    return (object, name)
  }
}
