import StreamMap

extension DynamicClass {
  /// Shows the value at a path to code that reads it; nil if there is none.
  func read<Result>(at path: DynamicPath, _ body: (TapeValue?) -> Result) -> Result {
    switch content {
    case .record(let object):
      return object.again { object in body(reader.value(at: path, from: object)) }
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

  /// Puts a node at a path.
  func put(_ node: DynamicNode, at path: DynamicPath) {
    var own: DynamicNode
    switch content {
    case .record(let object): own = .text(object.again { $0.text }[...])
    case .own(let node): own = node
    }
    // Taken out, so that what is changed within is not copied.
    content = .own(.null)
    // What cannot be read stays as it is.
    try? own.put(node, at: path.steps, reader)
    content = .own(own)
  }
}
