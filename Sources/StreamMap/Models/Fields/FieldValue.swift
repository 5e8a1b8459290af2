/// A type that a field can have.
///
/// `Bool`, the integers up to 128 bits, `Float`, `Double`, `String`, `Substring`, `Character`,
/// ``BorrowedText``, ``JSONNumber``, ``RawJSON``, ``JSONValue``; of Foundation `Decimal`, `URL`,
/// `UUID` and `Data`; the optionals of these, their arrays, sets and dictionaries, and these in
/// each other. An array takes a JSON array, a set too; a dictionary an object, whose names are
/// its keys: strings, or what is a raw value, or can be made of a string without loss. The policies of
/// a field are those of its elements and members as well.
///
/// Raw-representable types need no conformance; nested models are given by their ``Mapping``,
/// other types by a ``Transform``.
public protocol FieldValue: SendableMetatype {
  /// How the machine stores the type. Not to be implemented outside this library.
  static var _storage: _FieldStorage { get }

  /// The value of nothing, where the type has one: nil or an empty array.
  static var _blank: Self? { get }
}

extension FieldValue {
  /// Scalars have none.
  public static var _blank: Self? { nil }
}

/// What a ``Transform`` of a field can begin with: any scalar that a field can be, or a whole
/// value, as ``RawJSON`` or ``JSONValue``.
public protocol _TransformSource: Sendable, SendableMetatype {
  /// Reads a literal. Not to be implemented outside this library.
  static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Self

  /// It can be any value, whose whole text is the literal. Not to be implemented outside this
  /// library.
  static var _takesAny: Bool { get }

  /// Writes the value. Not to be implemented outside this library.
  func _write(to json: inout JSONWriter)
}

extension _TransformSource {
  /// It is a scalar.
  public static var _takesAny: Bool { false }
}

/// A type whose values are single JSON scalars. A new type conforms to it, beside the others in `Values/`. The store
/// reads the types of `SlotType` itself, which is only for speed.
public protocol _ScalarValue: FieldValue, _TransformSource {
  /// What the JSON must hold, for messages. Not to be implemented outside this library.
  static var _expectation: String { get }
}

extension _ScalarValue {
  /// Through ``_read(_:)``, unless the machine knows the type itself.
  public static var _storage: _FieldStorage { _FieldStorage(scalar: Self.self) }

  /// That of the type, where the machine knows it itself.
  public static var _expectation: String { _storage.type.expectation }
}

/// A scalar on its way from the event source to the model.
public struct _Literal {
  let literal: Literal
  let rules: NumberRules
  var callContext = CallContext.Reference()
}

/// Why a literal does not fit a type.
public struct _LiteralFailure: Error {
  let kind: MappingError.Kind

  static let typeMismatch = _LiteralFailure(kind: .typeMismatch)
  static let notAnInteger = _LiteralFailure(kind: .notAnInteger)
  static let outOfRange = _LiteralFailure(kind: .outOfRange)
  static let invalidValue = _LiteralFailure(kind: .invalidValue)
  static let wrongContext = _LiteralFailure(kind: .wrongContext)
  static let unknownRawValue = _LiteralFailure(kind: .unknownRawValue)
  /// What the event source took for a number is none: no policy takes care of that.
  static let malformed = _LiteralFailure(kind: .syntax)

  init(_ failure: NumberText.Failure) {
    switch failure {
    case .outOfRange: self = .outOfRange
    case .notAnInteger: self = .notAnInteger
    case .malformed: self = .malformed
    }
  }

  init(kind: MappingError.Kind) {
    self.kind = kind
  }
}

extension Bool: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.bool, of: Bool.self) }
}
extension Int: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.int, of: Int.self) }
}
extension Int8: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.int8, of: Int8.self) }
}
extension Int16: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.int16, of: Int16.self) }
}
extension Int32: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.int32, of: Int32.self) }
}
extension Int64: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.int64, of: Int64.self) }
}
extension UInt: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.uint, of: UInt.self) }
}
extension UInt8: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.uint8, of: UInt8.self) }
}
extension UInt16: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.uint16, of: UInt16.self) }
}
extension UInt32: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.uint32, of: UInt32.self) }
}
extension UInt64: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.uint64, of: UInt64.self) }
}
extension Float: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.float, of: Float.self) }
}
extension Double: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.double, of: Double.self) }
}
extension String: _ScalarValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.string, of: String.self) }
}
extension RawJSON: FieldValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.raw, of: RawJSON.self) }
}
extension JSONValue: FieldValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _FieldStorage(.value, of: JSONValue.self) }
}
