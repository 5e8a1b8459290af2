/// Decodes the escapes of a JSON string that is known to be valid.
enum Unescaping {
  /// Appends the decoded bytes to a buffer.
  ///
  /// - Parameter raw: the valid content of a string, possibly truncated at any byte. An incomplete escape at its end
  ///   is omitted.
  /// - Complexity: O(n).
  static func append(_ raw: some Collection<UInt8>, to output: inout [UInt8]) {
    var index = raw.startIndex
    func next() -> UInt8? {
      guard index < raw.endIndex else { return nil }
      defer { index = raw.index(after: index) }
      return raw[index]
    }
    func codeUnit() -> UInt32? {
      var unit: UInt32 = 0
      for _ in 0..<4 {
        guard let byte = next(), let digit = ASCII.hexValue(byte) else { return nil }
        unit = unit << 4 | digit
      }
      return unit
    }
    while let byte = next() {
      guard byte == ASCII.backslash else {
        output.append(byte)
        continue
      }
      switch next() {
      case ASCII.lowerB: output.append(ASCII.backspace)
      case ASCII.lowerF: output.append(ASCII.formFeed)
      case ASCII.lowerN: output.append(ASCII.lineFeed)
      case ASCII.lowerR: output.append(ASCII.carriageReturn)
      case ASCII.lowerT: output.append(ASCII.tab)
      case ASCII.lowerU:
        guard var unit = codeUnit() else { return }
        if unit & 0xFC00 == 0xD800 {
          guard next() != nil, next() != nil, let low = codeUnit() else { return }
          unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(unit) else { return }
        output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      case .some(let other): output.append(other)
      case nil: return
      }
    }
  }

  /// Returns the decoded text.
  static func text(_ raw: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    append(raw, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
