extension Scanner {
  /// The path of what is being read at ``offset``.
  ///
  /// Within a member's value, and from its colon on, the path ends with its name;
  /// within a name, and between two members, it is the object's own. Within an
  /// element, or where one is waited for, it ends with the index; between an
  /// element and the next comma it is the array's own.
  var path: String { path(ofContainer: false).description }

  /// The path of what is being read, or of the innermost container itself.
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

  /// The steps of that path.
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
        steps.append(.name(Unescaping.text(names[container.nameStart..<end])))
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
