/// A JSON value owned by a ``DynamicClass``. It remains text until it is written to.
enum DynamicNode {
  /// Valid JSON text, without white space around it.
  case text(ArraySlice<UInt8>)
  /// A value that was set and is not encoded yet, with the changes below it.
  indirect case value(any Encodable, [Change])
  case object([Member])
  case array([DynamicNode])

  struct Member {
    let name: String
    var node: DynamicNode
  }

  /// A node to put into a value when the value is encoded.
  struct Change {
    let path: ArraySlice<DynamicPath.Step>
    let node: DynamicNode
  }

  /// Returns a node for a value that was set. Nil is `null`.
  static func value(_ value: (any Encodable)?) -> DynamicNode { .value(value ?? Null(), []) }

  static var null: DynamicNode { .text(ArraySlice("null".utf8)) }
}

extension DynamicNode {
  /// Returns the deepest node on a path and the rest of the path, which leads into the node's text or value. Returns
  /// nil if the path leads nowhere.
  func node(at path: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader)
    -> (node: DynamicNode, rest: ArraySlice<DynamicPath.Step>)?
  {
    switch (self, path.first) {
    case (.object(let members), .name(let name)?):
      reader.place(of: name, in: members).flatMap { members[$0].node.node(at: path.dropFirst(), reader) }
    case (.array(let elements), .index(let index)?):
      elements.indices.contains(index) ? elements[index].node(at: path.dropFirst(), reader) : nil
    case (.text, _), (.value, _), (_, nil): (self, path)
    default: nil
    }
  }

  /// Sets the node at a path. Does nothing for a path with a negative index.
  ///
  /// - Throws: an error if a text cannot be read. The node is unchanged in this case.
  mutating func put(
    _ node: DynamicNode, at path: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader
  ) throws {
    guard let step = path.first else {
      self = node
      return
    }
    if path.contains(where: \.isNegative) { return }
    switch self {
    case .value(let value, var changes):
      // Moved out first, so that changing it in place does not copy it.
      self = .null
      changes.append(Change(path: path, node: node))
      self = .value(value, changes)
      return
    case .text(let text): self = try reader.expanded(text)
    case .object, .array: break
    }
    switch step {
    case .name(let name): try put(node, in: name, path.dropFirst(), reader)
    case .index(let index): try put(node, in: index, path.dropFirst(), reader)
    }
  }

  private mutating func put(
    _ node: DynamicNode, in name: String, _ rest: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader
  ) throws {
    var members: [Member] = []
    if case .object(let own) = self { members = own }
    if let place = reader.place(of: name, in: members) {
      self = .null
      defer { self = .object(members) }
      try members[place].node.put(node, at: rest, reader)
    } else {
      var child = DynamicNode.null
      try child.put(node, at: rest, reader)
      self = .null
      members.append(Member(name: name, node: child))
      self = .object(members)
    }
  }

  private mutating func put(
    _ node: DynamicNode, in index: Int, _ rest: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader
  ) throws {
    var elements: [DynamicNode] = []
    if case .array(let own) = self { elements = own }
    if index < elements.count {
      self = .null
      defer { self = .array(elements) }
      try elements[index].put(node, at: rest, reader)
    } else {
      var child = DynamicNode.null
      try child.put(node, at: rest, reader)
      self = .null
      elements.append(child)
      self = .array(elements)
    }
  }
}

extension DynamicPath.Step {
  fileprivate var isNegative: Bool {
    if case .index(let index) = self { index < 0 } else { false }
  }
}
