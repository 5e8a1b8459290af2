#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decoder of JSON into any unchanged `Decodable` type, with `JSONDecoder`'s interface and results at many times its
/// speed.
///
///     var decoder = StreamDecoder()
///     decoder.dateDecodingStrategy = .iso8601
///     let tweet = try decoder.decode(Tweet.self, from: data)
///
/// A structural index validates the whole document. Values are then read in place: a container finds its members when
/// they are requested, other members are skipped, and no intermediate tree is built. The decoder keeps what it learned
/// about a type's keys, and all memory, from call to call. So reuse the decoder. Copies of a decoder and concurrent
/// threads share this state, and each thread works with a separate part of it. For a file of many records see
/// ``JSONLines/init(path:decoding:decoder:)``.
///
/// The strategies, the errors and their coding paths are those of `JSONDecoder`. If a name occurs twice in an object,
/// the first member counts, as in `JSONDecoder`. JSON5 is not supported. The differences are:
/// - The whole document must be valid by RFC 8259, including values that are not requested. `JSONDecoder` accepts
///   `[1,]`, and `{"a":01}` as long as `a` is not requested.
/// - A number is an integer if its text denotes one. `1.0000000000000001` is not an integer, and `1e25` is one for
///   `Int128`. Zero with any exponent is zero.
/// - The error for a number out of range, and for an invalid date, contains the path.
/// - `allKeys` of a container are in the order of the document.
public struct StreamDecoder: Sendable {
  /// The format of dates. By default `Date` decodes itself: the seconds since 2001.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate {
    didSet { makeOptions() }
  }

  /// The format of `Data`. Base64 by default.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64 {
    didSet { makeOptions() }
  }

  /// The conversion from member names to keys. None by default. The keys of a dictionary are never converted.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys {
    didSet { relearn() }
  }

  /// The strings that stand for infinities and NaN. None by default.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy = .throw {
    didSet { makeOptions() }
  }

  /// Values that a type can read from its decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { makeOptions() }
  }

  /// The limits for a document.
  public var limits = Limits() {
    didSet { sessions = SessionPool() }
  }

  /// Whether the last of several members with one name counts, as in `JSONSerialization`, not the first.
  package var lastNameWins = false {
    didSet { relearn() }
  }

  /// Whether a number too small for its type becomes zero, as in `JSONSerialization`, instead of an error.
  package var underflowIsZero = false {
    didSet { makeOptions() }
  }

  /// Returns the follower for decoded models of a type, or nil.
  package var following: (@Sendable (any Any.Type) -> ModelFollower?)? {
    didSet { relearn() }
  }

  private(set) var options = DecodingOptions()
  private(set) var sessions = SessionPool<DecodingSession>()

  /// Creates a decoder with the default strategies.
  public init() {}

  /// Discards what was learned of names and types, because it depends on the settings.
  private mutating func relearn() {
    makeOptions()
    sessions = SessionPool()
  }

  private mutating func makeOptions() {
    options = DecodingOptions(
      date: dateDecodingStrategy, data: dataDecodingStrategy, keys: keyDecodingStrategy,
      nonConformingFloat: nonConformingFloatDecodingStrategy, userInfo: userInfo,
      lastNameWins: lastNameWins, underflowIsZero: underflowIsZero, following: following)
  }
}
