import Testing

@testable import StreamMap

/// SAFETY: an index is deallocated after its last search, and its text is alive until then.
@Suite("Members of an indexed record")
struct IndexedRecordTests {
  private static let names = JoinedTexts(["a", "long name"].map { Array($0.utf8) })

  /// Returns the text of the member with a name.
  private static func member(_ name: Int, of text: String) -> String? {
    var index = IndexOptions(limits: Limits(), validates: true).index()
    defer { index.deallocate() }
    return unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return nil }
      let record = unsafe index.index(record: first, bytes.count)
      guard let found = record.member(names, name) else { return nil }
      return unsafe String(decoding: bytes[found.start..<found.end], as: UTF8.self)
    }
  }

  /// The end of a number or constant is the next comma or closer, so white space before it is included.
  @Test(
    "finds the first member with a name",
    arguments: [
      ("{\"a\":1}", "1"), ("{\"a\":12}", "12"), ("{\"a\":\"\"}", "\"\""), ("{\"a\":[]}", "[]"),
      ("{\"a\": 1 }", "1 "),
      ("{\"b\":1,\"a\":2}", "2"), ("{ \"b\" : {\"a\":3} , \"a\" : true,\"c\":0}", "true"),
      ("{\"a\":1,\"a\":2}", "1"),
      ("{\"b\":\"\\\\\",\"a\":null}", "null"),
    ])
  func found(text: String, value: String) {
    #expect(Self.member(0, of: text) == value)
    #expect(Self.member(1, of: text) == nil)
  }

  @Test("compares all of a long name")
  func long() {
    #expect(
      Self.member(1, of: "{\"a\":1,\"long nam\":2,\"long namf\":3,\"xong name\":4,\"long name\":\"x\"}")
        == "\"x\"")
  }

  @Test(
    "finds no absent member, or one after an escape",
    arguments: [
      "{}", "{ }", "[]", "1", "{\"b\":1}", "{\"A\":1}", "{\"aa\":1}", "{\"\\u0061\":1}",
      "{\"\\u0062\":1,\"a\":1}",
    ])
  func absent(text: String) {
    #expect(Self.member(0, of: text) == nil)
  }
}
