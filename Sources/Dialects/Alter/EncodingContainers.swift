/// An object's container, and those of the objects below to which keys with dots lead, each made once, so that what
/// stands in one object is written into one.
struct EncodingContainers {
  typealias Container = KeyedEncodingContainer<AlterCodingKey>

  private(set) var root: Container
  private var below: [(path: [String], container: Container)] = []

  init(_ root: Container) {
    self.root = root
  }

  /// Writes a property.
  mutating func encode(_ property: MappedProperty, at key: DottedKey) throws {
    if key.parents.isEmpty { return try property.encode(to: &root, forKey: key.leaf) }
    var container = container(at: key.parents[...])
    try property.encode(to: &container, forKey: key.leaf)
  }

  /// The container at a path.
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
