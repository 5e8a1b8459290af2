/// A follower that passes each decoded model to code that pulls more values from the same object.
package final class PullingFollower<Model>: ModelFollowerOf<Model> {
  private let body: (inout Model, TapeValue) -> Void

  /// - Parameter body: receives the model and the value that it was decoded from.
  package init(_ body: @escaping (inout Model, TapeValue) -> Void) {
    self.body = body
  }

  override func follow(_ model: inout Model, at place: ValueDecoder) {
    body(&model, TapeValue(at: place))
  }
}
