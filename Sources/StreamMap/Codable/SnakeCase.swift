#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Names in snake case, as `JSONDecoder` and `JSONEncoder` convert them.
enum SnakeCase {
  /// The name of a property for one in snake case: what stands between underscores begins with a capital
  /// from the second on; underscores at both ends stay.
  static func converted(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + $1.capitalized }
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// The name in snake case of a property. A word begins at a capital; of several, at the last before a
  /// lower-case letter, and the others are a word: `myURLProperty` is `my_url_property`.
  static func name(_ property: String) -> String {
    let scalars = Array(property.unicodeScalars)
    var starts: [Int] = []
    var index = 1
    while let upper = scalars.indices.dropFirst(index).first(where: { isUpper(scalars[$0]) }) {
      starts.append(upper)
      guard let lower = scalars.indices.dropFirst(upper).first(where: { isLower(scalars[$0]) }) else { break }
      if lower > upper + 1 { starts.append(lower - 1) }
      index = lower + 1
    }
    var words: [String] = []
    var begin = 0
    for start in starts + [scalars.count] {
      var word = String.UnicodeScalarView()
      word.append(contentsOf: scalars[begin..<start])
      words.append(String(word).lowercased())
      begin = start
    }
    return words.joined(separator: "_")
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}
