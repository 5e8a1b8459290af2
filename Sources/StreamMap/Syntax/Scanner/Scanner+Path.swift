extension Scanner {
  /// The path of the value or name that is being read at ``offset``.
  ///
  /// - From a member's colon to the end of its value, the path ends with the member's name.
  /// - Inside a name, and between two members, it is the path of the object.
  /// - Inside an element, and before one, it ends with the index.
  /// - Between an element and the next comma, it is the path of the array.
  var path: String { path(ofContainer: false).description }

  /// Returns the path of the value that is being read, or of the innermost container itself.
  ///
  /// - Parameter record: the bytes read so far. Required if names are not kept.
  func path(ofContainer: Bool, in record: borrowing Span<UInt8> = Span()) -> PathText {
    var text = PathText()
    for step in steps(ofContainer: ofContainer, in: record) {
      switch step {
      case .name(let name): text.append(name: name)
      case .index(let index): text.append(index: index)
      }
    }
    return text
  }

  /// A step into a container.
  enum Step {
    case name(String)
    case index(Int)
  }

  /// Returns the steps of that path.
  func steps(ofContainer: Bool, in record: borrowing Span<UInt8> = Span()) -> [Step] {
    var steps: [Step] = []
    for (level, container) in containers.enumerated() {
      let isOpen = level + 1 < containers.count || (container.isInChild && !ofContainer)
      guard isOpen else { break }
      if container.isArray {
        steps.append(.index(container.index))
      } else if !keepsNames {
        steps.append(.name(Self.name(in: record, from: container.nameOffset)))
      } else {
        let end = level + 1 < containers.count ? containers[level + 1].nameStart : names.count
        steps.append(.name(Unescaping.text(names.span.extracting(container.nameStart..<end))))
      }
    }
    return steps
  }

  /// Returns the decoded name whose opening quote is at an offset. The text may end within the name.
  static func name(in text: borrowing Span<UInt8>, from quote: Int) -> String {
    var cursor = RecordCursor(at: quote)
    return cursor.readText(in: copy text).string(in: copy text)
  }
}
