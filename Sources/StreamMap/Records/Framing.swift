/// How an input is divided into records.
///
///     PushParser(mapping, framing: .concatenated)
///     lines.framing = try .array(at: ArrayPath("data.items"))
///
/// In all framings, a byte order mark at byte 0 is skipped, only one record is held in memory, and a record over
/// ``Limits/record`` is rejected without being held. In all framings but ``lines``, a record may span lines. Paths
/// and depth count from the record.
///
/// The text between records is validated like the records. An error there ends the reading, because the beginning of
/// the next record is unknown. ``ErrorPolicy/skip(_:)`` reports it without bytes. Such an error has no
/// ``MappingError/record``.
public enum Framing: Sendable, Hashable {
  /// One record on each line. A raw line feed always ends the record. Blank lines are skipped.
  case lines

  /// The whole input is one record, which may span lines. ``JSONLines`` holds all of it in memory, ``PushParser`` one
  /// token.
  case document

  /// One value after another, with or without white space between them: `{…}{…} [1] 2 3 "x"`.
  ///
  /// A container ends with its bracket, a string with its quote. A number, a literal or any invalid text ends at the
  /// next white space, quote, bracket, comma or colon, or at the end of the input. A malformed record with as many
  /// closing as opening brackets does not affect other records. A record that never ends takes the rest of the input.
  case concatenated

  /// A JSON text sequence (RFC 7464). A record separator (0x1E) precedes each record. No other part of JSON contains
  /// this byte, so a malformed record does not affect other records.
  ///
  /// Records that contain only white space are skipped. A number, `true`, `false` or `null` without white space after
  /// it is reported as ``MappingError/Kind/truncated``, even if it looks complete. Text before the first separator is
  /// a malformed record.
  case sequence

  /// The records are the elements of one array: the whole input, or the array at a path in it. With a path that ends
  /// with `*`, the records are the values of an object's members. `Projection.init(_:recordKeys:)` of `StreamMapTables`
  /// gives access to their names. A repeated name gives a record for each occurrence.
  ///
  /// The whole input is validated, including the text before and after the array or object. A missing array or object
  /// is the error ``MappingError/Kind/missingField``, or ``MappingError/Kind/typeMismatch`` if another value is
  /// there. A malformed element with as many closing as opening brackets does not affect other elements. If several
  /// members have the path's name, the first one is used.
  case array(at: ArrayPath = .root)

  /// The byte before each record, which no other part of the input contains. Nil if there is none.
  var separator: UInt8? {
    switch self {
    case .sequence: ASCII.recordSeparator
    case .lines, .document, .concatenated, .array: nil
    }
  }
}
