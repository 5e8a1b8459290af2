/// Reads whole records in memory by the structural index, and leaves rejected records to ``Diagnosis``.
///
/// Both fill the same machine, which is owned here. The index produces models but no errors. The diagnosis reads a
/// record again that the index cannot accept. It finds the error, or finds that there is none.
///
/// SAFETY: `index` and `walker` are allocated and freed here. The machine lives as long as `storage`.
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
  /// Whether each record is counted for field statistics.
  let counts: Bool
  /// The context of the call. The machine refers to it.
  var callContext: CallContext? {
    didSet {
      unsafe machine.pointee.store.callContext =
        callContext.map { CallContext.Reference($0) } ?? CallContext.Reference()
      unsafe machine.pointee.store.scopes.pointee.changes = callContext?.mark ?? 0
    }
  }

  /// Creates a source that fills a program's model. The context of the options is not used: see `callContext`.
  init(_ program: Program, _ options: ReadingOptions = ReadingOptions()) {
    self.options = options
    storage = MachineStorage(program)
    limits = (options.limits ?? Limits()).clamped
    indexedLimit = limits.record
    unsafe machine = unsafe storage.machine
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
    // A value that is kept as text must be complete and well-formed.
    let indexOptions = IndexOptions(
      limits: limits, validates: options.validation == .full || program.keepsText)
    self.indexOptions = indexOptions
    unsafe index = indexOptions.makeIndex()
    let walker = UnsafeMutablePointer<IndexWalker>.allocate(capacity: 1)
    unsafe walker.initialize(to: IndexWalker(program, indexOptions.kernel))
    unsafe self.walker = unsafe walker
  }

  deinit {
    unsafe index?.pointee.deallocate()
    unsafe index?.deallocate()
    unsafe walker?.pointee.deallocate()
    unsafe walker?.deinitialize(count: 1)
    unsafe walker?.deallocate()
  }

  /// Reads records that the index rejects, and records that arrive in pieces.
  var yajl: MachineDriver { diagnosis.yajl }

  /// Leaves paths, excerpts and messages out of errors.
  func omitErrorTexts() { diagnosis.yajl.parser.explains = false }

  /// Sets the location of the next record, for its statistics.
  @inline(__always)
  func locate(record: Int?, line: Int?, byteOffset: Int) {
    if counts { setPlace(record, line, byteOffset) }
  }

  @inline(never)
  private func setPlace(_ record: Int?, _ line: Int?, _ byteOffset: Int) {
    diagnosis.place = FieldStatistics.Place(record: record, line: line, byteOffset: byteOffset)
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
    let isComplete = readIndexed(bytes, indexed)
    guard isComplete == true else { return diagnose(bytes, isComplete != nil, allowsByteOrderMark) }
    return counts ? count(bytes, allowsByteOrderMark) : .complete
  }

  /// Reads one record by the index alone. Returns false if the index rejects it, and nil if there is none for it.
  @inline(__always)
  func readIndexed(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?) -> Bool? {
    guard let index = unsafe index, let walker = unsafe walker, bytes.count <= indexedLimit else {
      return nil
    }
    let record =
      unsafe indexed
      ?? bytes.withUnsafeBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe index.pointee.index(record: $0, buffer.count) }
      }
    guard let record, !record.isDoubtful else { return false }
    unsafe machine.pointee.store.beginRecord()
    guard unsafe walker.pointee.walk(record, machine) else {
      unsafe machine.pointee.abandonRecord()
      return false
    }
    unsafe machine.pointee.store.endRecord()
    return true
  }

  /// Reads one record with the exact scanner and yajl.
  ///
  /// - Parameter isDoubtful: whether the index rejects it.
  @inline(never)
  func diagnose(
    _ bytes: Span<UInt8>, _ isDoubtful: Bool, _ allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    diagnosis.read(bytes, isDoubtful: isDoubtful, allowsByteOrderMark: allowsByteOrderMark)
  }

  @inline(never)
  private func count(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordOutcome {
    diagnosis.examine(.complete, of: bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
