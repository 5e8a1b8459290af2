import Foundation
import StreamMap
import Synchronization

/// A `JSONEncoder` that calls the hook of the encoded ``DynamicEncodable`` model, or of each model in an encoded array
/// or dictionary. It writes the members of each model's `dynamicSelf` into the model's object.
///
///     let data = try DynamicJSONEncoder().encode(user)
///
/// The model's own members come first and take precedence. They are followed by the members without a property: those
/// of the JSON from which the model was decoded, digit by digit, and those that were set. It encodes any `Encodable`
/// type with the strategies and errors of `JSONEncoder`, through `StreamEncoder`.
///
/// SAFETY: `@unchecked Sendable` like its superclass, which guards the strategies. The added state is behind a lock.
public final class DynamicJSONEncoder: JSONEncoder, @unchecked Sendable {
  private let encoder = Mutex(Known(encoder: DynamicJSONEncoder.standard))

  private struct Known {
    /// Nil if a strategy was set since the encoder was created.
    var encoder: StreamEncoder?
    /// The number of times a strategy was set.
    var count = 0
  }

  /// Creates an encoder with the strategies of a new `JSONEncoder`.
  public override init() { super.init() }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError`, as `JSONEncoder` does, or the error of the type itself.
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

  /// The stream encoder with the current strategies.
  private var streamEncoder: StreamEncoder {
    let (known, count) = encoder.withLock { ($0.encoder, $0.count) }
    if let known { return known }
    let made = Self.standard.copy()
    made.outputFormatting = outputFormatting
    made.dateEncodingStrategy = dateEncodingStrategy
    made.dataEncodingStrategy = dataEncodingStrategy
    made.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    made.keyEncodingStrategy = keyEncodingStrategy
    made.userInfo = userInfo
    encoder.withLock { known in
      // Another thread may have set a strategy in the meantime.
      if known.count == count { known.encoder = made }
    }
    return made
  }

  private static let standard: StreamEncoder = {
    let encoder = StreamEncoder()
    encoder.following = { type in
      (type as? any DynamicEncodable.Type).map { addition(to: $0) }
    }
    return encoder
  }()

  /// Returns the addition to the objects of a model type.
  private static func addition<Model: DynamicEncodable>(to type: Model.Type) -> ModelAddition {
    ObjectAddition<Model> { model, object in try model.dynamicSelf?.add(to: object) }
  }
}
