import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("RecordDecoder")
struct CursorTests {
  @Test("accepts every form of a record")
  func ways() throws {
    let mapping = try Row.mapping()
    let text = #"{"id":7,"text":"x"}"#
    let bytes = Array(text.utf8)
    let expected = Row(id: 7, text: "x")
    #expect(try mapping.decode(text) == expected)
    #expect(try mapping.decode(bytes) == expected)
    #expect(try mapping.decode(bytes.span) == expected)
    // SAFETY: the buffer is valid during the call.
    let raw = try unsafe bytes.withUnsafeBytes { buffer in
      [
        unsafe try mapping.decode(buffer), unsafe try mapping.makeDecoder().decode(buffer),
        unsafe try mapping.makeDecoder().read(buffer) { copy $0 },
      ]
    }
    #expect(raw == [expected, expected, expected])
    #expect(try mapping.makeDecoder().read(bytes.span) { $0.id } == 7)
  }

  @Test("rejects empty input")
  func noBytes() throws {
    let mapping = try Row.mapping()
    #expect(try mapping.verdict(on: "") == Verdict(.truncated, 0, "$"))
    #expect(throws: MappingError.self) {
      unsafe try mapping.decode(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(try mapping.makeDecoder().decode(#"{"id":1}"#).id == 1)
  }

  @Test("accepts white space and a byte order mark")
  func around() throws {
    #expect(try Row.mapping().decode("\u{FEFF} \r\n\t{\"id\":1}\n \t").id == 1)
    #expect(try Row.mapping().verdict(on: " \u{FEFF}{}") == Verdict(.syntax, 1, "$"))
    #expect(try Row.mapping().verdict(on: "\u{FEFF}\u{FEFF}{}") == Verdict(.syntax, 3, "$"))
  }

  @Test("reads valid records after malformed ones")
  func afterErrors() throws {
    let decoder = try Row.mapping().makeDecoder()
    for (index, bad) in BadRecordTests.kinds.enumerated() {
      let error = try #require(throws: MappingError.self) { try decoder.decode(bad.line) }
      #expect(Verdict(error).kind == bad.kind)
      #expect(error.byteOffset == bad.offset)
      #expect(try decoder.decode(#"{"id":\#(index)}"#) == Row(id: index))
    }
  }

  @Test("reads the next record after a closure throws")
  func closureThrows() throws {
    struct Enough: Error {}
    let decoder = try Row.mapping().makeDecoder()
    #expect(throws: Enough.self) { try decoder.look(#"{"id":1}"#) { _ in throw Enough() } }
    #expect(try decoder.look("{}") { $0.id } == -1)
  }

  @Test("applies its own limits")
  func limits() throws {
    let mapping = try Row.mapping(Limits(depth: 1))
    #expect(try mapping.verdict(on: "[[]]").kind == .depthLimit)
    #expect(
      try RecordDecoder(mapping, options: ReadingOptions(limits: Limits(depth: 2))).decode("[[]]").id == -1)
    let none = try Row.mapping().makeDecoder(ReadingOptions(limits: Limits(depth: 0)))
    #expect(try none.decode("1").id == -1)
    let error = try #require(throws: MappingError.self) { try none.decode("[]") }
    #expect(Verdict(error) == Verdict(.depthLimit, 0, "$"))
  }

  @Test("accepts any limit value")
  func extremes() throws {
    let huge = Limits(depth: .max, string: .max, name: .max, number: .max, record: .max)
    #expect(try Row.mapping(huge).decode(#"{"id":1,"text":"x"}"#) == Row(id: 1, text: "x"))
    let negative = Limits(depth: -1, string: -1, name: -1, number: -1, record: -1)
    #expect(try Row.mapping(negative).verdict(on: "{}").offset == 0)
  }
}
