/// What a field does if the JSON value is not the expected one.
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
    case null(Null)
    case mismatch(Mismatch)
    case badElement(BadElement)
    case duplicate(Duplicate)
    case integer(IntegerRule)
    case overflow(Overflow)
    case interned
    case coercing
    case singleAsArray
    case commaSeparated
  }

  let kind: Kind

  /// The policy for `null`.
  public enum Null: UInt8, Sendable, Hashable {
    /// Nil for an optional, an error for any other type. The default.
    case setNil
    /// The field has the template's value.
    case keep
    /// An error, even for an optional.
    case error
  }

  /// The policy for a mismatched value: a value of another type, a number or raw value
  /// that does not fit the field, or an intermediate value of the wrong kind, such as
  /// `{"user": 7}` for `user.name`. `null` has a separate policy. An intermediate `null`
  /// means that the field's value is absent.
  public enum Mismatch: UInt8, Sendable, Hashable {
    /// An error. The default.
    case error
    /// The field has the template's value.
    case keep
    /// Nil. Only for an optional.
    case setNil
  }

  /// The policy for a bad element of a collection. An element of the wrong kind for the rest of the path is also bad. In
  /// `{"items": [{"price": 1}, 7]}` it is the second for `items[*].price`. A `null` element there is skipped.
  public enum BadElement: UInt8, Sendable, Hashable {
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
  public enum Duplicate: UInt8, Sendable, Hashable {
    /// The first member counts, with everything in it. The default.
    case first
    /// The last member counts. The rest of an object is then never skipped. Each of the members must contain its
    /// required fields.
    case last
    /// An error.
    case error
  }

  /// The policy for a number that is not an integer, or is out of range, in an integer field.
  public enum IntegerRule: UInt8, Sendable, Hashable {
    /// An error. The default.
    case exact
    /// The nearest value of the type. A fraction is an error.
    case clamp
    /// A fraction is truncated toward zero. A number out of range is an error.
    case truncate
  }

  /// The policy for a number out of the range of a floating-point type.
  public enum Overflow: UInt8, Sendable, Hashable {
    /// An error. The default.
    case error
    /// Positive or negative infinity.
    case infinity
  }

  /// The value must be present. An object that ends without it is an error at its closing brace.
  public static let required = FieldPolicy(kind: .required)

  /// The field has few distinct values. Of the values of 16 to 64 bytes, a decoder remembers up to 1,024 and returns a
  /// copy of a remembered string. The field must be a `String`, an optional of it, or an array of it.
  ///
  /// A text that was seen before costs a comparison instead of an allocation. A new text costs slightly more than
  /// without this policy, so it does not help with ids and messages.
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
  /// | `"null"`, if the field is optional, or ``Null/keep`` is asked for | `null` |
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

  /// Sets the policy for `null`.
  public static func null(_ meaning: Null) -> FieldPolicy { FieldPolicy(kind: .null(meaning)) }

  /// Sets the policy for a mismatched value.
  public static func mismatch(_ meaning: Mismatch) -> FieldPolicy {
    FieldPolicy(kind: .mismatch(meaning))
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

  /// Sets the policy for a number that does not fit an integer field.
  public static func integer(_ rule: IntegerRule) -> FieldPolicy { FieldPolicy(kind: .integer(rule)) }

  /// Sets the policy for a number out of the range of a floating-point field.
  public static func overflow(_ meaning: Overflow) -> FieldPolicy {
    FieldPolicy(kind: .overflow(meaning))
  }
}

/// A field's policies, combined.
struct FieldPolicies: Sendable {
  var isRequired = false
  var null = FieldPolicy.Null.setNil
  var mismatch = FieldPolicy.Mismatch.error
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
      case .null(let meaning): null = meaning
      case .mismatch(let meaning): mismatch = meaning
      case .badElement(let meaning): badElement = meaning
      case .duplicate(let meaning): duplicate = meaning
      case .integer(let rule): numbers.integer = NumberRules.Integer(rule)
      case .overflow(let meaning): numbers.overflow = meaning == .infinity ? .infinity : .error
      case .interned: isInterned = true
      case .coercing: coerces = true
      case .singleAsArray: takesSingle = true
      case .commaSeparated: takesList = true
      }
    }
  }
}

extension NumberRules.Integer {
  fileprivate init(_ rule: FieldPolicy.IntegerRule) {
    switch rule {
    case .exact: self = .exact
    case .clamp: self = .clamp
    case .truncate: self = .truncate
    }
  }
}
