/// The parser that finds the events of a record.
///
///     lines.options.engine = .yajl
///
/// Under ``Validation/full``, all engines give the same models and the same errors.
public enum Engine: Sendable, Hashable, CaseIterable {
  /// The fastest engine for the input: ``index`` for whole records, ``yajl`` for a document that arrives in pieces.
  case automatic
  /// The parser yajl, which reads one token after another.
  case yajl
  /// A structural index over many records at a time, which skips values that are not mapped.
  ///
  /// A malformed record is read again by an exact scanner, which finds the error. In a stream of records, a record of
  /// more than 8 MiB is read by ``yajl``, because its index would be large, too.
  case index
}

/// How much of a record is validated.
public enum Validation: Sendable, Hashable, CaseIterable {
  /// Validates every byte. A record is accepted if RFC 8259 allows it, it is well-formed UTF-8, and its surrogate
  /// escapes come in pairs.
  case full
  /// Validates mapped values, and the encoding of all bytes. Every record that ``full`` accepts gives the same model.
  /// Some records that ``full`` rejects are accepted, too.
  ///
  /// In values that are not mapped, only the ends of strings and the brackets are found. The brackets need not match,
  /// and an escape can be invalid or half of a surrogate pair. Commas between members and elements are not checked.
  /// After the last mapped value, only the end of the record is found. With `Field(\.id, "id")` alone, each of these
  /// lines is a record whose `id` is 1:
  ///
  ///     {"id":1,"a":01}         an invalid number
  ///     {"a":"\x","id":1}       an invalid escape in a string that is not mapped
  ///     {"a":[1,2},"id":1}      brackets that do not match
  ///     {"a":nul,"id":1}        an invalid literal
  ///     {"id":1                 a missing end after the last mapped value
  ///     {"id":1} {"id":2}       a second value
  ///
  /// A malformed record can also lose a mapped value without an error, because the value is then taken for a part of
  /// another. In these lines `id` counts as absent. ``FieldPolicy/required`` makes that an error:
  ///
  ///     {"a":1 "id":1}          a missing comma
  ///     {"a":{"b":[},"id":1]}   brackets that do not match
  ///
  /// Rejected records are reported as under ``full``. Everything is validated by ``Engine/yajl``, which also reads
  /// lines of more than 8 MiB, and for mappings that keep JSON text (``RawJSON``, ``JSONValue``).
  case mapped
}
