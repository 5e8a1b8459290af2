/// What there is of a string whose end has not come, decoded as it grows: each byte once.
struct OpenText {
  var text = ""
  /// Where the string begins in the record, its quote included; -1 if none was open.
  private var start = -1
  /// Up to where it has been decoded.
  private var end = 0
  /// How many bytes have been decoded, of all strings.
  private(set) var decodedCount = 0

  /// Decodes what is new, up to what is whole: no escape and no character is cut.
  ///
  /// - Parameters:
  ///   - window: the record's bytes from `windowStart` on; valid as far as they go.
  ///   - start: where the string begins in the record.
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
    var decoded: [UInt8] = []
    Unescaping.append(window[first..<index], to: &decoded)
    text += String(decoding: decoded, as: UTF8.self)
    decodedCount += index - first
    end = windowStart + index
  }

  /// The bytes of the character or the escape at a place; nil if it takes more bytes to know.
  private static func unitCount(_ bytes: [UInt8], _ index: Int) -> Int? {
    switch bytes[index] {
    case ASCII.backslash:
      guard index + 1 < bytes.count else { return nil }
      guard bytes[index + 1] == ASCII.lowerU else { return 2 }
      guard index + 3 < bytes.count else { return nil }
      // A high surrogate has its low one behind it.
      let isHigh = bytes[index + 2] | 0x20 == 0x64 && (ASCII.hexValue(bytes[index + 3]) ?? 0) & 0xC == 0x8
      return isHigh ? 12 : 6
    case 0xC0..<0xE0: return 2
    case 0xE0..<0xF0: return 3
    case 0xF0...: return 4
    default: return 1
    }
  }
}
