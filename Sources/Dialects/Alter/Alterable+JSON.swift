public import Foundation
import StreamMap

/// Coders shared by all models. They cache key lookups and reuse memory.
private enum Coders {
  static let decoder: StreamDecoder = {
    // Document size is unlimited, as in `JSONDecoder`. Only the nesting depth is limited.
    let decoder = StreamDecoder(limits: .document)
    decoder.underflowIsZero = true
    return decoder
  }()
  static let encoder = StreamEncoder()
  static let prettyEncoder: StreamEncoder = {
    let encoder = StreamEncoder()
    encoder.outputFormatting = .prettyPrinted
    return encoder
  }()
}

extension Alterable {
  /// Decodes a model from JSON text in UTF-8, UTF-16 or UTF-32.
  ///
  /// - Throws: `DecodingError`, as `JSONDecoder` does, and the errors of ``decodeMappedProperties(from:)``.
  /// - Complexity: O(n) in the length of the text.
  public static func from(jsonData: Data) throws -> Self {
    try Coders.decoder.decode(Self.self, from: jsonData)
  }

  /// Decodes a model from JSON text.
  ///
  /// - Throws: the errors of ``from(jsonData:)``.
  public static func from(jsonString: String) throws -> Self {
    try Coders.decoder.decode(Self.self, from: jsonString)
  }

  /// Decodes a model from a dictionary of `JSONSerialization` types: strings, numbers, `NSNull`, arrays and
  /// dictionaries.
  ///
  /// - Throws: ``AlterError`` if the dictionary contains any other type, and the errors of ``from(jsonData:)``.
  public static func from(json: [String: Any]) throws -> Self {
    guard JSONSerialization.isValidJSONObject(json) else {
      throw AlterError(altering: [String: Any].self, into: Self.self, "a value in it has no form in JSON")
    }
    return try from(jsonData: JSONSerialization.data(withJSONObject: json))
  }

  /// Encodes the model as JSON text in UTF-8.
  ///
  /// - Parameter prettyPrinted: whether the text is indented. Otherwise it is one line.
  /// - Throws: the encoder's error, such as `EncodingError` for a number that is infinite or NaN.
  public func toJSONData(prettyPrinted: Bool) throws -> Data {
    try json(of: self, prettyPrinted: prettyPrinted)
  }

  /// Encodes the model as one line of JSON text in UTF-8.
  ///
  /// - Throws: the errors of ``toJSONData(prettyPrinted:)``.
  public func toJSONData() throws -> Data { try toJSONData(prettyPrinted: false) }

  /// Encodes the model as JSON text.
  ///
  /// - Throws: the errors of ``toJSONData(prettyPrinted:)``.
  public func toJSONString(prettyPrinted: Bool) throws -> String {
    String(decoding: try toJSONData(prettyPrinted: prettyPrinted), as: UTF8.self)
  }

  /// Encodes the model as one line of JSON text.
  ///
  /// - Throws: the errors of ``toJSONData(prettyPrinted:)``.
  public func toJSONString() throws -> String { try toJSONString(prettyPrinted: false) }

  /// Encodes the model as a dictionary of `JSONSerialization` types.
  ///
  /// - Throws: the errors of ``toJSONData(prettyPrinted:)``. ``AlterError`` if the model does not encode itself as an
  ///   object.
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
  /// Encodes the models as one JSON array in UTF-8.
  ///
  /// - Throws: the encoder's error.
  public func toJSONData(prettyPrinted: Bool) throws -> Data {
    try json(of: self, prettyPrinted: prettyPrinted)
  }

  /// Encodes the models as one JSON array in UTF-8, on one line.
  public func toJSONData() throws -> Data { try toJSONData(prettyPrinted: false) }

  /// Encodes the models as one JSON array.
  ///
  /// - Throws: the encoder's error.
  public func toJSONString(prettyPrinted: Bool) throws -> String {
    String(decoding: try toJSONData(prettyPrinted: prettyPrinted), as: UTF8.self)
  }

  /// Encodes the models as one JSON array, on one line.
  public func toJSONString() throws -> String { try toJSONString(prettyPrinted: false) }

  /// Encodes each model as a dictionary.
  ///
  /// - Throws: the errors of ``Alterable/toJSON()``.
  public func toJSON() throws -> [[String: Any]] { try map { try $0.toJSON() } }
}

private func json(of value: some Encodable, prettyPrinted: Bool) throws -> Data {
  try (prettyPrinted ? Coders.prettyEncoder : Coders.encoder).encode(value)
}
