import StreamMap

/// Builds the models of a schema.
struct SwiftDraft {
  let view: SchemaView
  private let name: String
  /// The names of the structs by node.
  private let types: [Int: String]

  /// The maximum depth of nested structs. A deeper value is a `JSONValue`.
  private static let deepest = 32

  /// The maximum number of optionals and collections around a nested model in a field.
  private static let mostWrappers = 3

  /// - Parameter name: the name of the record's struct.
  init(_ view: SchemaView, named name: String) {
    self.view = view
    var names = SwiftNames(reserved: SwiftNames.types)
    let name = names.take(SwiftNames.type(name))
    self.name = name
    var types: [Int: String] = [:]
    // Outermost first, so that these get the short names.
    var level = [(number: 0, key: "Value", parent: name)]
    while !level.isEmpty {
      var below: [(number: Int, key: String, parent: String)] = []
      for (number, key, parent) in level {
        var parent = parent
        if number == 0, view.isRecord {
          types[0] = name
        } else if view.isModel(number) {
          let type = SwiftNames.type(key)
          parent = names.take(type, parent + type)
          types[number] = parent
        }
        for child in view.children[number] {
          let isMember = view.trie.nodes[child].step == .member
          below.append((child, isMember ? view.name(of: child) : SwiftNames.singular(key), parent))
        }
      }
      level = below
    }
    self.types = types
  }

  func record() -> SwiftModel {
    let root = view.trie.nodes[0]
    if view.isRecord { return model(of: 0, named: name, depth: 1) }
    // The records are not all objects with known members. The value of a record goes to the only property.
    let hasNull = root.counts.nulls > 0
    let property = SwiftModel.Property(
      name: "value", path: "$", type: propertyType(of: 0, isOptional: hasNull, depth: 1), isRequired: !hasNull
    )
    return SwiftModel(name: name, properties: [property])
  }

  private func model(of number: Int, named name: String, depth: Int) -> SwiftModel {
    var model = SwiftModel(name: name)
    var names = SwiftNames()
    for child in view.children[number] {
      let node = view.trie.nodes[child]
      // Skip nodes that are not members. The model's object is not a dictionary, and an array would be another type.
      guard node.step == .member, node.counts.all > 0 else { continue }
      let key = view.name(of: child)
      let isRequired = node.counts.nulls == 0 && node.presence == view.trie.nodes[number].counts.objects
      let type = propertyType(of: child, isOptional: !isRequired, depth: depth + 1)
      var path = PathText()
      path.append(name: key)
      model.properties.append(
        SwiftModel.Property(
          name: names.take(SwiftNames.property(key)), path: path.description, type: type,
          isRequired: isRequired))
    }
    return model
  }

  private func propertyType(of number: Int, isOptional: Bool, depth: Int) -> SwiftType {
    let plain = type(of: number, depth: depth)
    let type = isOptional ? SwiftType.optional(plain) : plain
    return type.model != nil && type.wrappers > Self.mostWrappers ? type.withoutModel : type
  }

  /// Returns the type of values that are not null.
  private func type(of number: Int, depth: Int) -> SwiftType {
    let node = view.trie.nodes[number]
    guard node.counts.kindCount == 1, depth <= Self.deepest else { return .value }
    if node.counts.bools > 0 { return .bool }
    if node.counts.strings > 0 { return .string }
    if node.misfits > 0 { return .number }
    if node.counts.decimals > 0 { return .double }
    if node.counts.integers > 0 { return .int }
    let isArray = node.counts.arrays > 0
    if let name = types[number] { return .model(model(of: number, named: name, depth: depth)) }
    let item = isArray ? node.elementNode : node.anyMemberNode
    var type = SwiftType.value
    if item >= 0 {
      type = self.type(of: Int(item), depth: depth + 1)
      if view.trie.nodes[Int(item)].counts.nulls > 0 { type = .optional(type) }
    }
    return isArray ? .array(type) : .dictionary(type)
  }
}

extension SchemaView {
  /// Whether the records are objects with known members.
  fileprivate var isRecord: Bool { isModel(0) && trie.nodes[0].counts.nulls == 0 }

  /// Returns whether the values are objects with known members.
  fileprivate func isModel(_ number: Int) -> Bool {
    let node = trie.nodes[number]
    return node.counts.kindCount == 1 && node.counts.objects > 0 && !node.isDictionary
      && !children[number].isEmpty
  }
}
