/// A compiled ``Filter``: tests on the values of paths, and how their results are combined.
///
/// A test is true, false or unknown. A value that has not been read yet can still give each of these. So a result is a
/// set of possible outcomes, and the operators combine such sets. As soon as true is not among the possible outcomes of
/// the whole expression, the rest of the record need not be read.
package struct FilterExpression: Sendable {
  /// The paths whose values are tested. Each path occurs once.
  package internal(set) var operands: [Operand] = []
  /// The tests, ordered by their operands.
  var tests: [Test] = []
  /// The expression in postfix order.
  var steps: [Step] = []

  package struct Operand: Sendable {
    package let path: RecordPath
    /// The byte offset of the path in the condition.
    let start: Int
    /// The range of its tests.
    package let tests: Range<Int>
  }

  enum Test: Sendable {
    case isNull
    case isEqual(FilterLiteral)
    case isLess(FilterLiteral)
    case isGreater(FilterLiteral)
    case isOneOf(FilterList)
    case hasPrefix([UInt8])
    case contains(TextSearch)
  }

  enum Step: Sendable {
    case test(Int)
    case not, and, or
  }

  /// A set of possible outcomes.
  package struct Outcomes: OptionSet, BitwiseCopyable {
    package let rawValue: UInt8

    package static let isTrue = Outcomes(rawValue: 1)
    package static let isFalse = Outcomes(rawValue: 2)
    package static let isUnknown = Outcomes(rawValue: 4)
    /// The outcomes of a test whose value has not been read.
    package static let pending: Outcomes = [.isTrue, .isFalse, .isUnknown]

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ isTrue: Bool) { self = isTrue ? .isTrue : .isFalse }

    var negated: Outcomes {
      Outcomes(rawValue: rawValue & 4 | (rawValue & 1) << 1 | (rawValue & 2) >> 1)
    }

    func and(_ other: Outcomes) -> Outcomes {
      var result = intersection(other).intersection(.isTrue).union(union(other).intersection(.isFalse))
      // Unknown, unless the other operand is false.
      if contains(.isUnknown) && !other.isDisjoint(with: [.isTrue, .isUnknown])
        || other.contains(.isUnknown) && !isDisjoint(with: [.isTrue, .isUnknown])
      {
        result.insert(.isUnknown)
      }
      return result
    }

    func or(_ other: Outcomes) -> Outcomes { negated.and(other.negated).negated }
  }
}

extension FilterExpression {
  /// A type of literals, with its article.
  package enum LiteralType: String, CaseIterable {
    case string = "a string"
    case number = "a number"
    case bool = "a boolean"
  }

  /// Returns the types of the literals that a test compares a value with.
  package func types(of test: Int) -> Set<LiteralType> { tests[test].types }

  /// Returns the outcome of a test for an absent value or `null`.
  package func outcomeOfNull(_ test: Int) -> Outcomes { tests[test].ofNull }

  /// Returns the possible outcomes of the expression for those of its tests.
  package func outcomes(of tests: (Int) -> Outcomes) -> Outcomes {
    var stack: [Outcomes] = []
    for step in steps {
      switch step {
      case .test(let index): stack.append(tests(index))
      case .not: stack.append(stack.removeLast().negated)
      case .and: stack.append(stack.removeLast().and(stack.removeLast()))
      case .or: stack.append(stack.removeLast().or(stack.removeLast()))
      }
    }
    return stack.last ?? []
  }
}

extension FilterExpression.Test {
  /// The types of the literals that a value is compared with.
  var types: Set<FilterExpression.LiteralType> {
    switch self {
    case .isNull: []
    case .isEqual(let literal), .isLess(let literal), .isGreater(let literal): [literal.type]
    case .isOneOf(let list): list.types
    case .hasPrefix, .contains: [.string]
    }
  }

  /// The outcome for an absent value or `null`.
  var ofNull: FilterExpression.Outcomes { if case .isNull = self { .isTrue } else { .isUnknown } }

  /// The outcome for an array or an object.
  var ofContainer: FilterExpression.Outcomes { if case .isNull = self { .isFalse } else { .isUnknown } }

  /// Returns the outcome for a string, a number or a boolean.
  func outcome(of value: Literal) -> FilterExpression.Outcomes {
    switch self {
    case .isNull: .isFalse
    case .isEqual(let literal): literal.order(of: value).map { .init($0 == 0) } ?? .isUnknown
    case .isLess(let literal): literal.order(of: value).map { .init($0 < 0) } ?? .isUnknown
    case .isGreater(let literal): literal.order(of: value).map { .init($0 > 0) } ?? .isUnknown
    case .isOneOf(let list): list.outcome(of: value)
    case .hasPrefix(let text):
      value.kind == .string ? .init(value.withText { $0.starts(with: text) }) : .isUnknown
    case .contains(let text):
      value.kind == .string ? .init(value.withText { text.occurs(in: $0) }) : .isUnknown
    }
  }
}
