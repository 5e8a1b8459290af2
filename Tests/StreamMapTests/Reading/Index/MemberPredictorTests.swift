import CStructure
import Testing

@testable import StreamMap
@testable import TestSupport

/// Tests the table of gaps by its own functions. A gap that is not predicted is parsed, with the same result, so that no
/// test of a result sees it.
///
/// SAFETY: texts have the 48 bytes that a predictor may read. Unreadable memory follows those of `read`. Tables and indexes
/// are deallocated after their last use.
@Suite("Prediction of members")
struct MemberPredictorTests {
  /// The text between the values of two members.
  private struct Gap {
    /// The gap, and at least the 48 bytes that a predictor may read.
    var bytes: [UInt8]
    let count: Int
    let nameEnd: Int

    /// - Parameter after: the text after the name's closing quote.
    init(_ before: String, _ name: String, after: String = ":") {
      bytes = Array("\(before)\"\(name)\"\(after)".utf8)
      count = bytes.count
      nameEnd = count - after.utf8.count - 1
      bytes += Array("1,".utf8)
      bytes += Array(repeating: 0x2E, count: max(0, 48 - bytes.count))
    }
  }

  /// A predictor of two nodes.
  private final class Predictor {
    var table: MemberPredictor
    private let guarded: GuardedBytes

    init(crossesLines: Bool = false) throws {
      table = MemberPredictor(nodeCount: 2, crossesLines: crossesLines)
      guarded = try #require(GuardedBytes())
    }

    deinit { table.deallocate() }

    private func read<Result>(_ gap: Gap, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
      unsafe guarded.showBeforeEnd(gap.bytes, body)
    }

    /// Reads a gap for the first time, or again. Returns its link.
    @discardableResult
    func learn(
      _ gap: Gap, _ name: MemberPredictor.Name = MemberPredictorTests.name(0),
      after link: Int = MemberPredictorTests.first
    ) -> Int {
      unsafe read(gap) { text in
        unsafe table.learn(text, gap.count, nameEnd: gap.nameEnd, name, node: 0, after: link)
      }
    }

    /// Reads a gap twice, so that it is stored.
    func store(_ gap: Gap, _ name: MemberPredictor.Name = MemberPredictorTests.name(0)) -> Int {
      learn(gap, name)
      return learn(gap, name)
    }

    func expected(_ gap: Gap, after link: Int) -> Int? {
      unsafe read(gap) { text in unsafe table.expected(text, after: link) }
    }

    func find(_ gap: Gap, node: Int32 = 0) -> Int {
      unsafe read(gap) { text in unsafe table.find(text, gap.nameEnd, node: node) }
    }

    /// Reads a gap that was not expected at the beginning of an object, once.
    func surprise(_ gap: Gap) -> Int {
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      return unsafe gap.bytes.withUnsafeBufferPointer { bytes in
        guard let text = bytes.baseAddress else { return MemberPredictor.unknown }
        let record = unsafe index.index(record: text, bytes.count)
        let skip = unsafe streammap_kernel_best().pointee.skip
        let structure = unsafe Structure(record.structure, skip, end: bytes.count)
        return unsafe table.surprise(
          text, 0, quotes: structure.quotes, end: bytes.count, node: 0, after: MemberPredictor.first(node: 0))
      }
    }
  }

  private static func name(_ edge: Int32) -> MemberPredictor.Name {
    MemberPredictor.Name(bit: 1 << UInt64(edge), edge: edge, target: edge + 1)
  }

  private static let first = MemberPredictor.first(node: 0)

  @Test("learns gaps of up to 48 bytes", arguments: 1...60)
  func lengths(nameCount: Int) throws {
    let gap = Gap(",", String(repeating: "n", count: nameCount))
    let predictor = try Predictor()
    let link = predictor.store(gap, Self.name(3))
    guard gap.count <= 48 else {
      #expect(link == MemberPredictor.unknown)
      #expect(predictor.expected(gap, after: Self.first) == nil)
      #expect(predictor.find(gap) == MemberPredictor.unknown)
      return
    }
    #expect(link != MemberPredictor.unknown)
    #expect(predictor.table.count(link) == gap.count)
    let name = predictor.table.name(link)
    #expect(name.edge == 3 && name.target == 4 && name.bit == 8)
    #expect(predictor.expected(gap, after: Self.first) == link)
    #expect(predictor.find(gap) == link)
    // It is unknown in another node, after another gap, and with another byte.
    #expect(predictor.expected(gap, after: MemberPredictor.first(node: 1)) == nil)
    #expect(predictor.expected(gap, after: link) == nil)
    #expect(predictor.find(gap, node: 1) == MemberPredictor.unknown)
    for place in 0..<gap.count {
      var other = gap
      other.bytes[place] ^= 1
      #expect(predictor.expected(other, after: Self.first) == nil, "byte \(place) of \(gap.count)")
      #expect(predictor.find(other) == MemberPredictor.unknown, "byte \(place) of \(gap.count)")
    }
    // What follows it does not matter.
    var other = gap
    for place in gap.count..<gap.bytes.count { other.bytes[place] ^= 0x55 }
    #expect(predictor.expected(other, after: Self.first) == link)
    #expect(predictor.find(other) == link)
  }

  @Test("stores a gap when it is repeated")
  func repetition() throws {
    let predictor = try Predictor()
    let gap = Gap(",", "name")
    #expect(predictor.learn(gap) == MemberPredictor.unknown)
    #expect(predictor.find(gap) == MemberPredictor.unknown)
    #expect(predictor.learn(gap) != MemberPredictor.unknown)
  }

  @Test("learns a gap with a line feed only if allowed", arguments: [false, true])
  func lines(crossesLines: Bool) throws {
    for gap in [Gap(",\n ", "name"), Gap("\n", "name"), Gap(",", "name", after: ":\n")] {
      let link = try Predictor(crossesLines: crossesLines).store(gap)
      #expect((link != MemberPredictor.unknown) == crossesLines)
    }
    #expect(try Predictor().store(Gap(", \t\r ", "name")) != MemberPredictor.unknown)
  }

  @Test("expects the last two successors")
  func successors() throws {
    let predictor = try Predictor()
    let gaps = ["a", "b", "c"].map { Gap(",", $0) }
    let links = gaps.map { predictor.store($0) }
    func expected() -> [Int?] { gaps.map { predictor.expected($0, after: Self.first) } }
    #expect(expected() == [nil, links[1], links[2]])
    predictor.table.expect(links[0], after: Self.first)
    #expect(expected() == [links[0], nil, links[2]])
    predictor.table.expect(links[1], after: MemberPredictor.unknown)
    #expect(predictor.expected(gaps[1], after: MemberPredictor.unknown) == nil)
    #expect(expected() == [links[0], nil, links[2]])
  }

  @Test("pauses after frequent surprises", arguments: [7, 8])
  func pauses(objects: Int) throws {
    let predictor = try Predictor()
    let gaps = ["a", "b", "c"].map { Gap(",", $0) }
    let links = gaps.map { predictor.store($0) }
    func begin(_ objects: Int) { for _ in 0..<objects { predictor.table.beginObject(node: 0) } }
    begin(objects)
    for number in 0..<8 {
      #expect(!predictor.table.isPaused(node: 0))
      #expect(predictor.surprise(gaps[number % 3]) == links[number % 3])
      // It is expected from now on.
      #expect(predictor.expected(gaps[number % 3], after: Self.first) == links[number % 3])
    }
    #expect(predictor.table.isPaused(node: 0) == (objects < 8))
    #expect(!predictor.table.isPaused(node: 1))
    if objects < 8 {
      #expect(predictor.surprise(gaps[0]) == MemberPredictor.paused)
      begin(255)
      #expect(predictor.table.isPaused(node: 0))
      begin(1)
      #expect(!predictor.table.isPaused(node: 0))
    }
    // Both counts begin at 0 again.
    begin(7)
    for number in 0..<8 {
      #expect(!predictor.table.isPaused(node: 0))
      _ = predictor.surprise(gaps[number % 3])
    }
    #expect(predictor.table.isPaused(node: 0))
  }

  @Test("a node with five unwanted names is sparse")
  func sparse() throws {
    let predictor = try Predictor()
    // Gaps that differ only in their eighth byte count as repeated, so these differ in length.
    for count in 1...20 { _ = predictor.store(Gap(",", String(repeating: "w", count: count))) }
    for count in 1...5 {
      #expect(!predictor.table.isSparse(node: 0))
      _ = predictor.store(Gap(",", String(repeating: "o", count: count)), MemberPredictor.Name())
    }
    #expect(predictor.table.isSparse(node: 0))
    #expect(!predictor.table.isSparse(node: 1))
  }

  @Test("empties a full table after many refusals")
  func full() throws {
    let predictor = try Predictor()
    for (prefix, limit) in [("a", 4_096), ("b", 8_192)] {
      var known: [Gap] = []
      var refused: Gap?
      for number in 0..<2_000 where refused == nil {
        let gap = Gap(",", "\(prefix)\(number)")
        if predictor.store(gap) != MemberPredictor.unknown {
          known.append(gap)
        } else if known.count == 512 {
          refused = gap
        }
      }
      let other = try #require(refused)
      let last = try #require(known.last)
      #expect(known.count == 512)
      // `other` was refused once above.
      for _ in 1..<limit { predictor.learn(other) }
      predictor.table.prepare()
      #expect(predictor.find(known[0]) != MemberPredictor.unknown)
      #expect(predictor.expected(last, after: Self.first) != nil)
      predictor.learn(other)
      predictor.table.prepare()
      #expect(predictor.find(known[0]) == MemberPredictor.unknown)
      #expect(predictor.expected(last, after: Self.first) == nil)
    }
  }

  /// The hashes of these names select the same slot of the table. Eight slots are searched.
  @Test("stores eight gaps of one slot, and finds each")
  func collisions() throws {
    let predictor = try Predictor()
    let names = ["n1024", "n1619", "n3833", "n5083", "n5678", "n7106", "n7892", "n8469"]
    let links = names.map { predictor.store(Gap(",", $0)) }
    #expect(Set(links).count == names.count && !links.contains(MemberPredictor.unknown))
    #expect(predictor.store(Gap(",", "n9320")) == MemberPredictor.unknown)
    #expect(names.map { predictor.find(Gap(",", $0)) } == links)
  }

  @Test("finds no gap whose name is not in the record")
  func rejections() throws {
    let predictor = try Predictor()
    let gap = Gap(", ", "name")
    let link = predictor.store(gap)
    func find(_ text: String, end: Int? = nil) throws -> Int {
      let bytes = Array(text.utf8) + Array(repeating: 0x2E, count: 64)
      var index = IndexOptions(limits: Limits(), validates: false).index()
      defer { index.deallocate() }
      return unsafe try bytes.withUnsafeBufferPointer { buffer in
        let start = unsafe try #require(buffer.baseAddress)
        let record = unsafe index.index(record: start, bytes.count)
        let skip = unsafe streammap_kernel_best().pointee.skip
        let structure = unsafe Structure(record.structure, skip, end: bytes.count)
        return unsafe predictor.table.find(
          start, 1, quotes: structure.quotes, end: end ?? bytes.count, node: 0)
      }
    }
    #expect(try find("1, \"name\":1") == link)
    // The name's quotes are at 3 and 8.
    #expect(try find("1, \"name\":1", end: 9) == link)
    for end in 1...8 { #expect(try find("1, \"name\":1", end: end) == MemberPredictor.unknown) }
    for text in [
      "1x\"name\":1", "1, 1\"name\":1", "1}", "1" + String(repeating: " ", count: 60) + "\"name\":1",
    ] {
      #expect(try find(text) == MemberPredictor.unknown, "\(text)")
    }
  }
}
