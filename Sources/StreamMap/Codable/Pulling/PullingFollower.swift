/// Gives each model of a type, once it is decoded, to code that pulls more of the same object.
package final class PullingFollower<Model>: ModelFollowerOf<Model> {
  private let body: (inout Model, TapeValue) -> Void

  /// - Parameter body: gets the model, and the value that it was decoded of.
  package init(_ body: @escaping (inout Model, TapeValue) -> Void) {
    self.body = body
  }

  override func follow(_ model: inout Model, at place: DecodingPlace) {
    body(&model, TapeValue(at: place))
  }
}
