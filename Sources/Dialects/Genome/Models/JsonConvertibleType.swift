import FoundationValues
import StreamMap

/// A type that converts from and to JSON: the root protocol of all mapped types.
///
/// Scalars, strings, ``Json``, arrays, sets and dictionaries conform. A custom type that conforms can be used in the
/// same places:
///
///     extension Celsius: JsonConvertibleType {
///       static func newInstance(json: Json, context: Context) throws -> Celsius { … }
///       func jsonRepresentation() throws -> Json { … }
///     }
public protocol JsonConvertibleType {
  /// Creates a value from JSON.
  ///
  /// - Parameters:
  ///   - json: the JSON value, which may be `null`.
  ///   - context: the context passed to the mapping.
  static func newInstance(json: Json, context: any Context) throws -> Self

  /// Returns the value as JSON.
  func jsonRepresentation() throws -> Json

  /// Reads a value in place, for the library's own types. Do not call or implement.
  static func _newInstance(_ source: _JsonSource) throws -> Self

  /// Whether the type is an array. Do not call or implement.
  static var _isArray: Bool { get }

  /// Whether an error is reported as it is instead of wrapped as the error of a key. Do not call or implement.
  static var _isCollection: Bool { get }
}

extension JsonConvertibleType {
  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) throws -> Self {
    try source.withJson { json in try newInstance(json: json, context: source.context) }
  }

  /// See ``JsonConvertibleType``.
  public static var _isArray: Bool { false }

  /// See ``JsonConvertibleType``.
  public static var _isCollection: Bool { false }

  /// The Swift 2 spelling of `newInstance(json:context:)`.
  public static func newInstance(_ json: Json, context: any Context = EmptyJson) throws -> Self {
    try newInstance(json: json, context: context)
  }
}

/// The source of a model: the location of a value, and the context of the mapping. For internal use.
public struct _JsonSource {
  let place: SourceValue
  private let origin: Origin
  /// Whether `borrowed` is this value itself.
  private let isBorrowed: Bool

  private enum Origin {
    /// A value in the object that a map reads.
    case map(Map)
    /// A value read without a map. For a value in a record, this value or an enclosing one is borrowed.
    case own(any Context, BorrowedValue?)
  }

  /// Creates the source of a value that a map reads.
  @inline(__always)
  init(_ place: SourceValue, of map: Map) {
    self.place = place
    origin = .map(map)
    isBorrowed = false
  }

  /// Creates the source of a value read without a map. A value in a record is borrowed.
  init(_ place: SourceValue, _ context: any Context, borrowed: BorrowedValue? = nil) {
    self.place = place
    origin = .own(context, borrowed)
    isBorrowed = borrowed != nil
  }

  private init(_ place: SourceValue, within other: _JsonSource) {
    self.place = place
    origin = other.origin
    isBorrowed = false
  }

  var context: any Context {
    switch origin {
    case .map(let map): map.context
    case .own(let context, _): context
    }
  }

  /// The borrowed value: this value or an enclosing one. Nil in a tree.
  var borrowed: BorrowedValue? {
    switch origin {
    case .map(let map): map.object.borrowed
    case .own(_, let borrowed): borrowed
    }
  }

  /// Returns the source of a value inside this one.
  func at(_ place: SourceValue) -> _JsonSource { _JsonSource(place, within: self) }

  /// Passes the value to a closure that takes JSON.
  @inline(__always)
  func withJson<Result>(_ body: (Json) throws -> Result) throws -> Result {
    guard case .map(let map) = origin else { return try withBorrowedJson(body) }
    // The closure may use other keys of the map.
    let key = map.lastKey
    defer { map.lastKey = key }
    return try withBorrowedJson(body)
  }

  private func withBorrowedJson<Result>(_ body: (Json) throws -> Result) throws -> Result {
    guard case .record(let value) = place, let borrowed else { return try body(place.kept) }
    if isBorrowed { return try body(Json(borrowed)) }
    return try borrowed.withBorrow(value) { borrowed in try body(Json(borrowed)) }
  }

  /// Returns the error for a value of another type.
  func mismatch(_ type: Any.Type) -> any Error {
    refused(JsonConvertibleError.UnableToConvert(json: place.kept, toType: "\(type)"), expected: "\(type)")
  }

  /// Records the location of the value that an error is about.
  func refused(_ error: any Error, expected: String = "") -> any Error {
    if case .record(let value) = place {
      borrowed?.rejection = RecordRejection(value, expected: expected, error)
    }
    return logError(error)
  }
}

extension Json: JsonConvertibleType {
  /// Returns the value itself.
  public static func newInstance(json: Json, context: any Context = EmptyJson) -> Json { json }

  /// Returns the value itself.
  public func jsonRepresentation() -> Json { self }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) -> Json { source.place.kept }
}
