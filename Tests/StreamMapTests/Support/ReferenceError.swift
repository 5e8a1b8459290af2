/// The oracle's error for a record. The kinds have the names of `MappingError.Kind`.
struct ReferenceError: Error, Hashable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case syntax, encoding, escape, truncated, extraValue
    case depthLimit, stringLimit, nameLimit, numberLimit
  }

  var kind: Kind
  /// The first byte at which no valid record can continue, or the input's length if it is truncated.
  var offset: Int
  var path: String

  var description: String { "\(kind.rawValue) at byte \(offset), path \(path)" }
}

/// The oracle's limits, with the library's defaults.
struct ReferenceLimits: Sendable {
  var depth = 512
  var string = 16 << 20
  var name = 64 << 10
  var number = 1000
  /// Whether a comma may stand between the last value and the closing bracket.
  var allowsTrailingCommas = false
}

/// One step into a value.
enum ReferenceStep: Hashable {
  case name([UInt8])
  case index(Int)
}

/// A path in the library's syntax: `$` for the root, `a.b[3].c`, and `['no plain name']`. In quotes a backslash
/// precedes an apostrophe or a backslash, and control characters are escaped as in JSON.
func pathText(_ steps: [ReferenceStep]) -> String {
  var text = ""
  for step in steps {
    switch step {
    case .index(let index): text += "[\(index)]"
    case .name(let name):
      let decoded = String(decoding: name, as: UTF8.self)
      // A list of columns takes no path that begins with a slash.
      if isPlainName(name), !(text.isEmpty && name.first == UInt8(ascii: "/")) {
        text += text.isEmpty ? decoded : ".\(decoded)"
      } else {
        text += quotedName(decoded)
      }
    }
  }
  return text.isEmpty ? "$" : text
}

/// Returns whether a name needs no quotes in a path.
func isPlainName(_ name: [UInt8]) -> Bool {
  let special = Array(".[]\"',=|*\\".utf8)
  return !name.isEmpty && name != [UInt8(ascii: "$")]
    && name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !special.contains($0) }
}

/// Returns a name as a quoted segment in brackets.
func quotedName(_ name: String) -> String {
  var text = "['"
  for scalar in name.unicodeScalars {
    switch scalar {
    case "'", "\\": text += "\\\(scalar)"
    case "\u{0}"..."\u{1F}", "\u{7F}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "']"
}
