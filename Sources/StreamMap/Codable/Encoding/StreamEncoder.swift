#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An encoder of any unchanged `Encodable` type as JSON, with `JSONEncoder`'s interface and results at a multiple of
/// its speed.
///
///     var encoder = StreamEncoder()
///     encoder.dateEncodingStrategy = .iso8601
///     let data = try encoder.encode(tweet)
///
/// Encoded values are written directly into the text. There is no tree, no dictionary of an object's members, and no
/// string for a key. The encoder keeps the text of keys, and all memory, from call to call. So reuse the encoder.
/// Containers can be used in any order, and a nested container can be written to after later values. If a name is
/// encoded twice, the last value counts. Copies of an encoder and concurrent threads share this state, and each thread
/// works with a separate part of it. For a file of many records see ``JSONLinesWriter``.
///
/// The strategies, the errors and all coding paths are those of `JSONEncoder`. The differences are:
/// - The members of an object are in the order in which they are encoded, unless
///   `JSONEncoder.OutputFormatting.sortedKeys` is set. `JSONEncoder` writes them in no particular order.
/// - If a value throws an error that is caught, the text that it has written is removed. `JSONEncoder` keeps a part of
///   it in a single-value container.
/// - The `superEncoder` of an unkeyed container adds its element as soon as it is requested. `JSONEncoder` adds it when
///   the encoder is released.
public struct StreamEncoder: Sendable {
  /// The layout of the text: sorted, pretty-printed, without escaped slashes. None of these by default.
  public var outputFormatting: JSONEncoder.OutputFormatting = [] {
    didSet { renew() }
  }

  /// The format of dates. By default `Date` encodes itself: the seconds since 2001.
  public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate {
    didSet { renew() }
  }

  /// The format of `Data`. Base64 by default.
  public var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64 {
    didSet { renew() }
  }

  /// The conversion from keys to member names. None by default. The keys of a
  /// `[String: …]` dictionary are never converted.
  public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys {
    didSet { renew() }
  }

  /// The strings to write for infinities and NaN. By default they are an error.
  public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw {
    didSet { renew() }
  }

  /// Values that a type can read from its encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { renew() }
  }

  /// Returns the addition for the objects of a type of models, or nil.
  package var following: (@Sendable (any Any.Type) -> ModelAddition?)? {
    didSet { renew() }
  }

  private var options = EncodingOptions()
  private var sessions = SessionPool<EncodingSession>()

  /// Creates an encoder with the default strategies.
  public init() {}

  /// Discards the sessions, because their content depends on the settings.
  private mutating func renew() {
    sessions = SessionPool()
    options = EncodingOptions(
      formatting: outputFormatting, date: dateEncodingStrategy, data: dataEncodingStrategy,
      keys: keyEncodingStrategy, nonConformingFloat: nonConformingFloatEncodingStrategy, userInfo: userInfo,
      following: following)
  }

  /// Calls `body` with a session that nothing else uses meanwhile.
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = sessions.take() ?? EncodingSession(options)
    defer {
      if !session.isShared { sessions.put(session) }
    }
    return try body(session)
  }
}
