import CStructure
import Testing

@testable import StreamMap
@testable import TestSupport

/// The searches in a structure, compared with loops over the bytes.
///
/// SAFETY: an index is deallocated after its last search, and searches are at offsets of the indexed text.
@Suite("Searches in the structure")
struct StructureSearchTests {
  /// A text, and what each byte is.
  private struct Bytes {
    var text: [UInt8] = []
    var quotes: Set<Int> = []
    var backslashes: Set<Int> = []
    var openers: Set<Int> = []
    var closers: Set<Int> = []
    var ends: Set<Int> = []
    var insides: [Int] = []

    /// Short and long strings among brackets, in no grammar.
    init(_ random: inout SeededRandom) {
      for _ in 0..<random.pick([1, 5, 20, 60]) {
        switch random.below(10) {
        case 0...3: appendString(&random)
        case 4: text += Array(repeating: random.pick(Array("[{".utf8)), count: random.below(4))
        case 5: text += Array(repeating: random.pick(Array("]}".utf8)), count: random.below(4))
        case 6: text += Array(repeating: random.pick(Array(" 1".utf8)), count: random.pick([1, 3, 70, 130]))
        default: text.append(random.pick(Array(",:0 []{}".utf8)))
        }
      }
      if text.isEmpty { text = [ASCII.space] }
      for (offset, byte) in text.enumerated() where !insides.contains(offset) && !quotes.contains(offset) {
        switch byte {
        case ASCII.openBracket, ASCII.openBrace: openers.insert(offset)
        case ASCII.closeBracket, ASCII.closeBrace: closers.insert(offset)
        default: break
        }
        if byte == ASCII.comma || closers.contains(offset) { ends.insert(offset) }
      }
    }

    private mutating func appendString(_ random: inout SeededRandom) {
      quotes.insert(text.count)
      text.append(ASCII.quote)
      for _ in 0..<random.pick([0, 1, 7, 30, 60, 64, 65, 120, 200]) {
        insides.append(text.count)
        if random.chance(1, outOf: 50) {
          backslashes.insert(text.count)
          insides.append(text.count + 1)
          text += [ASCII.backslash, random.pick([ASCII.quote, UInt8(ascii: "n")])]
        } else {
          text.append(random.pick(Array("ab,:[]{}".utf8)))
        }
      }
      quotes.insert(text.count)
      text.append(ASCII.quote)
    }

    /// The first offset of a set in a range.
    func first(_ set: Set<Int>, _ range: Range<Int>) -> Int? { range.first { set.contains($0) } }

    /// The closer of the outermost of `depth` containers in a range, or the number that are open at its end.
    func closer(_ range: Range<Int>, depth: Int) -> (closer: Int?, depth: Int) {
      var depth = depth
      for offset in range {
        if openers.contains(offset) { depth += 1 }
        if closers.contains(offset) { depth -= 1 }
        if depth == 0 { return (offset, 0) }
      }
      return (nil, depth)
    }
  }

  @Test("in a text of which a part is known, up to a limit")
  func limited() throws {
    try SeededRandom.run(rounds: Effort.pick(40, 500, 5_000)) { random in
      let bytes = Bytes(&random)
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      #expect(index.index(bytes.text.span) == bytes.text.count)
      for _ in 0..<100 {
        let start = random.below(bytes.text.count)
        let limit = start + random.below(bytes.text.count - start + 1)
        #expect(index.quote(from: start, to: limit) == bytes.first(bytes.quotes, start..<limit))
        var depth = 1 + random.below(3)
        let expected = bytes.closer(start..<limit, depth: depth)
        let found = index.closer(from: start, to: limit, depth: &depth)
        #expect(found == expected.closer, "\(start)..<\(limit) of \(excerpt(bytes.text))")
        #expect(depth == expected.depth, "\(start)..<\(limit) of \(excerpt(bytes.text))")
      }
    }
  }

  @Test("in a record, up to its end")
  func complete() throws {
    try SeededRandom.run(rounds: Effort.pick(40, 500, 5_000)) { random in
      let bytes = Bytes(&random)
      let end = bytes.text.count
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      unsafe bytes.text.withUnsafeBufferPointer { text in
        guard let first = text.baseAddress else { return }
        let record = unsafe index.index(record: first, end)
        let structure = unsafe Structure(record.structure, streammap_kernel_best().pointee.skip, end: end)
        for offset in 0..<end {
          #expect(structure.quote(from: offset) == bytes.first(bytes.quotes, offset..<end) ?? end)
          #expect(structure.end(from: offset) == bytes.first(bytes.ends, offset..<end) ?? end)
          #expect(structure.skip(from: offset) == (bytes.closer(offset..<end, depth: 1).closer ?? end) + 1)
        }
        for offset in bytes.insides {
          let (close, hasBackslash) = structure.string(from: offset)
          #expect(close == bytes.first(bytes.quotes, offset..<end))
          #expect(hasBackslash == (bytes.first(bytes.backslashes, offset..<close) != nil))
        }
      }
    }
  }

  @Test("the end of a value of each kind")
  func values() throws {
    let long = String(repeating: "x", count: 150)
    for value in [
      "\"\"", "\"a,]\"", "\"\(long)\"", "[]", "[[1],[2]]", "{\"a\":{\"}\":\"]\"}}", "[\"\(long)\"]", "12",
      "null",
    ] {
      let text = Array("\(value),1".utf8)
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      unsafe text.withUnsafeBufferPointer { bytes in
        guard let first = bytes.baseAddress else { return }
        let record = unsafe index.index(record: first, bytes.count)
        let structure = unsafe Structure(
          record.structure, streammap_kernel_best().pointee.skip, end: text.count)
        #expect(structure.next(after: text[0], 0) == value.utf8.count, "\(value)")
        #expect(structure.next(after: ASCII.space, 0) > text.count)
      }
    }
  }
}
