// Prints the mutants of Swift files, one JSON object a line. `start..<end` is the expression or statement that is chosen by
// the mutant's number, and `at..<to` in it is replaced with `with`. All are offsets in bytes.
//
// There are no mutants in what fast tests cannot judge: `deinit`, a call in `deallocate` that is dropped, which is a leak
// (Scripts/check-leaks), preconditions and assertions; nor in patterns, long tables, attributes and conditions of
// compilation; nor in a number after `capacity:`, because a larger one is never wrong.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

struct Mutant: Encodable {
  var file: String
  var start, end, at, to: Int
  var with, rule: String
  var isStatement: Bool
  /// The statement or declaration around it.
  var root: Int
}

final class Finder: SyntaxVisitor {
  static let operators = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "&+": "&-", "&-": "&+", "*": "+", "&*": "&+", "/": "*",
    "%": "/",
    "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "&<<": "&>>", "&>>": "&<<",
  ]
  static let assignments = [
    "+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+=", "*=": "+=", "&*=": "&+=", "|=": "&=", "&=": "|=",
    "^=": "|=",
    "<<=": ">>=", ">>=": "<<=", "&<<=": "&>>=", "&>>=": "&<<=",
  ]
  static let comparisons: Set = ["<", "<=", ">", ">=", "==", "!=", "===", "!=="]
  static let checks: Set = [
    "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError", "withExtendedLifetime",
  ]

  let file: String
  var found: [Mutant] = []
  /// The constants that are declared without a value. Their only assignment cannot be dropped.
  var constants: Set<String> = []

  init(file: String) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  func range(_ node: some SyntaxProtocol) -> (start: Int, end: Int) {
    (node.positionAfterSkippingLeadingTrivia.utf8Offset, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  func add(
    _ rule: String, in node: some SyntaxProtocol, replacing part: some SyntaxProtocol, with text: String,
    isStatement: Bool = false
  ) {
    let (whole, part) = (range(node), range(part))
    let root = sequence(first: Syntax(node), next: \.parent).first {
      $0.is(CodeBlockItemSyntax.self) || $0.is(MemberBlockItemSyntax.self)
    }
    found.append(
      Mutant(
        file: file, start: whole.start, end: whole.end, at: part.start, to: part.end, with: text, rule: rule,
        isStatement: isStatement, root: root.map { range($0).start } ?? whole.start))
  }

  // MARK: Left out

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.bindingSpecifier.text == "let", let binding = node.bindings.first, binding.initializer == nil {
      constants.insert(binding.pattern.trimmedDescription)
    }
    return .visitChildren
  }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    node.elements.count > 8 ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    Self.checks.contains(node.calledExpression.trimmedDescription) ? .skipChildren : .visitChildren
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return .visitChildren }
    if let other = Self.operators[name.text] {
      add("operator", in: node, replacing: name, with: other)
    } else if name.text == "..<" || name.text == "...", !node.rightOperand.is(IntegerLiteralExprSyntax.self) {
      let bound = node.rightOperand
      add("bound", in: bound, replacing: bound, with: "(\(bound.trimmedDescription)) - 1")
    }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(LabeledExprSyntax.self)?.label?.text == "capacity" { return .skipChildren }
    let digits = node.literal.text.replacingOccurrences(of: "_", with: "")
    let value =
      digits.hasPrefix("0x")
      ? UInt64(digits.dropFirst(2), radix: 16)
      : digits.hasPrefix("0b") ? UInt64(digits.dropFirst(2), radix: 2) : UInt64(digits)
    guard let value else { return .skipChildren }
    // One more than the largest value of a type would not compile.
    let isLargest = value >= 127 && (value &+ 1) & value == 0
    let prefixed = node.parent?.as(PrefixOperatorExprSyntax.self)
    // -1 loses its sign. -2 would be the same order of two values, or as much a sign for none.
    if let prefixed, prefixed.operator.text == "-", value == 1 {
      add("constant", in: prefixed, replacing: prefixed, with: node.literal.text)
    } else {
      // An operator before a choice of literals is ambiguous.
      add(
        "constant", in: prefixed.map { ExprSyntax($0) } ?? ExprSyntax(node), replacing: node,
        with: "\(isLargest ? value - 1 : value + 1)")
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // A loop that may end needs a statement after it.
    if node.parent?.parent?.parent?.is(WhileStmtSyntax.self) == true { return .skipChildren }
    add("constant", in: node, replacing: node, with: node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  /// Adds the negation of a condition, unless its operator is mutated to the same.
  func negate(_ condition: ExprSyntax) {
    if let infix = condition.as(InfixOperatorExprSyntax.self),
      let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      Self.comparisons.contains(name)
    {
      return
    }
    if condition.is(BooleanLiteralExprSyntax.self) { return }
    add("condition", in: condition, replacing: condition, with: "!(\(condition.trimmedDescription))")
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let parent = node.parent
    if node.operator.text == "!", parent?.is(ConditionElementSyntax.self) != true,
      parent?.is(TernaryExprSyntax.self) != true
    {
      add("operator", in: node, replacing: node, with: "(\(node.expression.trimmedDescription))")
    }
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(var inner) = node.item, !isResult(node) else { return .visitChildren }
    while true {
      if let next = inner.as(TryExprSyntax.self)?.expression ?? inner.as(UnsafeExprSyntax.self)?.expression
        ?? inner.as(AwaitExprSyntax.self)?.expression
      {
        inner = next
      } else {
        break
      }
    }
    if let call = inner.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      if Self.checks.contains(name) || name.hasSuffix(".init") { return .visitChildren }
      drop(node)
    } else if let infix = inner.as(InfixOperatorExprSyntax.self) {
      if infix.operator.is(AssignmentExprSyntax.self) {
        let isInitializing = sequence(first: Syntax(node), next: \.parent).contains {
          $0.is(InitializerDeclSyntax.self)
        }
        if !isInitializing, !constants.contains(infix.leftOperand.trimmedDescription) { drop(node) }
      } else if let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator {
        guard let other = Self.assignments[name.text] else { return .visitChildren }
        drop(node)
        add("operator", in: node, replacing: name, with: other, isStatement: true)
      }
    }
    return .visitChildren
  }

  func drop(_ node: CodeBlockItemSyntax) {
    let function = sequence(first: Syntax(node), next: \.parent).lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first
    if function?.name.text == "deallocate" { return }
    add("statement", in: node, replacing: node, with: "", isStatement: true)
  }

  /// Whether the statement is the only one of a body that may return its value.
  func isResult(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    guard let owner = list.parent else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
    guard owner.is(CodeBlockSyntax.self) else { return false }
    return owner.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
      || owner.parent?.as(AccessorDeclSyntax.self)?.accessorSpecifier.text == "get"
  }
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
for file in CommandLine.arguments.dropFirst() {
  let text = try String(contentsOfFile: file, encoding: .utf8)
  let finder = Finder(file: file)
  finder.walk(OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in })
  for mutant in finder.found { print(String(decoding: try encoder.encode(mutant), as: UTF8.self)) }
}
