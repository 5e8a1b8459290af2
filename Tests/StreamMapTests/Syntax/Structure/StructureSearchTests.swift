import CStructure
import Testing

@testable import StreamMap
@testable import TestSupport

/// Compares the searches in a structure with loops over the bytes.
///
/// SAFETY: an index is deallocated after its last search, and searches begin in the indexed text.
@Suite("Searches in the structure")
struct StructureSearchTests {
  /// A text, and the sets of its bytes.
  private struct Sets {
    var text: [UInt8] = []
    var quotes: Set<Int> = []
    var backslashes: Set<Int> = []
    var openers: Set<Int> = []
    var closers: Set<Int> = []
    var ends: Set<Int> = []
    /// The offsets in strings, including that of the closing quote.
    var insides: Set<Int> = []

    /// Creates strings among brackets, in no grammar.
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
      for (offset, byte) in text.enumerated() where !insides.contains(offset) {
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
      let start = text.count
      let escapes = random.pick([0, 0, 2, 90])
      for _ in 0..<random.pick([0, 1, 7, 30, 60, 64, 65, 120, 200]) {
        if random.below(100) < escapes {
          let escaped = random.pick([ASCII.quote, ASCII.backslash, UInt8(ascii: "n")])
          backslashes.insert(text.count)
          if escaped == ASCII.backslash { backslashes.insert(text.count + 1) }
          text += [ASCII.backslash, escaped]
        } else {
          text.append(random.pick(Array("ab,:[]{}".utf8)))
        }
      }
      insides.formUnion(start...text.count)
      quotes.insert(text.count)
      text.append(ASCII.quote)
    }

    /// The first offset in a range that is in a set.
    func first(_ set: Set<Int>, _ range: Range<Int>) -> Int? { range.first { set.contains($0) } }

    /// The closer of the outermost of `depth` containers in a range, and the depth after it. Without one, the depth at the
    /// end of the range.
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

  @Test("searches stop at a limit")
  func limited() throws {
    try SeededRandom.run(rounds: Effort.pick(40, 500, 5_000)) { random in
      let sets = Sets(&random)
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      #expect(index.index(sets.text.span) == sets.text.count)
      for _ in 0..<100 {
        let start = random.below(sets.text.count)
        let limit = start + random.below(sets.text.count - start + 1)
        let place = "\(start)..<\(limit) of \(excerpt(sets.text)), \(SeededRandom.again)"
        #expect(index.quote(from: start, to: limit) == sets.first(sets.quotes, start..<limit), "\(place)")
        var depth = 1 + random.below(3)
        let expected = sets.closer(start..<limit, depth: depth)
        #expect(index.closer(from: start, to: limit, depth: &depth) == expected.closer, "\(place)")
        #expect(depth == expected.depth, "\(place)")
      }
    }
  }

  @Test("the terminator of a record is set and removed")
  func record() throws {
    try SeededRandom.run(rounds: Effort.pick(40, 500, 5_000)) { random in
      let sets = Sets(&random)
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      _ = index.index(sets.text.span)
      func words() -> [[UInt64]] {
        let sets = unsafe index.structure.pointee
        return unsafe [sets.quotes, sets.closers, sets.ends].map { set in
          (0...(index.wholeBytes / 64)).map { unsafe set[$0] }
        }
      }
      let before = words()
      let start = random.below(sets.text.count)
      // The byte after a record is no opener.
      let ends = (start..<sets.text.count).filter { !sets.openers.contains($0) }
      guard !ends.isEmpty else { return }
      let end = random.pick(ends)
      let place = "\(start)..<\(end) of \(excerpt(sets.text)), \(SeededRandom.again)"
      index.withRecord(sets.text.span, start..<end) { bytes, record -> Void in
        let count = bytes.count
        #expect(count == end - start, "\(place)")
        guard let record else {
          Issue.record("there is no record")
          return
        }
        #expect(record.start == start && record.end == end, "\(place)")
        let skip = unsafe streammap_kernel_best().pointee.skip
        let structure = unsafe Structure(record.structure, skip, end: end)
        for offset in start..<end {
          #expect(structure.quote(from: offset) == sets.first(sets.quotes, offset..<end) ?? end, "\(place)")
          #expect(structure.end(from: offset) == sets.first(sets.ends, offset..<end) ?? end, "\(place)")
          let closer = sets.closer(offset..<end, depth: 1).closer
          #expect(structure.skip(from: offset) == (closer ?? end) + 1, "\(place)")
        }
      }
      #expect(words() == before, "\(place)")
    }
  }

  /// Calls a closure with the searches in a record by a kernel.
  private static func search(_ text: [UInt8], _ kernel: Kernel, _ body: (Structure) -> Void) throws {
    let kernel = unsafe try #require(unsafe streammap_kernel_named(kernel.name)?.pointee)
    var index = unsafe StructuralIndex(kernel, limits: Limits(), validates: false)
    defer { index.deallocate() }
    unsafe text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      let record = unsafe index.index(record: first, bytes.count)
      body(unsafe Structure(record.structure, kernel.skip, end: bytes.count))
    }
  }

  @Test("searches stop at the end of a record", arguments: Kernel.all)
  func complete(kernel: Kernel) throws {
    try SeededRandom.run(rounds: Effort.pick(20, 300, 3_000)) { random in
      let sets = Sets(&random)
      let end = sets.text.count
      try Self.search(sets.text, kernel) { structure in
        for offset in 0..<end {
          let place = "\(offset) of \(excerpt(sets.text)), \(SeededRandom.again)"
          #expect(structure.quote(from: offset) == sets.first(sets.quotes, offset..<end) ?? end, "\(place)")
          #expect(structure.end(from: offset) == sets.first(sets.ends, offset..<end) ?? end, "\(place)")
          let closer = sets.closer(offset..<end, depth: 1).closer
          #expect(structure.skip(from: offset) == (closer ?? end) + 1, "\(place)")
        }
        for offset in sets.insides {
          let place = "\(offset) of \(excerpt(sets.text)), \(SeededRandom.again)"
          let (close, hasBackslash) = structure.string(from: offset)
          #expect(close == sets.first(sets.quotes, offset..<end), "\(place)")
          #expect(hasBackslash == (sets.first(sets.backslashes, offset..<close) != nil), "\(place)")
        }
      }
    }
  }

  private static let long = String(repeating: "x", count: 150)

  @Test(
    "finds the end of each kind of value",
    arguments: [
      "\"\"", "\"a,]\"", "\"\(long)\"", "[]", "[[1],[2]]", "{\"a\":{\"}\":\"]\"}}", "[\"\(long)\"]", "12",
      "null",
    ])
  func values(value: String) throws {
    let text = Array("\(value),1".utf8)
    for kernel in Kernel.all {
      try Self.search(text, kernel) { structure in
        #expect(structure.next(after: text[0], 0) == value.utf8.count)
      }
    }
  }

  @Test("finds no end of a value that begins with white space", arguments: Kernel.all)
  func space(kernel: Kernel) throws {
    try Self.search(Array(" 1,2".utf8), kernel) { structure in
      #expect(structure.next(after: ASCII.space, 0) > 4)
    }
  }
}
