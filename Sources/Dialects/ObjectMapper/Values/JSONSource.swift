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

  var isArray: Bool {
    switch backing {
    case .tape(let value): value.kind == .array
    case .tree(let value): value is [Any]
    }
  }

  /// Whether this is an array whose elements are all fit.
  func isArray(of isFit: (JSONSource) -> Bool) -> Bool {
    let isArray = try? forEachElement { (element) throws(MappableMismatch) in
      if !isFit(element) { throw MappableMismatch() }
    }
    return isArray ?? false
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
  ///
  /// - Parameter isFit: looks at all values before any is shown; with one that is not fit it is as if this were no object.
  func forEachMember<Failure: Error>(
    fitting isFit: ((JSONSource) -> Bool)? = nil, _ body: (String, JSONSource) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch backing {
    case .tape(let value):
      let isTapeFit = isFit.map { isFit in { isFit(JSONSource(tape: $0)) } }
      return try value.forEachLastMember(fitting: isTapeFit) { (name, member) throws(Failure) in
        try body(name, JSONSource(tape: member))
      }
    case .tree(let value):
      guard let members = value as? [String: Any] else { return false }
      if let isFit, !members.values.allSatisfy({ isFit(JSONSource(tree: $0)) }) { return false }
      for (name, member) in members { try body(name, JSONSource(tree: member)) }
    }
    return true
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
