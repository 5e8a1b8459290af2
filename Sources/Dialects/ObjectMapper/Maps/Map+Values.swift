// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import FoundationValues
import StreamMap

extension Map {
  /// The context passed to the ``Mapper``.
  public var context: (any MapContext)? {
    get { surroundings.context }
    set { surroundings.context = newValue }
  }

  /// Whether nil properties are written as null.
  public var shouldIncludeNilValues: Bool {
    get { surroundings.shouldIncludeNilValues }
    set { surroundings.shouldIncludeNilValues = newValue }
  }

  /// Whether an existing object and its nested objects are updated.
  public var toObject: Bool { surroundings.toObject }

  /// Whether the selected value is present. Null counts as present.
  public var isKeyPresent: Bool { isPresent }

  /// The object as a dictionary. While writing, it contains the members written so far.
  ///
  /// - Complexity: `JSONSerialization` builds the dictionary of a record on first access.
  public var JSON: [String: Any] {
    if let tree { return tree }
    let made = object?.value.any as? [String: Any] ?? [:]
    tree = made
    return made
  }

  /// The selected value as `JSONSerialization` returns it, or nil if it is absent or null.
  public var currentValue: Any? { source?.any }

  /// Returns the selected value as a type, or nil if it has another type.
  ///
  /// As in ObjectMapper, the cast is one of an optional. So an `Any` gets an optional, and for null a nil inside it.
  public func value<T>() -> T? {
    if let source, let type = T.self as? any MappableValue.Type, type._kind == .scalar {
      return source.scalar(in: self)
    }
    return currentValue as? T
  }

  /// Returns the selected value as a type with mapping rules, or nil if it has another type.
  public func value<T: MappableValue>() -> T? {
    if let source, T._kind == .scalar { return source.scalar(in: self) }
    return currentValue as? T
  }

  /// The selected value, or nil if it is absent or null.
  @usableFromInline
  var source: JSONSource? {
    if let tapeValue { return tapeValue.isNull ? nil : JSONSource(tape: tapeValue) }
    if let treeValue { return treeValue.isNull ? nil : JSONSource(.tree(treeValue)) }
    return nil
  }

  var hasValue: Bool { source != nil }

  /// The selected value, including null, or nil if it is absent.
  var sourceOrNull: JSONSource? {
    if let tapeValue { return JSONSource(tape: tapeValue) }
    return treeValue.map { JSONSource(.tree($0)) }
  }

  /// Selects a value without a key while the closure runs.
  func withSource(_ source: JSONSource, _ body: () -> Void) {
    let (oldTape, oldTree, wasPresent) = (tapeValue, treeValue, isPresent)
    defer { (tapeValue, treeValue, isPresent) = (oldTape, oldTree, wasPresent) }
    (tapeValue, treeValue, isPresent) = (nil, nil, true)
    switch source.value {
    case .record(let value): tapeValue = value
    case .tree(let value): treeValue = value
    case .json: break
    }
    body()
  }
}
