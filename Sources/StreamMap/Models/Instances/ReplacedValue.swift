/// A mismatched value in whose place a policy stores null.
struct ReplacedValue {
  /// The number of the field in its model.
  let field: Int
  /// Whether it is an element of the field's value.
  let isElement: Bool
  /// The value. A container has only its kind.
  let literal: Literal
}
