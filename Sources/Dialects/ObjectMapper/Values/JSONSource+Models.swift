import FoundationValues
import StreamMap

extension JSONSource {
  /// Updates an existing model. The model is unchanged if the value is not an object.
  @inlinable
  func fill<Model: BaseMappable>(_ model: Model, below map: Map) -> Model {
    var model = model
    _ = try? withMap(for: Model.self, below: map, toObject: true) { map in model.mapping(map: map) }
    return model
  }

  /// Passes a map of this object to `body`. Returns false if the value is not an object.
  ///
  /// - Parameters:
  ///   - type: the model type. Cached name lookups are stored for it.
  ///   - parent: the parent map.
  ///   - toObject: whether an existing model is updated.
  ///   - isSeen: whether errors are reported to the caller.
  ///   - body: creates or updates the model.
  @usableFromInline
  func withMap(
    for type: any Any.Type, below parent: Map, toObject: Bool = false, isSeen: Bool = true,
    _ body: (Map) throws -> Void
  ) throws -> Bool {
    var surroundings = parent.surroundings
    surroundings.toObject = toObject
    surroundings.isRecord = false
    if !isSeen { surroundings.refusals = nil }
    guard case .tree(let value) = value else { return try withMap(for: type, surroundings, body) }
    guard let tree = value.members else { return false }
    surroundings.refusals = nil
    try parent.withChild(of: tree, surroundings, body)
    return true
  }

  /// Passes a map of this line's object to `body`. Returns false if the value is not an object.
  @usableFromInline
  func withRecord(
    for type: any Any.Type, _ context: (any MapContext)?, _ body: (Map) throws -> Void
  ) throws -> Bool {
    try withMap(for: type, Map.CallContext(context: context, isRecord: true), body)
  }

  private func withMap(
    for type: any Any.Type, _ surroundings: Map.CallContext, _ body: (Map) throws -> Void
  ) throws -> Bool {
    guard case .record(let value) = value else { return false }
    let found: Void? = try value.withObject(for: type) { object in
      var map = object.face as? Map ?? Map()
      // The caller is now the only owner of the map, unless the model keeps it.
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
  }
}
