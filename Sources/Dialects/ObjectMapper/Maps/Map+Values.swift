import Foundation
import StreamMap

extension Map {
  /// The object as a dictionary; while one is written, what was written so far.
  ///
  /// - Complexity: the dictionary of a record is made, by `JSONSerialization`, when it is asked for the first time.
  public internal(set) var JSON: [String: Any] {
    get {
      if let tree { return tree }
      let made = object?.value.any as? [String: Any] ?? [:]
      tree = made
      return made
    }
    set { tree = newValue }
  }

  /// The chosen value, untyped as `JSONSerialization` has it; nil if it is absent or null.
  public var currentValue: Any? { source?.any }

  /// The chosen value as a type; nil if it is none of that type.
  public func value<T>() -> T? {
    guard let value = currentValue else { return nil }
    if let value = value as? T { return value }
    // A number with a fraction is not bridged if the type would round it.
    if T.self == Float.self { return JSONSource(tree: value).float as? T }
    return nil
  }

  /// The chosen value; nil if it is absent or null.
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
    let (oldTape, oldTree, wasPresent) = (tapeValue, treeValue, isKeyPresent)
    defer { (tapeValue, treeValue, isKeyPresent) = (oldTape, oldTree, wasPresent) }
    (tapeValue, treeValue, isKeyPresent) = (nil, nil, true)
    switch source.backing {
    case .tape(let value): tapeValue = value
    case .tree(let value): treeValue = value
    }
    body()
  }

  // MARK: Records

  /// Begins an object of a record.
  func begin(_ object: TapeObject, below parent: Map.Surroundings) {
    self.object = object
    tree = nil
    cursor = 1
    passageNumber = 0
    if context != nil || parent.context != nil { context = parent.context }
    if parent.isRecord {
      if let refusals { refusals.begin() } else { refusals = Refusals() }
    } else if refusals !== parent.refusals {
      refusals = parent.refusals
    }
    toObject = parent.toObject
    shouldIncludeNilValues = parent.shouldIncludeNilValues
  }

  /// Ends it; whoever holds the map sees none of it any more.
  func end() {
    object = nil
    tapeValue = nil
    passage = nil
    if tree != nil { tree = nil }
    current = -1
    isKeyPresent = false
  }

  /// Ends it for a map that somebody holds, with a tree of its own.
  func detach() {
    tree = JSON
    treeValue = tapeValue?.any
    object = nil
    tapeValue = nil
    passage = nil
    refusals = nil
  }

  /// What a map has of the one above it, or of the mapper.
  struct Surroundings {
    var context: (any MapContext)?
    var shouldIncludeNilValues = false
    var toObject = false
    var refusals: Refusals?
    /// The map is that of a line, and notes the places of errors.
    var isRecord = false
  }

  /// What the maps below this one have.
  func surroundings(toObject: Bool) -> Surroundings {
    Surroundings(
      context: context, shouldIncludeNilValues: shouldIncludeNilValues, toObject: toObject, refusals: refusals)
  }
}

extension Map {
  /// Ends an object of a record, which keeps the map for the next one unless somebody else holds it.
  static func finish(_ map: inout Map, of object: TapeObject) {
    if isKnownUniquelyReferenced(&map) {
      map.end()
      object.face = map
    } else {
      map.detach()
    }
  }
}
