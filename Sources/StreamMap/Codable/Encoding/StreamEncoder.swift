#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes any `Encodable` type as JSON, as it is: `JSONEncoder`'s interface and results, at a multiple of its
/// speed.
///
///     var encoder = StreamEncoder()
///     encoder.dateEncodingStrategy = .iso8601
///     let data = try encoder.encode(tweet)
///
/// What a model encodes is written where it belongs, straight into the text: there is no tree, no dictionary of an
/// object's members, and no string for a key, whose text is kept from call to call, and so is all memory: keep
/// the encoder. Containers can be used in any order, nested ones after what stands behind them, and a name can be
/// encoded twice: the last value counts. Copies share what is kept, and so do threads, each of which works with
/// what the others do not. For a file of many records see ``JSONLinesWriter``.
///
/// The strategies are those of `JSONEncoder`, and so are the errors. What is different:
/// - The members of an object are in the order in which they are encoded, unless
///   `JSONEncoder.OutputFormatting.sortedKeys` is set; `JSONEncoder`'s are in no order.
/// - The coding path of an error, and that of an encoder, has the keys of nested containers and dictionaries in
///   it, which `JSONEncoder` leaves out.
/// - What a value has written before it threw an error is gone if the error is caught.
/// - An element for a `superEncoder` of an unkeyed container counts from the moment on when it is asked for.
public struct StreamEncoder: Sendable {
  /// How the text is laid out: sorted, pretty, slashes as they are. Nothing of it if nothing is set.
  public var outputFormatting: JSONEncoder.OutputFormatting = [] {
    didSet { renew() }
  }

  /// How dates are written; as `Date` encodes itself if nothing is set, which is the seconds since 2001.
  public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate {
    didSet { renew() }
  }

  /// How `Data` is written; in Base64 if nothing is set.
  public var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64 {
    didSet { renew() }
  }

  /// How keys become the names of members; as they are if nothing is set. The keys of a dictionary are never
  /// converted.
  public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys {
    didSet { renew() }
  }

  /// What is written for numbers that JSON has not; an error if nothing is set.
  public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw {
    didSet { renew() }
  }

  /// What a type may ask its encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { renew() }
  }

  /// Makes what adds to the objects of a type of models; nil for a type of which nobody wants to know.
  package var following: (@Sendable (any Any.Type) -> ModelAddition?)? {
    didSet { renew() }
  }

  private var options = EncodingOptions()
  private var sessions = SessionPool<EncodingSession>()

  /// An encoder whose strategies are the defaults.
  public init() {}

  /// What was kept rests on the strategies.
  private mutating func renew() {
    sessions = SessionPool()
    options = EncodingOptions(
      formatting: outputFormatting, date: dateEncodingStrategy, data: dataEncodingStrategy,
      keys: keyEncodingStrategy, nonConformingFloat: nonConformingFloatEncodingStrategy, userInfo: userInfo,
      following: following)
  }

  /// Lends a session that nobody else uses meanwhile.
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = sessions.take() ?? EncodingSession(options)
    defer {
      if !session.isShared { sessions.put(session) }
    }
    return try body(session)
  }
}
