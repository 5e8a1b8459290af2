import Foundation
import Testing

@testable import StreamMapBench

@Suite struct RaceTests {
  private static let contenders = Workload.all.first { $0.name == "escapes" }?.contenders ?? []
  private static let parsing = contenders.filter { $0.name != "memory" }

  @Test func differentValuesAreADisagreement() {
    let one = Race.Result(contender: "one", outcome: Contender.Outcome(records: 2, checksum: 5))
    let same = Race.Result(contender: "same", outcome: Contender.Outcome(records: 2, checksum: 5))
    let noop = Race.Result(contender: "noop", outcome: Contender.Outcome(records: 2, checksum: nil))
    let other = Race.Result(contender: "other", outcome: Contender.Outcome(records: 2, checksum: 6))
    #expect(throws: Never.self) { try Race.compare(same, with: [noop, one], 2, in: "w") }
    #expect(throws: Never.self) { try Race.compare(noop, with: [one], 2, in: "w") }
    let error = #expect(throws: Disagreement.self) { try Race.compare(other, with: [noop, one], 2, in: "w") }
    #expect(
      error?.description == """
        w: contenders disagree: one has 2 records with checksum 0000000000000005, \
        but other has 2 records with checksum 0000000000000006
        """)
  }

  @Test func aMissedRecordIsADisagreement() {
    let short = Race.Result(contender: "short", outcome: Contender.Outcome(records: 1, checksum: nil))
    let error = #expect(throws: Disagreement.self) { try Race.compare(short, with: [], 2, in: "w") }
    #expect(
      error?.description == "w: contenders disagree: the corpus has 2 records, but short has 1 records")
  }

  @Test(arguments: ["JSONDecoder", "JSONSerialization", "yajl-tree"])
  func aMissingFieldNamesItsRecord(name: String) throws {
    let text = #"{"id":1,"title":"a","body":"b"}"# + "\n\n" + #"{"id":2,"body":"b"}"#
    let corpus = Corpus(bytes: Array(text.utf8))
    let contender = try #require(Self.contenders.first { $0.name == name })
    let error = #expect(throws: RecordFailure.self) { try contender.run(corpus, .ends) }
    #expect(error?.record == 2)
    #expect(error?.description.contains("title") == true)
  }

  @Test(
    arguments: Self.parsing.map(\.name),
    [#"{"id":2,"title":"a\x","body":"b"}"#, #"{"id":2,"title":"a","body":"b"#])
  func aBadValueNamesItsRecord(name: String, bad: String) throws {
    try expectFailure(of: name, at: bad)
  }

  /// Every mapped value is valid, so a contender that validates only mapped values may succeed.
  @Test(
    arguments: Self.parsing.filter { $0.validation != "mapped" }.map(\.name),
    [#"{"id":2,"title":"a""body":"b"}"#, #"{"id":2,"title":"a","body":"b""#])
  func badSyntaxNamesItsRecord(name: String, bad: String) throws {
    try expectFailure(of: name, at: bad)
  }

  /// The file is large enough that each worker reads several chunks.
  @Test func severalWorkersMapWhatOneMaps() throws {
    let workload = try #require(Workload.all.first { $0.name == "escapes" })
    let corpus = Corpus(bytes: workload.makeLines(9_000_000, 3))
    for strings in [Checksum.Strings.everyByte, .ends] {
      let outcomes = try ["index-full", "workers-1", "workers-2"].map { name in
        try #require(workload.contenders.first { $0.name == name }).run(corpus, strings)
      }
      #expect(outcomes[0].records == corpus.count && outcomes[0].checksum != nil)
      #expect(outcomes[1] == outcomes[0] && outcomes[2] == outcomes[0])
    }
  }

  private func expectFailure(of name: String, at bad: String) throws {
    let text = #"{"id":1,"title":"a","body":"b"}"# + "\n" + bad + "\n"
    let corpus = Corpus(bytes: Array(text.utf8))
    let contender = try #require(Self.contenders.first { $0.name == name })
    let error = #expect(throws: (any Error).self) { try contender.run(corpus, .ends) }
    #expect((error as? RecordFailure)?.record ?? 2 == 2)
  }
}

@Suite struct CorpusTests {
  @Test(arguments: [
    ("", []),
    ("{}", ["{}"]),
    ("{}\n", ["{}"]),
    ("{}\r\n \r\n\n\t\n[1]\r\n", ["{}\r", "[1]\r"]),
    ("\u{FEFF}{}\n{}", ["{}", "{}"]),
  ])
  func findsRecords(text: String, records: [String]) throws {
    let corpus = Corpus(bytes: Array(text.utf8))
    var found: [String] = []
    try unsafe corpus.forEachRecord { found.append(unsafe String(decoding: $0, as: UTF8.self)) }
    #expect(found == records)
    #expect(corpus.count == records.count)
  }

  @Test func temporaryFileGoesWithItsCorpus() throws {
    var corpus: Corpus? = Corpus(bytes: Array("{}\n".utf8))
    let path = try #require(try corpus?.path())
    #expect(try corpus?.path() == path)
    #expect(FileManager.default.contents(atPath: path) == Data("{}\n".utf8))
    corpus = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func usersFileStays() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("streammap-bench-test-\(UUID().uuidString)").path
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    var corpus: Corpus? = Corpus(bytes: Array("{}".utf8), path: path)
    #expect(try corpus?.path() == path)
    corpus = nil
    #expect(FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: path)
  }
}

@Suite struct ChecksumTests {
  private func sum(_ strings: Checksum.Strings = .everyByte, _ body: (inout Checksum) -> Void) -> UInt64 {
    var checksum = Checksum(strings)
    body(&checksum)
    checksum.endRecord()
    return checksum.total
  }

  @Test func tellsValuesApart() {
    let sums = [
      sum { $0.add(1) }, sum { $0.add(2) }, sum { $0.add(-1) }, sum { $0.add(true) }, sum { $0.add(false) },
      sum { $0.add(0.0) }, sum { $0.add(-0.0) }, sum { $0.add(0.5) }, sum { $0.add("") },
      sum { $0.add(nil as String?) }, sum { $0.add("a") }, sum { $0.add("b") }, sum { $0.add("ab") },
      sum { $0.add("ba") }, sum { $0.add("a\0") }, sum { $0.add("12345678") }, sum { $0.add("123456789") },
      sum {
        $0.add("a")
        $0.add("b")
      },
      sum {
        $0.add("b")
        $0.add("a")
      },
    ]
    #expect(Set(sums).count == sums.count)
    #expect(sum { $0.add("é" as String?) } == sum { $0.add("é") })
  }

  /// The timed runs add the ends of a string to the checksum, the other runs every byte.
  @Test(arguments: 0..<40)
  func everyByteCounts(index: Int) {
    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 40)
    let before = String(decoding: bytes, as: UTF8.self)
    bytes[index] = UInt8(ascii: "y")
    let after = String(decoding: bytes, as: UTF8.self)
    #expect(sum { $0.add(before) } != sum { $0.add(after) })
    #expect((sum(.ends) { $0.add(before) } == sum(.ends) { $0.add(after) }) == (8..<32).contains(index))
  }

  @Test func orderOfRecordsDoesNotCount() {
    var forwards = Checksum(.ends)
    var backwards = Checksum(.ends)
    for number in 0..<10 {
      forwards.add(number)
      forwards.endRecord()
      backwards.add(9 - number)
      backwards.endRecord()
    }
    #expect(forwards.total == backwards.total && forwards.records == 10)
  }
}
