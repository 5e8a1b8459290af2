/// A JSON value in the oracle, without merging or conversion.
struct ReferenceValue {
  /// The raw bytes of the value in the input, without surrounding white space.
  var range: Range<Int>
  var node: ReferenceNode
}

/// Strings and names are UTF-8 bytes, because `String` compares by canonical equivalence and JSON does not.
enum ReferenceNode {
  case null
  case bool(Bool)
  case number(String)
  case string([UInt8])
  case array([ReferenceValue])
  case object([ReferenceMember])
}

struct ReferenceMember {
  var name: [UInt8]
  var value: ReferenceValue
}

extension ReferenceValue {
  var isNull: Bool {
    if case .null = node { true } else { false }
  }

  /// The value's text in its document, without white space outside strings.
  func compactText(in document: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in document[range] {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        continue
      } else {
        isInString = byte == UInt8(ascii: "\"")
      }
      text.append(byte)
    }
    return text
  }

  /// The value's events in parsing order.
  var events: [ParsedEvent] {
    var events: [ParsedEvent] = []
    appendEvents(to: &events)
    return events
  }

  private func appendEvents(to events: inout [ParsedEvent]) {
    switch node {
    case .null: events.append(.null)
    case .bool(let value): events.append(.bool(value))
    case .number(let literal): events.append(.number(Array(literal.utf8)))
    case .string(let bytes): events.append(.string(bytes))
    case .array(let elements):
      events.append(.startArray)
      for element in elements { element.appendEvents(to: &events) }
      events.append(.endArray)
    case .object(let members):
      events.append(.startObject)
      for member in members {
        events.append(.key(member.name))
        member.value.appendEvents(to: &events)
      }
      events.append(.endObject)
    }
  }
}

/// A parser event as a value, so that two logs can be compared.
enum ParsedEvent: Hashable, CustomStringConvertible {
  case startObject, endObject, startArray, endArray, null
  case key([UInt8])
  case string([UInt8])
  case number([UInt8])
  case bool(Bool)

  var description: String {
    switch self {
    case .startObject: "{"
    case .endObject: "}"
    case .startArray: "["
    case .endArray: "]"
    case .null: "null"
    case .key(let bytes): "key \(excerpt(bytes, limit: 60))"
    case .string(let bytes): "string \(excerpt(bytes, limit: 60))"
    case .number(let literal): "number \(excerpt(literal, limit: 60))"
    case .bool(let value): "\(value)"
    }
  }
}
