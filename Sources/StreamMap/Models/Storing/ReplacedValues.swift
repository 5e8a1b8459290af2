/// The mismatched values of a record in whose place policies stored null. They are rare, so that a record without them
/// costs nothing.
struct ReplacedValues {
  private var values: [ReplacedValue] = []
  /// The fields whose first value has been described.
  private var described: Set<Int64> = []

  /// - Parameter reason: why a closure rejected the value.
  mutating func note(_ literal: Literal, _ instruction: Instruction, _ reason: String?) {
    let (scope, field) = (Int(instruction.scope), Int(instruction.field))
    // Only a first value is reported with its text.
    let isFirst = described.insert(Self.number(scope, field)).inserted
    let found = isFirst ? NonFiniteNumber(literal)?.rawValue ?? literal.kind.found(as: literal) : nil
    let text = found.map { found in reason.map { "\(found): \($0)" } ?? found }
    values.append(
      ReplacedValue(scope: scope, field: field, isElement: instruction.isElement, text: text))
  }

  /// Forgets the values of a record that is abandoned.
  mutating func forget() {
    for value in values where value.text != nil { described.remove(Self.number(value.scope, value.field)) }
    values.removeAll(keepingCapacity: true)
  }

  /// Passes the values of the record that has ended to a closure.
  mutating func take(_ body: ([ReplacedValue]) -> Void) {
    body(values)
    values.removeAll(keepingCapacity: true)
  }

  private static func number(_ scope: Int, _ field: Int) -> Int64 { Int64(scope) << 32 | Int64(field) }
}

/// A mismatched value in whose place a policy stored null.
struct ReplacedValue {
  /// The number of the model, and of the field in it.
  let scope: Int
  let field: Int
  /// Whether it is an element of the field's value.
  let isElement: Bool
  /// The value as messages show it. A container has only its kind. Nil if an earlier value of the field was described.
  let text: String?
}
