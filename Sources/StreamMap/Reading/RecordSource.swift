import CStructure

/// Reads whole records in memory: by the structural index, and by yajl what that refuses.
///
/// Both fill the one machine, which is owned here. The index gives models and no errors: a
/// record that it has a doubt of, or that does not fit, is read again by yajl, which finds what
/// is wrong and where, or finds that nothing is. yajl is set up for the first such record.
///
/// SAFETY: `index` and `walker` are allocated and freed here; the machine lives as long as `storage`.
@safe final class RecordSource {
  private let storage: MachineStorage
  private(set) lazy var yajl: MachineDriver = {
    let yajl = MachineDriver(storage, limits: limits)
    yajl.parser.explains = explains
    return yajl
  }()
  let limits: Limits
  /// What is longer is read by yajl: it is too long, or its structure would be large, too.
  private var indexedLimit: Int
  let machine: UnsafeMutablePointer<Machine>
  /// For a record that is an input of its own; nil where yajl alone reads.
  let index: UnsafeMutablePointer<StructuralIndex>?
  private let walker: UnsafeMutablePointer<IndexWalker>?
  /// Whether errors have a path, an excerpt and a message.
  var explains = true {
    didSet { yajl.parser.explains = explains }
  }
  /// More than the model of a record is to be found out.
  let inspects: Bool
  private var inspection: Inspection?
  /// What is let pass that is no JSON.
  let leniency: Leniency
  /// The last record that was mended, of which the model may show text.
  private var mended: UnsafeMutableBufferPointer<UInt8>?
  /// What the call brings along; the machine refers to it.
  var surroundings: Surroundings? {
    didSet {
      unsafe machine.pointee.store.surroundings =
        surroundings.map { Surroundings.Reference($0) } ?? Surroundings.Reference()
      unsafe machine.pointee.store.scopes.pointee.changes = surroundings?.mark ?? 0
    }
  }

  /// Fills a program's model. The context of the options is not used: see `surroundings`.
  init(_ program: Program, _ options: ReadingOptions = ReadingOptions()) {
    leniency = options.leniency
    storage = MachineStorage(program)
    limits = (options.limits ?? Limits()).clamped
    indexedLimit = limits.record
    unsafe machine = unsafe storage.machine
    inspection = Inspection(program, limits, options)
    inspects = inspection != nil
    if options.quality != nil { unsafe machine.pointee.store.takeNotes(counts: true) }
    guard options.engine != .yajl else {
      unsafe index = nil
      unsafe walker = nil
      return
    }
    let kernel = unsafe streammap_kernel_best().pointee
    // A value that is kept as it stands has to be whole and well-formed.
    let validates = options.validation == .full || program.keepsText
    unsafe index = unsafe Self.makeIndex(kernel, limits, validates)
    let walker = UnsafeMutablePointer<IndexWalker>.allocate(capacity: 1)
    unsafe walker.initialize(to: IndexWalker(program, kernel))
    unsafe self.walker = unsafe walker
  }

  /// An index of its own for a text of lines, which whoever gets it frees; nil where yajl
  /// alone reads.
  func makeIndex() -> UnsafeMutablePointer<StructuralIndex>? {
    guard let index = unsafe index else { return nil }
    return unsafe Self.makeIndex(index.pointee.kernel, limits, index.pointee.validates)
  }

  private static func makeIndex(
    _ kernel: streammap_kernel, _ limits: Limits, _ validates: Bool
  ) -> UnsafeMutablePointer<StructuralIndex> {
    let index = UnsafeMutablePointer<StructuralIndex>.allocate(capacity: 1)
    unsafe index.initialize(to: StructuralIndex(kernel, limits: limits, validates: validates))
    return unsafe index
  }

  deinit {
    unsafe mended?.deallocate()
    unsafe index?.pointee.deallocate()
    unsafe index?.deallocate()
    unsafe walker?.pointee.deallocate()
    unsafe walker?.deinitialize(count: 1)
    unsafe walker?.deallocate()
  }

  /// Says where the record is that is read next, for what is found out of it.
  @inline(never)
  func setPlace(record: Int?, line: Int?, byteOffset: Int) {
    inspection?.place = QualityReport.Place(record: record, line: line, byteOffset: byteOffset)
  }

  /// Leaves long records to yajl: whoever reads one after the other is to hold no more than the record.
  func boundIndex() {
    indexedLimit = min(indexedLimit, StructuralIndex.longestRecord)
  }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - bytes: the record, without its line feed.
  ///   - indexed: the same in an indexed text, if it stands in one.
  ///   - allowsByteOrderMark: the record begins at byte 0 of the input.
  @inline(__always)
  func read(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord? = nil, allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    var isDoubtful = false
    if let index = unsafe index, let walker = unsafe walker, bytes.count <= indexedLimit {
      let record =
        unsafe indexed
        ?? bytes.withUnsafeBufferPointer { buffer in
          unsafe buffer.baseAddress.map { unsafe index.pointee.index(record: $0, buffer.count) }
        }
      if let record, !record.isDoubtful {
        unsafe machine.pointee.store.beginRecord()
        if unsafe walker.pointee.walk(record, machine) {
          unsafe machine.pointee.store.endRecord()
          return inspects ? inspect(.complete, bytes, allowsByteOrderMark) : .complete
        }
        unsafe machine.pointee.abandonRecord()
      }
      isDoubtful = true
    }
    return readByYajl(bytes, isDoubtful, allowsByteOrderMark: allowsByteOrderMark)
  }

  /// Reads what the index refuses, and what yajl refuses, too, as far as it can be mended.
  @inline(never)
  private func readByYajl(
    _ bytes: Span<UInt8>, _ isDoubtful: Bool, allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    let outcome = yajl.read(bytes, isDoubtful: isDoubtful, allowsByteOrderMark: allowsByteOrderMark)
    if !leniency.isEmpty, case .failed(let failure) = outcome, failure.kind.category == .syntax,
      let mended = readMended(bytes, allowsByteOrderMark)
    {
      return mended
    }
    return inspects ? inspect(outcome, bytes, allowsByteOrderMark) : outcome
  }

  /// Reads a copy of a record in which is mended what may be; nil if there is nothing to mend.
  private func readMended(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordOutcome? {
    let mending = RecordMending(bytes, leniency)
    guard mending.isChanged else { return nil }
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: mending.output.count)
    _ = unsafe text.initialize(fromContentsOf: mending.output)
    unsafe mended?.deallocate()
    unsafe mended = unsafe text
    unsafe machine.pointee.store.standIns = mending.standIns
    defer { unsafe machine.pointee.store.standIns = nil }
    let copy = unsafe Span(_unsafeElements: UnsafeBufferPointer(text))
    var outcome = yajl.read(copy, allowsByteOrderMark: allowsByteOrderMark)
    if inspects { outcome = inspect(outcome, copy, allowsByteOrderMark, origin: mending.origin) }
    guard case .failed(let failure) = outcome else { return outcome }
    return .failed(mending.told(failure, of: bytes))
  }

  @inline(never)
  private func inspect(
    _ outcome: RecordOutcome, _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool,
    origin: OffsetMap? = nil
  ) -> RecordOutcome {
    guard let inspection else { return outcome }
    return unsafe inspection.inspect(
      outcome, of: bytes, allowsByteOrderMark: allowsByteOrderMark, by: machine, origin: origin)
  }
}

extension RecordMending {
  /// A failure of the copy, as one of the record.
  fileprivate func told(_ failure: RecordFailure, of record: Span<UInt8>) -> RecordFailure {
    let number = standIns?.number(failure.found.utf8)
    var told = RecordFailure(
      failure.kind, at: min(origin.original(of: failure.offset), record.count), path: failure.path,
      expected: failure.expected, found: number?.text ?? failure.found, text: record)
    told.underlying = failure.underlying
    told.others = failure.others.map { self.told($0, of: record) }
    return told
  }
}
