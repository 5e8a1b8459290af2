/// What members mean whose names no path of a mapping has.
///
/// It is asked in each object that the mapping's paths go into: with `id` and `user.name`, in the record itself
/// and in `user`. What is in a value that a field takes whole, a nested model among them, is not the mapping's
/// to judge, and under `.*` every name is known. To keep such members, see ``Field/init(unknown:_:)``.
public enum UnknownNames: Sendable, Hashable {
  /// Nothing: they are passed over. The default.
  case ignore
  /// An error of the kind ``MappingError/Kind/unknownName``, at the name. An object is then read to its end.
  case error
}

/// How members of unknown names are called by whoever keeps them.
///
/// A member of the model's own object is called by its name, and one of an object within by its path from
/// there: `user.age`. Where a name would be taken for such a path, it is written as one: `['user.age']`.
struct UnknownKeys: Sendable {
  /// The objects, by the names that lead there; the model's own is the first.
  private(set) var objects: [[String]] = [[]]
  /// The numbers of the objects.
  private var places: [[RecordPath.Segment]: Int] = [[]: 0]

  /// - Parameter paths: of the mapping's fields.
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

  /// The key of a member.
  func key(_ name: String, of object: Int) -> String {
    if object == 0, isPlain(name) { return name }
    var text = PathText()
    for name in objects[object] { text.append(name: name) }
    text.append(name: name)
    return text.description
  }

  /// Where the member of a key belongs.
  func place(of key: String) -> (object: Int, name: String) {
    guard !isPlain(key), let path = try? RecordPath(key) else { return (0, key) }
    return place(of: path) ?? (0, key)
  }

  /// A name that is not taken for a path.
  private func isPlain(_ name: String) -> Bool {
    guard name.utf8.contains(where: { $0 == ASCII.dot || $0 == ASCII.openBracket }) else { return true }
    guard let path = try? RecordPath(name) else { return true }
    return place(of: path) == nil
  }

  private func place(of path: RecordPath) -> (object: Int, name: String)? {
    // All steps to an object are names.
    guard case .name(let name)? = path.segments.last, let object = places[path.segments.dropLast()] else {
      return nil
    }
    return (object, name)
  }
}
