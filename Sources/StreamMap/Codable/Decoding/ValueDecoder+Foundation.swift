#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Types that the decoder handles itself: Foundation's, and non-finite numbers written as strings.
extension ValueDecoder {
  static let foundationKinds: [(any Any.Type, Kind)] = [
    (Date.self, .date), (Data.self, .data), (URL.self, .url), (Decimal.self, .decimal),
  ]

  func date() throws -> Date {
    if decodeNil() { throw null(Date.self, codingPath) }
    switch session.options.date {
    case .deferredToDate: return try Date(from: borrowed())
    case .secondsSince1970: return Date(timeIntervalSince1970: try decode(Double.self))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try decode(Double.self) / 1000)
    case .iso8601:
      let text = try decode(String.self)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw DecodingError.corrupted(codingPath, "Expected date string to be ISO8601-formatted.")
      }
      return date
    #if canImport(Darwin)
      case .formatted(let formatter):
        let text = try decode(String.self)
        guard let date = formatter.date(from: text) else {
          throw DecodingError.corrupted(
            codingPath, "Date string does not match format expected by formatter.")
        }
        return date
    #endif
    // On other platforms a formatter is passed as such a closure.
    case .custom(let decode): return try decode(borrowed())
    @unknown default: return try Date(from: borrowed())
    }
  }

  func data() throws -> Data {
    if decodeNil() { throw null(Data.self, codingPath) }
    switch session.options.data {
    case .deferredToData: return try Data(from: borrowed())
    case .base64:
      let text = try decode(String.self)
      guard let data = Data(base64Encoded: text) else {
        throw DecodingError.corrupted(codingPath, "Encountered Data is not valid Base64.")
      }
      return data
    case .custom(let decode): return try decode(borrowed())
    @unknown default: return try Data(from: borrowed())
    }
  }

  func url() throws -> URL {
    if decodeNil() { throw null(URL.self, codingPath) }
    guard let url = URL(string: try decode(String.self)) else {
      throw DecodingError.corrupted(codingPath, "Invalid URL string.")
    }
    return url
  }

  func decimal() throws -> Decimal {
    if decodeNil() { throw null(Decimal.self, codingPath) }
    // Foundation rounds more digits, and rejects some exponents that are larger. It decides about zero, too.
    let short = record.withNumber(offset) { $0.count <= 24 ? try? Decimal(number: $0) : nil }
    if let short, !short.isZero, abs(short.exponent) < 100 { return short }
    guard let text = record.numberText(offset),
      let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { throw failure(Decimal.self, offset, codingPath) }
    return decimal
  }

  /// Returns the decoder here, for code that may keep it.
  private func borrowed() -> ValueDecoder {
    borrow()
    return self
  }

  /// Returns the non-finite number that a string stands for, if the decoder's strategy accepts it.
  func nonConforming<Value: BinaryFloatingPoint>(_ offset: Int) -> Value? {
    guard offset >= 0, record.byte(offset) == ASCII.quote,
      case .convertFromString(let positive, let negative, let nan) = session.options.nonConformingFloat,
      !record.hasEscape(offset), let text = record.string(offset)
    else { return nil }
    // Compares with the strategy's strings byte by byte.
    func isText(_ string: String) -> Bool { text.utf8.elementsEqual(string.utf8) }
    if isText(positive) { return .infinity }
    if isText(negative) { return -.infinity }
    return isText(nan) ? .nan : nil
  }
}
