/// A model that is read from its text after the text is known to be complete, because its contents determine how it is
/// read.
final class TextModel<Root>: Sendable {
  /// What the JSON must hold, for messages.
  let expectation: String
  let read: @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Root

  init(
    expectation: String,
    read: @escaping @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Root
  ) {
    self.expectation = expectation
    self.read = read
  }

  var storage: _FieldStorage {
    _FieldStorage(
      reading: Root.self, expectation, takesAny: true, writing: ValueWriting(model: Root.self), read)
  }

  /// The storage of a model that is the whole instance.
  var ownStorage: _FieldStorage {
    _FieldStorage(FieldWitness(whole: Root.self, expectation, read), takesAny: true)
  }

  /// Returns this model with a closure that is called after the model has been read.
  func hooked(
    _ hook: @escaping @Sendable (inout Root, CallContext.Reference) throws -> Void
  ) -> TextModel {
    let read = read
    return TextModel(expectation: expectation) { literal, rejection throws(_LiteralFailure) in
      var root = try read(literal, &rejection)
      try rejecting(&rejection) { try hook(&root, literal.callContext) }
      return root
    }
  }
}

/// Calls a closure. If the closure throws, the model is rejected.
func rejecting<Value>(
  _ rejection: inout Rejection?, _ body: () throws -> Value
) throws(_LiteralFailure) -> Value {
  do {
    return try body()
  } catch {
    rejection = Rejection(error)
    throw error is WrongContext ? .wrongContext : _LiteralFailure(kind: .invalidModel)
  }
}

extension MappingDescription {
  /// Creates the mapping of a model that is read from its text and written by another mapping.
  init<Root>(_ model: TextModel<Root>, writtenAs other: MappingDescription) {
    self.init(model, variants: other.variants ?? VariantWriting(only: other))
  }

  /// Creates the mapping of a model that is read from its text.
  init<Root>(_ model: TextModel<Root>, variants: VariantWriting?) {
    var field = Argument<Root>("$", [], model.storage, blank: { nil }).description
    field.storage = model.ownStorage
    field.offset = { _ in 0 }
    self.init(fields: [field], instance: InstanceOperations(read: Root.self))
    text = (model, model.storage)
    self.variants = variants
  }
}
