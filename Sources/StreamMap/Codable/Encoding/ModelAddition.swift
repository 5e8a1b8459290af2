/// Adds members to the object of an encoded model before the object ends. There is one for each type of models.
package class ModelAddition {
  init() {}
}

/// An addition for a known type.
package class ModelAdditionOf<Model>: ModelAddition {
  /// Adds to a model that was encoded at `place`.
  func add(to place: EncodingPlace, of model: Model) throws {}
}
