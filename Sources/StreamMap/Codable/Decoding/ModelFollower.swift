/// What is told of each model of a type, once it is decoded; one for each place where there are such models.
package class ModelFollower {
  init() {}
}

/// The same, of a known type.
package class ModelFollowerOf<Model>: ModelFollower {
  /// The model was decoded at a place.
  func follow(_ model: inout Model, at place: DecodingPlace) {}
}
