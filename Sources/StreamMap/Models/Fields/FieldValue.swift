/// A type that a field can have.
///
/// - These types conform: `Bool`, the integers up to 128 bits, `Float`, `Double`, `String`, `Substring`, `Character`,
///   ``BorrowedText``, ``JSONNumber``, ``RawJSON`` and ``JSONValue``.
/// - So do `Decimal`, `URL`, `UUID` and `Data` of Foundation.
/// - So do optionals, arrays, sets and dictionaries of these, nested in any way.
///
/// An array or a set takes a JSON array. A dictionary takes an object, whose names are the keys. A key is a string, a
/// type with such a raw value, or a type that can be made from a string without loss. The policies of a field also
/// apply to its elements and members.
///
/// Raw-representable types need no conformance. A nested model is given by its ``Mapping``, and any other type by a
/// ``Transform``.
public protocol FieldValue: SendableMetatype {
  /// The storage of the type. Do not implement it outside this library.
  static var _storage: _FieldStorage { get }

  /// The blank value of the type, if it has one: nil or an empty array.
  static var _blank: Self? { get }
}

extension FieldValue {
  /// Nil. Scalars have no blank value.
  public static var _blank: Self? { nil }
}

/// A type that a ``Transform`` of a field can read: any scalar that a field can have, or a whole value such as
/// ``RawJSON`` or ``JSONValue``.
public protocol _TransformSource: Sendable, SendableMetatype {
  /// Reads a literal. Do not implement it outside this library.
  static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Self

  /// Whether the type takes any JSON value. The literal is then the whole text of the value. Do not implement it
  /// outside this library.
  static var _takesAny: Bool { get }

  /// Writes the value. Do not implement it outside this library.
  func _write(to json: inout JSONWriter)
}

extension _TransformSource {
  /// False, because the type is a scalar.
  public static var _takesAny: Bool { false }
}

/// A type whose values are single JSON scalars. A new scalar type conforms to it in `Values/`. The store reads the
/// types of `SlotType` itself, only for speed.
public protocol _ScalarValue: FieldValue, _TransformSource {
  /// What the JSON must hold, for messages. Do not implement it outside this library.
  static var _expectation: String { get }
}

extension _ScalarValue {
  /// The storage that reads with `_read(_:)`. Types that the machine stores itself override it.
  public static var _storage: _FieldStorage { _FieldStorage(scalar: Self.self) }

  /// The expectation of the type's storage, for a type that the machine stores itself.
  public static var _expectation: String { _storage.type.expectation }
}

/// A scalar that the event source passes to the model.
public struct _Literal {
  let literal: Literal
  let rules: NumberRules
  @usableFromInline let callContext: CallContext.Reference
  /// Whether the value is a model that is released before the next record.
  var isTemporary = false

  @usableFromInline
  init(literal: Literal, rules: NumberRules, callContext: CallContext.Reference) {
    self.literal = literal
    self.rules = rules
    self.callContext = callContext
  }

  init(literal: Literal, rules: NumberRules) {
    self.init(literal: literal, rules: rules, callContext: CallContext.Reference())
  }
}

/// Why a literal does not fit a type.
public struct _LiteralFailure: Error {
  @usableFromInline let kind: MappingError.Kind

  static let typeMismatch = _LiteralFailure(kind: .typeMismatch)
  static let notAnInteger = _LiteralFailure(kind: .notAnInteger)
  static let outOfRange = _LiteralFailure(kind: .outOfRange)
  @usableFromInline static let invalidValue = _LiteralFailure(kind: .invalidValue)
  static let wrongContext = _LiteralFailure(kind: .wrongContext)
  static let unknownRawValue = _LiteralFailure(kind: .unknownRawValue)
  /// The literal is not a valid number, although the event source classified it as one. No policy applies.
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

  /// Creates the failure for an error of a closure, and the rejection that gives its reason.
  @usableFromInline
  init(_ error: any Error, _ rejection: inout Rejection?) {
    if let failure = error as? _LiteralFailure {
      self = failure
      return
    }
    rejection = Rejection(error)
    self = error is WrongContext ? .wrongContext : .invalidValue
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

extension _Literal {
  /// Calls a closure with a string's text.
  func withText<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    guard literal.kind == .string else { throw _LiteralFailure.typeMismatch }
    return try literal.withText(body)
  }

  /// Returns a number, or a number in a string, as a value of a numeric type.
  func number<Value: _ScalarValue>(as: Value.Type = Value.self) throws(_LiteralFailure) -> Value {
    guard literal.kind == .string else { return try Value._read(self) }
    var number = literal
    number.kind = .number
    do throws(_LiteralFailure) {
      return try Value._read(_Literal(literal: number, rules: rules))
    } catch {
      // The literal is a well-formed string, so the error is not one of syntax.
      throw error.kind == .syntax ? .invalidValue : error
    }
  }
}
