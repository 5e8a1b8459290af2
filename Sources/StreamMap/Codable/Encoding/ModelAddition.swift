/// What adds to the object that a model was encoded as, and has not ended yet; one for each type of models.
package class ModelAddition {
  init() {}
}

/// The same, of a known type.
package class ModelAdditionOf<Model>: ModelAddition {
  /// The model was encoded at a place.
  func add(to place: EncodingPlace, of model: Model) throws {}
}
