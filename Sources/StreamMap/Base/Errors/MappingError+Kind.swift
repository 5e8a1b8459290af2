extension MappingError {
  /// The kind of an error. Kinds may be added, so a `switch` over them needs a default.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private enum Code: String {
      case io, cancelled, syntax, encoding, escape, truncated, extraValue
      case depthLimit, stringLimit, nameLimit, numberLimit, recordLimit
      case typeMismatch, unexpectedNull, outOfRange, notAnInteger, unknownRawValue, invalidValue, missingField
      case duplicateName, invalidName, unknownName, invalidModel, decodingFailed, wrongContext
      case stop
    }

    private let code: Code

    private init(_ code: Code) {
      self.code = code
    }

    /// Whether one of the ``Limits`` is exceeded.
    var isLimit: Bool {
      switch code {
      case .depthLimit, .stringLimit, .nameLimit, .numberLimit, .recordLimit: true
      default: false
      }
    }

    /// The operating system could not read or write.
    public static let io = Kind(.io)
    /// The reading task was cancelled before the end of the input. No policy handles this error.
    public static let cancelled = Kind(.cancelled)
    /// A byte that is not valid JSON at its position.
    public static let syntax = Kind(.syntax)
    /// A string that is not well-formed UTF-8.
    public static let encoding = Kind(.encoding)
    /// An invalid escape sequence in a string, or one half of a surrogate pair.
    public static let escape = Kind(.escape)
    /// The record ends before its value ends.
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
    /// The value's JSON type is not that of the field.
    public static let typeMismatch = Kind(.typeMismatch)
    /// A `null` for a field that is not optional.
    public static let unexpectedNull = Kind(.unexpectedNull)
    /// A number outside the range of the field's type.
    public static let outOfRange = Kind(.outOfRange)
    /// A number with a fraction for an integer field.
    public static let notAnInteger = Kind(.notAnInteger)
    /// A raw value that the field's type does not have.
    public static let unknownRawValue = Kind(.unknownRawValue)
    /// A value of the right JSON type that the field's type or its transform rejects, such as a string that is not a
    /// date or a UUID.
    public static let invalidValue = Kind(.invalidValue)
    /// A required member is absent.
    public static let missingField = Kind(.missingField)
    /// A member that occurs twice in one object, if the field forbids it.
    public static let duplicateName = Kind(.duplicateName)
    /// A value that a `Decodable` type rejects. ``MappingError/underlying`` is the error that it threw.
    public static let decodingFailed = Kind(.decodingFailed)

    /// A member whose name is not a valid key of its dictionary.
    public static let invalidName = Kind(.invalidName)

    /// A member that is not in the mapping, if the mapping rejects unknown names.
    public static let unknownName = Kind(.unknownName)

    /// The model's initialiser threw an error.
    public static let invalidModel = Kind(.invalidModel)

    /// A closure takes a context that the call did not provide. The record is not at fault, and no policy handles
    /// this error.
    public static let wrongContext = Kind(.wrongContext)

    /// The store needs no more of the record. This is no error, and does not leave the record's source. Its category only
    /// keeps policies from it.
    static let stop = Kind(.stop)

    /// The name of the kind.
    public var description: String { code.rawValue }

    /// The category of the kind.
    public var category: Category {
      switch code {
      case .io, .cancelled, .stop: .io
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

  /// The five categories of errors.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The operating system could not read or write, or the reading was cancelled.
    case io
    /// The bytes are not JSON.
    case syntax
    /// One of ``Limits`` is exceeded.
    case limit
    /// The JSON is well formed but does not fit the model.
    case mapping
    /// The input ends within a record.
    case truncated
  }

  /// The category of ``kind``.
  public var category: Category { kind.category }
}
