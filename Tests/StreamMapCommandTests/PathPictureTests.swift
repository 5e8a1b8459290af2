import Testing

@testable import StreamMapCommand

@Suite("A caret below PATHS")
struct PathPictureTests {
  @Test(
    "the caret is below the error",
    arguments: [
      ("a[", 1, ["  a[", "   ^"]), ("größe[-1]", 8, ["  größe[-1]", "        ^"]),
      ("日本.x", 6, ["  日本.x", "      ^"]), ("a\tb]", 3, ["  a\\u0009b]", "          ^"]),
      ("", 0, ["  ", "  ^"]),
      ("a.", 2, ["  a.", "    ^"]), ("👍.", 5, ["  👍.", "     ^"]),
    ])
  func caret(text: String, position: Int, lines: [String]) {
    #expect(PathPicture.lines(of: text, at: position) == lines)
  }

  @Test("shortens a long text around the error", arguments: [0, 1, 40, 75, 76, 500, 998, 999, 1_000])
  func long(position: Int) throws {
    let text = String((0..<1_000).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
    let lines = PathPicture.lines(of: text, at: position)
    #expect(lines.allSatisfy { $0.count <= HelpText.width })
    let column = try #require(lines[1].firstIndex(of: "^")).utf16Offset(in: lines[1])
    let shown = Array(lines[0])
    if position < text.count {
      #expect(shown[column] == Array(text)[position])
    } else {
      #expect(column == shown.count)
    }
    #expect(lines[0].contains("…"))
  }
}
