/// Swift's names for those of the JSON.
///
/// Invariant: no name is given twice in one scope.
struct SwiftNames {
  private var taken: Set<String> = []

  init(reserved: Set<String> = []) {
    taken = reserved
  }

  /// Types that generated code names, and what Swift lets no type be called.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Dictionary", "Double", "Field", "Int", "JSONNumber", "JSONValue",
    "Mapping", "Never", "Optional", "PathError", "Protocol", "Self", "StreamMap", "String", "Type",
  ]

  /// The first of some names that is free, or the last with a number behind it.
  mutating func take(_ names: String...) -> String {
    if let free = names.first(where: { !taken.contains($0) }) {
      taken.insert(free)
      return free
    }
    let name = names.last ?? "value"
    var number = 2
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    return "\(name)\(number)"
  }

  /// `full-name` and `full_name` are `fullName`, `ID` is `id`, `1st` is `_1st`.
  static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return key.isEmpty ? "empty" : "value" }
    let name = words.dropFirst().reduce(loweringStart(of: first)) { $0 + capitalized($1) }
    // A property cannot be told from these even in backticks.
    if name == "self" || name == "init" { return "\(name)Value" }
    return startable(name)
  }

  /// `user_mention` is `UserMention`.
  static func type(_ key: String) -> String {
    let name = words(of: key).map(capitalized).joined()
    return name.isEmpty ? "Value" : startable(name)
  }

  /// The name of one of many: `tags`, `entries` and `addresses` are of `tag`, `entry` and `address`.
  static func singular(_ name: String) -> String {
    for (ending, one) in [("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")]
    where name.hasSuffix(ending) && name.count > ending.count + 1 {
      return name.dropLast(ending.count) + one
    }
    let isPlural = name.hasSuffix("s") && !["ss", "us", "is"].contains { name.hasSuffix($0) }
    return isPlural && name.count > 2 ? String(name.dropLast()) : name
  }

  /// As it stands in code: a keyword in backticks.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if scalar.properties.isXIDContinue && scalar != "_" {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Capitals at the start become small, but for the one that begins the next word.
  private static func loweringStart(of word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    let rest = word[capitals.endIndex...]
    guard capitals.count > 1, rest.first?.isLowercase == true else {
      return capitals.lowercased() + rest
    }
    return capitals.dropLast().lowercased() + capitals.suffix(1) + rest
  }

  private static func startable(_ name: String) -> String {
    name.unicodeScalars.first?.properties.isXIDStart == true ? name : "_\(name)"
  }
}
