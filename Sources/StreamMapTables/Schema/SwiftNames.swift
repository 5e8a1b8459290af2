import StreamMap

/// Swift names for JSON names.
///
/// Invariant: the names in one scope are unique. No type has the name of a property in any scope, because the first
/// character of a type has a lower case, and that of a property has none.
struct SwiftNames {
  private var taken: Set<String> = []

  init(reserved: Set<String> = []) {
    taken = reserved
  }

  /// The types that generated code names, and the names that Swift does not allow for types.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Dictionary", "Double", "Field", "Int", "JSONNumber", "JSONValue",
    "Mapping", "Never", "Optional", "PathError", "Protocol", "Self", "StreamMap", "String", "Type",
  ]

  /// Returns the first name that is free, or the last name with a number appended.
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

  /// Returns the property name for a key: `fullName` for `full-name` and `full_name`, `id` for `ID`, `_1st` for `1st`.
  static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return key.isEmpty ? "empty" : "value" }
    let name = words.dropFirst().reduce(loweringStart(of: first)) { $0 + capitalized($1) }
    // These have a special meaning even in backticks.
    if name == "self" || name == "init" { return "\(name)Value" }
    return startable(name)
  }

  /// Returns the type name for a key: `UserMention` for `user_mention`, `Value1st` for `1st`, and `Value日` for `日`,
  /// which has no capital.
  static func type(_ key: String) -> String {
    let name = words(of: key).map(capitalized).joined()
    return name.prefix(1).lowercased() == name.prefix(1) ? "Value\(name)" : name
  }

  /// Returns the singular of a name: `tag`, `entry` and `address` for `tags`, `entries` and `addresses`.
  static func singular(_ name: String) -> String {
    for (ending, one) in [("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")]
    where name.hasSuffix(ending) && name.count > ending.count + 1 {
      return name.dropLast(ending.count) + one
    }
    let isPlural = name.hasSuffix("s") && !["ss", "us", "is"].contains { name.hasSuffix($0) }
    return isPlural && name.count > 2 ? String(name.dropLast()) : name
  }

  /// Returns the name as it is written in code. A keyword is in backticks.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do",
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

  /// Lowers the leading capitals, except the one that begins the next word.
  private static func loweringStart(of word: String) -> String {
    let capitals = word.prefix { $0.lowercased() != String($0) }
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
