import Testing

@testable import StreamMap
@testable import TestSupport

/// Where a member's name and value begin, and which names are known.
///
/// SAFETY: texts are among bytes that can be read. Tables and indexes are deallocated after their last use.
@Suite("Names of members")
struct MemberNamesTests {
  /// Calls a closure with a text that has readable bytes on both sides.
  private static func padded<Result>(_ text: [UInt8], _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    let margin = Array(repeating: 0x2E as UInt8, count: 64)
    return unsafe (margin + text + margin).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("the margins are not empty") }
      return unsafe body(start + margin.count)
    }
  }

  private static let spaces = ["", " ", "  ", "\t", "\r", " \n ", String(repeating: " ", count: 20)]

  @Test("a name begins after a comma and white space, and a value after a colon and white space")
  func places() {
    for one in Self.spaces {
      for two in Self.spaces {
        for comma in ["", ","] {
          let before = "\(one)\(comma)\(two)"
          let text = Array("\(before)\"name\"\(one):\(two)1".utf8)
          let close = before.utf8.count + 5
          unsafe Self.padded(text) { bytes in
            for end in [text.count, text.count + 5] {
              #expect(unsafe MemberNames.nameStart(bytes, 0, end: end) == before.utf8.count + 1)
              #expect(unsafe MemberNames.valueStart(bytes, after: close, end: end) == text.count - 1)
            }
            // The general ways see no byte at or after the end.
            if one != "" {
              #expect(unsafe MemberNames.nameStart(bytes, 0, end: before.utf8.count) == 0)
              #expect(unsafe MemberNames.valueStart(bytes, after: close, end: text.count - 1) == 0)
              #expect(
                unsafe MemberNames.valueStart(bytes, after: close, end: close + 1 + one.utf8.count) == 0)
            }
          }
        }
      }
    }
    for text in ["}", " }", ",}", ", 1", ",,\"a\"", "\u{1}\"a\"", "x\"a\""] {
      unsafe Self.padded(Array(text.utf8)) { bytes in
        #expect(unsafe MemberNames.nameStart(bytes, 0, end: text.utf8.count) == 0, "\(text)")
      }
    }
    for text in ["\",1", "\" ,1", "\": \u{1}", "\"::", "\"1"] where text != "\"::" {
      unsafe Self.padded(Array(text.utf8)) { bytes in
        #expect(unsafe MemberNames.valueStart(bytes, after: 0, end: text.utf8.count) == 0, "\(text)")
      }
    }
  }

  @Test("a name of up to 32 bytes is known by all of its bytes, and by its node", arguments: 0...40)
  func known(count: Int) {
    let name = (0..<count).map { 0x61 + UInt8($0 % 26) }
    var names = MemberNames()
    defer { names.deallocate() }
    func find(_ name: [UInt8], node: Int32 = 5) -> Int32? {
      unsafe Self.padded(name) { bytes in unsafe names.find(bytes, name.count, node: node)?.edge }
    }
    func insert(_ name: [UInt8], edge: Int32) {
      unsafe Self.padded(name) { bytes in
        let known = MemberPredictor.Name(bit: 1, edge: edge, target: 9)
        unsafe names.insert(bytes, name.count, node: 5, known)
      }
    }
    #expect(find(name) == nil)
    insert(name, edge: 7)
    // It is stored already.
    insert(name, edge: 8)
    let isStored = count > 0 && count <= MemberNames.longest
    #expect(find(name) == (isStored ? 7 : nil))
    guard isStored else { return }
    #expect(find(name, node: 6) == nil)
    #expect(find(name + [0x2E]) == nil)
    #expect(find(Array(name.dropLast())) == nil)
    for place in 0..<count {
      var other = name
      other[place] ^= 1
      #expect(find(other) == nil, "byte \(place)")
      insert(other, edge: 100)
      #expect(find(other) == 100 && find(name) == 7, "byte \(place)")
      names.clear()
      insert(name, edge: 7)
    }
    names.clear()
    #expect(find(name) == nil)
  }

  @Test("names that are known are found among many")
  func many() {
    var names = MemberNames()
    defer { names.deallocate() }
    func find(_ name: [UInt8]) -> Int32? {
      unsafe Self.padded(name) { bytes in unsafe names.find(bytes, name.count, node: 0)?.edge }
    }
    var stored = 0
    for number in 0..<1_000 as Range<Int32> {
      let name = Array("name \(number)".utf8)
      unsafe Self.padded(name) { bytes in
        unsafe names.insert(bytes, name.count, node: 0, MemberPredictor.Name(bit: 0, edge: number, target: 1))
      }
      let found = find(name)
      #expect(found == nil || found == number)
      if found != nil { stored += 1 }
    }
    // The table has 512 places, and a name looks at four of them.
    #expect(stored > 450 && stored <= 512)
  }

  @Test("a member after up to 40 bytes is found with its value", arguments: 0...60)
  func found(spaces: Int) {
    var names = MemberNames()
    defer { names.deallocate() }
    unsafe Self.padded(Array("name".utf8)) { bytes in
      unsafe names.insert(bytes, 4, node: 0, MemberPredictor.Name(bit: 1, edge: 7, target: 9))
    }
    let text = Array("{\(String(repeating: " ", count: spaces))\"name\" : 1}".utf8)
    var index = IndexOptions(limits: Limits(), validates: true).index()
    defer { index.deallocate() }
    unsafe Self.padded(text) { bytes in
      let record = unsafe index.index(record: bytes, text.count)
      let structure = unsafe Structure(record.structure, { _, _, _, _ in 0 }, end: text.count)
      let found = unsafe names.member(bytes, 1, structure.quotes, end: text.count, node: 0)
      #expect(found?.name.edge == (spaces < 40 ? 7 : nil))
      #expect(found.map { $0.value == text.count - 2 } ?? true)
      // The value has to be in the record, and its name has to be one of the node.
      #expect(unsafe names.member(bytes, 1, structure.quotes, end: text.count, node: 1) == nil)
      for end in 1...(text.count - 2) {
        #expect(unsafe names.member(bytes, 1, structure.quotes, end: end, node: 0) == nil)
      }
    }
  }

  @Test("the first member of an object with a name is found, with its value")
  func members() {
    let names = JoinedTexts(["a", "long name"].map { Array($0.utf8) })
    func value(_ text: String, _ name: Int, from start: Int = 0) -> String? {
      var index = IndexOptions(limits: Limits(), validates: true).index()
      defer { index.deallocate() }
      return unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
        guard let first = bytes.baseAddress else { return nil }
        let record = unsafe index.index(record: first, bytes.count)
        guard let found = record.member(names, name) else { return nil }
        return unsafe String(decoding: bytes[found.start..<found.end], as: UTF8.self)
      }
    }
    for (text, expected) in [
      ("{\"a\":1}", "1"), ("{\"a\":12}", "12"), ("{\"a\":\"\"}", "\"\""), ("{\"a\":[]}", "[]"),
      ("{\"a\": 1 }", "1 "),
      ("{\"b\":1,\"a\":2}", "2"), ("{ \"b\" : {\"a\":3} , \"a\" : true,\"c\":0}", "true"),
      ("{\"a\":1,\"a\":2}", "1"),
      ("{\"b\":\"\\\\\",\"a\":null}", "null"),
    ] {
      #expect(value(text, 0) == expected, "\(text)")
      #expect(value(text, 1) == nil, "\(text)")
    }
    for text in [
      "{}", "{ }", "[]", "1", "{\"b\":1}", "{\"A\":1}", "{\"aa\":1}", "{\"\\u0061\":1}",
      "{\"\\u0062\":1,\"a\":1}",
    ] {
      #expect(value(text, 0) == nil, "\(text)")
    }
    #expect(value("{\"a\":1,\"long name\":\"x\"}", 1) == "\"x\"")
  }
}
