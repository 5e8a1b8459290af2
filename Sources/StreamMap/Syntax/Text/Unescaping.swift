/// Decodes the escapes of a JSON string.
package enum Unescaping {
  /// Returns the decoded text.
  ///
  /// - Parameter raw: the content of a string, as for ``append(_:to:)``.
  static func text(_ raw: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    append(raw, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value of the `\u` escape that begins at an index, or nil.
  static func codeUnit(_ text: Span<UInt8>, at index: Int) -> UInt32? {
    guard index + 6 <= text.count, text[index] == ASCII.backslash, text[index + 1] == ASCII.lowerU else {
      return nil
    }
    var unit: UInt32 = 0
    for place in (index + 2)..<(index + 6) {
      guard let digit = ASCII.hexValue(text[place]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Appends the decoded bytes up to the first escape that is incomplete or invalid.
  ///
  /// - Parameter raw: the content of a string, possibly truncated at any byte.
  /// - Complexity: O(n).
  static func appendTruncated(_ raw: Span<UInt8>, to output: inout [UInt8]) {
    var index = 0
    while index < raw.count {
      guard raw[index] == ASCII.backslash else {
        output.append(raw[index])
        index += 1
        continue
      }
      guard index + 1 < raw.count else { return }
      let letter = raw[index + 1]
      guard letter == ASCII.lowerU else {
        let byte = simpleEscapes[Int(letter)]
        output.append(byte == 0 ? letter : byte)
        index += 2
        continue
      }
      guard var unit = codeUnit(raw, at: index) else { return }
      index += 6
      if unit & 0xFC00 == 0xD800 {
        guard let low = codeUnit(raw, at: index) else { return }
        index += 6
        unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(unit) else { return }
      output.append(contentsOf: String(scalar).utf8)
    }
  }
}
