/// One JSON value as the oracle sees it: nothing merged, nothing converted.
struct ReferenceValue {
  /// The raw bytes of the value in the input, white space around it excluded.
  var range: Range<Int>
  var node: ReferenceNode
}

/// Strings and names are kept as UTF-8 bytes: `String` compares by canonical equivalence, and JSON does not.
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
  /// The value's events in the order in which a parser reports them.
  var events: [Event] {
    var events: [Event] = []
    appendEvents(to: &events)
    return events
  }

  private func appendEvents(to events: inout [Event]) {
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

/// An event of a parser as a value, so that two logs can be compared.
enum Event: Hashable, CustomStringConvertible {
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
    case .key(let bytes): "key \(String(decoding: bytes, as: UTF8.self))"
    case .string(let bytes): "string \(String(decoding: bytes, as: UTF8.self))"
    case .number(let literal): "number \(String(decoding: literal, as: UTF8.self))"
    case .bool(let value): "\(value)"
    }
  }
}
