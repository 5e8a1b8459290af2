/// A model that is read from its text, once that is known to be whole: because what is in it says
/// how.
final class TextModel<Root>: TextModelStorage {
  /// What the JSON must hold, for messages.
  let expectation: String
  let read: @Sendable (_Literal, inout Refusal?) throws(_LiteralFailure) -> Root

  init(
    expectation: String,
    read: @escaping @Sendable (_Literal, inout Refusal?) throws(_LiteralFailure) -> Root
  ) {
    self.expectation = expectation
    self.read = read
  }

  var storage: _FieldStorage {
    _FieldStorage(
      reading: Root.self, expectation, takesAny: true, writing: ValueWriting(model: Root.self), read)
  }

  /// The same, with a closure that is called when the model has been read.
  func hooked(
    _ hook: @escaping @Sendable (inout Root, CallContext.Reference) throws -> Void
  ) -> TextModel {
    let read = read
    return TextModel(expectation: expectation) { literal, refusal throws(_LiteralFailure) in
      var root = try read(literal, &refusal)
      try refusing(&refusal) { try hook(&root, literal.callContext) }
      return root
    }
  }
}

/// A ``TextModel``, its type erased.
protocol TextModelStorage: AnyObject, Sendable {
  /// How a field of the model is stored.
  var storage: _FieldStorage { get }
}

/// Calls a closure of which an error means that it refuses the model.
func refusing<Value>(
  _ refusal: inout Refusal?, _ body: () throws -> Value
) throws(_LiteralFailure) -> Value {
  do {
    return try body()
  } catch {
    refusal = Refusal(error)
    throw error is WrongContext ? .wrongContext : _LiteralFailure(kind: .invalidModel)
  }
}

extension MappingDescription {
  /// The mapping of a model that is read from its text, and written as another says.
  init<Root>(_ model: TextModel<Root>, writtenAs other: MappingDescription) {
    self.init(model, variants: other.variants ?? VariantWriting(only: other))
  }

  /// The mapping of a model that is read from its text.
  init<Root>(_ model: TextModel<Root>, variants: VariantWriting?) {
    let wanted = Argument<Root>("$", [], model.storage, blank: { nil })
    self.init(building: Root.self, of: wanted) { _, root in root }
    text = model
    self.variants = variants
  }
}
