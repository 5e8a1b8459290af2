import Testing

@testable import StreamMap
@testable import TestSupport

/// What the table of members learns and expects: how long and how many texts, and after which ones.
///
/// SAFETY: each text is followed by so many bytes as a predictor reads. Predictors are deallocated after their last use.
@Suite("Prediction of members")
struct MemberPredictorTests {
  /// A member's text before its value, with readable bytes behind it.
  private struct Gap {
    let bytes: [UInt8]
    let count: Int
    let nameEnd: Int

    /// - Parameter after: the text after the name's closing quote.
    init(_ before: String, _ name: String, after: String = ":") {
      let text = Array("\(before)\"\(name)\"\(after)".utf8)
      count = text.count
      nameEnd = text.count - after.utf8.count - 1
      bytes = text + Array("1,".utf8) + Array(repeating: 0x2E, count: 64)
    }

    func read<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
      unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("the text is not empty") }
        return unsafe body(start)
      }
    }
  }

  private static func name(_ edge: Int32) -> MemberPredictor.Name {
    MemberPredictor.Name(bit: 1 << UInt64(edge), edge: edge, target: edge + 1)
  }

  /// Calls a closure with a predictor of two nodes.
  private static func with(crossesLines: Bool = false, _ body: (inout MemberPredictor) -> Void) {
    var predictor = MemberPredictor(nodeCount: 2, crossesLines: crossesLines)
    defer { predictor.deallocate() }
    body(&predictor)
  }

  /// Learns a text, which has to be seen twice.
  @discardableResult
  private static func learn(
    _ gap: Gap, _ edge: Int32 = 0, node: Int32 = 0, after previous: Int? = nil,
    by predictor: inout MemberPredictor
  ) -> Int {
    let previous = previous ?? MemberPredictor.first(node: node)
    return unsafe gap.read { text in
      let first = unsafe predictor.learn(
        text, gap.count, nameEnd: gap.nameEnd, edge < 0 ? MemberPredictor.Name() : name(edge), node: node,
        after: previous)
      #expect(first == MemberPredictor.unknown)
      return unsafe predictor.learn(
        text, gap.count, nameEnd: gap.nameEnd, edge < 0 ? MemberPredictor.Name() : name(edge), node: node,
        after: previous)
    }
  }

  private static func expected(_ gap: Gap, after link: Int, _ predictor: MemberPredictor) -> Int? {
    unsafe gap.read { text in unsafe predictor.expected(text, after: link) }
  }

  private static func find(_ gap: Gap, node: Int32 = 0, _ predictor: MemberPredictor) -> Int {
    unsafe gap.read { text in unsafe predictor.find(text, gap.nameEnd, node: node) }
  }

  @Test("a text of up to 48 bytes is expected where it was, and found", arguments: 1...60)
  func lengths(nameCount: Int) {
    let gap = Gap(",", String(repeating: "n", count: nameCount))
    Self.with { predictor in
      let first = MemberPredictor.first(node: 0)
      let link = Self.learn(gap, 3, by: &predictor)
      guard gap.count <= MemberPredictor.longest else {
        #expect(link == MemberPredictor.unknown)
        #expect(Self.expected(gap, after: first, predictor) == nil)
        return #expect(Self.find(gap, predictor) == MemberPredictor.unknown)
      }
      #expect(link != MemberPredictor.unknown)
      #expect(predictor.count(link) == gap.count)
      #expect(
        predictor.name(link).edge == 3 && predictor.name(link).target == 4 && predictor.name(link).bit == 8)
      #expect(Self.expected(gap, after: first, predictor) == link)
      #expect(Self.find(gap, predictor) == link)
      // Of another node, after another text, and with another byte, it is not.
      #expect(Self.expected(gap, after: MemberPredictor.first(node: 1), predictor) == nil)
      #expect(Self.expected(gap, after: link, predictor) == nil)
      #expect(Self.find(gap, node: 1, predictor) == MemberPredictor.unknown)
      for place in 0..<gap.count {
        var bytes = gap.bytes
        bytes[place] ^= 1
        unsafe bytes.withUnsafeBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return }
          #expect(unsafe predictor.expected(start, after: first) == nil, "byte \(place) of \(gap.count)")
          #expect(unsafe predictor.find(start, gap.nameEnd, node: 0) == MemberPredictor.unknown)
        }
      }
    }
  }

  @Test("a text that crosses lines is learned only where it may", arguments: [false, true])
  func lines(crossesLines: Bool) {
    for gap in [Gap(",\n ", "name"), Gap("\n", "name"), Gap(",", "name", after: ":\n")] {
      Self.with(crossesLines: crossesLines) { predictor in
        #expect((Self.learn(gap, by: &predictor) != MemberPredictor.unknown) == crossesLines)
      }
    }
    Self.with { predictor in
      #expect(Self.learn(Gap(", \t\r ", "name"), by: &predictor) != MemberPredictor.unknown)
    }
  }

  @Test("the last two texts that came are expected")
  func successors() {
    Self.with { predictor in
      let first = MemberPredictor.first(node: 0)
      let gaps = ["a", "b", "c"].map { Gap(",", $0) }
      let links = gaps.map { Self.learn($0, by: &predictor) }
      #expect(gaps.map { Self.expected($0, after: first, predictor) } == [nil, links[1], links[2]])
      predictor.expect(links[0], after: first)
      #expect(gaps.map { Self.expected($0, after: first, predictor) } == [links[0], nil, links[2]])
      // After an unknown text nothing is expected.
      predictor.expect(links[1], after: MemberPredictor.unknown)
      #expect(Self.expected(gaps[1], after: MemberPredictor.unknown, predictor) == nil)
      #expect(gaps.map { Self.expected($0, after: first, predictor) } == [links[0], nil, links[2]])
    }
  }

  /// Reads a text as a surprise after the beginning of an object.
  private static func surprise(_ gap: Gap, by predictor: inout MemberPredictor) -> Int {
    var index = IndexOptions(limits: Limits(), validates: false).index()
    defer { index.deallocate() }
    return unsafe gap.read { text in
      let record = unsafe index.index(record: text, gap.bytes.count)
      let structure = unsafe Structure(record.structure, { _, _, _, _ in 0 }, end: gap.bytes.count)
      return unsafe predictor.surprise(
        text, 0, quotes: structure.quotes, end: gap.bytes.count, node: 0,
        after: MemberPredictor.first(node: 0))
    }
  }

  @Test("more than one surprise in each object pauses the prediction for 256 objects")
  func pauses() {
    let gaps = ["a", "b", "c"].map { Gap(",", $0) }
    for objects in [7, 8] {
      Self.with { predictor in
        let links = gaps.map { Self.learn($0, by: &predictor) }
        for _ in 0..<objects { predictor.beginObject(node: 0) }
        for number in 0..<8 {
          #expect(!predictor.isPaused(node: 0))
          #expect(Self.surprise(gaps[number % 3], by: &predictor) == links[number % 3])
        }
        #expect(predictor.isPaused(node: 0) == (objects < 8))
        #expect(!predictor.isPaused(node: 1))
        guard objects < 8 else { return }
        #expect(Self.surprise(gaps[0], by: &predictor) == MemberPredictor.paused)
        for _ in 0..<255 { predictor.beginObject(node: 0) }
        #expect(predictor.isPaused(node: 0))
        predictor.beginObject(node: 0)
        #expect(!predictor.isPaused(node: 0))
        // The counts begin anew.
        for _ in 0..<8 { predictor.beginObject(node: 0) }
        for number in 0..<8 { _ = Self.surprise(gaps[number % 3], by: &predictor) }
        #expect(!predictor.isPaused(node: 0))
      }
    }
  }

  @Test("more than four members that are not wanted are many")
  func sparse() {
    Self.with { predictor in
      for count in 1...20 { Self.learn(Gap(",", String(repeating: "w", count: count)), by: &predictor) }
      for count in 1...5 {
        #expect(!predictor.isSparse(node: 0))
        Self.learn(Gap(",", String(repeating: "o", count: count)), -1, by: &predictor)
      }
      #expect(predictor.isSparse(node: 0))
      #expect(!predictor.isSparse(node: 1))
    }
  }

  @Test(
    "a full table learns nothing, and is emptied after 4,097 texts that found no place, and then after 8,193")
  func full() {
    Self.with { predictor in
      /// Learns texts until one finds no place. Returns it, and the number of the others.
      func fill(_ prefix: String) -> (refused: Gap, count: Int) {
        var count = 0
        for number in 0... {
          let gap = Gap(",", "\(prefix)\(number)")
          // Texts with one hash may find no place in a table that is not full.
          if Self.learn(gap, by: &predictor) != MemberPredictor.unknown {
            count += 1
          } else if count >= 500 {
            return (gap, count)
          }
        }
        preconditionFailure("the table is never full")
      }
      for (prefix, limit) in [("a", 4_096), ("b", 8_192)] {
        let (refused, count) = fill(prefix)
        #expect(count == 512)
        let known = Gap(",", "\(prefix)0")
        // One was refused above.
        for _ in 1..<limit {
          unsafe refused.read { text in
            _ = unsafe predictor.learn(
              text, refused.count, nameEnd: refused.nameEnd, Self.name(0), node: 0,
              after: MemberPredictor.unknown)
          }
        }
        predictor.prepare()
        #expect(Self.find(known, predictor) != MemberPredictor.unknown)
        unsafe refused.read { text in
          _ = unsafe predictor.learn(
            text, refused.count, nameEnd: refused.nameEnd, Self.name(0), node: 0,
            after: MemberPredictor.unknown)
        }
        predictor.prepare()
        #expect(Self.find(known, predictor) == MemberPredictor.unknown)
        #expect(Self.expected(known, after: MemberPredictor.first(node: 0), predictor) == nil)
      }
    }
  }
}
