/// Reads one record after another into one reused instance.
///
/// It owns the instance, the machine that fills it and a yajl handle; once its buffers
/// have grown, a record costs no allocation but those of its own long strings. Not to
/// be used from two threads at once.
public final class RecordDecoder<Root> {
  let source: RecordSource
  let instance: RecordModel<Root>
  let mapping: Mapping<Root>
  /// The options, whose limits are never nil.
  let options: ReadingOptions
  /// What fills instances that there are; made when it is first asked for.
  var updater: Updater<Root>?

  /// Creates a decoder for a mapping.
  ///
  /// - Parameters:
  ///   - mapping: how a record fills the instance.
  ///   - options: the options for all records. The mapping's limits apply if theirs are nil.
  public init(_ mapping: Mapping<Root>, options: ReadingOptions = ReadingOptions()) {
    var options = options
    options.limits = options.limits ?? mapping.limits
    self.mapping = mapping
    self.options = options
    source = RecordSource(mapping.program, options)
    instance = RecordModel(source)
    if let context = options.context { source.callContext = CallContext(context: context) }
  }

  /// Reads a record and shows the instance to a closure.
  ///
  /// - Parameters:
  ///   - record: one JSON text; white space around it, and a byte order mark before it,
  ///     are passed over.
  ///   - body: gets the instance, which the next record overwrites.
  /// - Throws: ``MappingError``, or what the closure throws.
  /// - Complexity: O(n) in the length of the record.
  public func read<Result>(
    _ record: Span<UInt8>, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    try fill(record)
    return try show(body)
  }

  /// Reads a record and returns the model, which is then the caller's own.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  public func decode(_ record: Span<UInt8>) throws(MappingError) -> Root {
    mapping.requireOwned("read")
    try fill(record)
    return take()
  }

  private func fill(_ record: Span<UInt8>) throws(MappingError) {
    switch source.read(record, allowsByteOrderMark: true) {
    case .complete, .stopped: attach()
    case .failed(let failure): throw failure.error(in: record)
    }
  }

  // MARK: The instance

  /// Shows the instance that the last record filled.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    #if DEBUG
      defer { expireTexts() }
    #endif
    return try instance.show(body)
  }

  /// Invalidates text that the instance borrows from its record.
  func expireTexts() { instance.expireTexts() }

  /// Hands the instance's value over; the next record begins with a new one.
  func take() -> Root { instance.take() }

  /// Attaches the record's bytes and the record key to the instance.
  func attach(key: [UInt8]?) { instance.attach(key: key, mapping.description.instance) }

  /// Gives the instance the bytes of the values it keeps as ranges.
  @inline(__always)
  func attach() { instance.attach(mapping.description.instance) }
}
