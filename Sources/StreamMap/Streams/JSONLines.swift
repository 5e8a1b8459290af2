/// A file or another input with one JSON record on each line, read into models in constant memory.
///
///     let lines = JSONLines(path: "tweets.jsonl", as: mapping)
///     try lines.forEach { tweet, location in … }
///     for result in lines.results { let tweet = try result.get() }
///     for try await tweet in lines.async { … }
///
/// A model is filled by a ``Mapping``, or is of any `Decodable` type.
///
/// A line ends with a line feed, or with a carriage return and a line feed. The last line may end with the input. Blank
/// lines are skipped, and so is a byte order mark at byte 0. A raw line feed always ends a record. So a string that is
/// not closed affects only its own line.
///
/// Other framings than one record per line are possible: see ``framing``.
///
/// If the task that reads is cancelled, every view ends with the error ``MappingError/Kind/cancelled``.
///
/// The value only describes the input and the options. Each view opens the ``Input`` when it begins.
///
/// A file is read at the size that it has when it is opened. A last line that is incomplete then is read to its end, or
/// left in the file: see ``completeLines``.
public struct JSONLines<Root>: Sendable {
  let input: Input
  let content: ReadingPlan<Root>.Content

  /// The framing of the records in the input.
  public var framing = Framing.lines

  /// Whether a last line without a line feed is left in the input. It is neither a record nor an error, because its rest
  /// may still be written. Only lines are affected.
  ///
  ///     lines.completeLines = true
  ///     lines.inputRange = .range(next..<Int.max)
  ///     try lines.forEach { record, location in next = location.bytes.upperBound + 1 }
  ///
  /// A line over the limit is rejected before it ends.
  public var completeLines = false

  /// The lines to read, by the offset where they begin. An input that is neither a regular file nor in memory must be
  /// read as a whole.
  public var inputRange = InputRange.all

  /// The condition for records to be read. The others are skipped, and counted in ``ReadingProgress/filtered``. With
  /// ``Validation/full``, a malformed record is rejected whether the filter would keep it or not.
  public var filter: Filter?

  /// The policy for bad records.
  public var onError = ErrorPolicy.stop

  /// The options for all records. Only the limits apply to a record that a decoder decodes.
  public var options = ReadingOptions()

  /// The compression formats to decompress. If nil, the bytes are read as they are.
  public var decompression: Decompression?

  /// Finds paths that no record has.
  package var pathObserver: PathObserver?

  /// Called about once for each block that is read.
  public var onProgress: (@Sendable (ReadingProgress) -> Void)?

  /// Creates a stream of the records of an input, read with a mapping.
  public init(_ input: Input, as mapping: Mapping<Root>) {
    self.init(input, .mapping(mapping))
  }

  /// Creates a stream of the lines of a file, read with a mapping.
  public init(path: String, as mapping: Mapping<Root>) { self.init(.path(path), as: mapping) }

  init(_ input: Input, _ content: ReadingPlan<Root>.Content) {
    self.input = input
    self.content = content
  }

  /// How the records are read.
  package var plan: ReadingPlan<Root> {
    ReadingPlan(
      content: content, framing: framing, completeLines: completeLines, options: options, onError: onError,
      filter: filter, sampling: pathObserver?.makeSampling())
  }

  /// Reports the paths that no record has, at the end of a reading.
  func report(_ findings: RecordSampling.Findings) {
    guard let pathObserver else { return }
    let fields =
      if case .mapping(let mapping) = content { mapping.program.fieldPaths } else { [[RecordPath]]() }
    for note in pathObserver.notes(findings, fields, filter) { pathObserver.report(note) }
  }

  /// The input, with the range and the compression to read.
  var chunkedInput: ChunkedInput {
    var chunked = ChunkedInput(input, inputRange, decompression)
    chunked.isLines = framing.isLines
    if completeLines { chunked.lineLimit = plan.lineLimit }
    return chunked
  }

  /// The size of the input in bytes, if it is known and progress is reported.
  var total: Int? {
    guard onProgress != nil, inputRange == .all else { return nil }
    return try? chunkedInput.openFile()?.count
  }

  /// Stops the program if a model can borrow text of its record.
  ///
  /// - Parameter method: the call to use instead.
  func requireOwned(_ method: StaticString = "forEach") {
    if case .mapping(let mapping) = content { mapping.requireOwned(method) }
  }
}

/// Finds paths that no record has, and reports them.
package struct PathObserver: Sendable {
  package let report: @Sendable (String) -> Void
  /// Creates the summary of a reading's first records.
  let makeSampling: @Sendable () -> RecordSampling
  /// Returns the notes on the paths of fields and of a filter. Each field has at least one path.
  let notes: @Sendable (RecordSampling.Findings, _ fields: [[RecordPath]], Filter?) -> [String]

  package init(
    report: @escaping @Sendable (String) -> Void, makeSampling: @escaping @Sendable () -> RecordSampling,
    notes: @escaping @Sendable (RecordSampling.Findings, _ fields: [[RecordPath]], Filter?) -> [String]
  ) {
    (self.report, self.makeSampling, self.notes) = (report, makeSampling, notes)
  }
}
