import StreamMap
import Testing

@testable import TestSupport

/// The public corpora through both engines, unchanged and mutated.
@Suite("Engines on the corpora")
struct EngineCorpusTests {
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  /// Reads files through every subject, and mutated files through some.
  private func run(_ files: [Corpora.File], broken: Int) throws {
    var trials = try EngineTrials()
    var generator = LineGenerator(seed: SeededRandom.seed)
    for file in files where !trials.isFull {
      let sample = Sample(pieces: [file.bytes])
      for subject in trials.subjects where Effort.now != .quick || generator.random.chance(1, outOf: 6) {
        trials.run(subject, sample, EngineTrials.plain(Limits()), file.name)
      }
      let subject = generator.random.pick(trials.subjects)
      trials.run(subject, sample, EngineTrials.all(Limits(), seed: generator.random.next()), file.name)
      guard file.bytes.count < 50_000 else { continue }
      for _ in 0..<Effort.pick(broken / 10, broken, broken * 10) {
        generator.line = file.bytes
        generator.mutate()
        let sample = Sample(pieces: [generator.line + [0x0A], Array("{\"id\":1}\n".utf8)])
        let subject = generator.random.pick(trials.subjects)
        let ways = EngineTrials.some(Limits(), &generator.random)
        trials.run(subject, sample, ways, "\(file.name), broken")
      }
    }
    trials.report()
  }

  @Test("JSONTestSuite", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all))
  func suite() throws {
    try run(try JSONTestSuite.files(), broken: 30)
  }

  /// Uses the given engine instead of the default. The mappings accept records of every kind.
  @Test(
    "JSONTestSuite's expected results", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all),
    arguments: Engine.allCases)
  func verdicts(_ engine: Engine) throws {
    let memory = GuardedMemory()
    let subjects = try MappingFixtures.all().filter {
      ["nothing", "root, as it stands", "root scalars"].contains($0.name)
    }
    let open = Dictionary(uniqueKeysWithValues: OpenVerdict.all.map { ("i_\($0.name).json", $0.rejection) })
    let counts = ["y_": JSONTestSuite.mustAccept, "n_": JSONTestSuite.mustReject, "i_": JSONTestSuite.open]
    for (prefix, count) in counts {
      let files = try JSONTestSuite.files(prefix)
      #expect(files.count == count)
      for file in files {
        for subject in subjects {
          let way = RouteOptions(route: .records, engine: engine)
          let trace = subject.trace(Sample(pieces: [file.bytes]), way, memory)
          let kind = trace.entries.first?.kind
          switch prefix {
          case "y_": #expect(kind == nil, "\(file.name), \(subject.name)")
          case "n_": #expect(kind != nil, "\(file.name), \(subject.name)")
          default: #expect(kind?.description == open[file.name]??.rawValue, "\(file.name), \(subject.name)")
          }
        }
      }
    }
  }

  @Test("values that a careless parser changes", .corpus("JSONTestSuite/test_transform", cases: 22))
  func transform() throws {
    try run(try Corpora.files("JSONTestSuite/test_transform"), broken: 30)
  }

  @Test("json.org's checker and round trips", .corpus("nativejson/jsonchecker", cases: 63))
  func nativejson() throws {
    let files = try Corpora.files("nativejson/jsonchecker") + Corpora.files("nativejson/roundtrip")
    try run(files.filter { $0.name.hasSuffix(".json") }, broken: 100)
  }

  @Test("yajl's own cases", .corpus(YajlGold.folder, cases: YajlGold.count))
  func yajl() throws {
    try run(try YajlGold.cases().map { Corpora.File(name: $0.name, bytes: $0.bytes) }, broken: 100)
  }

  /// Each literal as a value for each type of field.
  @Test("yyjson's numbers", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func numbers() throws {
    let names = [
      "reals", "integers, exact", "integers, clamped", "integers, cut", "id, whatever", "nothing",
      "root scalars",
    ]
    var trials = try EngineTrials()
    let literals = try NumberCorpus.literals().map(\.text)
    let step = Effort.pick(20, 5, 1)
    let chosen = stride(from: 0, to: literals.count, by: step).map { literals[$0] }
    for start in stride(from: 0, to: chosen.count, by: 500) where !trials.isFull {
      let pieces = chosen[start..<min(start + 500, chosen.count)].enumerated().map { index, literal in
        switch index % 6 {
        case 0: Array("{\"id\":".utf8) + literal + Array("}\n".utf8)
        case 1: Array("{\"ratio\":".utf8) + literal + Array(",\"small\":".utf8) + literal + Array("}\n".utf8)
        case 2: Array("{\"list\":[".utf8) + literal + Array(" ,".utf8) + literal + Array("]}\n".utf8)
        case 3: Array("{\"user\":{\"id\":".utf8) + literal + Array(" }}\n".utf8)
        case 4: Array("{\"x\":".utf8) + literal + Array(",\"id\":1}\n".utf8)
        default: literal + [0x0A]
        }
      }
      for subject in trials.subjects where names.contains(subject.name) {
        trials.run(subject, Sample(pieces: pieces), EngineTrials.plain(Limits()), "literal \(start)")
      }
    }
    trials.report()
  }

  @Test("real records", .corpus("real/tweets.jsonl", cases: 130))
  func real() throws {
    var trials = try EngineTrials()
    var generator = LineGenerator(seed: SeededRandom.seed)
    for name in ["real/tweets.jsonl", "real/github_events.jsonl"] {
      let pieces = Self.lines(try Corpora.bytes(name))
      let part = Effort.now == .quick ? Array(pieces.prefix(20)) : pieces
      for (index, subject) in trials.subjects.enumerated() where index % Effort.pick(10, 3, 1) == 0 {
        trials.run(subject, Sample(pieces: part), EngineTrials.all(Limits(), seed: UInt64(index)), name)
      }
      for _ in 0..<Effort.pick(2, 40, 400) where !trials.isFull {
        let broken = part.map { line in
          generator.line = Array(line.dropLast())
          if generator.random.chance(1, outOf: 2) { generator.mutate() }
          return generator.line + [0x0A]
        }
        let subject = generator.random.pick(trials.subjects)
        let limits = EngineTrials.limits(&generator.random)
        trials.run(
          subject, Sample(pieces: broken), EngineTrials.some(limits, &generator.random), "\(name), broken")
      }
    }
    trials.report()
  }

  @Test("one record of two megabytes", .corpus("real/canada.json", cases: 1))
  func canada() throws {
    var trials = try EngineTrials()
    let sample = Sample(pieces: [try Corpora.bytes("real/canada.json")])
    let names = Effort.now == .quick ? ["id"] : ["nothing", "members", "root, as it stands"]
    for subject in trials.subjects where names.contains(subject.name) {
      let ways = Effort.now != .thorough ? EngineTrials.plain(Limits()) : EngineTrials.all(Limits(), seed: 1)
      trials.run(subject, sample, ways, "canada")
    }
    trials.report()
  }
}
