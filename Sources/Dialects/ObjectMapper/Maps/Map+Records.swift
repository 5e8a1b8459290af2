import FoundationValues
import StreamMap

// One map after the other for the objects at one place.
extension Map {
  /// What a map has of the one above it, or of the mapper.
  struct CallContext {
    var context: (any MapContext)?
    var shouldIncludeNilValues = false
    var toObject = false
    /// The map is that of a line, and notes the places of errors.
    var isRecord = false
    /// Where they are noted.
    var refusals: Refusals?
  }

  /// Begins an object of a record.
  func begin(_ object: TapeObject, below parent: CallContext) {
    let refusals = parent.refusals ?? (parent.isRecord ? surroundings.refusals ?? Refusals() : nil)
    if parent.isRecord { refusals?.begin() }
    surroundings = parent
    surroundings.refusals = refusals
    self.object = object
    cursor = 0
    passageNumber = 0
  }

  /// Ends an object of a record, which keeps the map for the next one unless somebody else holds it.
  static func finish(_ map: inout Map, of object: TapeObject) {
    if isKnownUniquelyReferenced(&map) {
      map.end()
      object.face = map
    } else {
      map.detach()
    }
  }

  /// Nobody sees the record any more.
  private func end() {
    object = nil
    tapeValue = nil
    passage = nil
    if tree != nil { tree = nil }
    (name, unlearnedKey, current) = (nil, nil, -1)
    if failedKey != nil { failedKey = nil }
    isPresent = false
    // The map waits for the next record, and the user's object does not.
    surroundings.context = nil
  }

  /// Whoever holds the map sees a tree of its own.
  private func detach() {
    tree = JSON
    treeValue = tapeValue?.any
    object = nil
    tapeValue = nil
    passage = nil
    surroundings.refusals = nil
  }

  /// The type of the models that are made with this map, if it is one that says who makes them.
  @usableFromInline
  func _staticType(of type: any BaseMappable.Type) -> (any StaticMappable.Type)? {
    if let staticType { return staticType }
    let found = type as? any StaticMappable.Type
    staticType = .some(found)
    return found
  }
}
