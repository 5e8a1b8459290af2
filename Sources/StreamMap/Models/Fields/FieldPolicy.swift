/// What a field does where the JSON is not what it expects.
///
/// The defaults: an absent value leaves the template's, `null` is nil for an
/// optional and an error for any other type, a value of another type is an error,
/// an intermediate value of the wrong kind is an error, the first of two members with
/// one name counts, integers are exact.
/// "Keep" always means the template's value, never that of the record before.
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

  /// What `null` means.
  public enum Null: UInt8, Sendable, Hashable {
    /// Nil for an optional, an error for any other type. The default.
    case setNil
    /// The template's value.
    case keep
    /// An error, also for an optional.
    case error
  }

  /// The policy for a mismatched value: a value of another type, a number or raw value
  /// that does not fit the field, or an intermediate value of the wrong kind, such as
  /// `{"user": 7}` for `user.name`. `null` has a separate policy. An intermediate `null`
  /// means that the field's value is absent.
  public enum Mismatch: UInt8, Sendable, Hashable {
    /// An error. The default.
    case error
    /// The template's value.
    case keep
    /// Nil; for an optional only.
    case setNil
  }

  /// The policy for a bad element of a collection. An element that the path cannot enter is
  /// bad too: the second in `{"items": [{"price": 1}, 7]}` for `items[*].price`. A `null`
  /// element yields nothing there.
  public enum BadElement: UInt8, Sendable, Hashable {
    /// An error. The default.
    case error
    /// The element is left out.
    case drop
    /// The element is nil; for a collection of optionals only.
    case setNil
    /// The whole field has the template's value.
    case keep
  }

  /// What a second member of the same name means.
  public enum Duplicate: UInt8, Sendable, Hashable {
    /// The first counts, with all that is in it. The default.
    case first
    /// The last counts; the rest of an object is never skipped. What is required must be
    /// in each of them.
    case last
    /// An error.
    case error
  }

  /// What a number that is no integer, or too large, means for an integer field.
  public enum IntegerRule: UInt8, Sendable, Hashable {
    /// An error. The default.
    case exact
    /// The nearest value of the type; a fraction is an error.
    case clamp
    /// A fraction is cut off, towards zero; too large is an error.
    case truncate
  }

  /// What a number beyond a floating-point type means.
  public enum Overflow: UInt8, Sendable, Hashable {
    /// An error. The default.
    case error
    /// Positive or negative infinity.
    case infinity
  }

  /// The value must be there: an object that ends without it is an error, at its
  /// closing brace.
  public static let required = FieldPolicy(kind: .required)

  /// The field has few distinct values: of those of 16 to 64 bytes, a decoder remembers up to
  /// 1,024, and gives a copy of the one that it made before. For `String`, alone, optional or in
  /// an array.
  ///
  /// A text that was seen before costs a comparison instead of an allocation. One that was not
  /// costs a little more than without, so that ids and messages are no use for it.
  public static let interned = FieldPolicy(kind: .interned)

  /// Scalars of other JSON types are taken for the field's own where they clearly stand for one, as those of
  /// sloppy writers do. What fits is not touched; the rest is read as if something else stood there:
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
  /// Nothing is trimmed, and an empty string is none of these. It holds for elements, for raw values and for
  /// what a transform reads; a number that is found so is exact as any other. What still does not fit is a
  /// mismatch.
  public static let coercing = FieldPolicy(kind: .coercing)

  /// A value where an array is expected is read as the array that has it alone: `7` as `[7]`, an object as the
  /// only model. In an array of arrays, `7` is `[[7]]`, and so is `[7]`: an array of which some element is
  /// none. So it is for sets, and for the arrays in a dictionary. `null` is what its policy says.
  ///
  /// The field's value is read when it has ended, from its text, which costs a second pass over it. Its path
  /// can have no wildcard.
  public static let singleAsArray = FieldPolicy(kind: .singleAsArray)

  /// A string where an array is expected is a list between commas: `"a, b"` is read as `["a","b"]`, and `""` as
  /// `[]`. Spaces around an item do not count. With ``coercing`` the items can be numbers.
  ///
  /// It is read as with ``singleAsArray``.
  public static let commaSeparated = FieldPolicy(kind: .commaSeparated)

  /// Says what `null` means.
  public static func null(_ meaning: Null) -> FieldPolicy { FieldPolicy(kind: .null(meaning)) }

  /// Says what a value of another type means.
  public static func mismatch(_ meaning: Mismatch) -> FieldPolicy {
    FieldPolicy(kind: .mismatch(meaning))
  }

  /// Says what a bad element of a collection means.
  public static func badElement(_ meaning: BadElement) -> FieldPolicy {
    FieldPolicy(kind: .badElement(meaning))
  }

  /// Says which of two members of one name counts. Fields below one member must agree;
  /// below a wildcard the last cannot.
  public static func duplicate(_ meaning: Duplicate) -> FieldPolicy {
    FieldPolicy(kind: .duplicate(meaning))
  }

  /// Says what a number that does not fit an integer field means.
  public static func integer(_ rule: IntegerRule) -> FieldPolicy { FieldPolicy(kind: .integer(rule)) }

  /// Says what a number beyond a floating-point field means.
  public static func overflow(_ meaning: Overflow) -> FieldPolicy {
    FieldPolicy(kind: .overflow(meaning))
  }
}

/// A field's policies, each decided.
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
