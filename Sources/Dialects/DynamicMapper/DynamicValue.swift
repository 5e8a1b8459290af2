import Foundation

/// A JSON value as one of eleven kinds, for `switch`, and for properties that hold any JSON.
///
///     let value: DynamicValue = ds.user.name
///     if case .stringValue(let name) = value { print(name) }
///
/// It is a value: setting it does not change the ``DynamicClass`` that it was read from. To do that, assign it:
/// `ds.user.name = .stringValue("Ada")`.
@dynamicMemberLookup
public enum DynamicValue: Sendable {
  /// A string.
  case stringValue(String)
  /// A number that is an integer.
  case intValue(Int)
  /// A boolean.
  case boolValue(Bool)
  /// Another number.
  case doubleValue(Double)
  /// A number that was set as a `Float`.
  case floatValue(Float)
  /// A date, and the string that it was read from.
  case dateValue(Date, String?)
  /// Data.
  case dataValue(Data)
  /// A URL that was set. A URL that is read is a string.
  case urlValue(URL)
  /// An array.
  case arrayValue([DynamicValue])
  /// An object.
  case dictionaryValue([String: DynamicValue])
  /// `null`.
  case null(Int?)
}

extension DynamicValue: Codable {
  /// Decodes any value.
  ///
  /// A string is a date if the decoder's strategy reads it as one, and an array is data in the same way. A number is
  /// always a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null(nil)
    } else if let text = try? container.decode(String.self) {
      self = (try? container.decode(Date.self)).map { .dateValue($0, text) } ?? .stringValue(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .intValue(integer)
    } else if let bool = try? container.decode(Bool.self) {
      self = .boolValue(bool)
    } else if let double = try? container.decode(Double.self) {
      self = .doubleValue(double)
    } else if let data = try? container.decode(Data.self) {
      self = .dataValue(data)
    } else if let elements = try? container.decode([DynamicValue].self) {
      self = .arrayValue(elements)
    } else {
      self = .dictionaryValue(try container.decode([String: DynamicValue].self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .stringValue(let text): try container.encode(text)
    case .intValue(let integer): try container.encode(integer)
    case .boolValue(let bool): try container.encode(bool)
    case .doubleValue(let double): try container.encode(double)
    case .floatValue(let float): try container.encode(float)
    case .dateValue(let date, _): try container.encode(date)
    case .dataValue(let data): try container.encode(data)
    case .urlValue(let url): try container.encode(url)
    case .arrayValue(let elements): try container.encode(elements)
    case .dictionaryValue(let members): try container.encode(members)
    case .null(let integer): try container.encode(integer)
    }
  }
}
