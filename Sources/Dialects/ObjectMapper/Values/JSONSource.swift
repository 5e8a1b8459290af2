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
  var any: Any {
    switch backing {
    case .tape(let value): value.any
    case .tree(let value): value
    }
  }

  var isNull: Bool {
    switch backing {
    case .tape(let value): value.isNull
    case .tree(let value): value is NSNull
    }
  }

  var isObject: Bool {
    switch backing {
    case .tape(let value): value.kind == .object
    case .tree(let value): value is [String: Any]
    }
  }

  /// Shows the elements of the array that this is; false if it is none.
  func forEachElement<Failure: Error>(
    _ body: (JSONSource) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch backing {
    case .tape(let value):
      guard var elements = value.elements else { return false }
      while let element = elements.next() { try body(JSONSource(tape: element)) }
    case .tree(let value):
      guard let elements = value as? [Any] else { return false }
      for element in elements { try body(JSONSource(tree: element)) }
    }
    return true
  }

  /// Shows the members of the object that this is, of those of one name the last; false if it is none.
  func forEachMember<Failure: Error>(
    _ body: (String, JSONSource) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch backing {
    case .tape(let value):
      // By way of the names: nobody sees a value that a later one of its name takes the place of.
      var last: [String: Int] = [:]
      var count = 0
      let isObject = value.forEachMember { name, _ in
        last[name] = count
        count += 1
      }
      guard isObject else { return false }
      var number = 0
      // It ends with the first failure, whose place is that of its member.
      _ = try value.forEachMember { (name, member) throws(Failure) in
        if last[name] == number { try body(name, JSONSource(tape: member)) }
        number += 1
      }
    case .tree(let value):
      guard let members = value as? [String: Any] else { return false }
      for (name, member) in members { try body(name, JSONSource(tree: member)) }
    }
    return true
  }
}

extension TapeValue {
  /// The value, untyped, as `JSONSerialization` makes it: numbers are `NSNumber`, null is `NSNull`.
  var any: Any {
    switch kind {
    case .null: return NSNull()
    case .bool: return NSNumber(value: bool() ?? false)
    case .string: return string() ?? ""
    case .number:
      if let number = shortNumber { return number }
    default: break
    }
    let value = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    return value ?? NSNull()
  }

  /// A number without a fraction that is not too long for any reader.
  private var shortNumber: NSNumber? {
    guard let text = numberText, text.utf8.count <= 15 else { return nil }
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }) {
      if text == "-0" { return nil }
      return Int64(text).map { $0 < 0 ? NSNumber(value: $0) : NSNumber(value: UInt64($0)) }
    }
    return double().map { NSNumber(value: $0) }
  }
}
