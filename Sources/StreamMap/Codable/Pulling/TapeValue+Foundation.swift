import Foundation

// What code of other libraries expects of an untyped value.
extension TapeValue {
  /// The value as `JSONSerialization` makes it: dictionaries and arrays, `NSNumber` and `NSNull`. A number beyond all of
  /// them, which `JSONSerialization` rejects, is infinite.
  package var any: Any {
    tree { leaf in
      switch leaf.kind {
      case .bool: NSNumber(value: leaf.bool() ?? false)
      case .string: leaf.string() ?? ""
      case .number: leaf.foundationNumber
      default: NSNull()
      }
    }
  }

  private var foundationNumber: NSNumber {
    let text = numberText ?? ""
    if let number = shortNumber(text) { return number }
    let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return value as? NSNumber ?? NSNumber(value: Double(text) ?? .nan)
  }

  /// A number that is short enough to be exact in any type.
  private func shortNumber(_ text: String) -> NSNumber? {
    guard text.utf8.count <= 15 else { return nil }
    if text.utf8.allSatisfy({ $0 != ASCII.dot && $0 | 0x20 != ASCII.lowerE }) {
      if text == "-0" { return nil }
      return Int64(text).map { $0 < 0 ? NSNumber(value: $0) : NSNumber(value: UInt64($0)) }
    }
    return double().map { NSNumber(value: $0) }
  }
}
