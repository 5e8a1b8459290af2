/// A condition on records, by the values of paths.
///
///     var lines = JSONLines(path: "tweets.jsonl", as: mapping)
///     lines.filter = try Filter(#"lang == "en" and user.followers_count >= 1000"#)
///
/// A condition compares the value of a path with a literal:
///
/// | condition | true if |
/// |---|---|
/// | `path == literal`, `path != literal` | the values are equal, or not |
/// | `path < literal`, `<=`, `>`, `>=` | the value is less, and so on. For numbers and strings |
/// | `path in (literal, …)` | the value equals one of the literals |
/// | `path is null`, `path is not null` | the value is absent or `null`, or not |
/// | `path starts with "text"`, `path contains "text"` | the string does |
///
/// Conditions are combined with `not`, `and`, `or` and parentheses, in the order of precedence. Keywords can have any
/// case. A literal is a number, `true`, `false`, or a string in single or double quotes. In quotes, a backslash may
/// only precede the quote, another backslash, or `u` and four hexadecimal digits. A path has the syntax of a
/// ``Mapping``, without wildcards. A member with the name of a keyword is written in quotes, as `['in']`.
///
/// A filter follows SQL's three-valued logic. A comparison is unknown if the value is absent, `null`, or of another
/// JSON type than the literal. A record is kept only if the whole condition is true. So `not (a == 1)` does not keep a
/// record without `a`.
///
/// The values are those of the JSON text, before any conversion by a field or column. Numbers are compared exactly,
/// whatever their length, with exponents of up to 15 digits. Strings are compared by their bytes in UTF-8. Of two
/// members of the same name the first counts. `NaN` and the infinities, where ``SyntaxExtensions`` accept them, are of no type that can be compared.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
  /// The condition as it was written.
  public let text: String

  package let expression: FilterExpression

  /// Parses a condition.
  ///
  /// - Throws: ``PathError`` with the position of the error.
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String) throws(PathError) {
    try self.init(text, takesWildcards: false)
  }

  /// - Parameter takesWildcards: whether paths can have wildcards, which `RowElements.check` checks.
  package init(_ text: String, takesWildcards: Bool) throws(PathError) {
    var parser = FilterParser(text, takesWildcards: takesWildcards)
    expression = try parser.parse()
    self.text = text
  }

  /// Compares the conditions as they were written.
  public static func == (left: Filter, right: Filter) -> Bool { left.text == right.text }

  /// Hashes the condition as it was written.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The condition as it was written.
  public var description: String { text }

  /// The paths of the compared values, in the order of their first appearance.
  package var paths: [RecordPath] { expression.operands.map(\.path) }
}

/// The rows of a record's elements that a filter keeps, in order. The filter sets them before the record is read.
package final class RowSelection {
  package internal(set) var kept: [Bool] = []
}
