/// Writes a path in the shortest form that parses to the same steps.
package struct PathText: CustomStringConvertible {
  private var text = ""

  package var description: String { text.isEmpty ? "$" : text }

  /// The number of bytes written.
  var count: Int { text.utf8.count }

  package init() {}

  package mutating func append(index: Int) {
    text += "[\(index)]"
  }

  package mutating func appendEveryElement() {
    text += "[*]"
  }

  package mutating func appendEveryMember() {
    text += text.isEmpty ? "*" : ".*"
  }

  package mutating func append(name: String) {
    // A list of columns takes no path that begins with a slash, and $file, json(…) and others are no paths there.
    let isPlain =
      !name.isEmpty && name != "$" && !name.utf8.contains(where: Self.needsQuotes)
      && !(text.isEmpty && Self.isReserved(name))
    if isPlain {
      text += text.isEmpty ? name : ".\(name)"
    } else {
      append(quoted: name)
    }
  }

  /// Appends a name in quotes and brackets.
  package mutating func append(quoted name: String) {
    text += "['"
    for scalar in name.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        // Escaped control characters keep the path on one line and do not control a terminal.
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        continue
      }
      if scalar == "'" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    text += "']"
  }

  /// Whether a first name is written in quotes.
  private static func isReserved(_ name: String) -> Bool {
    switch name.utf8.first {
    case ASCII.slash: true
    case UInt8(ascii: "$"): ["$file", "$offset", "$key", "$index"].contains(name)
    case UInt8(ascii: "j"): name.hasPrefix("json(")
    default: false
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...ASCII.space, 0x7F, ASCII.dot, ASCII.openBracket, ASCII.closeBracket, ASCII.quote,
      ASCII.apostrophe,
      ASCII.comma, ASCII.equals, ASCII.asterisk, ASCII.backslash, UInt8(ascii: "|"):
      true
    default: false
    }
  }
}
