#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of a decoder.
struct DecodingOptions: Sendable {
  var date: JSONDecoder.DateDecodingStrategy = .deferredToDate
  var data: JSONDecoder.DataDecodingStrategy = .base64
  var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys {
    didSet {
      keyRule = KeyRule(keys)
      renewSessions()
    }
  }
  var nonConformingFloat: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  var sendableUserInfo: [CodingUserInfoKey: any Sendable] = [:]
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false
  /// The limits, if they were set.
  var limits: Limits?
  /// Whether the last of several members with one name counts, not the first.
  var lastNameWins = false {
    didSet { renewSessions() }
  }
  /// Whether a number too small for its type becomes zero instead of an error.
  var underflowIsZero = false
  /// Returns the follower for models of a type, or nil.
  var following: (@Sendable (any Any.Type) -> ModelFollower?)? {
    didSet { renewSessions() }
  }

  /// The case of ``keys``, without its closure.
  private(set) var keyRule = KeyRule.same
  /// The sessions whose knowledge of names and types is valid for these settings.
  private(set) var sessions = pools[.same]

  enum KeyRule {
    case same, fromSnakeCase, custom

    init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
      switch strategy {
      case .useDefaultKeys: self = .same
      case .convertFromSnakeCase: self = .fromSnakeCase
      case .custom: self = .custom
      @unknown default: self = .same
      }
    }
  }

  /// The sessions of all decoders of the process, by their rule. With a custom strategy, a session learns no names.
  private static let pools = SessionPools<KeyRule, DecodingSession>()

  /// The settings of a new decoder.
  static let standard = Snapshot(DecodingOptions())

  private mutating func renewSessions() {
    let isOrdinary = !lastNameWins && following == nil
    sessions = isOrdinary ? Self.pools[keyRule] : SessionPool()
  }

  /// The limits for one document. By default only the depth is limited, as in `JSONDecoder`.
  var documentLimits: Limits { limits ?? .document }

  /// The limits for a record of a stream.
  var recordLimits: Limits { limits ?? Limits() }

  /// ``sendableUserInfo`` in the type that `Decoder` requires.
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  /// Converts a member's name by the key strategy.
  @inline(__always)
  func converted(_ name: String, _ path: @autoclosure () -> [any CodingKey]) -> String {
    switch keys {
    case .convertFromSnakeCase: SnakeCase.converted(name)
    case .custom(let convert): convert(path() + [PathKey(stringValue: name)]).stringValue
    default: name
    }
  }
}

/// An observer of decoded models of one type. There is one for each place with such models.
package class ModelFollower {
  init() {}
}

/// A follower for a known type.
package class ModelFollowerOf<Model>: ModelFollower {
  /// Receives a model that was decoded at `place`.
  func follow(_ model: inout Model, at place: ValueDecoder) {}
}
