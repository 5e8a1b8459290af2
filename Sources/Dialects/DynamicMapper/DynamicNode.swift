/// A JSON value of a ``DynamicClass`` of its own: a text as long as nobody writes to it.
enum DynamicNode {
  /// Valid JSON text, without white space around it.
  case text(ArraySlice<UInt8>)
  /// What was set, and is not encoded yet.
  case value(any Encodable)
  case object([Member])
  case array([DynamicNode])

  struct Member {
    let name: String
    var node: DynamicNode
  }

  static var null: DynamicNode { .text(ArraySlice("null".utf8)) }
}

extension DynamicNode {
  /// The node of a path as far as there are nodes, and what is left of the path below a text; nil if there is
  /// nothing.
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

  /// Puts a node at a path.
  ///
  /// - Returns: false if there is no such place, and nothing was changed.
  @discardableResult
  mutating func put(_ node: DynamicNode, at path: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader)
    -> Bool
  {
    guard let step = path.first else {
      self = node
      return true
    }
    if path.contains(where: \.isNegative) { return false }
    expand(reader)
    switch step {
    case .name(let name): put(node, in: name, path.dropFirst(), reader)
    case .index(let index): put(node, in: index, path.dropFirst(), reader)
    }
    return true
  }

  private mutating func put(
    _ node: DynamicNode, in name: String, _ rest: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader
  ) {
    var members: [Member] = []
    if case .object(let own) = self { members = own }
    // Taken out, so that what is changed within is not copied.
    self = .null
    if let place = reader.place(of: name, in: members) {
      members[place].node.put(node, at: rest, reader)
    } else {
      var child = DynamicNode.null
      child.put(node, at: rest, reader)
      members.append(Member(name: name, node: child))
    }
    self = .object(members)
  }

  private mutating func put(
    _ node: DynamicNode, in index: Int, _ rest: ArraySlice<DynamicPath.Step>, _ reader: DynamicReader
  ) {
    var elements: [DynamicNode] = []
    if case .array(let own) = self { elements = own }
    self = .null
    if index < elements.count {
      elements[index].put(node, at: rest, reader)
    } else {
      var child = DynamicNode.null
      child.put(node, at: rest, reader)
      elements.append(child)
    }
    self = .array(elements)
  }

  /// Makes the members or elements of a text nodes of their own.
  private mutating func expand(_ reader: DynamicReader) {
    if case .value(let value) = self, let text = try? reader.text(of: value) { self = .text(text) }
    if case .text(let text) = self { self = reader.expanded(text) }
  }
}

extension DynamicPath.Step {
  fileprivate var isNegative: Bool {
    if case .index(let index) = self { index < 0 } else { false }
  }
}
