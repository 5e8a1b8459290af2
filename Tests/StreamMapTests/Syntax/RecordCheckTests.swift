import Testing

@testable import StreamMap

/// The checks that yajl does not make: at every distance from the blocks of the check, nothing well-formed is flagged, and
/// nothing else passes.
@Suite("Checks of a record for yajl")
struct RecordCheckTests {
  /// Calls a closure with bytes behind 0 to 80 letters, and before some.
  private static func everywhere(_ bytes: [UInt8], _ body: ([UInt8]) -> Void) {
    for before in 0...80 {
      for after in [0, 1, 3, 9] {
        body(Array(repeating: 0x78, count: before) + bytes + Array(repeating: 0x78, count: after))
      }
    }
  }

  @Test(
    "no well-formed text is flagged",
    arguments: [
      "", " ", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{D7FF}", "\u{E000}",
      "\u{FFFF}",
      "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}", "\u{100000}", "\u{10FFFF}", "éé", "日本語", "😀😀",
      "[\\", "]^",
      "\\n", "\\\"", "\\\\", "\\u0041", "\\uD7FF", "\\uE000", "\\ud800\\udc00", "\\uDBFF\\uDFFF", "\t", "\n",
      "\r\n",
      "\\ud83d\\ude00é\\n",
    ])
  func clean(text: String) {
    // A backslash alone is not well-formed, but it is before a letter.
    let isOpen = text.hasSuffix("[\\")
    Self.everywhere(Array(text.utf8) + (isOpen ? [0x78] : [])) { bytes in
      let isClean = RecordCheck.isClean(bytes.span)
      #expect(isClean, "\(bytes)")
    }
  }

  @Test("no text is clean")
  func nothing() {
    let isClean = RecordCheck.isClean(Span())
    #expect(isClean)
  }

  @Test(
    "ill-formed text is flagged",
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
  func flagged(bytes: [UInt8]) {
    Self.everywhere(bytes) { bytes in
      let isClean = RecordCheck.isClean(bytes.span)
      #expect(!isClean, "\(bytes)")
    }
  }

  @Test(
    "surrogates without their pair, and escapes that end early, are flagged",
    arguments: [
      "\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\ud83d\\", "\\ud83d\\n", "\\ud83d\\u", "\\ud83d\\u0041",
      "\\ud83d\\udbff", "\\ud83d\\ue000", "\\ud83dxude00", "\\u", "\\u0", "\\u004", "\\u00g1", "\\u004g",
    ])
  func surrogates(text: String) {
    Self.everywhere(Array(text.utf8)) { bytes in
      // Letters after the text are no hexadecimal digits.
      let isClean = RecordCheck.isClean(bytes.span)
      #expect(!isClean, "\(bytes)")
    }
  }

  @Test("a text that ends with a backslash is flagged", arguments: 0...80)
  func last(before: Int) {
    let bytes = Array(repeating: 0x78 as UInt8, count: before) + [ASCII.backslash]
    let isClean = RecordCheck.isClean(bytes.span)
    #expect(!isClean)
  }
}
