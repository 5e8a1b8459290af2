/// An observer of decoded models of one type. There is one for each place with such models.
package class ModelFollower {
  init() {}
}

/// A follower for a known type.
package class ModelFollowerOf<Model>: ModelFollower {
  /// Receives a model that was decoded at `place`.
  func follow(_ model: inout Model, at place: DecodingPlace) {}
}
