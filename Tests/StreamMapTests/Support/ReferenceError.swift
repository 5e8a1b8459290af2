/// Where and why the oracle refuses a record. The kinds have the names of `MappingError.Kind`.
struct ReferenceError: Error, Hashable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case syntax, encoding, escape, truncated, extraValue
    case depthLimit, stringLimit, nameLimit, numberLimit
  }

  var kind: Kind
  /// The first byte at which the bytes so far begin no valid record; the input's length when it is cut short.
  var offset: Int
  var path: String

  var description: String { "\(kind.rawValue) at byte \(offset), path \(path)" }
}

/// The limits the oracle keeps, with the library's defaults.
struct ReferenceLimits: Sendable {
  var depth = 512
  var string = 16 << 20
  var name = 64 << 10
  var number = 1000
}

/// One step down into a value.
enum ReferenceStep: Hashable {
  case name([UInt8])
  case index(Int)
}

/// A path in the library's text form: `$` for the root, `a.b[3].c`, and `['no plain name']`, where a backslash stands
/// before an apostrophe or a backslash and control characters are escaped as in JSON.
func pathText(_ steps: [ReferenceStep]) -> String {
  var text = ""
  for step in steps {
    switch step {
    case .index(let index): text += "[\(index)]"
    case .name(let name):
      let decoded = String(decoding: name, as: UTF8.self)
      if isPlainName(name) {
        text += text.isEmpty ? decoded : ".\(decoded)"
      } else {
        text += quotedName(decoded)
      }
    }
  }
  return text.isEmpty ? "$" : text
}

/// Whether a name can stand in a path without quotes.
func isPlainName(_ name: [UInt8]) -> Bool {
  let special = Array(".[]\"',=*\\".utf8)
  return !name.isEmpty && name != [UInt8(ascii: "$")]
    && name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !special.contains($0) }
}

/// A name as a segment in brackets and quotes.
func quotedName(_ name: String) -> String {
  var text = "['"
  for scalar in name.unicodeScalars {
    switch scalar {
    case "'", "\\": text += "\\\(scalar)"
    case "\u{0}"..."\u{1F}", "\u{7F}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\u" + "0".times(4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "']"
}
