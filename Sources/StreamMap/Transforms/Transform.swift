/// Makes values of what stands in the JSON, and the other way round.
///
///     Field(\.createdAt, "created_at", using: .iso8601)
///     Field(\.deadlines, "deadlines", using: .unixSeconds)      // [String: Date], say
///     Field(\.size, "size", using: Transform("a size") { (text: String) in Size(text) } encode: { $0.text })
///
/// It is used for a field of its type, or for an optional, an array, a set, a dictionary of it,
/// up to three of them in each other. A value that it refuses, because its closure gives nil or
/// throws, is a mismatch: the field's policies say what that means, and the error what was
/// expected, and what was thrown.
///
/// Transforms are values. They compose (``then(_:)``, ``map(_:decode:encode:)``), and can be
/// turned round (``reversed``).
public struct Transform<Source, Value>: Sendable {
  /// What the JSON must hold, for messages: "a date".
  public let expectation: String

  let decoding: @Sendable (Source) throws -> Value?
  let encoding: @Sendable (Value) throws -> Source?

  /// The same as `decoding`, from the literal itself: nothing is made of it in between.
  let reading: (@Sendable (_Literal) throws -> Value?)?

  /// A transform by closures.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - decode: makes a value; nil if there is none for this, or an error that says why.
  ///   - encode: the opposite. Without it, nothing is written.
  public init(
    _ expectation: String, decode: @escaping @Sendable (Source) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> Source? = { _ in nil }
  ) {
    self.init(expectation, decode: decode, encode: encode, reading: nil)
  }

  /// A transform of text that is read where it stands: no string is made of it.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - text: makes a value of a string's text, unescaped and in UTF-8, which it must not keep.
  ///   - encode: the opposite. Without it, nothing is written.
  @_disfavoredOverload
  public init(
    _ expectation: String, text: @escaping @Sendable (Span<UInt8>) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> String? = { _ in nil }
  ) where Source == String {
    self.init(
      expectation, decode: { try text(Array($0.utf8).span) }, encode: encode,
      reading: { try $0.withText(text) })
  }

  init(
    _ expectation: String, decode: @escaping @Sendable (Source) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> Source?,
    reading: (@Sendable (_Literal) throws -> Value?)?
  ) {
    self.expectation = expectation
    self.decoding = decode
    self.encoding = encode
    self.reading = reading
  }

  /// Makes a value; nil if there is none for this.
  ///
  /// - Throws: what the transform's closure throws.
  public func decode(_ source: Source) throws -> Value? { try decoding(source) }

  /// Makes what stands in the JSON; nil if there is nothing for this value.
  ///
  /// - Throws: what the transform's closure throws.
  public func encode(_ value: Value) throws -> Source? { try encoding(value) }
}
