/// A file, or any input, of one JSON record a line, read into models in constant
/// memory.
///
///     let lines = JSONLines(path: "tweets.jsonl", as: mapping)
///     try lines.forEach { (tweet: borrowing Tweet, place) in … }
///     for result in lines.results { let tweet = try result.get() }
///     for try await tweet in lines.async { … }
///
/// A model is what a ``Mapping`` fills, or any `Decodable` type.
///
/// Lines end with a line feed, or with a carriage return and a line feed; the last one
/// may end with the input. Blank lines are passed over, and a byte order mark at byte 0.
/// A raw line feed always ends the record, so that a string that is never closed spoils
/// its own line and not the next.
///
/// Records may stand otherwise than one a line: see ``framing``.
///
/// The value describes what is read and how; each view reads from the beginning, and so
/// does a path each time, but a descriptor is read from where it is.
public struct JSONLines<Root>: Sendable {
  /// What makes models of records.
  enum Content: Sendable {
    case mapping(Mapping<Root>)
    /// Makes a reader, with the limits of the lines.
    case reader(@Sendable (Limits) -> any RecordReader<Root>)
  }

  let input: ByteInput
  let content: Content

  /// How records stand in the input.
  public var framing = Framing.lines

  /// Which lines are read, by where they begin; of what is no regular file, and not in memory, all have to be.
  public var portion = Portion.all

  /// What is done with a bad record.
  public var onError = ErrorPolicy.stop

  /// What one record may cost; at first the mapping's or the decoder's.
  public var limits: Limits

  /// What finds the events of a record that a mapping takes.
  public var engine = Engine.automatic

  /// How much is checked of a record that a mapping takes; of one that is decoded, everything.
  public var validation = Validation.full

  /// How much is told of what is wrong with a record that a mapping takes.
  public var failures = FailureReporting.first

  /// Counts what the records had of each field of the mapping.
  public var quality: QualityReport?

  /// What is let pass, of a record that a mapping takes, that is no JSON; nothing, if nothing is set.
  public var leniency: Leniency = []

  /// What closures of the mapping get that ask for it; all workers share it.
  public var context: (any Sendable)?

  /// What compressions of the input are undone; bytes are read as they are, if nothing is set.
  public var decompression: Decompression?

  /// Called about once for each block that is read.
  public var onProgress: (@Sendable (Progress) -> Void)?

  /// Opens the input at its beginning.
  ///
  /// - Parameter interruption: ends reads that wait.
  func open(until interruption: Interruption? = nil) throws(MappingError) -> ByteSource {
    try SlicedInput(input, portion, decompression).open(until: interruption)
  }

  package init(_ input: ByteInput, as mapping: Mapping<Root>) {
    self.input = input
    content = .mapping(mapping)
    limits = mapping.limits
  }

  init(
    _ input: ByteInput, limits: Limits, reader: @escaping @Sendable (Limits) -> any RecordReader<Root>
  ) {
    self.input = input
    content = .reader(reader)
    self.limits = limits
  }

  /// Makes what reads the records, with the options of the lines.
  ///
  /// - Parameter quality: counts instead of the lines' own.
  func makeReader(_ quality: QualityReport?) -> any RecordReader<Root> {
    switch content {
    case .mapping(let mapping):
      Cursor(
        mapping, limits: limits, engine: engine, validation: validation, failures: failures,
        quality: quality, leniency: leniency, context: context)
    case .reader(let make):
      make(limits)
    }
  }

  /// What is handed over must not be part of the record.
  func requireOwned() {
    if case .mapping(let mapping) = content { mapping.requireOwned("forEach") }
  }

  /// The lines of a file, opened when they are read.
  public init(path: String, as mapping: Mapping<Root>) {
    self.init(.path(path), as: mapping)
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, as mapping: Mapping<Root>) {
    self.init(.descriptor(descriptor), as: mapping)
  }

  /// Lines in memory.
  public init(bytes: [UInt8], as mapping: Mapping<Root>) {
    self.init(.bytes(bytes), as: mapping)
  }

  /// The lines of standard input.
  public static func standardInput(as mapping: Mapping<Root>) -> JSONLines {
    JSONLines(descriptor: 0, as: mapping)
  }
}
