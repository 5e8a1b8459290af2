import Foundation

/// URLs as strings.
open class URLTransform: TransformType {
  /// What a property is.
  public typealias Object = URL
  /// What stands in the JSON.
  public typealias JSON = String

  private let shouldEncodeURLString: Bool
  private let allowedCharacterSet: CharacterSet

  /// A transform.
  ///
  /// - Parameters:
  ///   - shouldEncodeURLString: whether a string's characters are percent-encoded before it becomes a URL.
  ///   - allowedCharacterSet: the characters that are not.
  public init(
    shouldEncodeURLString: Bool = false, allowedCharacterSet: CharacterSet = .urlQueryAllowed
  ) {
    self.shouldEncodeURLString = shouldEncodeURLString
    self.allowedCharacterSet = allowedCharacterSet
  }

  /// The URL of a string.
  open func transformFromJSON(_ value: Any?) -> URL? {
    guard let text = value as? String else { return nil }
    guard shouldEncodeURLString else { return URL(string: text) }
    return text.addingPercentEncoding(withAllowedCharacters: allowedCharacterSet).flatMap { URL(string: $0) }
  }

  /// The string of a URL.
  open func transformToJSON(_ value: URL?) -> String? { value?.absoluteString }
}

/// Bytes in Base64.
open class DataTransform: TransformType {
  /// What a property is.
  public typealias Object = Data
  /// What stands in the JSON.
  public typealias JSON = String

  /// A transform.
  public init() {}

  /// The bytes of a string.
  open func transformFromJSON(_ value: Any?) -> Data? {
    (value as? String).flatMap { Data(base64Encoded: $0) }
  }

  /// The string of some bytes.
  open func transformToJSON(_ value: Data?) -> String? { value?.base64EncodedString() }
}

/// Decimal numbers as strings or numbers; written as strings.
open class NSDecimalNumberTransform: TransformType {
  /// What a property is.
  public typealias Object = NSDecimalNumber
  /// What stands in the JSON.
  public typealias JSON = String

  /// A transform.
  public init() {}

  /// The number of a string, or of a number.
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

  /// The string of a number.
  open func transformToJSON(_ value: NSDecimalNumber?) -> String? { value?.description }
}

/// Cases of an enumeration by their raw values.
open class EnumTransform<T: RawRepresentable>: TransformType {
  /// What a property is.
  public typealias Object = T
  /// What stands in the JSON.
  public typealias JSON = T.RawValue

  /// A transform.
  public init() {}

  /// The case of a raw value.
  open func transformFromJSON(_ value: Any?) -> T? { (value as? T.RawValue).flatMap { T(rawValue: $0) } }

  /// The raw value of a case.
  open func transformToJSON(_ value: T?) -> T.RawValue? { value?.rawValue }
}
