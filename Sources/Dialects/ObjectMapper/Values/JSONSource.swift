import Foundation
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

extension TapeValue {
  /// The value, untyped, as `JSONSerialization` makes it: numbers are `NSNumber`, null is `NSNull`. A number
  /// beyond all of them, which it refuses, is infinite.
  var any: Any {
    tree { leaf in
      switch leaf.kind {
      case .bool: NSNumber(value: leaf.bool() ?? false)
      case .string: leaf.string() ?? ""
      case .number: leaf.number
      default: NSNull()
      }
    }
  }

  private var number: NSNumber {
    let text = numberText ?? ""
    if let number = shortNumber(text) { return number }
    let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return value as? NSNumber ?? NSNumber(value: Double(text) ?? .nan)
  }

  /// A number that is not too long for any reader.
  private func shortNumber(_ text: String) -> NSNumber? {
    guard text.utf8.count <= 15 else { return nil }
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }) {
      if text == "-0" { return nil }
      return Int64(text).map { $0 < 0 ? NSNumber(value: $0) : NSNumber(value: UInt64($0)) }
    }
    return double().map { NSNumber(value: $0) }
  }
}
