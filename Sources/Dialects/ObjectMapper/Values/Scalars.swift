import Foundation
import FoundationValues
import StreamMap

// Each scalar implements the requirements directly, because they are called for nearly every value.
extension String: MappableValue {
  /// Reads the selected value.
  public static func _current(of map: Map) -> String? {
    if let value = map.tapeValue { return value.string() }
    return map.treeValue?.string
  }

  /// Reads an array element or an object member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> String? {
    guard let value = source.value.string else { throw MappableMismatch() }
    return value
  }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? { self }
}

extension Bool: MappableValue {
  /// Reads the selected value.
  public static func _current(of map: Map) -> Bool? {
    if let value = map.tapeValue { return bool(value) }
    return map.treeValue?.bool
  }

  /// Reads an array element or an object member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Bool? {
    let value = source.read({ bool($0) }, { $0.bool })
    guard let value else { throw MappableMismatch() }
    return value
  }

  private static func bool(_ value: TapeValue) -> Bool? {
    if let value = value.bool() { return value }
    switch value.integer() {
    case 0: return false
    case 1: return true
    default: return value.double() == 0 ? false : nil
    }
  }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? { self }
}

extension Double: MappableValue {
  /// Reads the selected value.
  public static func _current(of map: Map) -> Double? {
    if let value = map.tapeValue { return double(value) }
    return map.treeValue?.double
  }

  /// Reads an array element or an object member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Double? {
    let value = source.read({ double($0) }, { $0.double })
    guard let value else { throw MappableMismatch() }
    return value
  }

  /// Returns a number that the type represents. An integer must be exact. A number with a fraction is rounded.
  static func double(_ value: TapeValue) -> Double? {
    guard let number = value.double() else { return value.bool().map { $0 ? 1 : 0 } }
    if number.magnitude < 0x1p53 { return number }
    guard let text = value.numberText, Int128(text) != nil, let exact = Int128(exactly: number) else {
      return number
    }
    return Int128(text) == exact ? number : nil
  }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? { self }
}

extension Float: MappableValue {
  /// Reads the selected value. Any number is rounded, also an integer that is not exact as a `Double`.
  public static func _current(of map: Map) -> Float? {
    map.source.flatMap { $0.float ?? $0.value.double.flatMap { Float(inRange: $0) } }
  }

  /// Reads an array element or an object member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Float? {
    if let value = source.float { return value }
    throw MappableMismatch()
  }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? { self }
}

extension JSONSource {
  /// The number as a `Float`, rounded from a `Double`. Nil if it is out of range.
  var float: Float? {
    if case .tree(.other(let tree)) = value, let value = tree as? Float { return value }
    return read({ Double.double($0) }, { $0.double }).flatMap { Float(inRange: $0) }
  }

  /// Reads a scalar by the rule of its source.
  @inline(__always)
  fileprivate func read<Scalar>(
    _ record: (TapeValue) -> Scalar?, _ tree: (FoundationValue) -> Scalar?
  ) -> Scalar? {
    switch value {
    case .record(let value): record(value)
    case .tree(let value): tree(value)
    case .json: nil
    }
  }
}
