import Foundation
import StreamMap
import Synchronization

/// A `JSONDecoder` that gives each ``DynamicDecodable`` model its `dynamicSelf`, and calls the
/// hook of the one that is decoded, or of each in an array or a dictionary.
///
///     let user = try DynamicJSONDecoder().decode(User.self, from: data)
///
/// It decodes any `Decodable` type, with the strategies of `JSONDecoder` and its errors; of two members of one name
/// the last counts. What is read is `StreamDecoder`'s, and a document is read once. Only where `allowsJSON5` or
/// `assumesTopLevelDictionary` is set, Foundation reads it first.
///
/// SAFETY: `@unchecked Sendable` as the class above it, which guards the strategies; what is added is behind a lock.
public final class DynamicJSONDecoder: JSONDecoder, @unchecked Sendable {
  /// Nil where a strategy was set since.
  private let reader = Mutex<DynamicReader?>(.standard)

  /// A decoder with the strategies of a new `JSONDecoder`.
  public override init() { super.init() }

  /// Decodes a document.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does; or what the type itself throws.
  public override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try dynamicReader.decode(type, from: isLenient ? strict(data) : data)
  }

  // MARK: Strategies

  public override var dateDecodingStrategy: DateDecodingStrategy {
    didSet { forget() }
  }

  public override var dataDecodingStrategy: DataDecodingStrategy {
    didSet { forget() }
  }

  public override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    didSet { forget() }
  }

  public override var keyDecodingStrategy: KeyDecodingStrategy {
    didSet { forget() }
  }

  public override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { forget() }
  }

  private func forget() { reader.withLock { $0 = nil } }

  /// What reads with the strategies that are set.
  var dynamicReader: DynamicReader {
    if let known = reader.withLock({ $0 }) { return known }
    var decoder = DynamicReader.standard.decoder
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.userInfo = userInfo
    // Only a strategy for keys makes what was learned of them useless.
    if case .useDefaultKeys = keyDecodingStrategy {
    } else {
      decoder.keyDecodingStrategy = keyDecodingStrategy
    }
    let made = DynamicReader(decoder)
    reader.withLock { $0 = made }
    return made
  }

  // MARK: What is no JSON

  private var isLenient: Bool { allowsJSON5 || assumesTopLevelDictionary }

  /// The document as JSON.
  private func strict(_ data: Data) throws -> Data {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    return try StreamEncoder().encode(decoder.decode(DynamicClass.self, from: data))
  }
}
