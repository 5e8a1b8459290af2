/// The outcomes of a filter's tests for one record.
///
/// The machine stores no values. The witness of each operand tests its value, and writes the outcomes to the row.
///
/// SAFETY: `memory` has `header` bytes, a byte for each test, and a byte for each step of the expression, which needs no
/// larger stack. `absent` has a byte for each test. Both are allocated and freed here. `marks` are those of the machine's
/// scope, which holds the row. One thread reads a record and asks for its outcome.
@safe final class FilterOutcomes: @unchecked Sendable {
  typealias Outcomes = FilterExpression.Outcomes

  private let expression: FilterExpression
  let memory: UnsafeMutablePointer<UInt8>
  private var marks: UnsafeMutablePointer<FieldMarks>?
  private let words: Int
  private let testCount: Int
  /// The outcomes of the tests of absent values.
  private let absent: UnsafeMutablePointer<UInt8>

  /// The bytes before the outcomes: whether reading may stop.
  static let header = 1

  init(_ expression: FilterExpression) {
    self.expression = expression
    words = (expression.operands.count + 63) / 64
    testCount = expression.tests.count
    let count = Self.header + testCount + expression.steps.count
    unsafe memory = .allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
    unsafe absent = .allocate(capacity: testCount)
    for (index, test) in expression.tests.enumerated() {
      unsafe (absent + index).initialize(to: test.ofNull.rawValue)
    }
  }

  deinit {
    unsafe memory.deallocate()
    unsafe absent.deallocate()
  }

  func share(_ marks: UnsafeMutablePointer<FieldMarks>) { unsafe self.marks = unsafe marks }

  /// Prepares for a record.
  ///
  /// - Parameter mayStop: whether reading stops once the record cannot be kept.
  func begin(mayStop: Bool) {
    unsafe memory[0] = mayStop ? 1 : 0
    // There are few, so that a loop takes less than a call.
    for test in 0..<testCount { unsafe memory[Self.header &+ test] = Outcomes.pending.rawValue }
    // The machine then resets no fields.
    for word in 0..<words { unsafe marks?[word].dirty = 0 }
  }

  /// Sets the outcomes of an operand's tests.
  ///
  /// - Parameter text: the JSON text of the value.
  func set(_ operand: FilterExpression.Operand, _ text: Span<UInt8>) {
    let outcomes = unsafe memory + Self.header
    func set(_ outcome: (FilterExpression.Test) -> Outcomes) {
      for index in operand.tests { unsafe outcomes[index] = outcome(expression.tests[index]).rawValue }
    }
    switch Literal.Kind(beginningWith: text[0]) {
    case .object, .array: set(\.ofContainer)
    case .null: set(\.ofNull)
    case .string:
      let content = text.extracting(1..<(text.count - 1))
      var escape = 0
      while escape < content.count, content[escape] != ASCII.backslash { escape += 1 }
      guard escape < content.count else {
        return Literal.with(content, as: .string) { value in set { $0.outcome(of: value) } }
      }
      var decoded: [UInt8] = []
      Unescaping.append(content, to: &decoded)
      Literal.with(decoded.span, as: .string) { value in set { $0.outcome(of: value) } }
    case let kind: Literal.with(text, as: kind ?? .number) { value in set { $0.outcome(of: value) } }
    }
  }

  /// Whether the record is kept. Values that have not been read are absent.
  var isKept: Bool {
    for test in 0..<testCount where unsafe memory[Self.header &+ test] == Outcomes.pending.rawValue {
      unsafe memory[Self.header &+ test] = unsafe absent[test]
    }
    return unsafe Self.outcomes(of: expression, memory) == .isTrue
  }

  /// Returns the possible outcomes of an expression.
  fileprivate static func outcomes(
    of expression: FilterExpression, _ memory: UnsafeMutablePointer<UInt8>
  ) -> Outcomes {
    let tests = unsafe memory + header
    let stack = unsafe tests + expression.tests.count
    var top = -1
    func pop() -> Outcomes {
      defer { top &-= 1 }
      return unsafe Outcomes(rawValue: stack[top])
    }
    for step in expression.steps {
      let outcomes: Outcomes =
        switch step {
        case .test(let index): unsafe Outcomes(rawValue: tests[index])
        case .not: pop().negated
        case .and: pop().and(pop())
        case .or: pop().or(pop())
        }
      top &+= 1
      unsafe stack[top] = outcomes.rawValue
    }
    return pop()
  }
}

/// The model of a filter's mapping. It is no class, because the machine asks of a class's instance, for each record,
/// whether something else refers to it.
struct FilterRow {
  let outcomes: FilterOutcomes
}

extension Filter {
  /// Compiles the program that tests the operands. Parsing has excluded paths that contradict each other.
  func program() throws(PathError) -> Program {
    let expression = expression
    // SAFETY: each instance is a `FilterRow` that the template made.
    var instance = unsafe InstanceOperations(
      template: { FilterRow(outcomes: FilterOutcomes(expression)) },
      base: { row in
        unsafe UnsafeMutableRawPointer(row.assumingMemoryBound(to: FilterRow.self).pointee.outcomes.memory)
      })
    // A row is never handed out, so it is never replaced.
    unsafe instance.renew = { _ in }
    unsafe instance.shareMarks = { row, marks in
      unsafe row.assumingMemoryBound(to: FilterRow.self).pointee.outcomes.share(marks)
    }
    let fields = expression.operands.map { operand in
      let offset = FilterOutcomes.header + operand.tests.lowerBound
      var policies = FieldPolicies([])
      policies.mismatch = .keep
      var field = FieldDescription(
        paths: operand.path._paths, policies: policies,
        storage: _FieldStorage(
          .custom, .optional, isOptional: true, FieldWitness(testing: expression, operand, at: offset)),
        offset: { _ in offset },
        cell: nil, nested: nil, typeName: "an operand")
      field.checksIntermediates = false
      return field
    }
    var description = MappingDescription(fields: fields, instance: instance)
    // In a record of another kind, the values are absent.
    description.demandsKind = false
    return Program(try ProgramDraft(description))
  }
}

extension FieldWitness {
  /// Creates the witness of a filter's operand.
  ///
  /// SAFETY: the address is that of the operand's outcomes, `offset` bytes after the beginning of the row's memory.
  fileprivate convenience init(
    testing expression: FilterExpression, _ operand: FilterExpression.Operand, at offset: Int
  ) {
    let tests = operand.tests
    @Sendable func set(_ address: Address, _ outcome: (FilterExpression.Test) -> FilterExpression.Outcomes) {
      let outcomes = unsafe address.assumingMemoryBound(to: UInt8.self)
      for index in tests {
        unsafe outcomes[index - tests.lowerBound] = outcome(expression.tests[index]).rawValue
      }
    }
    unsafe self.init(
      read: { literal, _, _, address, _, _ in
        if literal.kind == .number, !literal.isNumber { return .syntax }
        unsafe set(address) { $0.outcome(of: literal) }
        let row = unsafe (address - offset).assumingMemoryBound(to: UInt8.self)
        guard unsafe row[0] == 1 else { return nil }
        return unsafe FilterOutcomes.outcomes(of: expression, row).contains(.isTrue) ? nil : .stop
      },
      // `null`.
      putNil: { address, _ in unsafe set(address) { $0.ofNull } },
      clear: { _, _ in },
      // An array or an object, which the mismatch policy skips.
      reset: { address, _, _ in unsafe set(address) { $0.ofContainer } },
      expectation: "an operand")
  }
}
