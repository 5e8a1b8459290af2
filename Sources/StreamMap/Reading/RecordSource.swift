/// Reads whole records in memory by the structural index. ``Diagnosis`` completes the errors of rejected records.
///
/// Both fill the same machine, which is owned here.
///
/// A record whose text is valid is read once. If the machine rejects it, the machine has the failure, and the walker its
/// offset. A record whose text may be malformed is scanned for its first syntax error. The tokens before the error are
/// then read by the index, because one of them may be rejected first. yajl reads records for which there is no index.
///
/// SAFETY: `index`, `walker` and `parts` are allocated and freed here. The machine lives as long as `storage`.
@safe final class RecordSource {
  private let storage: MachineStorage
  private let options: ReadingOptions
  /// Created for the first record that is rejected, counted or read in pieces.
  private lazy var diagnosis = Diagnosis(storage, limits: limits, options)
  let limits: Limits
  /// The length of the longest indexed record. yajl reads longer records: they exceed the limit, or need a large index.
  private var indexedLimit: Int
  let machine: UnsafeMutablePointer<Machine>
  /// The options for creating indexes. Nil if only yajl reads.
  private let indexOptions: IndexOptions?
  /// The index for a record that is an input by itself. Nil if only yajl reads.
  let index: UnsafeMutablePointer<StructuralIndex>?
  private let walker: UnsafeMutablePointer<IndexWalker>?
  /// Whether all models are plain.
  let hasPlainModels: Bool
  /// Whether each record is counted for field statistics.
  let counts: Bool
  /// The sources for parts of the record. Nil if no field keeps text or is read from one, and if the source shares those of another.
  private let parts: UnsafeMutablePointer<PartSources>?
  /// The context of the call. The machine refers to it.
  var callContext: CallContext? {
    didSet {
      unsafe machine.pointee.store.callContext.object = callContext
      unsafe machine.pointee.store.scopes[0].changes = callContext?.mark ?? 0
    }
  }

  /// Whether the next record is read into the same model. See ``CallContext/Reference/reusesModel``.
  var reusesModel = false {
    didSet { unsafe machine.pointee.store.callContext.reusesModel = reusesModel }
  }

  /// Creates a source that fills a program's model. The context of the options is not used: see `callContext`.
  convenience init(_ program: Program, _ options: ReadingOptions = ReadingOptions()) {
    unsafe self.init(program, options, sharing: nil)
  }

  /// Creates a source that may read parts of records, and then shares the sources of the outermost record.
  init(_ program: Program, _ options: ReadingOptions, sharing outer: UnsafeMutablePointer<PartSources>?) {
    self.options = options
    storage = MachineStorage(program)
    limits = (options.limits ?? Limits()).clamped
    indexedLimit = limits.record
    unsafe machine = unsafe storage.machine
    let hasParts = program.keepsText || program.scopes[0].instance.readsTexts
    unsafe parts = unsafe outer == nil && hasParts ? .allocate(capacity: 1) : nil
    unsafe parts?.initialize(to: PartSources(limits: limits))
    unsafe machine.pointee.store.callContext.parts = unsafe UnsafeMutableRawPointer(outer ?? parts)
    hasPlainModels = unsafe machine.pointee.store.isPlain
    counts = options.statistics != nil
    if let statistics = options.statistics {
      // Adds the fields to the statistics before the first record.
      _ = statistics.row(of: program)
      unsafe machine.pointee.store.takeNotes(counts: true)
    }
    guard options.engine != .yajl else {
      indexOptions = nil
      unsafe index = nil
      unsafe walker = nil
      return
    }
    // A value that is kept as text must be complete and well-formed. Without validation, text in a comment could be
    // read as a value.
    let indexOptions = IndexOptions(
      limits: limits,
      validates: options.validation == .full || program.keepsText || options.extensions.contains(.comments))
    self.indexOptions = indexOptions
    unsafe index = indexOptions.makeIndex()
    let walker = UnsafeMutablePointer<IndexWalker>.allocate(capacity: 1)
    unsafe walker.initialize(to: IndexWalker(program, indexOptions.kernel))
    unsafe self.walker = unsafe walker
  }

  deinit {
    unsafe parts?.deinitialize(count: 1)
    unsafe parts?.deallocate()
    unsafe index?.pointee.deallocate()
    unsafe index?.deallocate()
    unsafe walker?.pointee.deallocate()
    unsafe walker?.deinitialize(count: 1)
    unsafe walker?.deallocate()
  }

  /// Drives the machine without an index: for records in pieces, for records that have none, and for errors.
  var yajl: MachineDriver { diagnosis.yajl }

  /// Leaves paths, excerpts and messages out of errors.
  func omitErrorTexts() { diagnosis.yajl.parser.explains = false }

  /// Sets the location of the next record, for its statistics.
  @inline(__always)
  func locate(record: Int?, line: Int?, byteOffset: Int) {
    if counts { setLocation(record, line, byteOffset) }
  }

  @inline(never)
  private func setLocation(_ record: Int?, _ line: Int?, _ byteOffset: Int) {
    diagnosis.place = FieldStatistics.Location(record: record, line: line, byteOffset: byteOffset)
  }

  /// Prepares for consecutive records, and returns how their framer indexes them. Nil if only yajl reads.
  ///
  /// From then on yajl reads long records, so that only the record is held. A framer has a separate index, because this
  /// source's index may be in use for another record.
  func beginRecords() -> IndexOptions? {
    indexedLimit = min(indexedLimit, StructuralIndex.longestRecord)
    return indexOptions
  }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - bytes: the record, without its line feed.
  ///   - indexed: the same record in an indexed text, if there is one.
  ///   - allowsByteOrderMark: whether the record begins at byte 0 of the input.
  @inline(__always)
  func read(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord? = nil, allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    let outcome = readIndexed(bytes, indexed)
    guard case .complete = outcome else { return diagnose(bytes, outcome, allowsByteOrderMark) }
    return counts ? count(bytes, allowsByteOrderMark) : .complete
  }

  /// How reading a record by the index ended.
  enum IndexedOutcome {
    case complete
    /// The machine's store needs no more of the record, which is abandoned.
    case stopped
    /// The machine rejects the record at this offset. The machine has the failure until it abandons the record.
    case rejected(at: Int)
    /// The text may be malformed. Nothing of the record is stored.
    case doubtful
    /// There is no index for the record.
    case unindexed
  }

  /// Reads one record by the index alone. If the result is `rejected`, the machine must abandon the record.
  @inline(__always)
  func readIndexed(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?) -> IndexedOutcome {
    guard let walker = unsafe walker, bytes.count <= indexedLimit, let record = indexed ?? makeIndexed(bytes)
    else { return .unindexed }
    guard !record.isDoubtful else { return .doubtful }
    unsafe machine.pointee.store.beginRecord()
    guard unsafe walker.pointee.walk(record, machine) else {
      let rejection = unsafe walker.pointee.rejection
      if rejection >= 0, unsafe machine.pointee.store.failure.kind != .stop {
        return .rejected(at: rejection)
      }
      abandonRecord()
      return rejection >= 0 ? .stopped : .doubtful
    }
    unsafe machine.pointee.store.endRecord()
    return .complete
  }

  /// Indexes a record that is an input by itself. Returns nil if only yajl reads, or if there are no bytes.
  @inline(__always)
  private func makeIndexed(_ bytes: Span<UInt8>) -> IndexedRecord? {
    guard let index = unsafe index else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe index.pointee.index(record: $0, buffer.count) }
    }
  }

  /// Discards what reading a rejected record has stored.
  func abandonRecord() { unsafe machine.pointee.abandonRecord() }

  /// Finds the error of a record that the index has not read, or reads it after all.
  @inline(never)
  func diagnose(
    _ bytes: Span<UInt8>, _ indexed: IndexedOutcome, _ allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    let diagnosis = diagnosis
    var outcome: RecordOutcome?
    switch indexed {
    case .complete: outcome = .complete
    case .stopped: preconditionFailure("only the store of a filter stops, which diagnoses no such record")
    case .rejected(let offset):
      let isValid = indexOptions?.validates == true
      let failure = diagnosis.yajl.takeFailure(at: offset, in: bytes, isValid: isValid)
      outcome = failure.map { .failed($0) } ?? (isValid ? nil : readDoubtful(bytes, allowsByteOrderMark))
    // The index takes a byte order mark for text.
    case .doubtful where !bytes.starts(with: ASCII.byteOrderMark):
      outcome = readDoubtful(bytes, allowsByteOrderMark)
    case .doubtful, .unindexed: break
    }
    return diagnosis.complete(
      outcome ?? diagnosis.yajl.read(bytes, allowsByteOrderMark: allowsByteOrderMark), of: bytes,
      allowsByteOrderMark: allowsByteOrderMark)
  }

  /// Scans a record that may be malformed, and reads it up to its syntax error, because an earlier value may not fit the
  /// model. Returns nil if only yajl can read it.
  private func readDoubtful(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordOutcome? {
    let yajl = diagnosis.yajl
    let (failure, end) = yajl.parser.scan(bytes, allowsByteOrderMark: allowsByteOrderMark)
    if let failure, yajl.isIndifferent(toFirst: end) { return .failed(failure) }
    guard let walker = unsafe walker, let tokens = makeIndexed(bytes.extracting(first: end)) else {
      return nil
    }
    yajl.beginRecord()
    let isRead = unsafe walker.pointee.walkTokens(tokens, machine)
    let offset = unsafe walker.pointee.rejection
    // A value that begins at the end is not among the tokens.
    if offset >= 0, offset < end {
      return yajl.takeFailure(at: offset, in: bytes, isValid: true).map { .failed($0) }
    }
    if failure == nil, isRead {
      yajl.endRecord()
      return .complete
    }
    yajl.abandonRecord()
    return failure.map { .failed($0) }
  }

  @inline(never)
  private func count(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordOutcome {
    diagnosis.examine(.complete, of: bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
