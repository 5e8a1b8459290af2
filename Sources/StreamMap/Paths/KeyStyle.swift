/// How the names in the JSON are made of Swift's: `screenName` as `screen_name`, say.
///
///     KeyStyle.snakeCase.key("homepageURL")            // homepage_url
///     Field(\.homepageURL, .path("user.homepageURL", style: .snakeCase))
///     KeyStyle { "x-" + $0 }.key("id")                 // x-id
///
/// A name is taken apart into words: one begins with each capital that follows a small letter or a digit, and
/// with the last of several capitals if a small letter follows it (`myURLPath` is `my`, `URL`, `RecordPath`).
/// Underscores part words too; those before the first and after the last word stay.
public struct KeyStyle: Sendable {
  private let convert: @Sendable (String) -> String

  /// A style of one's own.
  ///
  /// - Parameter convert: makes a name of the JSON of a property's.
  public init(_ convert: @escaping @Sendable (String) -> String) {
    self.convert = convert
  }

  /// The name in the JSON for a property's name.
  ///
  /// - Complexity: O(n) in the length of the name, but for styles of one's own.
  public func key(_ property: String) -> String { convert(property) }

  /// The names as they are: `screenName`. The default.
  public static let asWritten = KeyStyle { $0 }

  /// `screen_name`.
  public static let snakeCase = KeyStyle(joinedBy: "_") { $0.lowercased() }

  /// `screen-name`.
  public static let kebabCase = KeyStyle(joinedBy: "-") { $0.lowercased() }

  /// `SCREEN_NAME`.
  public static let screamingSnakeCase = KeyStyle(joinedBy: "_") { $0.uppercased() }

  /// `ScreenName`.
  public static let pascalCase = KeyStyle(joinedBy: "") { $0.prefix(1).uppercased() + $0.dropFirst() }

  private init(joinedBy separator: String, _ word: @escaping @Sendable (Substring) -> String) {
    self.init { name in
      guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" })
      else { return name }
      let words = Self.words(of: name[first...last])
      return name[..<first] + words.map(word).joined(separator: separator) + name[name.index(after: last)...]
    }
  }

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
    if start < name.endIndex { words.append(name[start...]) }
    return words
  }
}
