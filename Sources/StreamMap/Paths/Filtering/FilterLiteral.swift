/// A literal of a ``Filter``.
enum FilterLiteral: Sendable {
  case string([UInt8])
  /// A number's text, and its value if that is a short integer.
  case number([UInt8], Int64?)
  case bool(Bool)

  var type: FilterExpression.LiteralType {
    switch self {
    case .string: .string
    case .number: .number
    case .bool: .bool
    }
  }

  /// Whether values are ordered, and not only equal or not.
  var isOrdered: Bool { if case .bool = self { false } else { true } }

  /// Returns the sign of the difference between a value and the literal. Returns nil if they have different types.
  func order(of value: Literal) -> Int? {
    switch (self, value.kind) {
    case (.string(let text), .string): value.withText { $0.order(with: text.span) }
    case (.number(let text, let integer), .number):
      value.withText { number in
        if let integer, let plain = NumberText.plainInteger(number) { return Int((plain - integer).signum()) }
        return NumberText.order(number, text.span)
      }
    case (.bool(let isTrue), .true): isTrue ? 0 : 1
    case (.bool(let isTrue), .false): isTrue ? -1 : 0
    default: nil
    }
  }
}

/// The literals of `in (…)`, sorted, so that a value is compared with few of them.
struct FilterList: Sendable {
  private let strings, numbers, bools: [FilterLiteral]
  private let count: Int

  init(_ literals: [FilterLiteral]) {
    strings = Self.sorted(literals, .string)
    numbers = Self.sorted(literals, .number)
    bools = Self.sorted(literals, .bool)
    count = literals.count
  }

  /// Returns the literals of a type, ordered by their values.
  private static func sorted(
    _ literals: [FilterLiteral], _ type: FilterExpression.LiteralType
  ) -> [FilterLiteral] {
    literals.filter { $0.type == type }.sorted { one, other in
      switch (one, other) {
      case (.string(let text), .string(let next)): text.span.order(with: next.span) < 0
      case (.number(let text, _), .number(let next, _)): (NumberText.order(text.span, next.span) ?? 0) < 0
      case (.bool(let isTrue), .bool(let next)): !isTrue && next
      default: false
      }
    }
  }

  var types: Set<FilterExpression.LiteralType> { Set((strings + numbers + bools).map(\.type)) }

  /// As SQL: true if a string, a number or a boolean equals a literal, unknown if some literal has another type, and
  /// otherwise false.
  ///
  /// - Complexity: O(log n) comparisons.
  func outcome(of value: Literal) -> FilterExpression.Outcomes {
    let literals =
      switch value.kind {
      case .string: strings
      case .number: numbers
      default: bools
      }
    var (low, high) = (0, literals.count)
    while low < high {
      let middle = low + (high - low) / 2
      guard let order = literals[middle].order(of: value) else { return .isUnknown }
      if order == 0 { return .isTrue }
      if order > 0 { low = middle + 1 } else { high = middle }
    }
    return literals.count == count ? .isFalse : .isUnknown
  }
}

extension Span<UInt8> {
  /// Returns the sign of the difference in the order of bytes.
  fileprivate func order(with other: Span<UInt8>) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? -1 : 1
    }
    return (count - other.count).signum()
  }
}
