/// Returns `value` as 16 hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// Returns `value` rounded to `places` digits after the point, independent of the locale.
func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  var factor = 1
  for _ in 0..<places { factor *= 10 }
  let scaled = Int((value * Double(factor)).rounded())
  let sign = scaled < 0 ? "-" : ""
  let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
  guard places > 0 else { return "\(sign)\(whole)" }
  let digits = String(rest)
  return "\(sign)\(whole)." + String(repeating: "0", count: places - digits.count) + digits
}

extension String {
  /// Breaks the text between words into lines of at most `width` characters; a longer word has its own line.
  func wrapped(at width: Int) -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Pads the text with spaces to `width` characters, at its end or at its start.
  func padding(to width: Int, atLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(width - count, 0))
    return atLeft ? spaces + self : self + spaces
  }
}
