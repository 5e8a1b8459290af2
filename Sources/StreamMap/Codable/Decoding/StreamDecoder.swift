#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decoder of JSON into any unchanged `Decodable` type, with `JSONDecoder`'s interface and results at many times its
/// speed.
///
///     let decoder = StreamDecoder()
///     decoder.dateDecodingStrategy = .iso8601
///     let tweet = try decoder.decode(Tweet.self, from: data)
///
/// A structural index validates the whole document. Values are then read in place: a container finds its members when
/// they are requested, other members are skipped, and no intermediate tree is built. What is learned about the keys of a
/// type, and all memory, is kept from call to call and shared by the decoders of the process. So a new decoder for each
/// call costs little. For a file of many records see ``JSONLines/init(path:decoding:decoder:)``.
///
/// The class replaces `JSONDecoder` in source code: `typealias JSONDecoder = StreamDecoder`. Each call, and each
/// ``JSONLines``, works with the settings at the moment when it begins. So concurrent calls can share a decoder.
///
/// The strategies, the errors and their coding paths are those of `JSONDecoder`. If a name occurs twice in an object,
/// the first member counts, as in `JSONDecoder`. The differences are:
/// - The whole document must be valid, including values that are not requested. `JSONDecoder` accepts `{"a":01}` as long
///   as `a` is not requested. Both accept a comma before a closing bracket, as in `[1,]`, which RFC 8259 does not allow.
///   ``JSONLines`` and ``PushParser`` do not accept it.
/// - A number is an integer if its text denotes one. `1.0000000000000001` is not an integer, and `1e25` is one for
///   `Int128`. Zero with any exponent is zero.
/// - The error for a number out of range, and for an invalid date, contains the path.
/// - `allKeys` of a container are in the order of the document.
open class StreamDecoder: @unchecked Sendable {
  // SAFETY: `@unchecked Sendable`, because a class that can be subclassed cannot be checked. The only stored property is
  // `Sendable`.

  /// The format of dates, as in `JSONDecoder`.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// The format of `Data`, as in `JSONDecoder`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// The conversion from member names to keys, as in `JSONDecoder`.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy
  /// The strings that stand for infinities and NaN, as in `JSONDecoder`.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy

  private let settings: CoderSettings<DecodingOptions>

  /// Creates a decoder with the default strategies.
  public init() {
    settings = CoderSettings(DecodingOptions.standard)
  }

  /// Creates a decoder with settings of another.
  fileprivate init(_ snapshot: Snapshot<DecodingOptions>) {
    settings = CoderSettings(snapshot)
  }

  /// The current settings.
  var snapshot: Snapshot<DecodingOptions> { settings.snapshot }

  /// The format of dates. By default `Date` decodes itself: the seconds since 2001.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { snapshot.options.date }
    set { settings.change { $0.date = newValue } }
  }

  /// The format of `Data`. Base64 by default.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { snapshot.options.data }
    set { settings.change { $0.data = newValue } }
  }

  /// The conversion from member names to keys. None by default. The keys of a dictionary are never converted.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { snapshot.options.keys }
    set { settings.change { $0.keys = newValue } }
  }

  /// The strings that stand for infinities and NaN. None by default.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { snapshot.options.nonConformingFloat }
    set { settings.change { $0.nonConformingFloat = newValue } }
  }

  /// Values that a type can read from its decoder.
  @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { snapshot.options.sendableUserInfo }
    set { settings.change { $0.sendableUserInfo = newValue } }
  }

  /// Whether documents may be JSON5. If so, `JSONDecoder` decodes them, with the same settings and at its own speed.
  /// ``JSONLines`` and ``PushParser`` ignore the setting.
  open var allowsJSON5: Bool {
    get { snapshot.options.allowsJSON5 }
    set { settings.change { $0.allowsJSON5 = newValue } }
  }

  /// Whether the braces around a document that is an object may be missing. ``JSONLines`` and ``PushParser`` ignore the
  /// setting.
  open var assumesTopLevelDictionary: Bool {
    get { snapshot.options.assumesTopLevelDictionary }
    set { settings.change { $0.assumesTopLevelDictionary = newValue } }
  }

  /// The limits for a document, or for a record of a stream.
  ///
  /// Nil by default. Then only the depth of a document is limited, to 512 levels as in `JSONDecoder`, and records of a
  /// stream have the default limits of ``Limits``.
  public var limits: Limits? {
    get { snapshot.options.limits }
    set { settings.change { $0.limits = newValue } }
  }

  /// Whether the last of several members with one name counts, as in `JSONSerialization`, not the first.
  package var lastNameWins: Bool {
    get { snapshot.options.lastNameWins }
    set { settings.change { $0.lastNameWins = newValue } }
  }

  /// Whether a number too small for its type becomes zero, as in `JSONSerialization`, instead of an error.
  package var underflowIsZero: Bool {
    get { snapshot.options.underflowIsZero }
    set { settings.change { $0.underflowIsZero = newValue } }
  }

  /// Returns the follower for decoded models of a type, or nil.
  package var following: (@Sendable (any Any.Type) -> ModelFollower?)? {
    get { snapshot.options.following }
    set { settings.change { $0.following = newValue } }
  }

  // MARK: Decoding

  /// Decodes one document in UTF-8, UTF-16 or UTF-32. The encoding is detected as in RFC 4627.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does, or any error that the type itself throws. For invalid JSON,
  ///   `dataCorrupted`. Its underlying error is a ``MappingError`` with the location.
  /// - Complexity: O(n) in the length of the text, plus the cost of the type's own code.
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decode(from: data) { session in
      try session.decode(type)
    } json5: { decoder in
      try decoder.decode(type, from: data)
    }
  }

  /// Decodes one document with a configuration.
  ///
  /// - Throws: the errors of ``decode(_:from:)-(_,Data)``.
  open func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try decode(from: data) { session in
      try session.decode(type, configuration: configuration)
    } json5: { decoder in
      try decoder.decode(type, from: data, configuration: configuration)
    }
  }

  /// Decodes one document with the configuration of a provider.
  ///
  /// - Throws: the errors of ``decode(_:from:)-(_,Data)``.
  open func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type, from data: Data, configuration: Provider.Type
  ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
    try decode(type, from: data, configuration: Provider.decodingConfiguration)
  }
}

extension StreamDecoder {
  /// Returns a decoder with the same settings and the same knowledge of names and types.
  package func copy() -> StreamDecoder { StreamDecoder(snapshot) }
}
