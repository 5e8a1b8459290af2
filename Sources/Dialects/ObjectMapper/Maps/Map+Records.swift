import FoundationValues
import StreamMap

// Reusing one map for successive objects at the same location.
extension Map {
  /// The state that a map inherits from its parent map or from the mapper.
  struct CallContext {
    var context: (any MapContext)?
    var shouldIncludeNilValues = false
    var toObject = false
    /// Whether the map belongs to a line and records error locations.
    var isRecord = false
    /// The recorder of error locations.
    var refusals: Refusals?
  }

  /// Starts an object of a record.
  func begin(_ object: TapeObject, below parent: CallContext) {
    let refusals = parent.refusals ?? (parent.isRecord ? surroundings.refusals ?? Refusals() : nil)
    if parent.isRecord { refusals?.begin() }
    surroundings = parent
    surroundings.refusals = refusals
    self.object = object
    cursor = 0
    passageNumber = 0
  }

  /// Ends an object of a record. The object keeps the map for the next record, unless it is in use elsewhere.
  static func finish(_ map: inout Map, of object: TapeObject) {
    if isKnownUniquelyReferenced(&map) {
      map.end()
      object.face = map
    } else {
      map.detach()
    }
  }

  /// Passes a map of a tree to `body`. It is reused for the next tree below this map, unless it is in use elsewhere.
  func withChild(
    of tree: [String: Any], _ surroundings: CallContext, _ body: (Map) throws -> Void
  ) throws {
    var map = spare ?? Map()
    spare = nil
    map.surroundings = surroundings
    map.tree = tree
    map.cursor = 0
    defer {
      if isKnownUniquelyReferenced(&map) {
        map.end()
        spare = map
      }
    }
    try body(map)
  }

  /// Clears the references to the record.
  private func end() {
    object = nil
    tapeValue = nil
    passage = nil
    if tree != nil { tree = nil }
    if treeValue != nil { treeValue = nil }
    (name, unlearnedKey, current) = (nil, nil, -1)
    if failedKey != nil { failedKey = nil }
    isPresent = false
    // The map waits for the next record and must not retain the user's object.
    surroundings.context = nil
  }

  /// Gives the map a tree of its own, because it outlives the record.
  private func detach() {
    tree = JSON
    treeValue = tapeValue.map { FoundationValue($0.any) }
    object = nil
    tapeValue = nil
    passage = nil
    surroundings.refusals = nil
  }

  /// The type that creates the models of this map, if it is a `StaticMappable` type.
  @usableFromInline
  func _staticType(of type: any BaseMappable.Type) -> (any StaticMappable.Type)? {
    if let known = staticType, known.model == type { return known.factory }
    let found = type as? any StaticMappable.Type
    staticType = (type, found)
    return found
  }
}
