// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import FoundationValues
import StreamMap

extension Map {
  /// What the ``Mapper`` was given.
  public var context: (any MapContext)? {
    get { surroundings.context }
    set { surroundings.context = newValue }
  }

  /// Whether a property that is nil is written as null.
  public var shouldIncludeNilValues: Bool {
    get { surroundings.shouldIncludeNilValues }
    set { surroundings.shouldIncludeNilValues = newValue }
  }

  /// Whether an object that exists is filled, and with it those that it has.
  public var toObject: Bool { surroundings.toObject }

  /// Whether the chosen value is there, null or not.
  public var isKeyPresent: Bool { isPresent }

  /// The object as a dictionary; while one is written, what was written so far.
  ///
  /// - Complexity: the dictionary of a record is made, by `JSONSerialization`, when it is asked for the first time.
  public var JSON: [String: Any] {
    if let tree { return tree }
    let made = object?.value.any as? [String: Any] ?? [:]
    tree = made
    return made
  }

  /// The chosen value, untyped as `JSONSerialization` has it; nil if it is absent or null.
  public var currentValue: Any? { source?.any }

  /// The chosen value as a type; nil if it is none of that type.
  public func value<T>() -> T? {
    if let type = T.self as? any MappableValue.Type, type._kind == .scalar { return scalar(type) as? T }
    return cast()
  }

  /// The same, of a type that has rules of its own.
  public func value<T: MappableValue>() -> T? { T._kind == .scalar ? scalar(T.self) : cast() }

  // Nil must not become an `Any`.
  private func cast<T>() -> T? { currentValue.flatMap { $0 as? T } }

  /// Where a cast would be right for all but the numbers with a fraction, which are not bridged if the type rounds them.
  private func scalar<Value: MappableValue>(_ type: Value.Type) -> Value? {
    source.flatMap { try? Value._element($0, in: self) }
  }

  /// The chosen value; nil if it is absent or null.
  @usableFromInline
  var source: JSONSource? {
    if let tapeValue { return tapeValue.isNull ? nil : JSONSource(tape: tapeValue) }
    if let treeValue { return treeValue is NSNull ? nil : JSONSource(tree: treeValue) }
    return nil
  }

  var hasValue: Bool { source != nil }

  /// The chosen value, null or not; nil if it is absent.
  var sourceOrNull: JSONSource? {
    if let tapeValue { return JSONSource(tape: tapeValue) }
    return treeValue.map { JSONSource(tree: $0) }
  }

  /// Chooses a value that has no key, as long as the closure runs.
  func withSource(_ source: JSONSource, _ body: () -> Void) {
    let (oldTape, oldTree, wasPresent) = (tapeValue, treeValue, isPresent)
    defer { (tapeValue, treeValue, isPresent) = (oldTape, oldTree, wasPresent) }
    (tapeValue, treeValue, isPresent) = (nil, nil, true)
    switch source.backing {
    case .tape(let value): tapeValue = value
    case .tree(let value): treeValue = value
    }
    body()
  }
}
