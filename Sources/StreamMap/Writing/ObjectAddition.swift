/// Adds members to the objects that models of a type are encoded as.
package final class ObjectAddition<Model>: ModelAdditionOf<Model> {
  private let body: (Model, EncodedObject) throws -> Void

  /// - Parameter body: gets the model and the object that it was encoded as.
  package init(_ body: @escaping (Model, EncodedObject) throws -> Void) {
    self.body = body
  }

  override func add(to encoder: ValueEncoder, of model: Model) throws {
    try body(model, EncodedObject(encoder))
  }
}

/// The object that a model was encoded as. Members can be added until the closure that gets it returns.
package struct EncodedObject {
  private let encoder: ValueEncoder

  init(_ encoder: ValueEncoder) {
    self.encoder = encoder
    encoder.beginObject(encoder.session.noKeys)
    // Close the containers that the model has left open.
    encoder.takeTurn()
  }

  /// Returns whether the object has a member of this name.
  ///
  /// - Complexity: O(n) in the object's text for the first call.
  package func has(_ name: String) -> Bool { encoder.hasMember(name) }

  /// Returns the text of a value as the encoder would write it here.
  package func text(of value: some Encodable) throws -> [UInt8] { try encoder.session.text(of: value) }

  /// Adds a member that the object does not have.
  ///
  /// - Parameter json: the value's JSON text. Only its white space is removed.
  package func add(_ name: String, _ json: Span<UInt8>) {
    encoder.beginMember(named: name)
    Compacting.forEachRun(json) { encoder.text.json.raw($0) }
  }
}
