/// A conversion between JSON values and Swift values, in both directions.
///
///     Field(\.createdAt, "created_at", using: .iso8601)
///     Field(\.deadlines, "deadlines", using: .unixSeconds)      // [String: Date], say
///     Field(\.size, "size", using: Transform("a size") { (text: String) in Size(text) } encode: { $0.text })
///
/// A transform is used for a field of its type, or of an optional, an array, a set or a dictionary of it, with up to
/// three of these nested. A transform rejects a value if its closure returns nil or throws. Such a value is a
/// mismatch, and the field's policies apply. The error contains what was expected, and what was thrown.
///
/// Transforms are values. They compose (``then(_:)``, ``map(_:decode:encode:)``), and can be inverted (``reversed``).
public struct Transform<Source, Value>: Sendable {
  /// What the JSON must hold, for messages: "a date".
  public let expectation: String

  @usableFromInline let decoding: @Sendable (Source, CallContext.Reference) throws -> Value?
  let encoding: @Sendable (Value, CallContext.Reference) throws -> Source?

  /// A closure like `decoding` that reads the literal directly, without an intermediate value.
  @usableFromInline let reading: (@Sendable (_Literal) throws -> Value?)?

  /// Creates a transform from closures.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - decode: makes a value. Nil or an error rejects the value, and the error gives the reason.
  ///   - encode: converts a value back. By default, nothing is written.
  public init(
    _ expectation: String, decode: @escaping @Sendable (Source) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> Source? = { _ in nil }
  ) {
    self.init(expectation, decode: decode, encode: encode, reading: nil)
  }

  /// Creates a transform from closures that get the context of the call.
  ///
  ///     Transform("a price", context: Rates.self) { (amount: Double, rates) in rates.price(amount) }
  ///
  /// A call without a context of this type is an error of the kind ``MappingError/Kind/wrongContext``, whatever the
  /// field's policies.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - context: the type of the context.
  ///   - decode: makes a value. Nil or an error rejects the value, and the error gives the reason.
  ///   - encode: converts a value back. By default, nothing is written.
  public init<Context>(
    _ expectation: String, context: Context.Type,
    decode: @escaping @Sendable (Source, Context) throws -> Value?,
    encode: @escaping @Sendable (Value, Context) throws -> Source? = { _, _ in nil }
  ) {
    self.init(
      expectation, decoding: { try decode($0, $1.context(as: Context.self)) },
      encoding: { try encode($0, $1.context(as: Context.self)) })
  }

  /// Creates a transform that reads text in place, without making a string.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - text: makes a value from a string's text, unescaped and in UTF-8. It must not keep the span.
  ///   - encode: converts a value back. By default, nothing is written.
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
    self.init(
      expectation, decoding: { source, _ in try decode(source) },
      encoding: { value, _ in try encode(value) }, reading: reading)
  }

  init(
    _ expectation: String, decoding: @escaping @Sendable (Source, CallContext.Reference) throws -> Value?,
    encoding: @escaping @Sendable (Value, CallContext.Reference) throws -> Source?,
    reading: (@Sendable (_Literal) throws -> Value?)? = nil
  ) {
    self.expectation = expectation
    self.decoding = decoding
    self.encoding = encoding
    self.reading = reading
  }

  /// Converts a JSON value. Returns nil if the transform has no value for it.
  ///
  /// - Parameters:
  ///   - source: the JSON value.
  ///   - context: the context for a closure that asks for one.
  /// - Throws: the error of the transform's closure, or an error if it asks for a context of another type.
  public func decode(_ source: Source, context: (any Sendable)? = nil) throws -> Value? {
    let callContext = CallContext(context: context)
    return try withExtendedLifetime(callContext) {
      try decoding(source, CallContext.Reference(callContext))
    }
  }

  /// Converts a value back to a JSON value. Returns nil if there is none for it.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - context: the context for a closure that asks for one.
  /// - Throws: the error of the transform's closure, or an error if it asks for a context of another type.
  public func encode(_ value: Value, context: (any Sendable)? = nil) throws -> Source? {
    let callContext = CallContext(context: context)
    return try withExtendedLifetime(callContext) {
      try encoding(value, CallContext.Reference(callContext))
    }
  }
}
