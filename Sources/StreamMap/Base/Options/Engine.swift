/// What finds the events of a record.
///
/// Under ``Validation/full`` all give the same models and the same errors.
public enum Engine: Sendable, Hashable, CaseIterable {
  /// The fastest that can do it: ``index`` for whole records, ``yajl`` for a document that
  /// arrives in pieces.
  case automatic
  /// The parser yajl, a token after the other.
  case yajl
  /// A structural index over many records at a time, which jumps over what is not wanted.
  /// A record in which it finds anything wrong is read again by ``yajl``, which tells; of
  /// several records, one of more than 8 MiB is left to ``yajl`` at once: its index would be
  /// large, too.
  case index
}

/// How much of a record is checked.
public enum Validation: Sendable, Hashable, CaseIterable {
  /// Every byte: a record is read if RFC 8259 allows it, in well-formed UTF-8 with
  /// surrogate escapes in pairs.
  case full
  /// What is mapped, and the encoding of everything. Every record that ``full`` accepts
  /// gives the same model; some that it refuses give one, too.
  ///
  /// What is not wanted is skipped by the ends of its strings and by its brackets, which
  /// need not even match; after the last wanted value nothing is looked for but the
  /// record's end. With `Field(\.id, "id")` alone, each of these is a record whose `id` is 1:
  ///
  ///     {"id":1,"a":01}         a number that is none
  ///     {"a":"\x","id":1}       an escape that is none, in a string that is not wanted
  ///     {"a":[1,2},"id":1}      brackets that do not match
  ///     {"a":nul,"id":1}        a literal that is none
  ///     {"id":1                 an end that is missing, after the last wanted value
  ///     {"id":1} {"id":2}       a second value
  ///
  /// What is refused is told as ``full`` tells it. ``Engine/yajl``, by which a line of more than
  /// 8 MiB is read, too, and a mapping that keeps values as they stand (``RawJSON``, ``JSONValue``),
  /// always check everything.
  case mapped
}
