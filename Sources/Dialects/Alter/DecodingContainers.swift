/// The containers of an object and of the nested objects that dotted keys lead through. Each is created once.
struct DecodingContainers {
  typealias Container = KeyedDecodingContainer<AlterCodingKey>

  let root: Container
  private var below: [(path: [String], container: Container)] = []

  init(_ root: Container) {
    self.root = root
  }

  /// Sets a property if its key is present.
  ///
  /// - Returns: false if the key is missing. For a dotted key, false if its first name is missing.
  mutating func decode(
    _ property: MappedProperty, at key: DottedKey, by reader: PropertyReader
  ) throws -> Bool {
    if key.parents.isEmpty { return try reader.read(property, root, key.leaf) }
    guard let container = try container(at: key.parents[...]) else { return false }
    if try !reader.read(property, container, key.leaf) { throw container.missing(key.leaf) }
    return true
  }

  /// Returns the container at a path, or nil if the first name of the path is missing.
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
