import Testing

@testable import StreamMap
@testable import TestSupport

/// Line ends, empty lines, and values that a line may contain.
@Suite("Line forms")
struct LineFormTests {
  static func place(_ record: Int, _ line: Int, _ offset: Int, _ count: Int) -> RecordLocation {
    RecordLocation(record: record, line: line, byteOffset: offset, byteCount: count)
  }

  @Test(
    "line endings",
    arguments: [
      ("{\"id\":1}\n{\"id\":2}\n", [place(1, 1, 0, 8), place(2, 2, 9, 8)]),
      ("{\"id\":1}\n{\"id\":2}", [place(1, 1, 0, 8), place(2, 2, 9, 8)]),
      ("{\"id\":1}\r\n{\"id\":2}\r\n", [place(1, 1, 0, 8), place(2, 2, 10, 8)]),
      ("{\"id\":1}\r\n{\"id\":2}\n", [place(1, 1, 0, 8), place(2, 2, 10, 8)]),
      ("\n \n\t\r\n{\"id\":1}\n\n\r\n  {\"id\":2}  \n \n", [place(1, 4, 6, 8), place(2, 7, 18, 12)]),
      ("\u{FEFF}{\"id\":1}\n{\"id\":2}", [place(1, 1, 0, 11), place(2, 2, 12, 8)]),
      ("\u{FEFF}\n{\"id\":1}\n{\"id\":2}", [place(1, 2, 4, 8), place(2, 3, 13, 8)]),
      ("{\"id\":\r1}\n{\"id\":2}", [place(1, 1, 0, 9), place(2, 2, 10, 8)]),
    ])
  func ends(text: String, places: [RecordLocation]) throws {
    let heard = try JSONLines(text: text).heard()
    #expect(heard.ids == [1, 2])
    #expect(heard.places == places)
    #expect(heard.refusals.isEmpty)
  }

  @Test("no records", arguments: ["", "\n", "\r\n", " ", "\n\n  \n", "\u{FEFF}", "\u{FEFF}\r\n"])
  func empty(text: String) throws {
    #expect(try JSONLines(text: text).heard() == Heard())
  }

  @Test("final carriage return without a line feed")
  func finalReturn() throws {
    #expect(try JSONLines(text: "{\"id\":1}\n{\"id\":2}\r").heard().ids == [1, 2])
  }

  @Test(
    "malformed lines affect only themselves",
    arguments: [
      ("{\"id\":1,\"text\":\"open", Verdict(.truncated, 29, "text"), 21),
      ("{\"id\":1", Verdict(.truncated, 16, "$"), 8),
      ("{\"id\":1}{\"id\":5}", Verdict(.extraValue, 17, "$"), 9),
      ("{\"id\":1} {\"id\":5}", Verdict(.extraValue, 18, "$"), 10),
      ("{\"id\":1} 5", Verdict(.extraValue, 18, "$"), 10),
      ("\u{FEFF}{\"id\":1}", Verdict(.syntax, 9, "$"), 1), ("\0", Verdict(.syntax, 9, "$"), 1),
      ("{\"id\":\0}", Verdict(.syntax, 15, "id"), 7), ("{\"id\":1}\0", Verdict(.extraValue, 17, "$"), 9),
      ("{\"text\":\"a\0b\"}", Verdict(.syntax, 19, "text"), 11), ("\u{c}", Verdict(.syntax, 9, "$"), 1),
      ("{\"id\":1,\"text\":\"a\\", Verdict(.truncated, 27, "text"), 19), ("]", Verdict(.syntax, 9, "$"), 1),
      ("{\"id\":\"x\"}", Verdict(.typeMismatch, 15, "id"), 7),
    ])
  func badLines(line: String, verdict: Verdict, column: Int) throws {
    for end in ["\n", "\r\n"] {
      let text = "{\"id\":0}\n\(line)\(end){\"id\":2}\n{\"id\":3}"
      let heard = try JSONLines(text: text).heard()
      #expect(heard.ids == [0, 2, 3])
      #expect(heard.refusals == [verdict])
      #expect(heard.errorPlaces == [[2, 2, column]])
      #expect(heard.refused == [line])
      #expect(heard.places.map(\.record) == [1, 3, 4])
      #expect(heard.places.map(\.line) == [1, 3, 4])
    }
  }

  @Test("a record split over lines is several malformed records")
  func split() throws {
    let heard = try JSONLines(text: "{\"id\":0}\n{\"id\":\n1,\n\"text\":\"x\"}\n{\"id\":4}").heard()
    #expect(heard.ids == [0, 4])
    #expect(
      heard.refusals == [
        Verdict(.truncated, 15, "id"), Verdict(.extraValue, 17, "$"), Verdict(.extraValue, 25, "$"),
      ])
    #expect(heard.places.map(\.record) == [1, 5])
  }

  @Test("a string over two lines breaks both, not the third")
  func openString() throws {
    let heard = try JSONLines(text: "{\"text\":\"a\nb\",\"id\":1}\n{\"id\":2}").heard()
    #expect(heard.ids == [2])
    #expect(heard.refused == ["{\"text\":\"a", "b\",\"id\":1}"])
  }

  @Test("records that are not objects")
  func others() throws {
    let heard = try JSONLines(text: "1\n\"x\"\nnull\n[]\n[{\"id\":1}]\ntrue\n-1.5e3").heard()
    #expect(heard.ids == [-1, -1, -1, -1, -1, -1, -1])
    #expect(heard.refusals.isEmpty)
  }
}
