#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Transform where Source == String, Value == URL {
  /// Returns a transform of URLs in strings.
  ///
  /// - Parameter encodesInvalidCharacters: whether characters that a URL cannot have, such as a space, are
  ///   percent-encoded. Otherwise such a string is rejected.
  public static func url(encodesInvalidCharacters: Bool) -> Transform<String, URL> {
    Transform(
      "a URL",
      decode: { URL(string: $0, encodingInvalidCharacters: encodesInvalidCharacters) },
      encode: { $0.absoluteString })
  }
}

extension Transform where Source == String, Value == Data {
  /// Returns a transform of base64 text (RFC 4648, section 4), with padding.
  ///
  /// - Parameter ignoresUnknownCharacters: whether line breaks and other characters that are not base64 are skipped.
  ///   Otherwise such a string is rejected.
  public static func base64(ignoresUnknownCharacters: Bool) -> Transform<String, Data> {
    Transform(
      "base64 text",
      text: { text in
        let bytes = Data(text.indices.map { text[$0] })
        return Data(
          base64Encoded: bytes, options: ignoresUnknownCharacters ? .ignoreUnknownCharacters : [])
      },
      encode: { $0.base64EncodedString() })
  }
}

extension Transform where Source == String, Value == UUID {
  /// A UUID in a string, as a base for other transforms. A field of type `UUID` needs no transform.
  public static var uuid: Transform<String, UUID> {
    Transform("a UUID", text: { UUID(text: $0) }, encode: { $0.uuidString })
  }
}

extension Transform where Source == RawJSON, Value: Codable & SendableMetatype {
  /// Returns a transform of values of any shape that uses Foundation's coders.
  ///
  /// - Parameters:
  ///   - decoder: reads the value.
  ///   - encoder: writes the value.
  public static func codable(
    decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Transform<RawJSON, Value> {
    Transform(
      "a value for \(Value.self)", decode: { try decoder.decode(Value.self, from: Data($0.bytes)) },
      encode: { RawJSON(bytes: Array(try encoder.encode($0))) })
  }
}
