/// The text so far of a string whose end has not arrived. It is decoded as it grows, each byte once.
struct OpenText {
  var text = ""
  /// The offset of the string's opening quote in the record, or -1 if no string was open.
  private var start = -1
  /// The offset up to which the string has been decoded.
  private var end = 0
  /// The number of bytes decoded, of all strings.
  private(set) var decodedCount = 0

  /// Decodes the new bytes up to the last complete character or escape.
  ///
  /// - Parameters:
  ///   - window: the record's bytes from `windowStart` on, which must be valid so far.
  ///   - start: the offset where the string begins in the record.
  mutating func read(_ window: [UInt8], from windowStart: Int, start: Int) {
    if start != self.start {
      text = ""
      self.start = start
      end = start + 1
    }
    let first = end - windowStart
    var index = first
    while index < window.count, let count = Self.unitCount(window, index), count <= window.count - index {
      index += count
    }
    guard index > first else { return }
    text += Unescaping.text(window.span.extracting(first..<index))
    decodedCount += index - first
    end = windowStart + index
  }

  /// Returns the length of the character or the escape at an index, or nil if more bytes are needed to determine it.
  private static func unitCount(_ bytes: [UInt8], _ index: Int) -> Int? {
    switch bytes[index] {
    case ASCII.backslash:
      guard index + 1 < bytes.count else { return nil }
      guard bytes[index + 1] == ASCII.lowerU else { return 2 }
      guard index + 3 < bytes.count else { return nil }
      // A low surrogate follows a high one.
      let isHigh = bytes[index + 2] | 0x20 == 0x64 && (ASCII.hexValue(bytes[index + 3]) ?? 0) & 0xC == 0x8
      return isHigh ? 12 : 6
    case 0xC0..<0xE0: return 2
    case 0xE0..<0xF0: return 3
    case 0xF0...: return 4
    default: return 1
    }
  }
}
