/// The two words of a string. Two strings with the same words are the same, as long as what they point
/// at is held.
struct StringBits: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// SAFETY: a string is sixteen bytes, or twelve where words are short, at which no more is done than
  /// to look.
  @inline(__always)
  init(_ string: String) {
    if MemoryLayout<String>.size == MemoryLayout<StringBits>.size {
      self = unsafe unsafeBitCast(string, to: StringBits.self)
    } else {
      unsafe withUnsafeBytes(of: string) { bits in
        unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyMemory(from: bits) }
      }
    }
  }

  @inline(__always)
  static func == (left: StringBits, right: StringBits) -> Bool {
    (left.low ^ right.low) | (left.high ^ right.high) == 0
  }
}
