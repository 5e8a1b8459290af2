import Foundation

/// Converts URLs to strings.
open class URLTransform: TransformType {
  /// The type of the property.
  public typealias Object = URL
  /// The type of the JSON value.
  public typealias JSON = String

  private let shouldEncodeURLString: Bool
  private let allowedCharacterSet: CharacterSet

  /// Creates a transform.
  ///
  /// - Parameters:
  ///   - shouldEncodeURLString: whether a string is percent-encoded before it is converted to a URL.
  ///   - allowedCharacterSet: the characters that are not percent-encoded.
  public init(
    shouldEncodeURLString: Bool = false, allowedCharacterSet: CharacterSet = .urlQueryAllowed
  ) {
    self.shouldEncodeURLString = shouldEncodeURLString
    self.allowedCharacterSet = allowedCharacterSet
  }

  /// Returns the URL for a string.
  open func transformFromJSON(_ value: Any?) -> URL? {
    guard let text = value as? String else { return nil }
    guard shouldEncodeURLString else { return URL(string: text) }
    return text.addingPercentEncoding(withAllowedCharacters: allowedCharacterSet).flatMap { URL(string: $0) }
  }

  /// Returns the string for a URL.
  open func transformToJSON(_ value: URL?) -> String? { value?.absoluteString }
}

/// Converts data to Base64 text.
open class DataTransform: TransformType {
  /// The type of the property.
  public typealias Object = Data
  /// The type of the JSON value.
  public typealias JSON = String

  /// Creates a transform.
  public init() {}

  /// Returns the data for a string.
  open func transformFromJSON(_ value: Any?) -> Data? {
    (value as? String).flatMap { Data(base64Encoded: $0) }
  }

  /// Returns the string for data.
  open func transformToJSON(_ value: Data?) -> String? { value?.base64EncodedString() }
}

/// Converts decimal numbers from strings or numbers, and to strings.
open class NSDecimalNumberTransform: TransformType {
  /// The type of the property.
  public typealias Object = NSDecimalNumber
  /// The type of the JSON value.
  public typealias JSON = String

  /// Creates a transform.
  public init() {}

  /// Returns the decimal number for a string or a number.
  open func transformFromJSON(_ value: Any?) -> NSDecimalNumber? {
    switch value {
    case let text as String:
      let number = NSDecimalNumber(string: text)
      return number == .notANumber ? nil : number
    case let number as NSDecimalNumber: return number
    case let number as NSNumber: return NSDecimalNumber(decimal: number.decimalValue)
    default: return nil
    }
  }

  /// Returns the string for a decimal number.
  open func transformToJSON(_ value: NSDecimalNumber?) -> String? { value?.description }
}

/// Converts enumeration cases to their raw values.
open class EnumTransform<T: RawRepresentable>: TransformType {
  /// The type of the property.
  public typealias Object = T
  /// The type of the JSON value.
  public typealias JSON = T.RawValue

  /// Creates a transform.
  public init() {}

  /// Returns the case for a raw value.
  open func transformFromJSON(_ value: Any?) -> T? { (value as? T.RawValue).flatMap { T(rawValue: $0) } }

  /// Returns the raw value for a case.
  open func transformToJSON(_ value: T?) -> T.RawValue? { value?.rawValue }
}
