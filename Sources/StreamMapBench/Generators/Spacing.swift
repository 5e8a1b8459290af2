/// The same JSON with a space after each comma and each colon that is not within a string, as Python's
/// `json.dumps` writes it. Nothing else is changed.
enum Spacing {
  static func spaced(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    // Separators are a tenth of the densest workload.
    out.reserveCapacity(text.count + text.count / 8)
    var isString = false
    var isEscaped = false
    for byte in text {
      out.append(byte)
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        out.append(UInt8(ascii: " "))
      }
    }
    return out
  }
}
