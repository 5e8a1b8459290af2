/// The containers of an object and of the nested objects that dotted keys lead to. Each is created once, so that
/// members of the same object are written into the same container.
struct EncodingContainers {
  typealias Container = KeyedEncodingContainer<AlterCodingKey>

  private(set) var root: Container
  private var below: [(path: [String], container: Container)] = []

  init(_ root: Container) {
    self.root = root
  }

  mutating func encode(_ property: MappedProperty, at key: DottedKey) throws {
    if key.parents.isEmpty { return try property.encode(to: &root, forKey: key.leaf) }
    var container = container(at: key.parents[...])
    try property.encode(to: &container, forKey: key.leaf)
  }

  mutating func container(at path: ArraySlice<String>) -> Container {
    guard let name = path.last else { return root }
    if let known = below.first(where: { $0.path.elementsEqual(path) }) { return known.container }
    var above = container(at: path.dropLast())
    let key = AlterCodingKey(stringValue: name)
    let container = above.nestedContainer(keyedBy: AlterCodingKey.self, forKey: key)
    below.append((Array(path), container))
    return container
  }
}
