import StreamMap

/// A JSON value.
///
///     let name: Json = "Rover"
///     let rover: Json = ["name": "Rover", "age": 3]
///     let fromText = try Json.deserialize(text)
///
/// A value that comes from a text, or from a record, is read there when it is asked for something. It can be
/// kept: what was a record's has a copy of its own then. Members keep their order, and numbers their digits:
/// ``intValue`` is exact.
///
/// It nests at most 512 levels. A record can nest deeper, if its stream's limits say so: then it is read where it stands,
/// and as a tree it is null.
///
/// The original is an enumeration. `Json.ObjectValue([:])` and the like make values as they did there; for
/// `switch` there is ``content``.
public struct Json: Sendable {
  enum Storage: Sendable {
    case tree(JSONValue)
    /// It stands in a text, perhaps that of the record that is being read.
    case lent(BorrowedValue)
  }

  let storage: Storage

  init(_ tree: JSONValue) {
    storage = .tree(tree)
  }

  init(_ lent: BorrowedValue) {
    storage = .lent(lent)
  }

  /// What the value was lent as, or its text.
  @inline(__always)
  var lent: BorrowedValue? {
    if case .lent(let lent) = storage { lent } else { nil }
  }

  /// The value as a tree.
  var tree: JSONValue {
    switch storage {
    case .tree(let tree): tree
    case .lent(let lent): lent.tree
    }
  }
}

extension Json: Equatable {
  /// Whether two values stand for the same: whatever order their members have, and however their numbers are
  /// written.
  public static func == (left: Json, right: Json) -> Bool {
    same(left.tree, right.tree)
  }

  private static func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      if left.literal == right.literal { return true }
      let integers = (left.exactInteger(as: Int128.self), right.exactInteger(as: Int128.self))
      if integers.0 != nil || integers.1 != nil { return integers.0 == integers.1 }
      return left.double != nil && left.double == right.double
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy(same)
    case (.object(let left), .object(let right)):
      let members = (left.lastMembers, right.lastMembers)
      return members.0.count == members.1.count
        && members.0.allSatisfy { name, value in members.1[name].map { same(value, $0) } ?? false }
    default: return left == right
    }
  }
}

extension JSONObject {
  /// The value of a name; of several the last one. Names are the same as strings are, as everywhere in Swift.
  func last(_ name: String) -> JSONValue? {
    members.last { $0.name == name }?.value
  }

  /// The members by name.
  var lastMembers: [String: JSONValue] {
    Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }
}
