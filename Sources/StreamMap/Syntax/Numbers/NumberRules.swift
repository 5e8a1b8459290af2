/// How a number is made to fit its type.
@usableFromInline
struct NumberRules: Sendable {
  /// The rule for a number that is not an integer, or too large.
  enum Integer: UInt8, Sendable {
    /// An error.
    case exact
    /// The nearest value of the type. A fraction is an error.
    case clamp
    /// The fraction is cut off, towards zero. Too large a number is an error.
    case truncate
  }

  /// The rule for a number beyond a floating-point type.
  enum Overflow: UInt8, Sendable {
    case error, infinity
  }

  var integer = Integer.exact
  var overflow = Overflow.error
}
