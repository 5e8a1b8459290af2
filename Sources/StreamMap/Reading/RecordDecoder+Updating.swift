extension RecordDecoder {
  /// Decodes a record into an existing model.
  ///
  /// Values that the record lacks stay unchanged, and so do those that a field's policy keeps. `null` makes an optional
  /// nil. A nested model is updated too. An array or a set is replaced. A dictionary keeps its entries under other
  /// names, and a model in it is updated if the record has a member of that name.
  ///
  /// An object stays the same object, and so does a nested object, also in an optional or a dictionary. A nested object
  /// is filled when its value has ended, before the enclosing one. A model is replaced if a closure creates it from its
  /// values (``Argument``), if its mapping contains itself, or if it is one of several variants.
  ///
  /// After an error the model is unchanged. The mapped properties of objects are set back to their values. Two effects
  /// stay: values that a closure stored and cannot read back, and changes that ``Mapping/didDecode(_:)`` made to other
  /// properties of an object.
  ///
  /// - Parameters:
  ///   - record: one JSON text, as for `decode(_:)`.
  ///   - model: the model to update.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError`` for the first failure. A ``FieldStatistics`` does not count the record, because that
  ///   would take a second reading.
  public func decode(_ record: Span<UInt8>, into model: inout Root) throws(MappingError) {
    mapping.requireOwned("read")
    let updater = updater ?? Updater(self)
    self.updater = updater
    model = try updater.read(record, into: model)
  }

  /// Decodes a collection of bytes into an existing model. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(_ record: some Collection<UInt8>, into model: inout Root) throws(MappingError) {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes, into: &model) }
  }

  /// Decodes text into an existing model.
  @inlinable
  public func decode(_ record: some StringProtocol, into model: inout Root) throws(MappingError) {
    try decode(record.utf8, into: &model)
  }
}

extension RecordDecoder where Root: AnyObject {
  /// Decodes a record into an object, as `decode(_:into:)` does for any model.
  public func decode(_ record: Span<UInt8>, into object: Root) throws(MappingError) {
    var object = object
    try decode(record, into: &object)
  }

  /// Decodes a collection of bytes into an object. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(_ record: some Collection<UInt8>, into object: Root) throws(MappingError) {
    var object = object
    try decode(record, into: &object)
  }

  /// Decodes text into an object.
  @inlinable
  public func decode(_ record: some StringProtocol, into object: Root) throws(MappingError) {
    try decode(record.utf8, into: object)
  }
}

/// Updates existing instances.
///
/// Invariant: it holds none of them between two records.
final class Updater<Root> {
  private let source: RecordSource
  private let instance: RecordModel<Root>
  private let description: MappingDescription

  init(_ decoder: RecordDecoder<Root>) {
    description = decoder.mapping.declaration.updating
    // All failures and field statistics take a second reading. An update reads a record once.
    var options = decoder.options
    (options.reportsAllErrors, options.statistics) = (false, nil)
    source = RecordSource(decoder.mapping.plans.updating(), options)
    instance = RecordModel(source)
    source.callContext = CallContext(context: options.context)
  }

  /// Reads a record, and returns the updated model.
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
