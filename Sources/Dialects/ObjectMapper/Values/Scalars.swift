import Foundation
import StreamMap

// The protocol's requirements, of one scalar after the other: what is called for nearly every value has no detour.
extension String: MappableValue {
  /// The chosen value.
  public static func _current(of map: Map) -> String? {
    if let value = map.tapeValue { return value.string() }
    return map.treeValue as? String
  }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> String? {
    switch source.backing {
    case .tape(let value):
      if let value = value.string() { return value }
    case .tree(let value):
      if let value = value as? String { return value }
    }
    throw MappableMismatch()
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { self }
}

extension Bool: MappableValue {
  /// The chosen value.
  public static func _current(of map: Map) -> Bool? {
    if let value = map.tapeValue { return bool(value) }
    return map.treeValue as? Bool
  }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Bool? {
    switch source.backing {
    case .tape(let value):
      if let value = bool(value) { return value }
    case .tree(let value):
      if let value = value as? Bool { return value }
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

  /// What is written.
  public func _json(in map: Map) -> Any? { self }
}

extension Double: MappableValue {
  /// The chosen value.
  public static func _current(of map: Map) -> Double? {
    if let value = map.tapeValue { return double(value) }
    return map.treeValue as? Double
  }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Double? {
    switch source.backing {
    case .tape(let value):
      if let value = double(value) { return value }
    case .tree(let value):
      if let value = value as? Double { return value }
    }
    throw MappableMismatch()
  }

  /// An integer has to be one that the type has; one with a fraction is rounded.
  static func double(_ value: TapeValue) -> Double? {
    guard let number = value.double() else { return value.bool().map { $0 ? 1 : 0 } }
    if number.magnitude < 0x1p53 { return number }
    guard let text = value.numberText, Int128(text) != nil, let exact = Int128(exactly: number) else {
      return number
    }
    return Int128(text) == exact ? number : nil
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { self }
}

extension Float: MappableValue {
  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Float? {
    if let value = source.float { return value }
    throw MappableMismatch()
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { self }
}

extension JSONSource {
  /// What a `Double` would be, rounded; nil beyond the type.
  var float: Float? {
    let value: Double?
    switch backing {
    case .tape(let tape): value = Double.double(tape)
    case .tree(let tree): value = tree as? Double
    }
    return value.map { Float($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
