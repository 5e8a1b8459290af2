// The names are the original's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import StreamMap

// Creation from Swift values.
extension Json {
  /// `null`
  public static let NullValue = Json(.null)

  /// `true` or `false`
  public static func BooleanValue(_ value: Bool) -> Json { Json(.bool(value)) }

  /// A number, or null if it is infinite or NaN.
  public static func NumberValue(_ value: Double) -> Json { Json(JSONValue(value)) }

  /// A string.
  public static func StringValue(_ value: String) -> Json { Json(.string(value)) }

  /// An array.
  public static func ArrayValue(_ elements: [Json]) -> Json { Json(.array(elements.map(\.tree))) }

  /// An object with its members sorted by name.
  public static func ObjectValue(_ members: [String: Json]) -> Json {
    let members = members.sorted { $0.key < $1.key }
    return Json(.object(JSONObject(members: members.map { ($0.key, $0.value.tree) })))
  }

  /// `true` or `false`
  public static func from(_ value: Bool) -> Json { BooleanValue(value) }
  /// A number, or null if it is infinite or NaN.
  public static func from(_ value: Double) -> Json { NumberValue(value) }
  /// A number.
  public static func from(_ value: some BinaryInteger) -> Json { Json(JSONValue(value)) }
  /// A string.
  public static func from(_ value: String) -> Json { StringValue(value) }
  /// An array.
  public static func from(_ elements: [Json]) -> Json { ArrayValue(elements) }
  /// An object.
  public static func from(_ members: [String: Json]) -> Json { ObjectValue(members) }

  /// Returns an object of values that convert to JSON.
  ///
  /// - Throws: the error of a value that cannot be encoded.
  @_disfavoredOverload
  public static func from(_ members: [String: any JsonConvertibleType]) throws -> Json {
    try ObjectValue(members.mapValues { try $0.jsonRepresentation() })
  }

  /// `true` or `false`
  public init(_ value: Bool) { self = .BooleanValue(value) }
  /// A number, or null if it is infinite or NaN.
  public init(_ value: Double) { self = .NumberValue(value) }
  /// A string.
  public init(_ value: String) { self = .StringValue(value) }
  /// An array.
  public init(_ elements: [Json]) { self = .ArrayValue(elements) }
  /// An object.
  public init(_ members: [String: Json]) { self = .ObjectValue(members) }

  /// Creates an object of values that convert to JSON.
  ///
  /// - Throws: the error of a value that cannot be encoded.
  @_disfavoredOverload
  public init(_ members: [String: any JsonConvertibleType]) throws { self = try .from(members) }
}

extension JSONValue {
  init(_ value: some BinaryInteger) {
    self = .number(JSONNumber(literal: "\(value)"))
  }

  /// Creates a number. A whole number has no fraction: `2`.
  init(_ value: Double) {
    guard value.isFinite else {
      self = .null
      return
    }
    self = .number(JSONNumber(literal: Self.short(value.description)))
  }

  /// Creates a number with the fewest digits that read back as the same `Float`.
  init(_ value: Float) {
    guard value.isFinite else {
      self = .null
      return
    }
    self = .number(JSONNumber(literal: Self.short(value.description)))
  }

  private static func short(_ number: String) -> String {
    number.hasSuffix(".0") ? String(number.dropLast(2)) : number
  }
}
