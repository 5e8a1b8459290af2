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

  let decoding: @Sendable (Source, CallContext.Reference) throws -> Value?
  let encoding: @Sendable (Value, CallContext.Reference) throws -> Source?

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

  /// A transform by closures that get the context of the call.
  ///
  ///     Transform("a price", context: Rates.self) { (amount: Double, rates) in rates.price(amount) }
  ///
  /// A call without a context of this type is an error of the kind
  /// ``MappingError/Kind/wrongContext``, whatever the field's policies.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, for messages: "a date".
  ///   - context: the type of the context.
  ///   - decode: makes a value; nil if there is none for this, or an error that says why.
  ///   - encode: the opposite. Without it, nothing is written.
  public init<Context>(
    _ expectation: String, context: Context.Type,
    decode: @escaping @Sendable (Source, Context) throws -> Value?,
    encode: @escaping @Sendable (Value, Context) throws -> Source? = { _, _ in nil }
  ) {
    self.init(
      expectation, decoding: { try decode($0, $1.context(as: Context.self)) },
      encoding: { try encode($0, $1.context(as: Context.self)) })
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

  /// Makes a value; nil if there is none for this.
  ///
  /// - Parameters:
  ///   - source: what stands in the JSON.
  ///   - context: what the closure gets, if it asks for one.
  /// - Throws: what the transform's closure throws, or that it asks for another context.
  public func decode(_ source: Source, context: (any Sendable)? = nil) throws -> Value? {
    let callContext = CallContext(context: context)
    return try withExtendedLifetime(callContext) {
      try decoding(source, CallContext.Reference(callContext))
    }
  }

  /// Makes what stands in the JSON; nil if there is nothing for this value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - context: what the closure gets, if it asks for one.
  /// - Throws: what the transform's closure throws, or that it asks for another context.
  public func encode(_ value: Value, context: (any Sendable)? = nil) throws -> Source? {
    let callContext = CallContext(context: context)
    return try withExtendedLifetime(callContext) {
      try encoding(value, CallContext.Reference(callContext))
    }
  }
}
