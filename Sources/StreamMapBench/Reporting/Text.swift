/// Sixteen hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// `value` with `places` digits after the point, rounded, in no locale but JSON's.
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
  /// Filled up with spaces to `width` characters, behind the text or in front of it.
  func padding(to width: Int, atLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(width - count, 0))
    return atLeft ? spaces + self : self + spaces
  }
}
