import FoundationValues
import StreamMap

/// A JSON value.
///
///     let name: Json = "Rover"
///     let rover: Json = ["name": "Rover", "age": 3]
///     let fromText = try Json.deserialize(text)
///
/// A value from a text or a record is read there on access. It can be kept: a value from a record then has its own
/// copy. Members keep their order, and numbers keep their digits: ``intValue`` is exact.
///
/// A value has at most 512 nesting levels. A record may be deeper if its stream's limits allow it. Such a record can be
/// read in place, but its tree is null.
///
/// The original is an enumeration. `Json.ObjectValue([:])` and the other cases create values as they did there. For
/// `switch`, use ``content``.
public struct Json: Sendable {
  enum Storage: Sendable {
    case tree(JSONValue)
    /// A value in a text, which may be the record being read.
    case borrowed(BorrowedValue)
  }

  let storage: Storage

  init(_ tree: JSONValue) {
    storage = .tree(tree)
  }

  init(_ borrowed: BorrowedValue) {
    storage = .borrowed(borrowed)
  }

  /// The borrowed value, or nil for a tree.
  @inline(__always)
  var borrowed: BorrowedValue? {
    if case .borrowed(let borrowed) = storage { borrowed } else { nil }
  }

  /// The value as a tree.
  var tree: JSONValue {
    switch storage {
    case .tree(let tree): tree
    case .borrowed(let borrowed): borrowed.tree
    }
  }
}

extension Json: Equatable {
  /// Compares two values by meaning. The order of members and the notation of numbers do not matter.
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

extension Json {
  /// The current source of the value.
  var place: SourceValue {
    switch storage {
    case .tree(let tree): .json(tree)
    case .borrowed(let borrowed): borrowed.value.map(SourceValue.record) ?? .json(borrowed.tree)
    }
  }
}

extension SourceValue {
  /// The value in a form that can be kept.
  var kept: Json {
    switch self {
    case .record(let value): Json(BorrowedValue(text: value.text))
    case .json(let tree): Json(tree)
    case .tree(let value): .from(value.any as AnyObject)
    }
  }

  /// Returns the integer that the number equals exactly, if it fits.
  @inline(__always)
  func exactInteger<Value: FixedWidthInteger>() -> Value? {
    if let small = integer { return Value(exactly: small) }
    return Value.bitWidth < Int.bitWidth ? nil : integer(Value.self)
  }
}
