import Foundation
import StreamMap

/// The ten integers of the standard library that `<-` maps.
///
/// A property of such a type takes a number without its fraction, and 0 if the value is of another type, null, or too
/// big; an optional one nil. In collections, and for immutable models, a number has to be the integer.
public protocol MappableInteger: FixedWidthInteger, MappableValue {}

extension MappableInteger {
  /// The chosen value without its fraction.
  public static func _current(of map: Map) -> Self? {
    guard let source = map.source else { return nil }
    if let value = source.integer(Self.self) { return value }
    guard let value = source.double?.rounded(.towardZero) else { return nil }
    return Self(exactly: value)
  }

  /// The integer that a number stands for.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self? {
    if let value = source.integer(Self.self) { return value }
    throw MappableMismatch()
  }

  /// Takes the chosen value, or 0.
  public mutating func _read(from map: Map) {
    if map.isPresent { self = Self._current(of: map) ?? 0 }
  }

  /// The integer.
  public func _json(in map: Map) -> Any? { self }
}

extension Int: MappableInteger {
  /// The chosen value without its fraction.
  public static func _current(of map: Map) -> Int? {
    // Nearly all values are this, and nearly all of those end here.
    if let value = map.tapeValue?.integer() { return value }
    guard let source = map.source else { return nil }
    if let value = source.integer(Int.self) { return value }
    return source.double.flatMap { Int(exactly: $0.rounded(.towardZero)) }
  }
}

extension Int8: MappableInteger {}
extension Int16: MappableInteger {}
extension Int32: MappableInteger {}
extension Int64: MappableInteger {}
extension UInt: MappableInteger {}
extension UInt8: MappableInteger {}
extension UInt16: MappableInteger {}
extension UInt32: MappableInteger {}
extension UInt64: MappableInteger {}

extension JSONSource {
  /// The integer that a number stands for exactly; a boolean is 0 or 1.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    switch backing {
    case .tape(let value):
      if let integer = value.integer() { return Value(exactly: integer) }
      if let wide = value.wideInteger() { return Value(exactly: wide) }
      if let bool = value.bool() { return bool ? 1 : 0 }
      // Too small for any number of a tree.
      return value.double() == 0 ? 0 : nil
    case .tree(let value):
      if let integer = value as? Value { return integer }
      guard let number = value as? NSNumber else { return nil }
      if let integer = number as? Int64 { return Value(exactly: integer) }
      return (number as? UInt64).flatMap { Value(exactly: $0) }
    }
  }

  /// A number, rounded.
  var double: Double? {
    switch backing {
    case .tape(let value): value.double()
    case .tree(let value): (value as? NSNumber)?.doubleValue
    }
  }
}
