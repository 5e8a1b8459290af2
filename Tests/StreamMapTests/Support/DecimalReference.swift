/// The integer value of a number literal, by plain decimal arithmetic on its text.
enum DecimalReference: Hashable {
  case exact(Int128)
  /// Not a whole number.
  case fraction
  /// Whole, and outside every 64-bit integer type.
  case huge

  init(_ literal: [UInt8]) {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var rest = literal[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    var isFraction = false
    while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      digits.append(byte - UInt8(ascii: "0"))
      if isFraction { exponent -= 1 }
    }
    exponent += Self.exponent(rest.dropFirst())
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    let significant = digits.drop { $0 == 0 }
    guard !significant.isEmpty else {
      self = .exact(0)
      return
    }
    guard exponent >= 0 else {
      self = .fraction
      return
    }
    guard significant.count + exponent <= 20 else {
      self = .huge
      return
    }
    var value: Int128 = 0
    for digit in significant { value = value * 10 + Int128(digit) }
    for _ in 0..<exponent { value *= 10 }
    self = .exact(isNegative ? -value : value)
  }

  /// The exponent of the text. An exponent over a million counts as a million, because no literal has enough digits
  /// to compensate it.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in text where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }
}
