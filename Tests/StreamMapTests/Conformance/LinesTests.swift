import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// JSON Lines: locations, errors and models, on every route and with any chunks.
@Suite("Lines")
struct LinesTests {
  /// The results of one record, in an order that all routes share.
  private enum Told: Hashable {
    /// Record, line, offset and length, and the root's text.
    case model([Int], [UInt8])
    case failure(Failure, record: Int?, line: Int?, column: Int?, bytes: [UInt8])
  }

  /// Errors are reported to a sendable closure.
  private final class Log: Sendable {
    private let told = Mutex<[Told]>([])

    var all: [Told] { told.withLock { $0 } }

    func add(_ entry: Told) { told.withLock { $0.append(entry) } }

    var policy: ErrorPolicy {
      .skip { error, bytes in
        self.add(
          .failure(
            Failure(error), record: error.record, line: error.line, column: error.column,
            bytes: bytes.indices.map { bytes[$0] }))
      }
    }

    func add(_ model: borrowing RecordModels.Whole, _ place: RecordLocation) {
      add(.model([place.record, place.line, place.byteOffset, place.byteCount], model.text.bytes))
    }
  }

  private func expected(_ input: [UInt8]) -> [Told] {
    ReferenceLines.read(input).map { record in
      switch record.result {
      case .success(let text):
        let place = [record.number, record.line, record.offset, record.bytes.count]
        return .model(place, text)
      case .failure(let failure):
        let column = (failure.offset ?? 0) - record.offset + 1
        return .failure(
          failure, record: record.number, line: record.line, column: column, bytes: record.bytes)
      }
    }
  }

  private func pieces(_ input: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
    let size = random.pick([1, 7, 64, 4096])
    var pieces: [[UInt8]] = []
    var start = 0
    while start < input.count {
      let end = min(input.count, start + 1 + random.below(size))
      pieces.append(Array(input[start..<end]))
      start = end
    }
    return pieces
  }

  private func differences(_ input: [UInt8], _ random: inout SeededRandom) throws -> [String] {
    let expected = expected(input)
    let mapping = try RecordModels.Whole.mapping()
    var differences = Differences()

    let whole = Log()
    var lines = JSONLines(.bytes(input), as: mapping)
    lines.onError = whole.policy
    try lines.forEach { model, place in whole.add(model, place) }
    differences.compare("forEach, skipping", whole.all, expected)

    let pushed = Log()
    var parser = PushParser(mapping)
    parser.onError = pushed.policy
    for piece in pieces(input, &random) { try parser.feed(piece) { pushed.add($0, $1) } }
    try parser.finish { pushed.add($0, $1) }
    differences.compare("PushParser, skipping", pushed.all, expected)

    // With `.stop`: everything before the first malformed record, and its error.
    let failed = expected.firstIndex { if case .failure = $0 { true } else { false } }
    lines.onError = .stop
    let results = lines.results.map { result in
      switch result {
      case .success(let model): [model.text.bytes]
      case .failure(let error): [Array("\(Failure(error))".utf8)]
      }
    }
    let told = expected.prefix(failed.map { $0 + 1 } ?? expected.count).map { entry in
      switch entry {
      case .model(_, let text): [text]
      case .failure(let failure, _, _, _, _): [Array("\(failure)".utf8)]
      }
    }
    differences.compare("results, stopping", results, told)

    let events = EventParser(into: EventLog())
    var places: [RecordLocation] = []
    let error = caught {
      for piece in pieces(input, &random) { try events.feed(piece) { places.append($0) } }
      try events.finish { places.append($0) }
    }
    let records = ReferenceLines.read(input)
    let read = records.prefix(failed.map { $0 + 1 } ?? records.count)
    differences.compare("fed EventParser's events", events.sink.events, read.flatMap(\.events))
    differences.compare("fed EventParser's records", places.count, failed ?? records.count)
    if let failed, case .failure(let failure, _, _, _, _) = expected[failed] {
      differences.compare("fed EventParser's error", error.map(Failure.init), failure)
    } else {
      differences.compare("fed EventParser's error", error.map(Failure.init), nil)
    }
    return differences.texts
  }

  @Test("line endings, blank lines, byte order marks and malformed records")
  func table() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let inputs = [
      "", "\n", "\r\n", " \n\t\n", "1", "1\n", "1\r\n", "1\r", "1\r\r\n", "1\n2", "1\n\n2\n", "\n\n1\n\n",
      " 1 \n",
      "{}\n[]\n", "1 2\n3\n", "1\n2 3\n", "[1\n,2]\n", "{\"a\":\n1}\n", "\"a\nb\"\n1\n", "\"a\\\nb\"\n",
      "[\n]\n",
      "tru\ne\n", "1\n[2", "1\n[2\n", "1\n\u{0}\n2\n", "1\n\u{C}\n2\n", "1\n\u{B}\n", "x\ny\n1\n",
      "\u{FEFF}1\n",
      "\u{FEFF}\n1\n", "\u{FEFF}", "\u{FEFF}\r\n{}", "1\n\u{FEFF}2\n3\n", "\n\u{FEFF}1\n", " \u{FEFF}1\n",
      "-\n1\n",
      "\"\\uD83D\n\\uDE00\"\n", "1\r2\n", "\r1\n", "1\n\r\n2\r\n\r\n", "1e\n5\n", "[[[[\n]]]]\n1\n",
    ]
    for input in inputs {
      for difference in try differences(Array(input.utf8), &random) {
        Issue.record("\(excerpt(Array(input.utf8))): \(difference)")
      }
    }
  }

  @Test("every fixture between two valid lines")
  func fixtures() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for fixture in Fixture.all {
      for difference in try differences(Array("[1]\n".utf8) + fixture.bytes + Array("\n{}\n".utf8), &random) {
        Issue.record("\(fixture.name): \(difference)", sourceLocation: fixture.location)
      }
    }
  }

  @Test("random lines, valid and malformed")
  func random() throws {
    var options = DocumentGenerator.Options()
    options.allowsLineBreaks = false
    options.maximumDepth = 3
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: options)
    var findings = Findings()
    for _ in 0..<1_500 {
      var input: [UInt8] = generator.random.chance(1, outOf: 5) ? [0xEF, 0xBB, 0xBF] : []
      for _ in 0..<generator.random.below(8) {
        let document = generator.document()
        input += generator.random.chance(1, outOf: 4) ? generator.mutated(document) : document
        input += Array(generator.random.pick(["\n", "\n", "\n", "\r\n", "\n\n", " \n \r\n", "\r", ""]).utf8)
      }
      for difference in try differences(input, &generator.random) { findings.add(input, difference) }
    }
    findings.report()
  }

  @Test("the real files, whole and in chunks", .corpus("real/tweets.jsonl", cases: 130))
  func real() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for (name, count) in [("real/tweets.jsonl", 100), ("real/github_events.jsonl", 30)] {
      let input = try Corpora.bytes(name)
      #expect(expected(input).count == count)
      for difference in try differences(input, &random) {
        Issue.record("\(name): \(difference.prefix(2_000))")
      }
    }
  }
}
