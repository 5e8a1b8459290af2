/// How records stand in the input.
///
///     PushParser(mapping, framing: .concatenated)
///     lines.framing = try .array(at: ArrayPath("data.items"))
///
/// In all of them a byte order mark at byte 0 is passed over, one record is all that is held, and a record beyond
/// ``Limits/record`` is refused without being held. A record may span lines, unless a line is one. It is read by itself,
/// so that paths and depth count from the record. What stands between the records is checked as they are. What is wrong
/// there ends the reading, under ``ErrorPolicy/skip(_:)`` too, which is told once more, of no bytes: nothing says where
/// the next record begins. Such an error has no ``MappingError/record``.
public enum Framing: Sendable, Hashable {
  /// One record a line; a raw line feed always ends it. Blank lines are passed over.
  case lines

  /// The whole input is one record, which may span lines. ``JSONLines`` holds all of it, ``PushParser`` a token.
  case document

  /// One value after the other, with white space between them or nothing: `{…}{…} [1] 2 3 "x"`.
  ///
  /// A container ends with its bracket, a string with its quote. A number or literal, or whatever else has no
  /// business there, goes on to the next white space, quote, bracket, comma or colon, or the end.
  /// A bad record whose brackets are even in number spoils no other; a record that never ends takes the rest.
  case concatenated

  /// A JSON text sequence, as RFC 7464 says: before each record a record separator (0x1E), which nothing else in JSON
  /// has, so that whatever is wrong with a record spoils no other.
  ///
  /// Records that are nothing but white space are none. A number, `true`, `false` or `null` that has no white space
  /// behind it is ``MappingError/Kind/truncated``, even if it looks whole. What stands before the
  /// first separator is a bad record.
  case sequence

  /// The records are the elements of one array: the whole input, or the array at a path in it. With a path that ends
  /// with `*`, the records are the values of an object's members. ``Projection/init(_:recordKeys:)`` gives access to
  /// their names. A repeated name gives a record for each occurrence.
  ///
  /// All of the input is checked, including the text before and after the array or object. A missing array or
  /// object is the error ``MappingError/Kind/missingField``, or ``MappingError/Kind/typeMismatch`` if
  /// something else is there. A bad element whose brackets are even in number spoils no other. Of members with
  /// one name the first is meant.
  case array(at: ArrayPath = .root)
}
