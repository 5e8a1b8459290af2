/// An object's container, and those of the objects below through which keys with dots lead, each made once.
struct DecodingContainers {
  typealias Container = KeyedDecodingContainer<AlterCodingKey>

  let root: Container
  private var below: [(path: [String], container: Container)] = []

  init(_ root: Container) {
    self.root = root
  }

  /// Sets a property, if its key is there.
  ///
  /// - Returns: false if it is not; of a key with dots, if its first name is not.
  mutating func decode(
    _ property: MappedProperty, at key: DottedKey, by reader: PropertyReader
  ) throws -> Bool {
    if key.parents.isEmpty { return try reader.read(property, root, key.leaf) }
    guard let container = try container(at: key.parents[...]) else { return false }
    if try !reader.read(property, container, key.leaf) { throw container.missing(key.leaf) }
    return true
  }

  /// The container at a path; nil if its first name is not there.
  mutating func container(at path: ArraySlice<String>) throws -> Container? {
    guard let name = path.last else { return root }
    if let known = below.first(where: { $0.path.elementsEqual(path) }) { return known.container }
    let key = AlterCodingKey(stringValue: name)
    guard let above = try container(at: path.dropLast()), path.count > 1 || above.contains(key) else {
      return nil
    }
    let container = try above.nestedContainer(keyedBy: AlterCodingKey.self, forKey: key)
    below.append((Array(path), container))
    return container
  }
}

extension KeyedDecodingContainer {
  func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "No value associated with key \"\(key.stringValue)\"."))
  }
}
