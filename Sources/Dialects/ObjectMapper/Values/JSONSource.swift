import Foundation
import FoundationValues
import StreamMap

/// One JSON value where it stands: in a record that was checked, or in a tree that somebody handed in.
///
/// Both read alike, as a value in a tree of `JSONSerialization` is bridged: `true` is 1, and 1.0 is `true`; a number
/// is of a type if the type has it exactly.
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

  /// The value, untyped as `JSONSerialization` has it.
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

  /// The elements of the array that this is; nil if it is none.
  @usableFromInline
  var _elements: JSONElements? {
    switch backing {
    case .tape(let value): value.elements.map { JSONElements(tape: $0) }
    case .tree(let value): (value as? [Any]).map { JSONElements(tree: $0) }
    }
  }

  /// The members of the object that this is, of those of one name the last; nil if it is none.
  @usableFromInline
  var _members: JSONMembers? {
    switch backing {
    case .tape(let value): value.lastMembers.map { JSONMembers(tape: $0) }
    case .tree(let value): (value as? [String: Any]).map { JSONMembers(tree: $0) }
    }
  }
}
