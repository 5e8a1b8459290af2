/// The rules for numbers that do not fit their type.
@usableFromInline
struct NumberRules: Sendable {
  /// The rule for a number that is not an integer, or too large.
  enum Integer: UInt8, Sendable {
    /// An error.
    case exact
    /// The nearest value of the type. A fraction is an error.
    case clamp
    /// The fraction is truncated towards zero. A number that is too large is an error.
    case truncate
  }

  /// The rule for a number outside the range of a floating-point type.
  enum Overflow: UInt8, Sendable {
    case error, infinity
  }

  var integer = Integer.exact
  var overflow = Overflow.error
}
