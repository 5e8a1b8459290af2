import Testing

@testable import StreamMap
@testable import TestSupport

/// The order of calls of one `EventParser`, for texts and for pieces.
@Suite("Event parser")
struct EventParserTests {
  /// Collects numbers, and stops at a 9.
  struct Numbers: EventSink {
    var all: [String] = []

    mutating func number(_ literal: Span<UInt8>) -> EventAction {
      all.append(String(decoding: Array(copying: literal), as: UTF8.self))
      return all.last == "9" ? .stop : .proceed
    }
  }

  @Test("reads texts and pieces in turn", arguments: [Framing.lines, .document, .concatenated])
  func inTurn(_ framing: Framing) throws {
    let parser = EventParser(into: Numbers(), framing: framing)
    try parser.feed("")
    try parser.parse("1")
    for piece in ["[2", ",3]", ""] { try parser.feed(piece) }
    try parser.finish()
    try parser.parse("[4]")
    try parser.feed("5")
    try parser.finish()
    #expect(parser.sink.all == ["1", "2", "3", "4", "5"])
    #expect(!parser.isStopped)
  }

  @Test("tells of the last call whether the sink stopped", arguments: [Framing.lines, .document])
  func stops(_ framing: Framing) throws {
    let parser = EventParser(into: Numbers(), framing: framing)
    try parser.parse("[9, 1]")
    #expect(parser.isStopped)
    try parser.feed("[9, 1]\n")
    #expect(parser.isStopped)
    try parser.feed("2\n")
    try parser.finish()
    #expect(parser.isStopped)
    #expect(parser.sink.all == ["9", "9"])
    #expect(throws: MappingError.self) { try parser.feed("]\n") }
    #expect(!parser.isStopped)
    #expect(throws: MappingError.self) { try parser.finish() }
    #expect(!parser.isStopped)
  }

  @Test("does not parse a text within a document in pieces")
  func within() async {
    for begin in [" ", "[", "1"] {
      await #expect(processExitsWith: .failure) { [begin = begin as String] in
        let parser = EventParser(into: Numbers(), framing: .document)
        try parser.feed(begin)
        try parser.parse("1")
      }
    }
  }
}
