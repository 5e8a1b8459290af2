internal import Foundation
package import StreamMap

extension TapeValue {
  /// The value as `JSONSerialization` returns it: dictionaries, arrays, `NSNumber` and `NSNull`. A number that
  /// `JSONSerialization` rejects as too large is infinite.
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

  /// Returns a number short enough to be exact in every numeric type.
  private func shortNumber(_ text: String) -> NSNumber? {
    guard text.utf8.count <= 15 else { return nil }
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }) {
      if text == "-0" { return nil }
      return Int64(text).map { $0 < 0 ? NSNumber(value: $0) : NSNumber(value: UInt64($0)) }
    }
    return double().map { NSNumber(value: $0) }
  }
}
