import Testing

@testable import StreamMap
@testable import TestSupport

/// Text without control bytes, ill-formed UTF-8 and lone surrogates is clean, and each of these errors is flagged, at every
/// distance from a block.
@Suite("Checks of a record for yajl")
struct RecordCheckTests {
  /// Checks bytes after 0 to 80 letters and before some, next to unreadable memory.
  private static func expect(_ isClean: Bool, _ bytes: [UInt8], before counts: [Int] = [0, 1, 3, 9]) throws {
    let guarded = try #require(GuardedBytes())
    for before in 0...80 {
      for after in counts {
        let text = Array(repeating: 0x78, count: before) + bytes + Array(repeating: 0x78, count: after)
        // SAFETY: the address has the text's bytes during the call.
        unsafe guarded.show(text) { address in
          let found = RecordCheck.isClean(unsafe Span(_unsafeStart: address, count: text.count))
          #expect(found == isClean, "\(before) letters before, \(after) after")
        }
      }
    }
  }

  @Test(
    "accepts text without these errors",
    arguments: [
      "", " ", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{D7FF}", "\u{E000}",
      "\u{FFFF}",
      "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}", "\u{100000}", "\u{10FFFF}", "éé", "日本語", "😀😀",
      "[\\x", "]^",
      "\\n", "\\\"", "\\\\", "\\u0041", "\\uD7FF", "\\uE000", "\\ud800\\udc00", "\\uDBFF\\uDFFF", "\t", "\n",
      "\r\n",
      "\\ud83d\\ude00é\\n",
    ])
  func clean(text: String) throws { try Self.expect(true, Array(text.utf8)) }

  @Test("accepts an empty record")
  func nothing() {
    let isClean = RecordCheck.isClean(Span())
    #expect(isClean)
  }

  @Test(
    "flags control bytes and ill-formed UTF-8",
    arguments: [
      [0x00], [0x08], [0x0B], [0x1F], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41],
      [0xC2, 0xC0],
      [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE1, 0x80],
      [0xE1, 0x80, 0x41],
      [0xE1, 0x41, 0x80], [0xE1, 0x80, 0xC0], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x80, 0x80, 0x80], [0xFF],
      [0xF1, 0x80, 0x80],
      [0xF1, 0x41, 0x80, 0x80], [0xF1, 0x80, 0x41, 0x80], [0xF1, 0x80, 0x80, 0x41], [0xF1, 0x80, 0x80, 0xC0],
      [0x5C, 0x00], [0x5C, 0x1F], [0x5C, 0x80], [0x5C, 0xC3, 0xA9],
    ] as [[UInt8]])
  func flagged(bytes: [UInt8]) throws { try Self.expect(false, bytes) }

  /// The letters after the text are not hexadecimal digits.
  @Test(
    "flags lone surrogates and malformed escapes",
    arguments: [
      "\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\ud83d\\", "\\ud83d\\n", "\\ud83d\\u", "\\ud83d\\u0041",
      "\\udc00\\udc00", "\\udfff\\udfff", "\\ud83d\\udbff", "\\ud83d\\ue000", "\\ud83dxude00", "\\u", "\\u0",
      "\\u004", "\\u00g1", "\\u004g",
    ])
  func surrogates(text: String) throws { try Self.expect(false, Array(text.utf8)) }

  @Test("flags a backslash at the end")
  func last() throws { try Self.expect(false, [ASCII.backslash], before: [0]) }
}
