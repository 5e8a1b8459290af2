/// A position in JSON text that is already validated.
///
/// `JSONValue`, the compact and the pretty form, schema inference, the member names of encoded objects and error paths
/// walk validated text with it. A walk goes token by token (``next(in:)``), or member by
/// member and element by element:
///
///     var cursor = RecordCursor(at: object)
///     cursor.enter()
///     while let name = cursor.nextName(in: text) {
///       let value = cursor.skipValue(in: text)
///       …
///     }
///
/// The cursor holds no text. The caller passes the same text to each call, because a type that stores a `Span` needs an
/// experimental feature of the compiler.
///
/// Two readers do not use it. The index walker and the containers of `Decodable` types find the end of a value with one
/// load from the structural index, where this type reads every byte. Schema inference uses it for what it did not
/// predict.
///
/// Invariant: `0 ≤ offset ≤ text.count`, and `offset` is not inside a token. Text that ends early ends the walk. Text
/// that is not JSON gives meaningless tokens and values, but each walk ends, and nothing is read out of bounds.
@usableFromInline package struct RecordCursor {
  /// The position, in bytes from the start of the text.
  @usableFromInline package var offset: Int

  /// Creates a cursor.
  @inlinable package init(at offset: Int = 0) {
    self.offset = offset
  }

  /// A string or a member name: the range between its quotes.
  package struct Text: Equatable {
    package let range: Range<Int>
    /// Whether it contains a backslash.
    package let hasEscapes: Bool
  }

  package enum Token: Equatable {
    case beginObject, endObject, beginArray, endArray
    case name(Text)
    case string(Text)
    case number(Range<Int>)
    case bool(Bool)
    case null
  }
}
