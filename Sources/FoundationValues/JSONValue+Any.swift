internal import Foundation
package import StreamMap

extension JSONValue {
  /// The value as dictionaries, arrays, Swift scalars and `NSNull`. A number out of the range of `Double` is infinite.
  package var any: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let number):
      if let small = number.exactInteger(as: Int.self) {
        small
      } else if let large = number.exactInteger(as: UInt64.self) {
        large
      } else {
        number.double ?? (number.literal.first == "-" ? -.infinity : .infinity)
      }
    case .string(let text): text
    case .array(let elements): elements.map(\.any)
    case .object(let object): object.lastMembers.mapValues(\.any)
    }
  }
}

extension JSONObject {
  /// Returns the last value with a name. Names are compared as Swift strings.
  package func last(_ name: String) -> JSONValue? {
    members.last { $0.name == name }?.value
  }

  /// The members by name. The last of several members with the same name counts.
  package var lastMembers: [String: JSONValue] {
    Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// The members in order. Of several members with the same name, only the last.
  var lastInOrder: [(name: String, value: JSONValue)] {
    let last = Dictionary(members.enumerated().map { ($1.name, $0) }) { _, last in last }
    return members.enumerated().filter { last[$1.name] == $0 }.map(\.element)
  }
}
