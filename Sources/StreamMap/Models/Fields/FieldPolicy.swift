/// The treatment of a JSON value that is not the expected one.
///
///     Field(\.id, "id", .required)
///     Field(\.nickname, "nickname", .null(.keep), .mismatch(.setNil))
///     Field(\.scores, "scores", .badElement(.drop))
///
/// The defaults are:
///
/// - an absent value keeps the template's value;
/// - `null` is nil for an optional, and an error for any other type;
/// - a value of another type is an error;
/// - an intermediate value of the wrong kind is an error;
/// - the first of two members with the same name counts;
/// - integers are exact.
///
/// "Keep" always means the template's value, never the value of the previous record.
public struct FieldPolicy: Sendable, Hashable {
  enum Kind: Hashable {
    case required
    case null(Fallback)
    case mismatch(Fallback)
    case badElement(BadElement)
    case duplicate(Duplicate)
    case integer(NumberRules.Integer)
    case overflowsToInfinity
    case interned
    case coercing
    case singleAsArray
    case commaSeparated
  }

  let kind: Kind

  /// The result of a `null` or a mismatched value.
  public enum Fallback: UInt8, Sendable, BitwiseCopyable, Hashable {
    /// An error.
    case error
    /// The template's value.
    case keep
    /// Nil. For a mismatched value, the field must be an optional. `null` is an error for any other type.
    case setNil
  }

  /// The policy for a bad element of a collection. An element of the wrong kind for the rest of the path is also bad.
  /// In `{"items": [{"price": 1}, 7]}` it is the second for `items[*].price`. A `null` element there counts as one without
  /// the value: it is skipped, or nil in an array of optionals.
  public enum BadElement: UInt8, Sendable, BitwiseCopyable, Hashable {
    /// An error. The default.
    case error
    /// The element is skipped.
    case drop
    /// The element is nil. Only for a collection of optionals.
    case setNil
    /// The whole field has the template's value.
    case keep
  }

  /// The policy for a second member of the same name.
  public enum Duplicate: UInt8, Sendable, BitwiseCopyable, Hashable {
    /// The first member counts, with everything in it. The default.
    case first
    /// The last member counts. The rest of an object is then never skipped. Each of the members must contain its
    /// required fields.
    case last
    /// An error.
    case error
  }

  /// The value must be present. An object that ends without it is an error at its closing brace.
  public static let required = FieldPolicy(kind: .required)

  /// In an integer field, a number with a fraction or out of range is an error. The default. If a
  /// field has several of this policy, ``clamping`` and ``truncating``, the last one counts.
  public static let exact = FieldPolicy(kind: .integer(.exact))

  /// In an integer field, a number out of range is the nearest value of the type. A fraction is an error.
  public static let clamping = FieldPolicy(kind: .integer(.clamp))

  /// In an integer field, a fraction is truncated toward zero. A number out of range is an error.
  public static let truncating = FieldPolicy(kind: .integer(.truncate))

  /// In a floating-point field, a number out of range is positive or negative infinity. Without this policy it
  /// is an error.
  public static let overflowsToInfinity = FieldPolicy(kind: .overflowsToInfinity)

  /// The field has few distinct values. Of the values of 16 to 127 bytes, a decoder remembers up to 1,024 and returns a
  /// copy of a remembered string. The field must be a `String`, an optional of it, or an array of it.
  ///
  /// A text that was seen before costs a comparison instead of an allocation. A new text costs slightly more than
  /// without this policy, so it does not help with ids and messages. Without the policy, a decoder measures after 4,096
  /// records, and again at growing intervals, which fields have fewer than about 250 values, and remembers theirs. The
  /// policy is for fields with more values, and for short inputs.
  public static let interned = FieldPolicy(kind: .interned)

  /// Converts scalars of other JSON types to the field's type if their meaning is clear. A value that fits the field
  /// is unchanged. Any other value is read as this table shows:
  ///
  /// | in the JSON | read as |
  /// |---|---|
  /// | a string that is a number, `"12"`, `"-1.5e3"` | the number |
  /// | `"true"`, `"t"`, `"yes"`, `"y"`, `"on"`, in any case of letters; `"1"`, `1`, `1.0` | `true` |
  /// | `"false"`, `"f"`, `"no"`, `"n"`, `"off"`, in any case of letters; `"0"`, `0`, `0.0` | `false` |
  /// | a number | a string of its text |
  /// | `true`, `false` | `1`, `0`; for text, `"true"`, `"false"` |
  /// | `"null"`, if the field is optional, or ``Fallback/keep`` is asked for | `null` |
  ///
  /// Strings are not trimmed, and an empty string is not converted. The policy also applies to elements, to raw values
  /// and to the input of a transform. A converted number is exact like any other. A value that still does not fit is a
  /// mismatch.
  public static let coercing = FieldPolicy(kind: .coercing)

  /// Reads a single value as an array of that value, where an array is expected: `7` as `[7]`, and an object as an
  /// array of one model. In an array of arrays, both `7` and `[7]` are read as `[[7]]`, because some element of `[7]`
  /// is not an array. The policy also applies to sets and to arrays in a dictionary. `null` follows its own policy.
  ///
  /// The field's value is read from its text after it has ended, which costs a second pass over it. The path must not
  /// have a wildcard.
  public static let singleAsArray = FieldPolicy(kind: .singleAsArray)

  /// Reads a string as a comma-separated list, where an array is expected: `"a, b"` as `["a","b"]`, and `""` as `[]`.
  /// Spaces around an item are ignored. With ``coercing`` the items can be numbers.
  ///
  /// The field's value is read from its text, as with ``singleAsArray``.
  public static let commaSeparated = FieldPolicy(kind: .commaSeparated)

  /// Sets the policy for `null`. The default is ``Fallback/setNil``.
  public static func null(_ fallback: Fallback) -> FieldPolicy { FieldPolicy(kind: .null(fallback)) }

  /// Sets the policy for a mismatched value. The default is ``Fallback/error``.
  ///
  /// A value is mismatched if it has another type, if it is a number or raw value that does not fit the field, or if an
  /// intermediate value has the wrong kind, such as `{"user": 7}` for `user.name`. An intermediate `null` means that
  /// the field's value is absent.
  public static func mismatch(_ fallback: Fallback) -> FieldPolicy {
    FieldPolicy(kind: .mismatch(fallback))
  }

  /// Sets the policy for a bad element of a collection.
  public static func badElement(_ meaning: BadElement) -> FieldPolicy {
    FieldPolicy(kind: .badElement(meaning))
  }

  /// Sets the policy for two members of the same name. The fields below one member must agree. `last` is not supported
  /// below a wildcard.
  public static func duplicate(_ meaning: Duplicate) -> FieldPolicy {
    FieldPolicy(kind: .duplicate(meaning))
  }
}

/// A field's policies, combined.
struct FieldPolicies: Sendable {
  var isRequired = false
  var null = FieldPolicy.Fallback.setNil
  /// The policy for a `null` element. Nil if it is that of the field.
  var nullElement: FieldPolicy.Fallback?
  var mismatch = FieldPolicy.Fallback.error
  var badElement = FieldPolicy.BadElement.error
  var duplicate = FieldPolicy.Duplicate.first
  var numbers = NumberRules()
  var isInterned = false
  var coerces = false
  var takesSingle = false
  var takesList = false

  init(_ policies: [FieldPolicy]) {
    for policy in policies {
      switch policy.kind {
      case .required: isRequired = true
      case .null(let fallback): null = fallback
      case .mismatch(let fallback): mismatch = fallback
      case .badElement(let meaning): badElement = meaning
      case .duplicate(let meaning): duplicate = meaning
      case .integer(let rule): numbers.integer = rule
      case .overflowsToInfinity: numbers.overflow = .infinity
      case .interned: isInterned = true
      case .coercing: coerces = true
      case .singleAsArray: takesSingle = true
      case .commaSeparated: takesList = true
      }
    }
  }
}
