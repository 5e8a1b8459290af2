#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONNumber: Codable {
  /// Decodes a number.
  ///
  /// A ``StreamDecoder`` keeps its literal. Any other decoder is asked for an integer of 64 bits, a `Decimal` or a
  /// `Double`, whichever it has first, and the literal is written anew.
  public init(from decoder: any Decoder) throws {
    if let place = decoder as? ValueDecoder {
      guard let literal = place.record.numberText(place.offset) else { throw place.failure(JSONNumber.self) }
      self.init(literal: literal)
      return
    }
    let value = try decoder.singleValueContainer()
    if let integer = try? value.decode(Int64.self) {
      self.init(literal: "\(integer)")
    } else if let integer = try? value.decode(UInt64.self) {
      self.init(literal: "\(integer)")
    } else if let decimal = try? value.decode(Decimal.self), let number = JSONNumber(decimal.description) {
      self = number
    } else {
      let double = try value.decode(Double.self)
      guard let number = JSONNumber("\(double)") else {
        throw DecodingError.corrupted(decoder.codingPath, "\(double) is not a JSON number.")
      }
      self = number
    }
  }

  /// Encodes the number.
  ///
  /// A ``StreamEncoder`` writes its literal. Any other encoder gets an integer of 64 bits, or a `Double`, or a `Decimal`
  /// if that has more digits of the number.
  ///
  /// - Throws: `EncodingError`, if the encoder is another one and the number is out of the range of `Double`.
  public func encode(to encoder: any Encoder) throws {
    if let place = encoder as? ValueEncoder {
      return place.write(depth: 0) { _write(to: &$0) }
    }
    var container = encoder.singleValueContainer()
    if let integer = exactInteger(as: Int64.self) {
      try container.encode(integer)
    } else if let integer = exactInteger(as: UInt64.self) {
      try container.encode(integer)
    } else if let decimal = literal.withBytes({ try? Decimal(number: $0) }),
      double.flatMap({ Decimal(string: "\($0)") }) != decimal
    {
      try container.encode(decimal)
    } else if let double {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The number \(literal) does not fit in Double."))
    }
  }
}
