extension MappingError {
  /// What went wrong. More kinds may come; a `switch` over them needs a default.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private enum Code: String {
      case io, syntax, encoding, escape, truncated, extraValue
      case depthLimit, stringLimit, nameLimit, numberLimit, recordLimit
      case typeMismatch, unexpectedNull, outOfRange, notAnInteger, unknownRawValue, invalidValue, missingField
      case duplicateName, invalidName, unknownName, invalidModel, decodingFailed, wrongContext
    }

    private let code: Code

    private init(_ code: Code) {
      self.code = code
    }

    /// The operating system could not read or write.
    public static let io = Kind(.io)
    /// A byte that no JSON text can have there.
    public static let syntax = Kind(.syntax)
    /// A string that is no well-formed UTF-8.
    public static let encoding = Kind(.encoding)
    /// A wrong escape sequence in a string, or one half of a surrogate pair.
    public static let escape = Kind(.escape)
    /// The record ends before its value does.
    public static let truncated = Kind(.truncated)
    /// Something other than white space after the record's value.
    public static let extraValue = Kind(.extraValue)
    /// ``Limits/depth`` is exceeded.
    public static let depthLimit = Kind(.depthLimit)
    /// ``Limits/string`` is exceeded.
    public static let stringLimit = Kind(.stringLimit)
    /// ``Limits/name`` is exceeded.
    public static let nameLimit = Kind(.nameLimit)
    /// ``Limits/number`` is exceeded.
    public static let numberLimit = Kind(.numberLimit)
    /// ``Limits/record`` is exceeded.
    public static let recordLimit = Kind(.recordLimit)
    /// A value of another JSON type than the field's.
    public static let typeMismatch = Kind(.typeMismatch)
    /// A `null` for a field that is no optional.
    public static let unexpectedNull = Kind(.unexpectedNull)
    /// A number beyond what the field's type can hold.
    public static let outOfRange = Kind(.outOfRange)
    /// A number with a fraction, for an integer field.
    public static let notAnInteger = Kind(.notAnInteger)
    /// A raw value that the field's type does not have.
    public static let unknownRawValue = Kind(.unknownRawValue)
    /// A value of the right JSON type that the field's type or its transform refuses: a text that
    /// is no date, no UUID.
    public static let invalidValue = Kind(.invalidValue)
    /// A required member is absent.
    public static let missingField = Kind(.missingField)
    /// A member stands twice in one object, where the field forbids it.
    public static let duplicateName = Kind(.duplicateName)
    /// A value that a `Decodable` type refuses; ``MappingError/underlying`` is what it threw.
    public static let decodingFailed = Kind(.decodingFailed)

    /// A member whose name is no key of the dictionary it is for.
    public static let invalidName = Kind(.invalidName)

    /// A member that the mapping does not know, where ``UnknownNames/error`` forbids it.
    public static let unknownName = Kind(.unknownName)

    /// Values of which no model can be made: its initialiser threw an error.
    public static let invalidModel = Kind(.invalidModel)

    /// A closure asks for a context that the call did not bring. It is no fault of the record, and no
    /// policy takes care of it.
    public static let wrongContext = Kind(.wrongContext)

    /// The kind's own name.
    public var description: String { code.rawValue }

    /// The group this kind belongs to.
    public var category: Category {
      switch code {
      case .io: .io
      case .syntax, .encoding, .escape, .extraValue: .syntax
      case .truncated: .truncated
      case .depthLimit, .stringLimit, .nameLimit, .numberLimit, .recordLimit: .limit
      case .typeMismatch, .unexpectedNull, .outOfRange, .notAnInteger, .unknownRawValue,
        .invalidValue, .missingField, .duplicateName, .invalidName, .unknownName, .invalidModel,
        .decodingFailed,
        .wrongContext:
        .mapping
      }
    }
  }

  /// The five groups of errors.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The operating system could not read or write.
    case io
    /// The bytes are no JSON.
    case syntax
    /// One of ``Limits`` is exceeded.
    case limit
    /// The JSON is well formed and does not fit the model.
    case mapping
    /// The input ends within a record.
    case truncated
  }

  /// The group of ``kind``.
  public var category: Category { kind.category }
}
