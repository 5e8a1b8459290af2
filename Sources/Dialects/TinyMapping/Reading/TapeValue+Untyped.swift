import Foundation
import StreamMap

extension TapeValue {
  /// What `JSONSerialization` makes of the value; a number beyond a `Double`, which that refuses, is infinite.
  func untyped() -> Any {
    switch kind {
    case .null: return NSNull()
    case .string: return string() ?? ""
    case .bool: return NSNumber(value: bool() == true)
    case .number: return number
    case .array: return elements?.map { $0.untyped() } ?? []
    case .object:
      var members: [String: Any] = [:]
      _ = forEachLastMember { name, value in members[name] = value.untyped() }
      return members
    }
  }

  private var number: NSNumber {
    let text = numberText ?? ""
    // As long as that, it is an `Int` or the nearest `Double`; what is longer may be a decimal number.
    if text.utf8.count <= Self.plainLength {
      if let integer = Int(text) { return NSNumber(value: integer) }
      if let double = double() { return NSNumber(value: double) }
    }
    let found = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    if let found = found as? NSNumber { return found }
    return NSNumber(value: text.first == "-" ? -Double.infinity : .infinity)
  }

  private static let plainLength = 16
}
