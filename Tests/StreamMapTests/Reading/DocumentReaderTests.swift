import Testing

@testable import StreamMap

@Suite("Documents in pieces")
struct DocumentReaderTests {
  @Test("holds no bytes of values that have been read")
  func held() throws {
    let mapping = try Mapping([Int]()) { Field(\.self, "ids") }
    var reader = DocumentReader(MachineDriver(MachineStorage(mapping.program), limits: Limits()))
    try reader.feed(Array("{\"ids\":[".utf8).span)
    for _ in 0..<100 {
      try reader.feed(Array("1,\n222,".utf8).span)
      #expect(reader.held.isEmpty)
    }
    // An open value is held.
    try reader.feed(Array("1234".utf8).span)
    #expect(reader.held == Array("1234".utf8))
    let error = #expect(throws: MappingError.self) { try reader.feed(Array("x".utf8).span) }
    #expect(error?.byteOffset == 712 && error?.line == 101 && error?.column == 9)
  }
}
