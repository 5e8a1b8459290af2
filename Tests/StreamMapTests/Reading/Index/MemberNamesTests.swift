import CStructure
import Testing

@testable import StreamMap
@testable import TestSupport

/// Tests the table of names, and the searches for the beginnings of names and values, by their own functions.
///
/// SAFETY: unreadable memory follows the bytes that a function may read. Tables and indexes are deallocated after their last
/// use.
@Suite("Names of members")
struct MemberNamesTests {
  private final class Names {
    var table = MemberNames()
    private let guarded: GuardedBytes

    init() throws { guarded = try #require(GuardedBytes()) }

    deinit { table.deallocate() }

    /// Calls a closure with a text. Eight bytes are readable before it, and `count` after it.
    func show<Result>(_ text: [UInt8], after count: Int = 0, _ body: (UnsafePointer<UInt8>) -> Result)
      -> Result
    {
      let bytes = Array(repeating: 0x2E, count: 8) + text + Array(repeating: 0x2E, count: count)
      return unsafe guarded.showBeforeEnd(bytes) { start in unsafe body(start + 8) }
    }

    func insert(_ name: [UInt8], edge: Int32) {
      unsafe show(name) { bytes in
        unsafe table.insert(bytes, name.count, node: 5, MemberPredictor.Name(bit: 1, edge: edge, target: 9))
      }
    }

    func find(_ name: [UInt8], node: Int32 = 5) -> Int32? {
      unsafe show(name, after: max(0, 8 - name.count)) { bytes in
        unsafe table.find(bytes, name.count, node: node)?.edge
      }
    }
  }

  private static let spaces = ["", " ", "  ", "\t", "\r", " \n ", String(repeating: " ", count: 20)]

  @Test("skips white space before a name and a value")
  func places() throws {
    let names = try Names()
    for one in Self.spaces {
      for two in Self.spaces {
        for comma in ["", ","] {
          let before = "\(one)\(comma)\(two)"
          let text = Array("\(before)\"name\"\(one):\(two)1".utf8)
          let close = before.utf8.count + 5
          unsafe names.show(text) { bytes in
            #expect(unsafe MemberNames.nameStart(bytes, 0, end: text.count) == before.utf8.count + 1)
            #expect(unsafe MemberNames.valueStart(bytes, after: close, end: text.count) == text.count - 1)
            // Without white space, the end is not compared.
            guard one + two != "" else { return }
            #expect(unsafe MemberNames.nameStart(bytes, 0, end: before.utf8.count) == 0)
            #expect(unsafe MemberNames.valueStart(bytes, after: close, end: text.count - 1) == 0)
            let colon = close + 1 + one.utf8.count
            #expect(unsafe MemberNames.valueStart(bytes, after: close, end: colon) == 0)
          }
        }
      }
    }
  }

  @Test(
    "finds no name after other text",
    arguments: ["}", " }", ",}", ", 1", ",,\"a\"", "\u{1}\"a\"", "x\"a\""])
  func otherNames(text: String) throws {
    unsafe try Names().show(Array(text.utf8), after: 1) { bytes in
      #expect(unsafe MemberNames.nameStart(bytes, 0, end: text.utf8.count) == 0)
    }
  }

  @Test("finds no value without a colon and a value", arguments: ["\",1", "\" ,1", "\": \u{1}", "\"1"])
  func otherValues(text: String) throws {
    unsafe try Names().show(Array(text.utf8), after: 1) { bytes in
      #expect(unsafe MemberNames.valueStart(bytes, after: 0, end: text.utf8.count) == 0)
    }
  }

  @Test("stores names of up to 32 bytes", arguments: 0...40)
  func known(count: Int) throws {
    let names = try Names()
    let name = (0..<count).map { 0x61 + UInt8($0 % 26) }
    #expect(names.find(name) == nil)
    names.insert(name, edge: 7)
    // The first one is kept.
    names.insert(name, edge: 8)
    guard count > 0 && count <= 32 else { return #expect(names.find(name) == nil) }
    #expect(names.find(name) == 7)
    #expect(names.find(name, node: 6) == nil)
    #expect(names.find(name + [0x2E]) == nil)
    #expect(names.find(Array(name.dropLast())) == nil)
    for place in 0..<count {
      var other = name
      other[place] ^= 1
      #expect(names.find(other) == nil, "byte \(place)")
      names.insert(other, edge: 100)
      #expect(names.find(other) == 100 && names.find(name) == 7, "byte \(place)")
      names.table.clear()
      names.insert(name, edge: 7)
    }
    names.table.clear()
    #expect(names.find(name) == nil)
  }

  @Test("keeps the names that have a slot")
  func many() throws {
    let names = try Names()
    let all = (0..<1_000).map { Array("name \($0)".utf8) }
    var stored: [Int] = []
    for (number, name) in all.enumerated() {
      names.insert(name, edge: Int32(number))
      if names.find(name) != nil { stored.append(number) }
    }
    // The table has 512 slots. A name takes the first free one of four.
    #expect(stored.count > 450 && stored.count <= 512)
    for (number, name) in all.enumerated() {
      #expect(names.find(name) == (stored.contains(number) ? Int32(number) : nil), "name \(number)")
    }
  }

  @Test("finds a member after up to 39 spaces", arguments: 0...60)
  func spaced(spaces: Int) throws {
    let names = try Names()
    names.insert(Array("name".utf8), edge: 7)
    let text = Array("{\(String(repeating: " ", count: spaces))\"name\" : 1}".utf8)
    var index = IndexOptions(limits: Limits(), validates: true).index()
    defer { index.deallocate() }
    unsafe names.show(text, after: 48) { bytes in
      let record = unsafe index.index(record: bytes, text.count)
      let skip = unsafe streammap_kernel_best().pointee.skip
      let quotes = unsafe Structure(record.structure, skip, end: text.count).quotes
      let found = unsafe names.table.member(bytes, 1, quotes, end: text.count, node: 5)
      #expect(found?.name.edge == (spaces < 40 ? 7 : nil))
      #expect(found?.value == (spaces < 40 ? text.count - 2 : nil))
      #expect(unsafe names.table.member(bytes, 1, quotes, end: text.count, node: 6) == nil)
      // A value at the end is not in the record.
      for end in 1...(text.count - 2) {
        #expect(unsafe names.table.member(bytes, 1, quotes, end: end, node: 5) == nil)
      }
    }
  }
}
