import Foundation
import StreamMap
import Synchronization

/// A `JSONDecoder` that sets `dynamicSelf` of each ``DynamicDecodable`` model. It calls the hook of the decoded model,
/// or of each model in a decoded array or dictionary.
///
///     let user = try DynamicJSONDecoder().decode(User.self, from: data)
///
/// It decodes any `Decodable` type with the strategies and errors of `JSONDecoder`. The last of several members with
/// the same name counts. `StreamDecoder` does the parsing, and a document is parsed once. Only if `allowsJSON5` or
/// `assumesTopLevelDictionary` is set does Foundation parse it first.
///
/// SAFETY: `@unchecked Sendable` like its superclass, which guards the strategies. The added state is behind a lock.
public final class DynamicJSONDecoder: JSONDecoder, @unchecked Sendable {
  private let reader = Mutex(Known(reader: .standard))

  private struct Known {
    /// Nil if a strategy was set since the reader was created.
    var reader: DynamicReader?
    /// The number of times a strategy was set.
    var count = 0
  }

  /// Creates a decoder with the strategies of a new `JSONDecoder`.
  public override init() { super.init() }

  /// Decodes a document.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does, or the error of the type itself. For a model or an array of
  ///   models, and a document that is not JSON or has neither an object nor an array, the error of
  ///   `JSONSerialization`.
  public override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let reader = dynamicReader
    do {
      return try reader.decode(type, from: isLenient ? strict(data, reader) : data)
    } catch  where DynamicHook.isModel(type) && !isLenient {
      _ = try JSONSerialization.jsonObject(with: data)
      throw error
    }
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

  /// The reader with the current strategies.
  var dynamicReader: DynamicReader {
    let (known, count) = reader.withLock { ($0.reader, $0.count) }
    if let known { return known }
    let decoder = DynamicReader.standard.decoder.copy()
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = floatStrategy
    decoder.userInfo = userInfo
    // Only a key strategy invalidates the cached names.
    if case .useDefaultKeys = keyDecodingStrategy {
    } else {
      decoder.keyDecodingStrategy = keyDecodingStrategy
    }
    let made = DynamicReader(decoder)
    reader.withLock { known in
      // Another thread may have set a strategy in the meantime.
      if known.count == count { known.reader = made }
    }
    return made
  }
}

// MARK: Extended syntax

extension DynamicJSONDecoder {
  private var isLenient: Bool { allowsJSON5 || assumesTopLevelDictionary }

  /// Returns the document as standard JSON.
  private func strict(_ data: Data, _ reader: DynamicReader) throws -> Data {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    let node = try decoder.decode(AnyNode.self, from: data).node
    return Data(try node.text(reader) { value in try reader.text(of: value) })
  }

  /// JSON5 has numbers that JSON does not have. They are represented by strings that no document contains.
  private var floatStrategy: NonConformingFloatDecodingStrategy {
    guard allowsJSON5, case .throw = nonConformingFloatDecodingStrategy else {
      return nonConformingFloatDecodingStrategy
    }
    return .convertFromString(
      positiveInfinity: "\u{F8FF}Infinity", negativeInfinity: "\u{F8FF}-Infinity", nan: "\u{F8FF}NaN")
  }
}
