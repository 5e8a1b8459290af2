import Foundation
import FoundationValues
import StreamMap

/// One JSON value: in a validated record, or in a tree passed by the caller.
///
/// Both give the same results. Values convert like bridged `JSONSerialization` values: `true` is 1, and 1.0 is `true`.
/// A number matches a type if the type represents it exactly.
public struct JSONSource {
  enum Backing {
    case tape(TapeValue)
    case tree(Any)
  }

  let backing: Backing

  init(tape value: TapeValue) {
    backing = .tape(value)
  }

  init(tree value: Any) {
    backing = .tree(value)
  }

  /// The value as `JSONSerialization` returns it.
  @usableFromInline
  var any: Any {
    switch backing {
    case .tape(let value): value.any
    case .tree(let value): value
    }
  }

  @usableFromInline
  var isNull: Bool {
    switch backing {
    case .tape(let value): value.isNull
    case .tree(let value): value is NSNull
    }
  }

  @usableFromInline
  var isObject: Bool {
    switch backing {
    case .tape(let value): value.kind == .object
    case .tree(let value): value is [String: Any]
    }
  }

  /// The elements, or nil if the value is not an array.
  @usableFromInline
  var _elements: JSONElements? {
    switch backing {
    case .tape(let value): value.elements.map { JSONElements(tape: $0) }
    case .tree(let value): (value as? [Any]).map { JSONElements(tree: $0) }
    }
  }

  /// The members, or nil if the value is not an object. Only the last of several members with the same name counts.
  @usableFromInline
  var _members: JSONMembers? {
    switch backing {
    case .tape(let value): value.lastMembers.map { JSONMembers(tape: $0) }
    case .tree(let value): (value as? [String: Any]).map { JSONMembers(tree: $0) }
    }
  }
}
