/// Why a record could not be read, and where.
///
/// The value is one reference wide: an error is rare, and a wide `Result` would
/// slow every record that has none.
public struct MappingError: Error, Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let place: Place
    let path: String
    let expected: String
    let found: String
    let excerpt: String
    let underlying: (any Error)?
    let others: [MappingError]
    let inputHint: InputHint?

    init(
      kind: Kind, place: Place, path: String, expected: String, found: String, excerpt: String,
      underlying: (any Error)?, others: [MappingError], inputHint: InputHint?
    ) {
      self.kind = kind
      self.place = place
      self.path = path
      self.expected = expected
      self.found = found
      self.excerpt = excerpt
      self.underlying = underlying
      self.others = others
      self.inputHint = inputHint
    }
  }

  /// Where in the input an error is; what is not known is `nil`.
  struct Place: Sendable {
    var record: Int?
    var line: Int?
    var column: Int?
    var byteOffset: Int?
  }

  init(
    _ kind: Kind, at place: Place = Place(), path: String = "$", expected: String, found: String,
    excerpt: String = "", underlying: (any Error)? = nil, others: [MappingError] = [],
    inputHint: InputHint? = nil
  ) {
    self.storage = Storage(
      kind: kind, place: place, path: path, expected: expected, found: found, excerpt: excerpt,
      underlying: underlying, others: others, inputHint: inputHint)
  }

  /// What went wrong.
  public var kind: Kind { storage.kind }

  /// The number of the record, from 1.
  public var record: Int? { storage.place.record }

  /// The number of the line, from 1.
  public var line: Int? { storage.place.line }

  /// The byte within its line, from 1.
  public var column: Int? { storage.place.column }

  /// The byte within the whole input, from 0.
  ///
  /// A syntax error's is the first byte at which the bytes so far begin no valid
  /// record, a truncation's is the record's end, a mapping error's the first byte
  /// of the value, a missing member's the closing brace of its object. Of an input that cannot be decompressed
  /// it is the byte within the compressed input.
  public var byteOffset: Int? { storage.place.byteOffset }

  /// The place in the JSON, as a path: `user.followers_count`, `tags[3].text`, `$`
  /// for the record itself.
  public var path: String { storage.path }

  /// What could have stood there.
  public var expected: String { storage.expected }

  /// What stood there.
  public var found: String { storage.found }

  /// The bytes around the place, as text; empty where there are none.
  public var excerpt: String { storage.excerpt }

  /// What a `Decodable` type threw; nil where nothing was decoded.
  public var underlying: (any Error)? { storage.underlying }

  /// What else is wrong with the record, in order of place, if ``ErrorDetail/all`` was asked for.
  public var others: [MappingError] { storage.others }

  /// The probable format of the input and how to read it, such as `this looks like one JSON array: read it with the
  /// framing .array()`. Nil for nearly all errors.
  ///
  /// In an input that is read as lines, the first record can have a hint if the input is an array, one text over many
  /// lines, a text sequence, or UTF-16. Every record can have one for a byte order mark before it, or for carriage
  /// returns that should end lines.
  public var hint: String? { inputHint?.text }

  package var inputHint: InputHint? { storage.inputHint }
}

extension MappingError {
  /// The same, of which records and lines were counted from somewhere in the input.
  ///
  /// - Parameter before: how many there are before; nil if that is not known, and so are the numbers.
  func numbered(after before: (records: Int, lines: Int)?) -> MappingError {
    var place = storage.place
    place.record = before.flatMap { before in place.record.map { $0 + before.records } }
    place.line = before.flatMap { before in place.line.map { $0 + before.lines } }
    return MappingError(
      kind, at: place, path: path, expected: expected, found: found, excerpt: excerpt, underlying: underlying,
      others: others.map { $0.numbered(after: before) }, inputHint: inputHint)
  }
}

extension MappingError {
  /// A record is not where it was.
  package static func absentRecord(at offset: Int) -> MappingError {
    unreadable("it has no record at byte \(offset)")
  }

  /// Returns the error for a record that cannot be read again.
  package static func unreadable(_ reason: String) -> MappingError {
    MappingError(.io, expected: "a record cannot be read again", found: reason)
  }
}
