#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of a decoder, shared by all threads that use it.
final class DecodingOptions: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy
  let keys: JSONDecoder.KeyDecodingStrategy
  let nonConformingFloat: JSONDecoder.NonConformingFloatDecodingStrategy
  let sendableUserInfo: [CodingUserInfoKey: any Sendable]
  /// Whether the last of several members with one name counts, not the first.
  let lastNameWins: Bool
  /// Whether a number too small for its type becomes zero instead of an error.
  let underflowIsZero: Bool
  /// Returns the follower for models of a type, or nil.
  let following: (@Sendable (any Any.Type) -> ModelFollower?)?

  /// The case of ``keys``, without its closure.
  let keyRule: KeyRule

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

  /// ``sendableUserInfo`` in the type that `Decoder` requires.
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  init(
    date: JSONDecoder.DateDecodingStrategy = .deferredToDate,
    data: JSONDecoder.DataDecodingStrategy = .base64,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    nonConformingFloat: JSONDecoder.NonConformingFloatDecodingStrategy = .throw,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    lastNameWins: Bool = false,
    underflowIsZero: Bool = false,
    following: (@Sendable (any Any.Type) -> ModelFollower?)? = nil
  ) {
    self.date = date
    self.data = data
    self.keys = keys
    self.nonConformingFloat = nonConformingFloat
    sendableUserInfo = userInfo
    self.lastNameWins = lastNameWins
    self.underflowIsZero = underflowIsZero
    self.following = following
    keyRule = KeyRule(keys)
  }

  /// Converts a member's name by the key strategy.
  func converted(_ name: String, _ path: @autoclosure () -> [any CodingKey]) -> String {
    switch keys {
    case .convertFromSnakeCase: SnakeCase.converted(name)
    case .custom(let convert): convert(path() + [PathKey(stringValue: name)]).stringValue
    default: name
    }
  }
}
