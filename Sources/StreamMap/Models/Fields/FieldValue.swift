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
  static var _storage: FieldStorage { get }

  /// The value of nothing, where the type has one: nil or an empty array.
  static var _blank: Self? { get }
}

extension FieldValue {
  /// Scalars have none.
  public static var _blank: Self? { nil }
}

/// How the machine stores a field's type.
public struct FieldStorage: Sendable {
  var type: SlotType
  var shape: SlotShape?
  let witness: FieldWitness
  /// For a collection whose elements are made outside of it.
  var gathering: (any Gathering)?

  init(
    _ type: SlotType, _ shape: SlotShape? = .plain, _ witness: FieldWitness,
    gathering: (any Gathering)? = nil
  ) {
    self.type = type
    self.shape = shape
    self.witness = witness
    self.gathering = gathering
  }

  /// The storage of a type that no field can have.
  static var unsupported: FieldStorage {
    FieldStorage(.custom, nil, FieldWitness(of: Void.self, writing: nil))
  }

  /// Whether `null` is nil; a single value that is kept as it stands is kept then, too.
  var takesNull: Bool { shape?.isOptional == true && !(type == .range && shape == .optional) }

  /// The storage of a value that the store reads and that writes itself.
  init<Value: TransformSource>(_ type: SlotType, of: Value.Type) {
    self.init(type, .plain, FieldWitness(of: Value.self, writing: ValueWriting(value: Value.self)))
  }

  /// The storage of the optional of this type.
  var optional: FieldStorage {
    FieldStorage(type, shape?.optional, witness, gathering: gathering)
  }

  /// The storage of the array of this type, to which the machine appends.
  func array(_ shape: SlotShape) -> FieldStorage {
    FieldStorage(type, shape, witness)
  }
}

/// What a ``Transform`` of a field can begin with: any scalar that a field can be, or a whole
/// value, as ``RawJSON`` or ``JSONValue``.
public protocol TransformSource: Sendable, SendableMetatype {
  /// Reads a literal. Not to be implemented outside this library.
  static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Self

  /// It can be any value, whose whole text is the literal. Not to be implemented outside this
  /// library.
  static var _takesAny: Bool { get }

  /// Writes the value. Not to be implemented outside this library.
  func _write(to json: inout JSONWriter)
}

extension TransformSource {
  /// It is a scalar.
  public static var _takesAny: Bool { false }
}

/// A type whose values are single JSON scalars.
public protocol ScalarValue: FieldValue, TransformSource {
  /// What the JSON must hold, for messages. Not to be implemented outside this library.
  static var _expectation: String { get }
}

extension ScalarValue {
  /// Through ``_read(_:)``, unless the machine knows the type itself.
  public static var _storage: FieldStorage { FieldStorage(scalar: Self.self) }

  /// That of the type, where the machine knows it itself.
  public static var _expectation: String { _storage.type.expectation }
}

/// A scalar on its way from the event source to the model.
public struct _Literal {
  let literal: Literal
  let rules: NumberRules
  var surroundings = Surroundings.Reference()
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

extension Bool: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.bool, of: Bool.self) }
}
extension Int: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.int, of: Int.self) }
}
extension Int8: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.int8, of: Int8.self) }
}
extension Int16: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.int16, of: Int16.self) }
}
extension Int32: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.int32, of: Int32.self) }
}
extension Int64: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.int64, of: Int64.self) }
}
extension UInt: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.uint, of: UInt.self) }
}
extension UInt8: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.uint8, of: UInt8.self) }
}
extension UInt16: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.uint16, of: UInt16.self) }
}
extension UInt32: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.uint32, of: UInt32.self) }
}
extension UInt64: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.uint64, of: UInt64.self) }
}
extension Float: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.float, of: Float.self) }
}
extension Double: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.double, of: Double.self) }
}
extension String: ScalarValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.string, of: String.self) }
}
extension RawJSON: FieldValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.raw, of: RawJSON.self) }
}
extension JSONValue: FieldValue {
  /// How the machine stores the type.
  public static var _storage: FieldStorage { FieldStorage(.value, of: JSONValue.self) }
}
