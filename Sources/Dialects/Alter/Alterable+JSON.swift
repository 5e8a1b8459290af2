public import Foundation
import StreamMap

/// What is kept for all models: what was learned of their keys, and memory.
private enum Coders {
  static let decoder: StreamDecoder = {
    var decoder = StreamDecoder()
    // A document may be as large as it likes, as for `JSONDecoder`; only how deep it nests is limited.
    decoder.limits = Limits(string: .max, name: .max, number: .max, record: .max)
    decoder.underflowIsZero = true
    return decoder
  }()
  static let encoder = StreamEncoder()
  static let prettyEncoder: StreamEncoder = {
    var encoder = StreamEncoder()
    encoder.outputFormatting = .prettyPrinted
    return encoder
  }()
}

extension Alterable {
  /// Decodes a model from JSON text in UTF-8, or in UTF-16 or UTF-32.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does, and as ``decodeMappedProperties(from:)``.
  /// - Complexity: O(n) in the length of the text.
  public static func from(jsonData: Data) throws -> Self {
    try Coders.decoder.decode(Self.self, from: jsonData)
  }

  /// Decodes a model from JSON text.
  ///
  /// - Throws: as ``from(jsonData:)``.
  public static func from(jsonString: String) throws -> Self {
    try Coders.decoder.decode(Self.self, from: jsonString)
  }

  /// Decodes a model from a dictionary of what `JSONSerialization` knows: strings, numbers, `NSNull`, arrays and
  /// dictionaries.
  ///
  /// - Throws: ``AlterError`` if something else is in it; and as ``from(jsonData:)``.
  public static func from(json: [String: Any]) throws -> Self {
    guard JSONSerialization.isValidJSONObject(json) else {
      throw AlterError(altering: [String: Any].self, into: Self.self, "a value in it has no form in JSON")
    }
    return try from(jsonData: JSONSerialization.data(withJSONObject: json))
  }

  /// The model as JSON text in UTF-8.
  ///
  /// - Parameter prettyPrinted: if not, the text is one line.
  /// - Throws: what the encoder throws: `EncodingError` for a number that is infinite or none.
  public func toJSONData(prettyPrinted: Bool) throws -> Data {
    try json(of: self, prettyPrinted: prettyPrinted)
  }

  /// The model as JSON text in UTF-8, on one line.
  ///
  /// - Throws: as ``toJSONData(prettyPrinted:)``.
  public func toJSONData() throws -> Data { try toJSONData(prettyPrinted: false) }

  /// The model as JSON text.
  ///
  /// - Throws: as ``toJSONData(prettyPrinted:)``.
  public func toJSONString(prettyPrinted: Bool) throws -> String {
    String(decoding: try toJSONData(prettyPrinted: prettyPrinted), as: UTF8.self)
  }

  /// The model as JSON text, on one line.
  ///
  /// - Throws: as ``toJSONData(prettyPrinted:)``.
  public func toJSONString() throws -> String { try toJSONString(prettyPrinted: false) }

  /// The model as a dictionary, with values as `JSONSerialization` makes them.
  ///
  /// - Throws: as ``toJSONData(prettyPrinted:)``; ``AlterError`` if the model does not encode itself as an object.
  public func toJSON() throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: toJSONData(), options: .fragmentsAllowed)
    guard let json = json as? [String: Any] else {
      throw AlterError(
        altering: Self.self, into: [String: Any].self, "it does not encode itself as an object")
    }
    return json
  }
}

extension Array where Element: Alterable {
  /// The models as one JSON array, in UTF-8.
  ///
  /// - Throws: what the encoder throws.
  public func toJSONData(prettyPrinted: Bool) throws -> Data {
    try json(of: self, prettyPrinted: prettyPrinted)
  }

  /// The models as one JSON array, in UTF-8, on one line.
  public func toJSONData() throws -> Data { try toJSONData(prettyPrinted: false) }

  /// The models as one JSON array.
  ///
  /// - Throws: what the encoder throws.
  public func toJSONString(prettyPrinted: Bool) throws -> String {
    String(decoding: try toJSONData(prettyPrinted: prettyPrinted), as: UTF8.self)
  }

  /// The models as one JSON array, on one line.
  public func toJSONString() throws -> String { try toJSONString(prettyPrinted: false) }

  /// A dictionary for each model.
  ///
  /// - Throws: as ``Alterable/toJSON()``.
  public func toJSON() throws -> [[String: Any]] { try map { try $0.toJSON() } }
}

private func json(of value: some Encodable, prettyPrinted: Bool) throws -> Data {
  try (prettyPrinted ? Coders.prettyEncoder : Coders.encoder).encode(value)
}
