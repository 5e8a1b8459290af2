/// Non-standard JSON to accept in a stream of records. Empty by default.
///
///     var lines = JSONLines(path: "scraped.jsonl", as: mapping)
///     lines.options.extensions = [.illFormedUnicode, .nonFiniteNumbers]
///
/// A valid record costs nothing more. A malformed record is copied, and the accepted extensions are repaired in the
/// copy, which is read instead. Errors have the offsets of the original record. ``Limits`` apply to the copy. A document
/// that a ``PushParser`` or an ``EventParser`` reads in pieces is not repaired.
public struct SyntaxExtensions: OptionSet, Sendable, Hashable {
  /// The bits of the set, one for each extension.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Ill-formed UTF-8 in strings and names is read as U+FFFD, one for each maximal part of a character, as the
  /// WHATWG's Encoding Standard decodes it. The escape of half a surrogate pair is read as U+FFFD, too.
  public static let illFormedUnicode = SyntaxExtensions(rawValue: 1 << 0)

  /// `NaN`, `Infinity` and `-Infinity` are accepted as values, as Python's `json` writes them.
  ///
  /// A `Double` or `Float` field takes them. For a field of another type they are a type mismatch. In a value that is
  /// kept as JSON text (``RawJSON``, ``JSONValue``, or a value that is read again from its text), each becomes
  /// `null`, and an optional field of such a type is nil.
  public static let nonFiniteNumbers = SyntaxExtensions(rawValue: 1 << 1)

  /// Comments are white space: `/* … */`, and `// …` up to the end of the line. Every byte is then validated.
  ///
  /// A record that is only a comment is malformed. The ends of values in ``Framing/array()`` and
  /// ``Framing/concatenated`` are found before comments are, so a comment there may have no quotes and brackets.
  public static let comments = SyntaxExtensions(rawValue: 1 << 2)

  /// A comma may stand between a value and a closing bracket: `[1,]`, `{"a":1,}`. Not after the last element of
  /// ``Framing/array()``, which is outside of the records.
  public static let trailingCommas = SyntaxExtensions(rawValue: 1 << 3)
}
