import Testing

@testable import StreamMap
@testable import TestSupport

/// The same lines in memory, which are read in place, and in a file, which is read block by block.
@Suite("Ends of blocks")
struct BlockBorderTests {
  /// What the engines read in memory and from a file, which must agree.
  private static func heard(_ text: String, _ limits: Limits = Limits()) throws -> [Heard] {
    let file = try TemporaryFile(text)
    return try [Engine.automatic, .yajl].flatMap { engine in
      let inputs = [
        try JSONLines(text: text, limits), JSONLines(path: file.path, as: try Row.mapping(limits)),
      ]
      return try inputs.map { input in
        var lines = input
        lines.options.engine = engine
        return try lines.heard()
      }
    }
  }

  @Test("memory and files match where a block ends, at each byte")
  func blockBorder() throws {
    let tail = "{\"id\":1,\"text\":\"\\n\"}\r\n{\"id\":x}\r\n \r\n\r\n{\"id\":2}\r"
    for mark in ["", "\u{FEFF}"] {
      for inside in stride(from: 0, through: tail.utf8.count, by: mark.isEmpty ? 1 : 9) {
        let padding = LineFramer.blockSize - inside - mark.utf8.count - 8
        let text = mark + "{\"id\":0}" + String(repeating: " ", count: padding - 1) + "\n" + tail
        let heard = try Self.heard(text)
        #expect(heard[0].ids == [0, 1, 2] && heard[0].refused == ["{\"id\":x}"], "\(inside)")
        #expect(heard.allSatisfy { $0 == heard[0] }, "\(inside)")
      }
    }
  }

  @Test("memory and files match where blocks end in random lines")
  func blockBorders() throws {
    try SeededRandom.run(rounds: 6) { random in
      let tail = RandomLines(using: &random).text
      let border = LineFramer.blockSize * Int.random(in: 1...2, using: &random)
      var left = border - Int.random(in: 0...tail.utf8.count, using: &random)
      var text = ""
      while left > 0 {
        let line = left > 10 ? #"{"id":0}"# : ""
        let count = min(left, 390)
        text += line + String(repeating: " ", count: count - line.utf8.count - 1) + "\n"
        left -= count
      }
      let heard = try Self.heard(text + tail, RandomLines.limits)
      #expect(heard.allSatisfy { $0 == heard[0] }, "\(SeededRandom.again)")
    }
  }
}
