/// Inserts a space after each comma and each colon outside strings, as Python's `json.dumps` does. Changes nothing
/// else.
enum Spacing {
  static func spaced(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    // In the densest workload, a tenth of the bytes are separators.
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
