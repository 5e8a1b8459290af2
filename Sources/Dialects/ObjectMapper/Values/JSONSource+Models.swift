import StreamMap

extension JSONSource {
  /// Fills a model that exists; it is as it was if this is no object.
  @inlinable
  func fill<Model: BaseMappable>(_ model: Model, below map: Map) -> Model {
    var model = model
    _ = try? withMap(for: Model.self, below: map, toObject: true) { map in model.mapping(map: map) }
    return model
  }

  /// Lends a map of the object that this is; false if it is none.
  ///
  /// - Parameters:
  ///   - type: that of the model; what is learned of the names is kept for it.
  ///   - parent: the map above.
  ///   - toObject: whether a model that exists is filled.
  ///   - isSeen: whether somebody will see an error.
  ///   - body: makes the model, or fills it.
  @usableFromInline
  func withMap(
    for type: any Any.Type, below parent: Map, toObject: Bool = false, isSeen: Bool = true,
    _ body: (Map) throws -> Void
  ) throws -> Bool {
    var surroundings = parent.surroundings
    surroundings.toObject = toObject
    surroundings.isRecord = false
    if !isSeen { surroundings.refusals = nil }
    return try withMap(for: type, surroundings, body)
  }

  /// Lends a map of the line's object that this is; false if it is none.
  @usableFromInline
  func withRecord(
    for type: any Any.Type, _ context: (any MapContext)?, _ body: (Map) throws -> Void
  ) throws -> Bool {
    try withMap(for: type, Map.CallContext(context: context, isRecord: true), body)
  }

  private func withMap(
    for type: any Any.Type, _ surroundings: Map.CallContext, _ body: (Map) throws -> Void
  ) throws -> Bool {
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
