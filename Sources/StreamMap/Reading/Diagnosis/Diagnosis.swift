/// Explains records: everything that reading a record takes besides filling its model from the index.
///
/// yajl reads the records that the index cannot read, into the same machine. On request, the diagnosis reports all errors
/// of a record, counts field statistics, and repairs malformed records. A record that the index accepts comes here only
/// to be counted.
final class Diagnosis {
  /// Reads into the machine that the index fills, too.
  let yajl: MachineDriver
  let reportsAllErrors: Bool
  let statistics: FieldStatistics?
  /// The index in the field statistics of the program's first field.
  let row: Int
  private let extensions: SyntaxExtensions
  /// Whether only the first error of a record is wanted.
  private let isPlain: Bool
  /// The location of the record that is read next.
  var place = FieldStatistics.Location(record: nil, line: nil, byteOffset: 0)
  /// Reads a record again, into a model that is discarded.
  private(set) lazy var inspector: MachineDriver = {
    let inspector = MachineDriver(MachineStorage(yajl.program), limits: yajl.parser.limits)
    inspector.storage.content.store.takeNotes(counts: statistics != nil)
    inspector.storage.content.store.notes.collects = true
    inspector.parser.context.locateNotes()
    return inspector
  }()
  /// The text of the last record that was repaired. Its model may borrow from it.
  private var repaired: [UInt8] = []

  /// - Parameter storage: owns the machine.
  init(_ storage: MachineStorage, limits: Limits, _ options: ReadingOptions) {
    yajl = MachineDriver(storage, limits: limits)
    reportsAllErrors = options.reportsAllErrors
    statistics = options.statistics
    extensions = options.extensions
    isPlain = extensions.isEmpty && statistics == nil && !reportsAllErrors
    row = statistics?.row(of: storage.program) ?? 0
  }

  /// Completes the outcome of a record: repairs it if it is malformed and lenient parsing allows that, and adds what else
  /// is requested.
  ///
  /// - Parameters:
  ///   - bytes: the record, without its line feed.
  ///   - allowsByteOrderMark: the record begins at byte 0 of the input.
  func complete(
    _ outcome: consuming RecordOutcome, of bytes: Span<UInt8>, allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    if isPlain { return outcome }
    if !extensions.isEmpty, case .failed(let failure) = outcome, failure.kind.category == .syntax,
      let repaired = readRepaired(bytes, allowsByteOrderMark)
    {
      return repaired
    }
    return examine(outcome, of: bytes, allowsByteOrderMark: allowsByteOrderMark)
  }

  /// Reads a repaired copy of a record. Returns nil if there is nothing to repair.
  private func readRepaired(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordOutcome? {
    let repair = RecordRepair(bytes, extensions, keepsNumbers: yajl.program.keepsVerbatim)
    guard repair.isChanged else { return nil }
    let text = repair.output
    repaired = text
    yajl.storage.content.store.nonFinite = repair.nonFinite
    defer { yajl.storage.content.store.nonFinite = [:] }
    let copy = text.span
    let outcome = examine(
      yajl.read(copy, allowsByteOrderMark: allowsByteOrderMark), of: copy,
      allowsByteOrderMark: allowsByteOrderMark, origin: repair.origin)
    guard case .failed(let failure) = outcome else { return outcome }
    return .failed(repair.original(failure, of: bytes))
  }
}
