import StreamMap

extension DynamicClass {
  /// Calls `body` with the value at a path, or with nil if there is none.
  func read<Result>(at path: DynamicPath, _ body: (TapeValue?) -> Result) -> Result {
    switch content {
    case .record(let object):
      return object.revisit { object in body(reader.value(at: path, from: object)) }
    case .own(let node):
      guard let (node, rest) = node.node(at: path.steps, reader) else { return body(nil) }
      let text = try? node.text(reader) { value in try reader.text(of: value) }
      let result = text.flatMap { text in
        try? reader.withValue(of: text) { value in
          body(DynamicPath(rest).map { reader.value(at: $0, from: value) } ?? value)
        }
      }
      return result ?? body(nil)
    }
  }

  func put(_ node: DynamicNode, at path: DynamicPath) {
    var own: DynamicNode
    switch content {
    case .record(let object): own = .text(object.revisit { $0.text }[...])
    case .own(let node): own = node
    }
    // Moved out first, so that changing it in place does not copy it.
    content = .own(.null)
    // Text that cannot be read is left unchanged.
    try? own.put(node, at: path.steps, reader)
    content = .own(own)
  }
}
