import StreamMap

extension JSONSource {
  /// Fills a model that exists; it is as it was if this is no object.
  func fill<Model: BaseMappable>(_ model: Model, _ surroundings: Map.Surroundings) -> Model {
    var model = model
    _ = withMap(for: Model.self, surroundings) { map in model.mapping(map: map) }
    return model
  }

  /// Makes a model of the object that this is.
  ///
  /// - Returns: nil if there is to be none, or this is no object.
  /// - Throws: what the model's initialiser throws.
  func makeModel<Model: BaseMappable>(_ type: Model.Type, _ surroundings: Map.Surroundings) throws -> Model? {
    var model: Model?
    _ = try withMap(for: type, surroundings) { map in model = try type._made(with: map) }
    return model
  }

  /// Lends a map of the line's object that this is; false if it is none.
  @usableFromInline
  func _withRecord(
    for type: Any.Type, _ context: (any MapContext)?, _ body: (Map) throws -> Void
  ) throws -> Bool {
    try withMap(for: type, Map.Surroundings(context: context, isRecord: true), body)
  }

  /// Lends a map of the object that this is; false if it is none.
  private func withMap(
    for type: Any.Type, _ surroundings: Map.Surroundings, _ body: (Map) throws -> Void
  ) rethrows -> Bool {
    switch backing {
    case .tape(let value):
      let found: Void? = try value.withObject(for: type) { object in
        var map = object.face as? Map ?? Map()
        // Whoever uses the map now is the only one to hold it, unless the model keeps it.
        object.face = nil
        map.begin(object, below: surroundings)
        do {
          try body(map)
          Map.finish(&map, of: object)
        } catch {
          let refusals = map.surroundings.refusals
          let isFromBelow = map.failedKey != nil && map.failedKey == map.currentKey
          refusals?.leave(error, from: object.value, isFromBelow: isFromBelow)
          Map.finish(&map, of: object)
          throw surroundings.isRecord ? refusals?.take() ?? error : error
        }
      }
      return found != nil
    case .tree(let tree):
      guard let tree = tree as? [String: Any] else { return false }
      try body(
        Map(
          mappingType: .fromJSON, JSON: tree, toObject: surroundings.toObject, context: surroundings.context,
          shouldIncludeNilValues: surroundings.shouldIncludeNilValues))
      return true
    }
  }
}
