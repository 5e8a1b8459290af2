/// How an input is divided into records.
///
///     PushParser(mapping, framing: .concatenated)
///     lines.framing = try .array(at: RecordPath("data.items"))
///
/// In all framings, a byte order mark at byte 0 is skipped, only one record is held in memory, and a record over
/// ``Limits/record`` is rejected without being held. In ``lines``, ``embeddedLines`` and ``serverSentEvents``, a record
/// is on one line. In all other framings, it may span lines. Paths and depth count from the record.
///
/// The text between records is validated like the records, except in ``markdown``. An error there ends the reading,
/// because the beginning of the next record is unknown. ``ErrorPolicy/skip(_:)`` reports it without bytes. Such an error
/// has no ``MappingError/record``.
public struct Framing: Sendable, Hashable {
  package let kind: Kind

  package enum Kind: Sendable, Hashable {
    case lines, embeddedLines, serverSentEvents, document, concatenated, sequence, markdown
    /// The elements of the array, or the members of the object, at a path without wildcards.
    case array(at: RecordPath, isObject: Bool)
  }

  /// One record on each line. A raw line feed always ends the record. Blank lines are skipped.
  public static let lines = Framing(kind: .lines)

  /// One record on each line, with other text around it, such as the prefix of a log. Lines without a record are
  /// skipped, and counted in ``ReadingProgress/skippedLines``.
  ///
  ///     web_1  | {"id": 1}            // {"id": 1}
  ///     2024-05-01 [12] {"id": 2}     // {"id": 2}
  ///     starting up: see [docs]       // no record
  ///     [{"id": 3},                   // {"id": 3}
  ///     {"id": 4}]                    // {"id": 4}
  ///     [{"id": 5}, {"id": 6}]        // the same array
  ///
  /// A record is an object or an array of objects. It begins at the first `{` that a quote follows, or at a `{}` at the
  /// end of the line. It ends with the line. White space and one comma at the end are no part of it. Brackets `[` directly
  /// before the object are part of it only if the line ends with as many `]`. A line without such a brace has no record.
  ///
  /// The location of a record is that of its line, and a rejected record is reported with its whole line. The offset and
  /// the column of an error are those of the input. Up to 64 KiB of a line do not count for ``Limits/record``.
  public static let embeddedLines = Framing(kind: .embeddedLines)

  /// Server-sent events (`text/event-stream`), as the APIs of language models send them. The value of each `data:` line
  /// is a record.
  ///
  ///     event: message                // no record
  ///     data: {"id": 1}               // {"id": 1}
  ///     data: [DONE]                  // no record
  ///
  /// Empty values, `[DONE]`, blank lines, comments and the fields `event`, `id` and `retry` are skipped. So are all other
  /// lines, which are counted in ``ReadingProgress/skippedLines``. A record that is spread over several `data:` lines is
  /// malformed. Locations and errors are those of ``embeddedLines``.
  public static let serverSentEvents = Framing(kind: .serverSentEvents)

  /// The whole input is one record, which may span lines. ``JSONLines`` holds all of it in memory, ``PushParser`` one
  /// token.
  public static let document = Framing(kind: .document)

  /// One value after another, with or without white space between them: `{…}{…} [1] 2 3 "x"`.
  ///
  /// A container ends with its bracket, a string with its quote. A number, a literal or any invalid text ends at the
  /// next white space, quote, bracket, comma or colon, or at the end of the input. A malformed record with as many
  /// closing as opening brackets does not affect other records. A record that never ends takes the rest of the input.
  public static let concatenated = Framing(kind: .concatenated)

  /// A JSON text sequence (RFC 7464). A record separator (0x1E) precedes each record. No other part of JSON contains
  /// this byte, so a malformed record does not affect other records.
  ///
  /// Records that contain only white space are skipped. A number, `true`, `false` or `null` without white space after
  /// it is reported as ``MappingError/Kind/truncated``, even if it looks complete. Text before the first separator is
  /// a malformed record.
  public static let sequence = Framing(kind: .sequence)

  /// The JSON in a text that a language model wrote: the values in its JSON code blocks, and the documents that begin a
  /// line outside of them.
  ///
  ///     Here it is:                   // other text
  ///     ```json
  ///     {"id": 1,                     // a record
  ///      "name": "one"}
  ///     ```
  ///     {"id": 2} Is that right?      // a record, and other text
  ///
  /// A fence is a line that begins, after any white space, with three or more backticks or tildes. If the first word after
  /// them has `json` in it, in any case (`json`, `jsonl`, `JSON5`), the text up to the next fence is values, one after
  /// another: objects, arrays and strings, which may span lines. Any other text there is a record that ends with its line,
  /// so that text that is not JSON is an error. A block of another language is skipped up to its closing fence: a line of
  /// only as many of the same characters, or more. A fence without a language begins nothing, and is no part of a record.
  ///
  /// Elsewhere, a document is an object, or an array of objects, that begins a line or follows another record on it. It
  /// begins with a `{` that a quote or a `}` follows, after any brackets `[`. Between these, white space may stand, up to
  /// 256 bytes together. Documents in the middle of a line, and arrays of other values, are recognized in code blocks only.
  ///
  /// A record ends with the bracket or quote that closes it, before a fence, or with the input. A string ends with its
  /// line. So a malformed record in a code block never affects another block. One outside of them takes the text up to
  /// its last bracket, to the next fence, or to the end.
  ///
  /// The lines with other text are counted in ``ReadingProgress/skippedLines``, also if a record ends on them. Blank lines
  /// and fences are not counted. There are no errors between records.
  public static let markdown = Framing(kind: .markdown)

  /// The records are the elements of one array, which is the whole input.
  public static func array() -> Framing {
    Framing(kind: .array(at: RecordPath(writing: []), isObject: false))
  }

  /// The records are the elements of the array at a path, or the values of the members of the object there.
  ///
  ///     try .array(at: RecordPath("data.items"))            // {"data": {"items": [record, record]}}
  ///     try .array(at: RecordPath("pages[2].items[*]"))     // the same with `[*]` at the end or without
  ///     try .array(at: RecordPath("data.*"))                // {"data": {"key": record, "other": record}}
  ///
  /// `Projection.init(_:recordKeys:)` of `StreamMapTables` gives access to the names of the members. A repeated name
  /// gives a record for each occurrence.
  ///
  /// The whole input is validated, including the text before and after the array or object. A missing array or object
  /// is the error ``MappingError/Kind/missingField``, or ``MappingError/Kind/typeMismatch`` if another value is
  /// there. A malformed element with as many closing as opening brackets does not affect other elements. If several
  /// members have the path's name, the first one is used.
  ///
  /// - Parameter path: names and indexes that lead to the array or object. The path to an object ends with `*`. The path
  ///   to an array may end with `[*]`, which changes nothing.
  /// - Throws: ``PathError`` for any other wildcard.
  /// - Complexity: O(n) in the number of steps.
  public static func array(at path: RecordPath) throws(PathError) -> Framing {
    var segments = path.segments
    let isObject = segments.last == .everyMember
    if isObject || segments.last == .everyElement { segments.removeLast() }
    if let wildcard = segments.firstIndex(where: { $0 == .everyElement || $0 == .everyMember }) {
      throw PathError(
        path.text, at: path.positions[wildcard],
        "the path to the records can have a wildcard only at its end: [*] or .*")
    }
    return Framing(kind: .array(at: RecordPath(writing: segments), isObject: isObject))
  }
}

extension Framing: CustomStringConvertible {
  /// The name of the framing, and the path of the records in the shortest form that parses to the same steps.
  public var description: String {
    guard case .array(let path, let isObject) = kind else { return "\(kind)" }
    return "array(at: \(isObject ? RecordPath(writing: path.segments + [.everyMember]) : path))"
  }
}

extension Framing {
  /// Whether each record is on one line, so that an input can be cut between lines.
  package var isLines: Bool {
    switch kind {
    case .lines, .embeddedLines, .serverSentEvents: true
    case .document, .concatenated, .sequence, .markdown, .array: false
    }
  }

  /// The text around the records of lines. Nil if there is none.
  var decoration: LineDecoration? {
    switch kind {
    case .embeddedLines: .text
    case .serverSentEvents: .event
    case .lines, .document, .concatenated, .sequence, .markdown, .array: nil
    }
  }

  /// Returns the maximum length of a line, from that of a record.
  package func lineLimit(_ record: Int) -> Int {
    decoration == nil ? record : record + LineDecoration.room
  }

  /// Whether a line may have other text than records, which is skipped and counted.
  package var skipsLines: Bool { decoration != nil || self == .markdown }

  /// Returns the range of the record in a text that was reported as rejected. Nil if it has none.
  package func record(in text: Span<UInt8>) -> Range<Int>? {
    guard let decoration else { return 0..<text.count }
    if case .record(let range) = decoration.content(of: text, isFirst: true) { return range }
    return nil
  }
}

extension Framing.Kind {
  /// The byte before each record, which no other part of the input contains. Nil if there is none.
  var separator: UInt8? {
    switch self {
    case .sequence: ASCII.recordSeparator
    case .lines, .embeddedLines, .serverSentEvents, .document, .concatenated, .markdown, .array: nil
    }
  }
}
