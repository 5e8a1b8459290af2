#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of an encoder.
struct EncodingOptions: Sendable {
  var formatting: JSONEncoder.OutputFormatting = [] {
    didSet {
      isPretty = formatting.contains(.prettyPrinted)
      isSorted = formatting.contains(.sortedKeys)
      escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
      renewSessions()
    }
  }
  var date: JSONEncoder.DateEncodingStrategy = .deferredToDate {
    didSet { renewSessions() }
  }
  var data: JSONEncoder.DataEncodingStrategy = .base64 {
    didSet { renewSessions() }
  }
  var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys {
    didSet {
      keyRule = KeyRule(keys)
      renewSessions()
    }
  }
  var nonConformingFloat: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  var sendableUserInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Returns the addition for models of a type, or nil.
  var following: (@Sendable (any Any.Type) -> ModelAddition?)? {
    didSet { renewSessions() }
  }

  // Stored, because a computed property of a session's settings copies all of them.
  private(set) var isPretty = false
  private(set) var isSorted = false
  private(set) var escapesSlashes = true
  /// The case of ``keys``, without its closure.
  private(set) var keyRule = KeyRule.same
  /// The sessions whose knowledge of names and types is valid for these settings.
  private(set) var sessions = pools[Knowledge()]

  enum KeyRule {
    case same, toSnakeCase, custom

    init(_ strategy: JSONEncoder.KeyEncodingStrategy) {
      switch strategy {
      case .useDefaultKeys: self = .same
      case .convertToSnakeCase: self = .toSnakeCase
      case .custom: self = .custom
      @unknown default: self = .same
      }
    }
  }

  /// The settings of a new encoder.
  static let standard = Snapshot(EncodingOptions())

  /// The part of the settings that the texts of names, and the handling of types, depend on.
  private struct Knowledge: Hashable {
    var keyRule = KeyRule.same
    var escapesSlashes = true
    var hasCustomDate = false
    var dataRule = DataRule.base64

    enum DataRule {
      case base64, deferred, custom
    }
  }

  /// The sessions of all encoders of the process, by what they know.
  private static let pools = SessionPools<Knowledge, ValueEncoder>()

  private mutating func renewSessions() {
    if following != nil {
      sessions = SessionPool()
      return
    }
    var knowledge = Knowledge(keyRule: keyRule, escapesSlashes: escapesSlashes)
    if case .custom = date { knowledge.hasCustomDate = true }
    switch data {
    case .deferredToData: knowledge.dataRule = .deferred
    case .custom: knowledge.dataRule = .custom
    default: knowledge.dataRule = .base64
    }
    sessions = Self.pools[knowledge]
  }

  /// ``sendableUserInfo`` in the type that `Encoder` requires.
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  /// The same options, without formatting.
  var compact: EncodingOptions {
    var compact = self
    compact.formatting = escapesSlashes ? [] : .withoutEscapingSlashes
    return compact
  }

  /// Converts a key's name to the name that is written.
  ///
  /// - Parameter path: all keys that lead there.
  @inline(__always)
  func converted(_ name: String, _ path: () -> [any CodingKey]) -> String {
    switch keys {
    case .convertToSnakeCase: SnakeCase.name(name)
    case .custom(let convert): convert(path()).stringValue
    default: name
    }
  }
}

/// Adds members to the object of an encoded model before the object ends. There is one for each type of models.
package class ModelAddition {
  init() {}
}

/// An addition for a known type.
package class ModelAdditionOf<Model>: ModelAddition {
  /// Adds to the object of a model.
  func add(to encoder: ValueEncoder, of model: Model) throws {}
}
