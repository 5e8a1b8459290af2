extension JSONValue {
  /// Reads one value of text that is known to be valid; nil if it nests too deep. Keeps a
  /// stack of its own, so that nesting costs no call frames.
  init?(validated json: Span<UInt8>) {
    var open: [Container] = []
    var index = 0
    while true {
      var value: JSONValue?
      let byte = json[index]
      index += 1
      guard open.count <= Self.maximumDepth else { return nil }
      switch byte {
      case ASCII.openBrace: open.append(.object([], name: nil))
      case ASCII.openBracket: open.append(.array([]))
      case ASCII.closeBrace, ASCII.closeBracket: value = open.removeLast().value
      case ASCII.quote:
        let text = Self.string(json, &index)
        if case .object(let members, nil) = open.last {
          open[open.count - 1] = .object(members, name: text)
        } else {
          value = .string(text)
        }
      case ASCII.lowerT:
        value = .bool(true)
        index += 3
      case ASCII.lowerF:
        value = .bool(false)
        index += 4
      case ASCII.lowerN:
        value = .null
        index += 3
      case ASCII.minus, ASCII.zero...ASCII.nine:
        let start = index - 1
        while index < json.count, JSONNumber.isPart(json[index]) { index += 1 }
        var literal: [UInt8] = []
        literal.append(json.extracting(start..<index))
        value = .number(JSONNumber(literal: String(decoding: literal, as: UTF8.self)))
      default: break
      }
      guard let value else { continue }
      guard !open.isEmpty else {
        self = value
        return
      }
      open[open.count - 1].append(value)
    }
  }

  private enum Container {
    case array([JSONValue])
    case object([JSONObject.Member], name: String?)

    var value: JSONValue {
      switch self {
      case .array(let elements): .array(elements)
      case .object(let members, _): .object(JSONObject(members: members))
      }
    }

    mutating func append(_ value: JSONValue) {
      switch self {
      case .array(var elements):
        self = .array([])
        elements.append(value)
        self = .array(elements)
      case .object(var members, let name):
        self = .array([])
        members.append(JSONObject.Member(name: name ?? "", value: value))
        self = .object(members, name: nil)
      }
    }
  }

  private static func string(_ json: Span<UInt8>, _ index: inout Int) -> String {
    let start = index
    var hasEscapes = false
    while json[index] != ASCII.quote {
      if json[index] == ASCII.backslash {
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    var raw: [UInt8] = []
    raw.append(json.extracting(start..<index))
    index += 1
    return hasEscapes ? Unescaping.text(raw) : String(decoding: raw, as: UTF8.self)
  }
}

extension JSONNumber {
  /// Whether a byte can stand in a number.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.zero...ASCII.nine, ASCII.minus, ASCII.plus, ASCII.dot, ASCII.lowerE, ASCII.upperE: true
    default: false
    }
  }
}
