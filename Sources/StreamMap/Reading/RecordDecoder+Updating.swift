extension RecordDecoder {
  /// Reads a record into a model that there is.
  ///
  /// What the record does not have stays as it is in the model, and so does what a field's policy
  /// says is to be kept; `null` makes an optional nil. A nested model is updated, too; an array or a
  /// set is replaced. A dictionary keeps what it has under other names, and a model in it is updated
  /// where the record has one of its name.
  ///
  /// An object stays the same object, a nested one too, in an optional or in a dictionary as well;
  /// it is filled when its value has ended, before the one around it. A model that a closure makes
  /// of its values (``Argument``), whose mapping has itself in it, or that is one of several, is replaced.
  ///
  /// After an error the model is as it was before: also objects, whose mapped properties are given
  /// their values again. Only what a closure has stored that cannot read it back, or what
  /// ``Mapping/didDecode(_:)`` has done to other properties of an object, stays.
  ///
  /// - Parameters:
  ///   - record: one JSON text, as `decode(_:)` takes it.
  ///   - model: the model.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``, the first failure; nothing is counted for a ``FieldStatistics``, which takes reading
  ///   the record twice.
  public func decode(_ record: Span<UInt8>, into model: inout Root) throws(MappingError) {
    mapping.requireOwned("read")
    let updater = updater ?? Updater(self)
    self.updater = updater
    model = try updater.read(record, into: model)
  }
}

extension RecordDecoder where Root: AnyObject {
  /// Reads a record into an object, as `decode(_:into:)` reads one into any model.
  public func decode(_ record: Span<UInt8>, into object: Root) throws(MappingError) {
    var object = object
    try decode(record, into: &object)
  }
}

/// Fills instances that there are.
///
/// Invariant: between two records it holds none of them.
final class Updater<Root> {
  private let source: RecordSource
  private let instance: RecordModel<Root>
  private let description: MappingDescription

  init(_ decoder: RecordDecoder<Root>) {
    description = decoder.mapping.updating.description
    // All failures and field statistics take a second reading. An update reads a record once.
    var options = decoder.options
    (options.errorDetail, options.statistics) = (.first, nil)
    source = RecordSource(decoder.mapping.updating.program(), options)
    instance = RecordModel(source)
    source.callContext = CallContext(context: options.context)
  }

  /// Reads a record; the model, filled.
  func read(_ record: Span<UInt8>, into model: Root) throws(MappingError) -> Root {
    instance.update(model)
    defer { instance.forgetUpdated() }
    switch source.read(record, allowsByteOrderMark: true) {
    case .complete, .stopped:
      source.callContext?.commit()
      instance.attach(description.instance)
      return instance.take()
    case .failed(let failure): throw failure.error(in: record)
    }
  }
}
