#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes JSON into any `Decodable` type, as it is: `JSONDecoder`'s interface and results, at many times
/// its speed.
///
///     var decoder = StreamDecoder()
///     decoder.dateDecodingStrategy = .iso8601
///     let tweet = try decoder.decode(Tweet.self, from: data)
///
/// A document is checked in full by a structural index, and then read where it stands: a container finds
/// its members as it is asked for them, what nobody asks for is passed over, and nothing is built in
/// between. What was learned of a type's keys is kept from call to call, and so is all memory: keep the
/// decoder. Copies share what is kept, and so do threads, each of which works with what the others do not.
/// For a file of many records see ``JSONLines/init(path:decoding:decoder:)``.
///
/// The strategies are those of `JSONDecoder`, and so are the errors, their coding paths and the rule for
/// a name that stands twice in an object: the first counts. There is no JSON5. What is different:
/// - All of a document has to be valid, also what nobody asks for, as RFC 8259 says: `JSONDecoder` takes
///   `[1,]`, and `{"a":01}` as long as nobody asks for `a`.
/// - A number is an integer if its text stands for one: not `1.0000000000000001`, but `1e25` for an
///   `Int128`. Zero is zero, with any exponent.
/// - The error for a number beyond its type, and for a date that is none, says at which path.
/// - `allKeys` of a container are in the order of the document.
public struct StreamDecoder: Sendable {
  /// How dates are written; as `Date` decodes itself if nothing is set, which is the seconds since 2001.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate {
    didSet { makeOptions() }
  }

  /// How `Data` is written; in Base64 if nothing is set.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64 {
    didSet { makeOptions() }
  }

  /// How the names of members become keys; as they are if nothing is set. The keys of a dictionary are
  /// never converted.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys {
    didSet { relearn() }
  }

  /// Which strings are numbers that JSON has not; none if nothing is set.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy = .throw {
    didSet { makeOptions() }
  }

  /// What a type may ask its decoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { makeOptions() }
  }

  /// What a document may cost.
  public var limits = Limits() {
    didSet { sessions = SessionPool() }
  }

  /// Of members of one name the last counts, as for `JSONSerialization`, and not the first.
  package var lastNameWins = false {
    didSet { relearn() }
  }

  /// A number of which nothing is left in its type is zero, as for `JSONSerialization`, and not refused.
  package var underflowIsZero = false {
    didSet { makeOptions() }
  }

  /// Makes what is told of each model of a type once it is decoded; nil for a type of which nobody wants to know.
  package var following: (@Sendable (any Any.Type) -> ModelFollower?)? {
    didSet { relearn() }
  }

  private(set) var options = DecodingOptions()
  private(set) var sessions = SessionPool<DecodingSession>()

  /// A decoder whose strategies are the defaults.
  public init() {}

  /// What was learned of names and types is no longer so.
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
