import Foundation
import StreamMap
import Synchronization

/// A `JSONEncoder` that calls the hook of the ``DynamicEncodable`` model that it encodes, or of each in an array or a
/// dictionary, and writes what is in each model's `dynamicSelf` into the model's object.
///
///     let data = try DynamicJSONEncoder().encode(user)
///
/// The model's own members win, and come first; then what the model has no property for, digit by digit as it
/// stood in the JSON that the model was decoded of, and what was set. It encodes any `Encodable` type, with the
/// strategies of `JSONEncoder` and its errors, through `StreamEncoder`.
///
/// SAFETY: `@unchecked Sendable` as the class above it, which guards the strategies; what is added is behind a lock.
public final class DynamicJSONEncoder: JSONEncoder, @unchecked Sendable {
  private let encoder = Mutex(Known(encoder: DynamicJSONEncoder.standard))

  private struct Known {
    /// Nil where a strategy was set since.
    var encoder: StreamEncoder?
    /// How often one was set.
    var count = 0
  }

  /// An encoder with the strategies of a new `JSONEncoder`.
  public override init() { super.init() }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError`, as `JSONEncoder` does; or what the type itself throws.
  public override func encode<Value: Encodable>(_ value: Value) throws -> Data {
    var value = value
    DynamicHook.call(for: &value, .encoding)
    return try streamEncoder.encode(value)
  }

  // MARK: Strategies

  public override var outputFormatting: OutputFormatting {
    didSet { forget() }
  }

  public override var dateEncodingStrategy: DateEncodingStrategy {
    didSet { forget() }
  }

  public override var dataEncodingStrategy: DataEncodingStrategy {
    didSet { forget() }
  }

  public override var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    didSet { forget() }
  }

  public override var keyEncodingStrategy: KeyEncodingStrategy {
    didSet { forget() }
  }

  public override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { forget() }
  }

  private func forget() {
    encoder.withLock { known in
      known.encoder = nil
      known.count += 1
    }
  }

  /// What writes with the strategies that are set.
  private var streamEncoder: StreamEncoder {
    let (known, count) = encoder.withLock { ($0.encoder, $0.count) }
    if let known { return known }
    var made = Self.standard
    made.outputFormatting = outputFormatting
    made.dateEncodingStrategy = dateEncodingStrategy
    made.dataEncodingStrategy = dataEncodingStrategy
    made.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    made.keyEncodingStrategy = keyEncodingStrategy
    made.userInfo = userInfo
    encoder.withLock { known in
      // Another thread may have set a strategy meanwhile.
      if known.count == count { known.encoder = made }
    }
    return made
  }

  private static let standard: StreamEncoder = {
    var encoder = StreamEncoder()
    encoder.following = { type in
      (type as? any DynamicEncodable.Type).map { addition(to: $0) }
    }
    return encoder
  }()

  /// What adds to the objects of a type's models.
  private static func addition<Model: DynamicEncodable>(to type: Model.Type) -> ModelAddition {
    ObjectAddition<Model> { model, object in try model.dynamicSelf?.add(to: object) }
  }
}
