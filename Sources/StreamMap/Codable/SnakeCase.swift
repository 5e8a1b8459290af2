#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Names in snake case, as `JSONDecoder` and `JSONEncoder` convert them.
enum SnakeCase {
  /// Converts a name in snake case to the name of a property. Each word after the first is capitalised. Leading and
  /// trailing underscores stay.
  static func converted(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + $1.capitalized }
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// Converts the name of a property to snake case. A word begins at a capital letter. In a run of capitals, the last
  /// one before a lower-case letter begins a word, and the others form a word: `myURLProperty` becomes
  /// `my_url_property`. A letter keeps the marks that follow it.
  static func name(_ property: String) -> String {
    guard !property.isEmpty else { return property }
    let scalars = property.unicodeScalars
    var starts: [String.Index] = []
    var index = property.index(after: property.startIndex)
    while let upper = scalars[index...].firstIndex(where: isUpper) {
      starts.append(upper)
      guard let lower = scalars[upper...].firstIndex(where: isLower) else { break }
      // These steps are whole characters.
      if lower != property.index(after: upper) { starts.append(property.index(before: lower)) }
      index = scalars.index(after: lower)
    }
    var words: [String] = []
    var begin = property.startIndex
    for start in starts + [property.endIndex] {
      words.append(String(scalars[begin..<start]).lowercased())
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
