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
    switch source.backing {
    case .tape(let value):
      if let value = value.string() { return value }
    case .tree(let value):
      if let value = value.string { return value }
    }
    throw MappableMismatch()
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
    switch source.backing {
    case .tape(let value):
      if let value = bool(value) { return value }
    case .tree(let value):
      if let value = value.bool { return value }
    }
    throw MappableMismatch()
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
    switch source.backing {
    case .tape(let value):
      if let value = double(value) { return value }
    case .tree(let value):
      if let value = value.double { return value }
    }
    throw MappableMismatch()
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
    map.source.flatMap { $0.float ?? $0.double.flatMap { Float(rounding: $0) } }
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
    let value: Double?
    switch backing {
    case .tape(let tape): value = Double.double(tape)
    case .tree(.other(let tree)):
      if let value = tree as? Float { return value }
      value = tree as? Double
    case .tree(let tree): value = tree.double
    }
    return value.flatMap { Float(rounding: $0) }
  }
}

extension Float {
  /// Returns nil for a finite number that is out of range.
  fileprivate init?(rounding value: Double) {
    self.init(value)
    if value.isFinite && !isFinite { return nil }
  }
}
