import StreamMap

/// What JSON can become, and what can become JSON: the root of all that is mapped.
///
/// Scalars, strings, ``Json`` and arrays, sets and dictionaries conform. A type of yours that does so can be
/// used wherever they can:
///
///     extension Celsius: JsonConvertibleType {
///       static func newInstance(json: Json, context: Context) throws -> Celsius { … }
///       func jsonRepresentation() throws -> Json { … }
///     }
public protocol JsonConvertibleType {
  /// A value of what stands in JSON.
  ///
  /// - Parameters:
  ///   - json: the value; `null` is one, too.
  ///   - context: what the mapping was given.
  static func newInstance(json: Json, context: any Context) throws -> Self

  /// The JSON that the value is written as.
  func jsonRepresentation() throws -> Json

  /// How the library's own types read a value where it stands. Not to be called or implemented.
  static func _newInstance(_ source: _JsonSource) throws -> Self

  /// Whether it is an array. Not to be called or implemented.
  static var _isArray: Bool { get }

  /// Whether what is wrong with it is told as it is, and not as that of a key. Not to be called or implemented.
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

  /// The same, as Swift 2 called it.
  public static func newInstance(_ json: Json, context: any Context = EmptyJson) throws -> Self {
    try newInstance(json: json, context: context)
  }
}

/// A value on its way into a model: where it stands, and what the mapping was given. Of no use outside the
/// library.
public struct _JsonSource {
  let place: JsonPlace
  private let origin: Origin
  /// It is the value itself that was lent.
  private let isBorrowed: Bool

  private enum Origin {
    /// Of the object that the map reads.
    case map(Map)
    /// Read by itself; the value was lent, or one around it, if it is a record's.
    case own(any Context, BorrowedValue?)
  }

  /// A value that a map reads.
  @inline(__always)
  init(_ place: JsonPlace, of map: Map) {
    self.place = place
    origin = .map(map)
    isBorrowed = false
  }

  /// A value that is read by itself; it was lent, if it is a record's.
  init(_ place: JsonPlace, _ context: any Context, lent: BorrowedValue? = nil) {
    self.place = place
    origin = .own(context, lent)
    isBorrowed = lent != nil
  }

  private init(_ place: JsonPlace, within other: _JsonSource) {
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

  /// What was lent of the record: the value, or one around it; nil in a tree.
  var lent: BorrowedValue? {
    switch origin {
    case .map(let map): map.object.lent
    case .own(_, let lent): lent
    }
  }

  /// Another value, within this one.
  func at(_ place: JsonPlace) -> _JsonSource { _JsonSource(place, within: self) }

  /// Lends the value to code that takes JSON.
  @inline(__always)
  func withJson<Result>(_ body: (Json) throws -> Result) throws -> Result {
    guard case .map(let map) = origin else { return try lendingJson(body) }
    // The code may ask the map for other keys.
    let key = map.lastKey
    defer { map.lastKey = key }
    return try lendingJson(body)
  }

  private func lendingJson<Result>(_ body: (Json) throws -> Result) throws -> Result {
    guard case .record(let value) = place, let lent else { return try body(place.json) }
    if isBorrowed { return try body(Json(lent)) }
    return try lent.lend(value) { lent in try body(Json(lent)) }
  }

  /// The error for a value that is none of a type.
  func mismatch(_ type: Any.Type) -> any Error {
    refused(JsonConvertibleError.UnableToConvert(json: place.json, toType: "\(type)"), expected: "\(type)")
  }

  /// Remembers where the value stands that an error is about.
  func refused(_ error: any Error, expected: String = "") -> any Error {
    if case .record(let value) = place {
      lent?.refusal = RecordRefusal(value, expected: expected, error)
    }
    return logError(error)
  }
}

extension Json: JsonConvertibleType {
  /// The value itself.
  public static func newInstance(json: Json, context: any Context = EmptyJson) -> Json { json }

  /// The value itself.
  public func jsonRepresentation() -> Json { self }

  /// See ``JsonConvertibleType``.
  public static func _newInstance(_ source: _JsonSource) -> Json { source.place.json }
}
