/// The error of a record that could not be read, with its location.
///
/// The value has the size of one reference, because a larger `Result` would slow down every record without an error.
public struct MappingError: Error, Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let place: Location
    let path: String
    let expected: String
    let found: String
    let excerpt: String
    let underlying: (any Error)?
    let others: [MappingError]
    let inputHint: InputHint?
    let field: FieldNumber?

    init(
      kind: Kind, place: Location, path: String, expected: String, found: String, excerpt: String,
      underlying: (any Error)?, others: [MappingError], inputHint: InputHint?, field: FieldNumber?
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
      self.field = field
    }
  }

  /// A location in the input. Unknown parts are nil.
  struct Location: Sendable {
    var record: Int?
    var line: Int?
    var column: Int?
    var byteOffset: Int?
  }

  /// The number of a model among those of its mapping, and of a field in it.
  struct FieldNumber: Sendable {
    let scope, field: Int
  }

  init(
    _ kind: Kind, at place: Location = Location(), path: String = "$", expected: String, found: String,
    excerpt: String = "", underlying: (any Error)? = nil, others: [MappingError] = [],
    inputHint: InputHint? = nil, field: FieldNumber? = nil
  ) {
    self.storage = Storage(
      kind: kind, place: place, path: path, expected: expected, found: found, excerpt: excerpt,
      underlying: underlying, others: others, inputHint: inputHint, field: field)
  }

  /// The kind of the error.
  public var kind: Kind { storage.kind }

  /// The number of the record, from 1.
  public var record: Int? { storage.place.record }

  /// The number of the line, from 1.
  public var line: Int? { storage.place.line }

  /// The position of the byte in its line, from 1.
  public var column: Int? { storage.place.column }

  /// The absolute offset of the byte in the input, from 0.
  ///
  /// - Syntax error: the first byte that cannot continue any valid record.
  /// - Truncated record: the end of the record.
  /// - Mapping error: the first byte of the value.
  /// - Missing field: the closing brace of its object.
  ///
  /// If the input cannot be decompressed, it is the offset in the compressed input.
  public var byteOffset: Int? { storage.place.byteOffset }

  /// The path of the value: `user.followers_count`, `tags[3].text`, or `$` for the record itself.
  public var path: String { storage.path }

  /// What was expected at this place.
  public var expected: String { storage.expected }

  /// What was found at this place.
  public var found: String { storage.found }

  /// The bytes around the error, as text. Empty if there are none.
  public var excerpt: String { storage.excerpt }

  /// The error that a `Decodable` type threw, or `CancellationError` for the kind ``Kind/cancelled``. Nil if nothing was
  /// decoded.
  public var underlying: (any Error)? { storage.underlying }

  /// The record's other errors, in order of location, if ``ReadingOptions/reportsAllErrors`` is set.
  public var others: [MappingError] { storage.others }

  /// The probable format of the input and how to read it, such as `this looks like one JSON array: read it with the
  /// framing .array()`. Nil for nearly all errors.
  ///
  /// In an input that is read as lines, the first record can have a hint if the input is an array, one text over many
  /// lines, a text sequence, or one text over the limit of a record. It can also have one if the input is not JSON in
  /// UTF-8, but in a known format: compressed, an archive, a table, a document, or in UTF-16. Every record can have one
  /// for a byte order mark before it, or for carriage returns that should end lines.
  public var hint: String? { inputHint?.text }

  package var inputHint: InputHint? { storage.inputHint }

  /// The field that the value does not fit. Nil for an error of another category, and of the record itself.
  var field: FieldNumber? { storage.field }
}

extension MappingError {
  /// Returns the error with its record and line numbers increased by the counts before it.
  ///
  /// - Parameter before: the numbers of records and lines before. If nil, the error gets no record or line number.
  func numbered(after before: (records: Int, lines: Int)?) -> MappingError {
    var place = storage.place
    place.record = before.flatMap { before in place.record.map { $0 + before.records } }
    place.line = before.flatMap { before in place.line.map { $0 + before.lines } }
    return MappingError(
      kind, at: place, path: path, expected: expected, found: found, excerpt: excerpt, underlying: underlying,
      others: others.map { $0.numbered(after: before) }, inputHint: inputHint, field: field)
  }
}

extension MappingError {
  /// Returns the error of a cancelled reading.
  static func cancelled(_ name: String = "the input") -> MappingError {
    MappingError(
      .cancelled, expected: "reading \(name) ended early", found: "its task was cancelled",
      underlying: CancellationError())
  }

  /// Returns the error for a record that is no longer at its offset.
  package static func absentRecord(at offset: Int) -> MappingError {
    unreadable("it has no record at byte \(offset)")
  }

  /// Returns the error for a record that cannot be read again.
  package static func unreadable(_ reason: String) -> MappingError {
    MappingError(.io, expected: "a record cannot be read again", found: reason)
  }
}
