import Foundation
import StreamMap

// Reading a value that was set: it is encoded and decoded again.
extension DynamicReader {
  /// Returns an encoder and a decoder for a round trip. The encoder encodes values that were set so that the decoder's
  /// strategies can read them. The decoder also reads texts kept from records.
  ///
  /// A strategy that is a closure cannot be inverted. The value bypasses it as a marked string that no document
  /// contains.
  static func wayBack(_ decoder: StreamDecoder) -> (StreamEncoder, StreamDecoder) {
    let encoder = StreamEncoder()
    let decoder = decoder.copy()
    // The limits were already checked when the record was read.
    decoder.limits = .unlimited
    switch decoder.dateDecodingStrategy {
    case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: encoder.dateEncodingStrategy = .iso8601
    case .custom(let decode):
      encoder.dateEncodingStrategy = .custom { date, encoder in
        try Detour.write("\(date.timeIntervalSinceReferenceDate)", to: encoder)
      }
      decoder.dateDecodingStrategy = .custom { decoder in
        guard let time = Detour.text(from: decoder).flatMap(Double.init) else { return try decode(decoder) }
        return Date(timeIntervalSinceReferenceDate: time)
      }
    #if canImport(Darwin)
      case .formatted(let formatter): encoder.dateEncodingStrategy = .formatted(formatter)
    #endif
    default: break
    }
    switch decoder.dataDecodingStrategy {
    case .deferredToData: encoder.dataEncodingStrategy = .deferredToData
    case .custom(let decode):
      encoder.dataEncodingStrategy = .custom { data, encoder in
        try Detour.write(data.base64EncodedString(), to: encoder)
      }
      decoder.dataDecodingStrategy = .custom { decoder in
        guard let data = Detour.text(from: decoder).flatMap({ Data(base64Encoded: $0) }) else {
          return try decode(decoder)
        }
        return data
      }
    default: break
    }
    if case .convertFromString(let positive, let negative, let nan) =
      decoder.nonConformingFloatDecodingStrategy
    {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    return (encoder, decoder)
  }
}

/// A marked string that bypasses a strategy.
private enum Detour {
  private static let mark = "\u{F8FF}StreamMap:"

  static func write(_ text: String, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(mark + text)
  }

  static func text(from decoder: any Decoder) -> String? {
    guard let text = try? decoder.singleValueContainer().decode(String.self), text.hasPrefix(mark) else {
      return nil
    }
    return String(text.dropFirst(mark.count))
  }
}
