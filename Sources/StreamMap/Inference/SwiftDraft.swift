/// Makes the models of a schema.
struct SwiftDraft {
  let view: SchemaView
  private var types: SwiftNames

  /// Structs nest no deeper than this; what is further in is kept whole.
  private static let deepest = 32

  /// A field takes a nested model in so many optionals and collections.
  private static let mostWrappers = 3

  init(_ view: SchemaView) {
    self.view = view
    types = SwiftNames(reserved: SwiftNames.types)
  }

  /// The model of a record.
  mutating func record(named name: String) -> SwiftModel {
    let name = types.take(SwiftNames.type(name))
    let root = view.trie.nodes[0]
    if root.counts.kindCount == 1, root.counts.objects > 0, !root.isDictionary, !view.children[0].isEmpty,
      root.counts.nulls == 0
    {
      return model(of: 0, named: name, depth: 1)
    }
    // No object, or not always one: it is what the one property holds.
    let type = type(of: 0, named: "Value", in: name, depth: 1)
    let hasNull = root.counts.nulls > 0
    let property = SwiftModel.Property(
      name: "value", path: "$", type: hasNull ? .optional(type) : type, isRequired: !hasNull)
    return SwiftModel(name: name, properties: [property])
  }

  private mutating func model(of number: Int, named name: String, depth: Int) -> SwiftModel {
    var model = SwiftModel(name: name)
    var names = SwiftNames()
    for child in view.children[number] {
      let node = view.trie.nodes[child]
      // Members only: this is no dictionary, and an array would be another type.
      guard node.step == .member, node.counts.all > 0 else { continue }
      let key = view.name(of: child)
      let isRequired = node.counts.nulls == 0 && node.presence == view.trie.nodes[number].counts.objects
      var type = type(of: child, named: key, in: name, depth: depth + 1)
      if !isRequired { type = .optional(type) }
      if type.model != nil, type.wrappers > Self.mostWrappers { type = type.withoutModel }
      var path = PathText()
      path.append(name: key)
      model.properties.append(
        SwiftModel.Property(
          name: names.take(SwiftNames.property(key)), path: path.description, type: type,
          isRequired: isRequired))
    }
    return model
  }

  /// The type of values that are not null.
  private mutating func type(of number: Int, named key: String, in parent: String, depth: Int) -> SwiftType {
    let node = view.trie.nodes[number]
    guard node.counts.kindCount == 1, depth <= Self.deepest else { return .value }
    if node.counts.bools > 0 { return .bool }
    if node.counts.strings > 0 { return .string }
    if node.misfits > 0 { return .number }
    if node.counts.decimals > 0 { return .double }
    if node.counts.integers > 0 { return .int }
    let isArray = node.counts.arrays > 0
    guard isArray || node.isDictionary || view.children[number].isEmpty else {
      let name = SwiftNames.type(key)
      return .model(model(of: number, named: types.take(name, parent + name), depth: depth))
    }
    let item = isArray ? node.elementNode : node.anyMemberNode
    var type = SwiftType.value
    if item >= 0 {
      type = self.type(of: Int(item), named: SwiftNames.singular(key), in: parent, depth: depth + 1)
      if view.trie.nodes[Int(item)].counts.nulls > 0 { type = .optional(type) }
    }
    return isArray ? .array(type) : .dictionary(type)
  }
}
