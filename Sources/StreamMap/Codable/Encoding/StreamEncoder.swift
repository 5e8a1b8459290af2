#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An encoder of any unchanged `Encodable` type as JSON, with `JSONEncoder`'s interface and results at a multiple of
/// its speed.
///
///     let encoder = StreamEncoder()
///     encoder.dateEncodingStrategy = .iso8601
///     let data = try encoder.encode(tweet)
///
/// Encoded values are written directly into the text. There is no tree, no dictionary of an object's members, and no
/// string for a key. The text of keys, and all memory, is kept from call to call and shared by the encoders of the process.
/// So a new encoder for each call costs little. Containers can be used in any order, and a nested container can be
/// written to after later values. If a name is encoded twice, the last value counts. For a file of many records see
/// ``JSONLinesWriter``.
///
/// The class replaces `JSONEncoder` in source code: `typealias JSONEncoder = StreamEncoder`. Each call, and each
/// ``JSONLinesWriter``, works with the settings at the moment when it begins. So concurrent calls can share an encoder.
///
/// The strategies, the errors and all coding paths are those of `JSONEncoder`. The differences are:
/// - The members of an object are in the order in which they are encoded, unless
///   `JSONEncoder.OutputFormatting.sortedKeys` is set. `JSONEncoder` writes them in no particular order.
/// - If a value throws an error that is caught, the text that it has written is removed. `JSONEncoder` keeps a part of
///   it in a single-value container. A container that such a value has kept must not be used again.
/// - An element or member has its place when its encoding begins, or when its `superEncoder` is requested. `JSONEncoder`
///   adds it when it is complete, or when the encoder is released.
open class StreamEncoder: @unchecked Sendable {
  // SAFETY: `@unchecked Sendable`, because a class that can be subclassed cannot be checked. The only stored property is
  // `Sendable`.

  /// The layout of the text, as in `JSONEncoder`.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// The format of dates, as in `JSONEncoder`.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// The format of `Data`, as in `JSONEncoder`.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// The conversion from keys to member names, as in `JSONEncoder`.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
  /// The strings to write for infinities and NaN, as in `JSONEncoder`.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy

  private let settings: CoderSettings<EncodingOptions>

  /// Creates an encoder with the default strategies.
  public init() {
    settings = CoderSettings(EncodingOptions.standard)
  }

  /// Creates an encoder with settings of another.
  fileprivate init(_ snapshot: Snapshot<EncodingOptions>) {
    settings = CoderSettings(snapshot)
  }

  /// The current settings.
  var snapshot: Snapshot<EncodingOptions> { settings.snapshot }

  /// The layout of the text: sorted, pretty-printed, without escaped slashes. None of these by default.
  open var outputFormatting: OutputFormatting {
    get { snapshot.options.formatting }
    set { settings.change { $0.formatting = newValue } }
  }

  /// The format of dates. By default `Date` encodes itself: the seconds since 2001.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { snapshot.options.date }
    set { settings.change { $0.date = newValue } }
  }

  /// The format of `Data`. Base64 by default.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { snapshot.options.data }
    set { settings.change { $0.data = newValue } }
  }

  /// The conversion from keys to member names. None by default. The `String` keys of a dictionary are never converted.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { snapshot.options.keys }
    set { settings.change { $0.keys = newValue } }
  }

  /// The strings to write for infinities and NaN. By default they are an error.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { snapshot.options.nonConformingFloat }
    set { settings.change { $0.nonConformingFloat = newValue } }
  }

  /// Values that a type can read from its encoder.
  @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { snapshot.options.sendableUserInfo }
    set { settings.change { $0.sendableUserInfo = newValue } }
  }

  /// Returns the addition for the objects of a type of models, or nil.
  package var following: (@Sendable (any Any.Type) -> ModelAddition?)? {
    get { snapshot.options.following }
    set { settings.change { $0.following = newValue } }
  }

  // MARK: Encoding

  /// Encodes a value as JSON text.
  ///
  /// - Throws: `EncodingError.invalidValue`, as `JSONEncoder` does: for an infinite number or NaN without a
  ///   ``nonConformingFloatEncodingStrategy`` for it, for a value that encodes nothing, and for containers nested
  ///   deeper than 511 levels. Rethrows any error of the type itself.
  /// - Complexity: O(n) in the bytes of the text, plus the cost of the type's own code. Sorting takes more.
  open func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try withEncoder(snapshot) { encoder in
      try encoder.encode(value) { Data(copying: $0) }
    }
  }

  /// Encodes a value as JSON text, with a configuration.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  open func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try withEncoder(snapshot) { encoder in
      try encoder.encode(value) { encoder in
        try value.encode(to: encoder, configuration: configuration)
      } _: {
        Data(copying: $0)
      }
    }
  }

  /// Encodes a value as JSON text, with the configuration of a provider.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  open func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
    _ value: Value, configuration: Provider.Type
  ) throws -> Data where Value.EncodingConfiguration == Provider.EncodingConfiguration {
    try encode(value, configuration: Provider.encodingConfiguration)
  }
}

extension StreamEncoder {
  /// Returns an encoder with the same settings and the same knowledge of names and types.
  package func copy() -> StreamEncoder { StreamEncoder(snapshot) }
}
