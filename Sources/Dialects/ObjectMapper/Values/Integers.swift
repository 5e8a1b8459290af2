import Foundation
import FoundationValues
import StreamMap

/// An integer type of the standard library that `<-` maps. There are ten.
///
/// A property of such a type takes a number without its fraction. A null, mismatched or out-of-range value gives 0, or
/// nil for an optional. In collections and immutable models, the number must be an integer.
public protocol MappableInteger: FixedWidthInteger, MappableValue {}

extension MappableInteger {
  /// Reads the selected value without its fraction.
  public static func _current(of map: Map) -> Self? {
    guard let source = map.source else { return nil }
    if let value = source.integer(Self.self) { return value }
    guard let value = source.value.double?.rounded(.towardZero) else { return nil }
    return Self(exactly: value)
  }

  /// Reads the integer that a number equals.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self? {
    if let value = source.integer(Self.self) { return value }
    throw MappableMismatch()
  }

  /// Sets the property to the selected value, or to 0.
  public mutating func _read(from map: Map) {
    if map.isPresent { self = Self._current(of: map) ?? 0 }
  }

  /// Returns the integer.
  public func _json(in map: Map) -> Any? { self }
}

extension Int: MappableInteger {
  /// Reads the selected value without its fraction.
  public static func _current(of map: Map) -> Int? {
    // The fast path: nearly all integers end here.
    if let value = map.tapeValue?.integer() { return value }
    if let value = map.treeValue?.integer { return value }
    guard let source = map.source else { return nil }
    if let value = source.integer(Int.self) { return value }
    return source.value.double.flatMap { Int(exactly: $0.rounded(.towardZero)) }
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
  /// Returns the integer that a number equals exactly. A boolean is 0 or 1.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    if let integer = value.integer { return Value(exactly: integer) }
    if let wide = value.integer(type) { return wide }
    guard case .record(let number) = value else { return nil }
    if let bool = number.bool() { return bool ? 1 : 0 }
    // Too small for the numbers of a tree, where it is 0.
    return number.double() == 0 ? 0 : nil
  }
}
