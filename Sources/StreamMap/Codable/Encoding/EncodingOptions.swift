#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of an encoder, shared by all threads that use it.
final class EncodingOptions: Sendable {
  let isPretty: Bool
  let isSorted: Bool
  let escapesSlashes: Bool
  let date: JSONEncoder.DateEncodingStrategy
  let data: JSONEncoder.DataEncodingStrategy
  let keys: JSONEncoder.KeyEncodingStrategy
  let nonConformingFloat: JSONEncoder.NonConformingFloatEncodingStrategy
  let sendableUserInfo: [CodingUserInfoKey: any Sendable]
  /// Returns the addition for models of a type, or nil.
  let following: (@Sendable (any Any.Type) -> ModelAddition?)?

  /// The case of ``keys``, without its closure.
  let keyRule: KeyRule

  enum KeyRule {
    case same, toSnakeCase, custom
  }

  /// ``sendableUserInfo`` in the type that `Encoder` requires.
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  init(
    formatting: JSONEncoder.OutputFormatting = [],
    date: JSONEncoder.DateEncodingStrategy = .deferredToDate,
    data: JSONEncoder.DataEncodingStrategy = .base64,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys,
    nonConformingFloat: JSONEncoder.NonConformingFloatEncodingStrategy = .throw,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    following: (@Sendable (any Any.Type) -> ModelAddition?)? = nil
  ) {
    isPretty = formatting.contains(.prettyPrinted)
    isSorted = formatting.contains(.sortedKeys)
    escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
    self.date = date
    self.data = data
    self.keys = keys
    self.nonConformingFloat = nonConformingFloat
    sendableUserInfo = userInfo
    self.following = following
    keyRule =
      switch keys {
      case .useDefaultKeys: .same
      case .convertToSnakeCase: .toSnakeCase
      case .custom: .custom
      @unknown default: .same
      }
  }

  /// The same options, without formatting.
  var compact: EncodingOptions {
    EncodingOptions(
      formatting: escapesSlashes ? [] : .withoutEscapingSlashes, date: date, data: data, keys: keys,
      nonConformingFloat: nonConformingFloat, userInfo: sendableUserInfo, following: following)
  }

  /// Converts a key's name to the name that is written.
  ///
  /// - Parameter path: all keys that lead there.
  func converted(_ name: String, _ path: () -> [any CodingKey]) -> String {
    switch keys {
    case .convertToSnakeCase: SnakeCase.name(name)
    case .custom(let convert): convert(path()).stringValue
    default: name
    }
  }
}
