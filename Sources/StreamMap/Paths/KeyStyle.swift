/// A conversion of Swift names to JSON names, such as `screenName` to `screen_name`.
///
///     KeyStyle.snakeCase.key("homepageURL")            // homepage_url
///     Field(\.homepageURL, .path("user.homepageURL", style: .snakeCase))
///     KeyStyle { "x-" + $0 }.key("id")                 // x-id
///
/// A name is split into words. A word begins at each capital after a lower-case letter or a digit, and at the last of
/// several capitals if a lower-case letter follows (`myURLPath` is `my`, `URL`, `Path`). Underscores also separate
/// words. Leading and trailing underscores stay.
public struct KeyStyle: Sendable {
  private let convert: @Sendable (String) -> String

  /// Creates a custom style.
  ///
  /// - Parameter convert: returns the JSON name for a property's name.
  public init(_ convert: @escaping @Sendable (String) -> String) {
    self.convert = convert
  }

  /// Returns the JSON name for a property's name.
  ///
  /// - Complexity: O(n) in the length of the name, except for custom styles.
  public func key(_ property: String) -> String { convert(property) }

  /// Unchanged names: `screenName`. The default.
  public static let asWritten = KeyStyle { $0 }

  /// Snake case: `screen_name`.
  public static let snakeCase = KeyStyle(joinedBy: "_") { $0.lowercased() }

  /// Kebab case: `screen-name`.
  public static let kebabCase = KeyStyle(joinedBy: "-") { $0.lowercased() }

  /// Upper-case snake case: `SCREEN_NAME`.
  public static let screamingSnakeCase = KeyStyle(joinedBy: "_") { $0.uppercased() }

  /// Pascal case: `ScreenName`.
  public static let pascalCase = KeyStyle(joinedBy: "") { $0.prefix(1).uppercased() + $0.dropFirst() }

  private init(joinedBy separator: String, _ word: @escaping @Sendable (Substring) -> String) {
    self.init { name in
      guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" })
      else { return name }
      let words = Self.words(of: name[first...last])
      return name[..<first] + words.map(word).joined(separator: separator) + name[name.index(after: last)...]
    }
  }

  /// Returns the words of a name that does not end with `_`.
  private static func words(of name: Substring) -> [Substring] {
    var words: [Substring] = []
    var start = name.startIndex
    var index = start
    while index < name.endIndex {
      let next = name.index(after: index)
      if name[index] == "_" {
        if start < index { words.append(name[start..<index]) }
        start = next
      } else if start < index, name[index].isUppercase {
        let isAfterSmall = !name[name.index(before: index)].isUppercase
        let isBeforeSmall = next < name.endIndex && name[next].isLowercase
        if isAfterSmall || isBeforeSmall {
          words.append(name[start..<index])
          start = index
        }
      }
      index = next
    }
    words.append(name[start...])
    return words
  }
}
