#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Transform where Source == String, Value == URL {
  /// A URL in a string.
  ///
  /// - Parameter encodesInvalidCharacters: what no URL can have, such as a space, is
  ///   percent-encoded; otherwise the string is refused.
  public static func url(encodesInvalidCharacters: Bool) -> Transform<String, URL> {
    Transform(
      "a URL",
      decode: { URL(string: $0, encodingInvalidCharacters: encodesInvalidCharacters) },
      encode: { $0.absoluteString })
  }
}

extension Transform where Source == String, Value == Data {
  /// Base64 text (RFC 4648, section 4), with padding.
  ///
  /// - Parameter ignoresUnknownCharacters: line breaks and whatever else is no base64 are left
  ///   out; otherwise the string is refused.
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
  /// A UUID's text, to build on; fields take it by themselves.
  public static var uuid: Transform<String, UUID> {
    Transform("a UUID", text: { UUID(text: $0) }, encode: { $0.uuidString })
  }
}

extension Transform where Source == RawJSON, Value: Codable & SendableMetatype {
  /// A value of any shape, by Foundation's coders.
  ///
  /// - Parameters:
  ///   - decoder: reads it.
  ///   - encoder: writes it.
  public static func codable(
    decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Transform<RawJSON, Value> {
    Transform(
      "a value for \(Value.self)", decode: { try decoder.decode(Value.self, from: Data($0.bytes)) },
      encode: { RawJSON(bytes: Array(try encoder.encode($0))) })
  }
}
