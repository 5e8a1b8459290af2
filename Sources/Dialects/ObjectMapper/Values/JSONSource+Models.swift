import StreamMap

extension JSONSource {
  /// Makes a model of the object that this is.
  ///
  /// - Returns: nil if there is to be none, or this is no object.
  /// - Throws: what the model's initialiser throws.
  func makeModel<Model: BaseMappable>(
    _ type: Model.Type, _ surroundings: Map.Surroundings
  ) throws -> Model? {
    try withMap(for: type, surroundings) { map in try Model._made(with: map) } ?? nil
  }

  /// Fills a model that exists; it is as it was if this is no object.
  func fill<Model: BaseMappable>(_ model: Model, _ surroundings: Map.Surroundings) -> Model {
    let filled = withMap(for: Model.self, surroundings) { map in
      var filled = model
      filled.mapping(map: map)
      return filled
    }
    return filled ?? model
  }

  /// Lends a map of the object that this is; nil if it is none.
  private func withMap<Result>(
    for type: Any.Type, _ surroundings: Map.Surroundings, _ body: (Map) throws -> Result
  ) rethrows -> Result? {
    switch backing {
    case .tape(let value):
      return try value.withObject(for: type) { object in
        var map = object.face as? Map ?? Map()
        // Whoever uses the map now is the only one to hold it, unless the model keeps it.
        object.face = nil
        map.begin(object, below: surroundings)
        do {
          let result = try body(map)
          Map.finish(&map, of: object)
          return result
        } catch {
          map.refusals?.place(error)
          let refusal = surroundings.isRecord ? map.refusals?.placed(error) ?? RecordRefusal(value, error) : nil
          Map.finish(&map, of: object)
          throw refusal ?? error
        }
      }
    case .tree(let tree):
      guard let tree = tree as? [String: Any] else { return nil }
      let map = Map(
        mappingType: .fromJSON, JSON: tree, toObject: surroundings.toObject, context: surroundings.context,
        shouldIncludeNilValues: surroundings.shouldIncludeNilValues)
      return try body(map)
    }
  }
}
