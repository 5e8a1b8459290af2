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
    for segment in segments(ofContainer: ofContainer, in: record) { text.append(segment) }
    return text
  }

  /// The steps of that path: names and indexes.
  func segments(ofContainer: Bool, in record: borrowing Span<UInt8> = Span()) -> [Path.Segment] {
    var segments: [Path.Segment] = []
    for (level, container) in containers.enumerated() {
      let isOpen = level + 1 < containers.count || (container.isInChild && !ofContainer)
      guard isOpen else { break }
      if container.isArray {
        segments.append(.index(container.index))
      } else if !keepsNames {
        segments.append(.name(Self.name(in: record, from: container.nameOffset)))
      } else {
        let end = level + 1 < containers.count ? containers[level + 1].nameStart : names.count
        segments.append(.name(Unescaping.text(names[container.nameStart..<end])))
      }
    }
    return segments
  }

  /// Returns the decoded name whose opening quote is at an offset.
  static func name(in text: borrowing Span<UInt8>, from quote: Int) -> String {
    var raw: [UInt8] = []
    var index = quote + 1
    while index < text.count, text[index] != ASCII.quote {
      let isEscape = text[index] == ASCII.backslash && index + 1 < text.count
      raw.append(text[index])
      if isEscape { raw.append(text[index + 1]) }
      index += isEscape ? 2 : 1
    }
    return Unescaping.text(raw)
  }
}

/// Writes a path, in the shortest form that reads back as the same steps.
package struct PathText: CustomStringConvertible {
  private var text = ""

  package var description: String { text.isEmpty ? "$" : text }

  /// So many bytes have been written.
  var count: Int { text.utf8.count }

  package init() {}

  package mutating func append(index: Int) {
    text += "[\(index)]"
  }

  package mutating func append(name: String) {
    let isPlain = !name.isEmpty && name != "$" && !name.utf8.contains(where: Self.needsQuotes)
    if isPlain {
      text += text.isEmpty ? name : ".\(name)"
    } else {
      text += "['"
      for scalar in name.unicodeScalars {
        if scalar.value < 0x20 || scalar.value == 0x7F {
          // A path stays on its line, and a terminal obeys nothing in it.
          let digits = String(scalar.value, radix: 16, uppercase: true)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          continue
        }
        if scalar == "'" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
      text += "']"
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...ASCII.space, 0x7F, ASCII.dot, ASCII.openBracket, ASCII.closeBracket, ASCII.quote,
      ASCII.apostrophe,
      ASCII.comma, ASCII.equals, ASCII.asterisk, ASCII.backslash:
      true
    default: false
    }
  }

  package mutating func append(_ segment: Path.Segment) {
    switch segment {
    case .name(let name): append(name: name)
    case .index(let index): append(index: index)
    case .indexOrName(let index): append(name: String(index))
    case .everyElement: text += "[*]"
    case .everyMember: text += text.isEmpty ? "*" : ".*"
    }
  }
}
