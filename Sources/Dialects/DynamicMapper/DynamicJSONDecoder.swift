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
  private let reader = Mutex(Known(reader: .standard))

  private struct Known {
    /// Nil where a strategy was set since.
    var reader: DynamicReader?
    /// How often one was set.
    var count = 0
  }

  /// A decoder with the strategies of a new `JSONDecoder`.
  public override init() { super.init() }

  /// Decodes a document.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does; or what the type itself throws.
  public override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let reader = dynamicReader
    return try reader.decode(type, from: isLenient ? strict(data, reader) : data)
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

  public override var allowsJSON5: Bool {
    didSet { forget() }
  }

  private func forget() {
    reader.withLock { known in
      known.reader = nil
      known.count += 1
    }
  }

  /// What reads with the strategies that are set.
  var dynamicReader: DynamicReader {
    let (known, count) = reader.withLock { ($0.reader, $0.count) }
    if let known { return known }
    var decoder = DynamicReader.standard.decoder
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = floatStrategy
    decoder.userInfo = userInfo
    // Only a strategy for keys makes what was learned of them useless.
    if case .useDefaultKeys = keyDecodingStrategy {
    } else {
      decoder.keyDecodingStrategy = keyDecodingStrategy
    }
    let made = DynamicReader(decoder)
    reader.withLock { known in
      // Another thread may have set a strategy meanwhile.
      if known.count == count { known.reader = made }
    }
    return made
  }
}

// MARK: What is no JSON

extension DynamicJSONDecoder {
  private var isLenient: Bool { allowsJSON5 || assumesTopLevelDictionary }

  /// The document as JSON.
  private func strict(_ data: Data, _ reader: DynamicReader) throws -> Data {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    let node = try decoder.decode(AnyNode.self, from: data).node
    return Data(try node.text(reader) { value in try reader.text(of: value) })
  }

  /// JSON5 has numbers that JSON has not; they stand as strings that no document has.
  private var floatStrategy: NonConformingFloatDecodingStrategy {
    guard allowsJSON5, case .throw = nonConformingFloatDecodingStrategy else {
      return nonConformingFloatDecodingStrategy
    }
    return .convertFromString(
      positiveInfinity: "\u{F8FF}Infinity", negativeInfinity: "\u{F8FF}-Infinity", nan: "\u{F8FF}NaN")
  }
}
