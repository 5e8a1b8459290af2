#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a decoder is set to; the same for all who decode with it at a time.
final class DecodingOptions: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy
  let keys: JSONDecoder.KeyDecodingStrategy
  let nonConformingFloat: JSONDecoder.NonConformingFloatDecodingStrategy
  let sendableUserInfo: [CodingUserInfoKey: any Sendable]
  /// Of members of one name the last counts, and not the first.
  let lastNameWins: Bool
  /// A number of which nothing is left in its type is zero, and not refused.
  let underflowIsZero: Bool
  /// Makes what is told of the models of a type.
  let following: (@Sendable (any Any.Type) -> ModelFollower?)?

  /// What ``keys`` is, without the closure.
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

  /// As models ask for it.
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

  /// A member's name as keys see it.
  func converted(_ name: String, _ path: @autoclosure () -> [any CodingKey]) -> String {
    switch keys {
    case .convertFromSnakeCase: SnakeCase.converted(name)
    case .custom(let convert): convert(path() + [PathKey(stringValue: name)]).stringValue
    default: name
    }
  }
}
