/// A decoder that reads one record after another into one reused instance.
///
///     let decoder = RecordDecoder(mapping)
///     let user = try decoder.decode(record.span)      // record: [UInt8]
///
/// It owns the instance, the machine that fills it and a yajl handle. Once its buffers have grown, a record costs no
/// allocations except those of long strings that are kept or do not fit. It must not be used by two threads at once.
public final class RecordDecoder<Root> {
  let source: RecordSource
  let instance: RecordModel<Root>
  let mapping: Mapping<Root>
  /// The options, whose limits are never nil.
  let options: ReadingOptions
  /// Whether the caller of `forEach` keeps copies of the models.
  var isCopied = false
  /// Updates existing instances. Created at the first use.
  var updater: Updater<Root>?

  /// Creates a decoder for a mapping.
  ///
  /// - Parameters:
  ///   - mapping: the mapping that fills the instance.
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

  /// Reads a record, and calls `body` with the instance.
  ///
  /// - Parameters:
  ///   - record: one JSON text. White space around it, and a byte order mark before it, are skipped.
  ///   - body: receives the instance, which the next record overwrites.
  /// - Throws: ``MappingError``. Rethrows any error of the closure.
  /// - Complexity: O(n) in the length of the record.
  public func read<Result>(
    _ record: Span<UInt8>, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    source.reusesModel = true
    try fill(record)
    return try show(body)
  }

  /// Reads one record from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func read<Result>(
    _ record: some Collection<UInt8>, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    try record.withSpan { bytes in try read(bytes, body) }
  }

  /// Reads one record from text.
  @inlinable
  public func read<Result>(
    _ record: some StringProtocol, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    try read(record.utf8, body)
  }

  /// Decodes a record, and returns the model, which the caller then owns.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  public func decode(_ record: Span<UInt8>) throws(MappingError) -> Root {
    mapping.requireOwned("read")
    source.reusesModel = false
    try fill(record)
    return take()
  }

  /// Decodes one record from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(_ record: some Collection<UInt8>) throws(MappingError) -> Root {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes) }
  }

  /// Decodes one record from text.
  @inlinable
  public func decode(_ record: some StringProtocol) throws(MappingError) -> Root {
    try decode(record.utf8)
  }

  private func fill(_ record: Span<UInt8>) throws(MappingError) {
    switch source.read(record, allowsByteOrderMark: true) {
    case .complete, .stopped: attach()
    case .failed(let failure): throw failure.error(in: record)
    }
  }

  // MARK: The instance

  /// Calls `body` with the instance that the last record filled.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    #if DEBUG
      defer { instance.expireTexts() }
    #endif
    return try instance.show(body)
  }

  /// Returns the instance. The next record begins with a new one.
  func take() -> Root { instance.take() }

  /// Attaches the record's bytes and the record key to the instance.
  @inline(__always)
  func attach(key: [UInt8]?) { instance.attach(key: key, mapping.declaration.instance) }

  /// Gives the instance the values that are not stored in it.
  @inline(__always)
  func attach() { instance.attach(mapping.declaration.instance) }
}

extension Mapping {
  /// Creates a decoder for a sequence of records.
  ///
  /// - Parameter options: the options for all records. The mapping's limits apply if theirs are nil.
  public func makeDecoder(_ options: ReadingOptions = ReadingOptions()) -> RecordDecoder<Root> {
    RecordDecoder(self, options: options)
  }

  /// Decodes one record.
  ///
  /// Each call creates a decoder. For many records, keep a decoder or use ``JSONLines``.
  ///
  /// - Parameters:
  ///   - record: one JSON text.
  ///   - options: the options for the record. The mapping's limits apply if theirs are nil.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  /// - Complexity: O(n) in the length of the record.
  public func decode(
    _ record: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try makeDecoder(options).decode(record)
  }

  /// Decodes one record from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(
    _ record: some Collection<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try makeDecoder(options).decode(record)
  }

  /// Decodes one record from text.
  @inlinable
  public func decode(
    _ record: some StringProtocol, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try makeDecoder(options).decode(record)
  }
}

extension RecordDecoder: RecordReader {
  var limits: Limits { source.limits }

  func beginRecords() -> IndexOptions? { source.beginRecords() }

  @inline(__always)
  func locate(record: Int?, line: Int?, byteOffset: Int) {
    source.locate(record: record, line: line, byteOffset: byteOffset)
  }

  @inline(__always)
  func read(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool) -> RecordOutcome {
    source.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
  }

  func omitErrorTexts() { source.omitErrorTexts() }

  func next(of framer: any RecordFramer, by loop: RecordLoop) throws(MappingError) -> RecordLocation? {
    source.reusesModel = false
    return try loop.next(of: framer, by: self)
  }

  func forEach(
    of framer: any RecordFramer, by loop: RecordLoop,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws {
    source.reusesModel = !isCopied
    try loop.forEach(of: framer, by: self, body)
  }
}
