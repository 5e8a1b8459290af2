/// What a stream of records lets pass that is no JSON; nothing, if nothing is asked for.
///
///     var lines = JSONLines(path: "scraped.jsonl", as: mapping)
///     lines.options.extensions = [.illFormedUnicode, .nonFiniteNumbers]
///
/// A record that is JSON costs nothing more. Of another, a copy is made in which what is asked for is mended,
/// and read instead; errors are told with the offsets of the record itself. ``Limits`` count the copy.
public struct SyntaxExtensions: OptionSet, Sendable, Hashable {
  /// One bit for each.
  public let rawValue: UInt8

  /// The options of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// In strings and names, what is no well-formed UTF-8 is read as U+FFFD, one for each maximal part of a
  /// character, as the WHATWG's Encoding Standard decodes it, and so is the escape of half a surrogate pair.
  public static let illFormedUnicode = SyntaxExtensions(rawValue: 1 << 0)

  /// `NaN`, `Infinity` and `-Infinity` are values, as Python's `json` writes them. A `Double` or `Float` takes
  /// them; for a field of another type they are a value of another type; and in a value that is kept as it
  /// stands (``RawJSON``, ``JSONValue``, what is read again from its text) each is `null`.
  public static let nonFiniteNumbers = SyntaxExtensions(rawValue: 1 << 1)
}
