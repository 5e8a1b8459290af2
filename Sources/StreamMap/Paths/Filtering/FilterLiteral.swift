/// A literal of a ``Filter``.
enum FilterLiteral: Sendable {
  case string([UInt8])
  /// A number's text, and its value if that is a short integer.
  case number([UInt8], Int64?)
  case bool(Bool)

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

extension Span<UInt8> {
  /// Returns the sign of the difference in the order of bytes.
  fileprivate func order(with other: Span<UInt8>) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? -1 : 1
    }
    return (count - other.count).signum()
  }
}
