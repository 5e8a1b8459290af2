import StreamMap

/// The elements of an array in order. Each borrowed element is valid only until the next one.
@usableFromInline
struct JSONElements: Sequence, IteratorProtocol {
  private var tape: TapeElements?
  private var tree: IndexingIterator<[Any]>?

  init(tape: TapeElements) {
    self.tape = tape
  }

  init(tree: [Any]) {
    self.tree = tree.makeIterator()
  }

  @usableFromInline
  mutating func next() -> JSONSource? {
    if tape != nil { return tape?.next().map { JSONSource(tape: $0) } }
    return tree?.next().map { JSONSource(tree: $0) }
  }
}

/// The members of an object in order. Each borrowed member is valid only until the next one.
@usableFromInline
struct JSONMembers: Sequence, IteratorProtocol {
  private var tape: TapeMembers?
  private var tree: Dictionary<String, Any>.Iterator?

  init(tape: TapeMembers) {
    self.tape = tape
  }

  init(tree: [String: Any]) {
    self.tree = tree.makeIterator()
  }

  @usableFromInline
  mutating func next() -> (name: String, value: JSONSource)? {
    if tape != nil { return tape?.next().map { ($0.name, JSONSource(tape: $0.value)) } }
    return tree?.next().map { ($0.key, JSONSource(tree: $0.value)) }
  }
}

extension JSONSource {
  @usableFromInline
  var isArray: Bool { _elements != nil }
}
