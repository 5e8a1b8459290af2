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
  let input: ByteInput
  let content: ReadingPlan<Root>.Content

  /// How records stand in the input.
  public var framing = Framing.lines

  /// Which lines are read, by where they begin; of what is no regular file, and not in memory, all have to be.
  public var inputRange = InputRange.all

  /// What is done with a bad record.
  public var onError = ErrorPolicy.stop

  /// The options for all records. Only the limits apply to a record that a decoder decodes.
  public var options = ReadingOptions()

  /// What compressions of the input are undone; bytes are read as they are, if nothing is set.
  public var decompression: Decompression?

  /// Called about once for each block that is read.
  public var onProgress: (@Sendable (ReadingProgress) -> Void)?

  package init(_ input: ByteInput, as mapping: Mapping<Root>) {
    self.init(input, .mapping(mapping))
  }

  init(_ input: ByteInput, _ content: ReadingPlan<Root>.Content) {
    self.input = input
    self.content = content
  }

  /// How the records are read.
  var plan: ReadingPlan<Root> {
    ReadingPlan(content: content, framing: framing, options: options, onError: onError)
  }

  /// What is read.
  var slicedInput: SlicedInput { SlicedInput(input, inputRange, decompression) }

  /// The size of the input in bytes, if it is known and progress is reported.
  var total: Int? {
    guard onProgress != nil, inputRange == .all else { return nil }
    return try? slicedInput.openFile()?.count
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

  /// The lines of standard input.
  public static func standardInput(as mapping: Mapping<Root>) -> JSONLines {
    JSONLines(descriptor: 0, as: mapping)
  }
}
