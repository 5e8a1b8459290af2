import Foundation

/// Names in snake case, as ``StreamDecoder/keyDecodingStrategy`` converts them: what stands between
/// underscores begins with a capital from the second on; underscores at both ends stay.
enum SnakeCase {
  static func converted(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + $1.capitalized }
    return name[..<first] + joined + name[name.index(after: last)...]
  }
}
