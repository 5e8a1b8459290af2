import Testing

@testable import StreamMap
@testable import TestSupport

/// When a framing is known without waiting for more bytes.
@Suite("Settled detection")
struct SettledDetectionTests {
  private static let pieces = [
    "{\"a\":1}", "[{\"a\":1}", "]", "\n", " ", ",", "[1", "\u{1E}", "\u{FEFF}", "12", "\"x\"", "tru", "e",
    "{\n", "}", "[",
    "\r\n", "\"a\":", "x", "\"",
  ]

  @Test("a settled detection never changes; two lines settle it")
  func stays() {
    var random = SeededRandom(seed: SeededRandom.seed)
    var settled = 0
    for _ in 0..<4_000 {
      let text = (0..<(1 + random.below(8))).map { _ in random.pick(Self.pieces) }.joined()
      let bytes = Array(text.utf8)
      let whole = Framing.detect(in: bytes.span, isComplete: true)
      for count in 0...bytes.count {
        let prefix = Array(bytes[..<count])
        guard Framing.isSettled(by: prefix.span) else { continue }
        settled += 1
        #expect(
          Framing.detect(in: prefix.span) == whole,
          "\(count) of \(text.debugDescription), \(SeededRandom.again)")
      }
    }
    #expect(settled > 10_000)
  }

  @Test(
    "inputs that settle the detection",
    arguments: [
      ("{\"a\":1}\n{", true), ("{\"a\":1}\n", false), ("[{\"a\":1}]\n", false), ("{\n\"a\":1", false),
      ("\u{1E}", true),
      ("{\n}\n{", true), ("{}{", true), ("x", true), ("", false), ("12", false), ("12\n1", true),
      ("[{\"a\":1},", false), ("\u{FEFF}", false), ("\u{F900}", true),
      (String(repeating: "`", count: CodeFence.longest - 1), false),
      (String(repeating: "`", count: CodeFence.longest), true),
    ])
  func settles(_ text: String, _ isSettled: Bool) {
    #expect(Framing.isSettled(by: Array(text.utf8).span) == isSettled, "\(text.debugDescription)")
  }
}
