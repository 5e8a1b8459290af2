import StreamMap
import Testing

@testable import TestSupport

/// Random lines through both engines, by every input: the same models and the same errors.
@Suite("Engines on random lines")
struct EngineTests {
  /// In two halves, for two processors. `STREAMMAP_DOCUMENTS=1000000` is for CI.
  @Test("random lines", arguments: [0, 1] as [UInt64])
  func random(half: UInt64) throws {
    var trials = try EngineTrials()
    var random = SeededRandom(seed: SeededRandom.seed &+ half)
    let clock = ContinuousClock()
    let start = clock.now
    var samples = 0
    while trials.documents < Effort.documents / 2, !trials.isFull {
      samples += 1
      var generator = LineGenerator(seed: random.next())
      let subject = trials.subjects[samples % trials.subjects.count]
      let sample = generator.sample(over: subject.vocabulary)
      let limits = EngineTrials.limits(&generator.random)
      let ways = EngineTrials.some(limits, &generator.random)
      trials.run(subject, sample, ways, "half \(half), sample \(samples)")
    }
    trials.report()
    let seconds = Int((clock.now - start) / .seconds(1))
    let models = trials.taken.values.reduce(0, +)
    let errors = trials.refused.values.reduce(0, +)
    print(
      """
      engines: half \(half), \(trials.documents) documents, \(trials.bytes) bytes, \(models) models, \(errors) errors, \
      \(seconds) s, kernel \(Kernel.best) of \(Kernel.all), \(SeededRandom.again)
      """)
    guard trials.documents >= 20_000 else { return }
    // The samples must cover each subject's models and each kind of error.
    for subject in trials.subjects { #expect(trials.taken[subject.name, default: 0] > 0, "\(subject.name)") }
    for kind in Self.kinds { #expect(trials.refused[kind, default: 0] > 0, "\(kind)") }
  }

  /// yajl reads what the index rejects. A needless rejection changes no model and only costs time.
  @Test("the index reads every well-formed record", arguments: Validation.allCases)
  func rejections(validation: Validation) throws {
    let subjects = try MappingFixtures.all()
    var random = SeededRandom(seed: SeededRandom.seed)
    var complete = 0
    let rounds = Effort.pick(200, 2_000, 20_000)
    for number in 0..<rounds {
      var generator = LineGenerator(seed: random.next())
      let subject = subjects[number % subjects.count]
      let sample = generator.sample(over: subject.vocabulary)
      // The index takes a byte order mark for text.
      let records = sample.pieces.filter { !$0.starts(with: [0xEF, 0xBB, 0xBF]) }
      let read = subject.readByIndex(records, ReadingOptions(engine: .index, validation: validation))
      complete += read.complete
      #expect(read.left.isEmpty, "\(subject.name): \(read.left.map { excerpt($0) }); \(SeededRandom.again)")
    }
    #expect(complete > rounds)
  }

  private static let kinds: [MappingError.Kind] = [
    .syntax, .encoding, .escape, .truncated, .extraValue, .depthLimit, .stringLimit, .nameLimit, .numberLimit,
    .recordLimit, .typeMismatch, .unexpectedNull, .outOfRange, .notAnInteger, .unknownRawValue, .missingField,
    .duplicateName,
  ]

  /// The premise of the other tests: an engine that is wrong about one record is detected, and the record is shrunk.
  @Test("detects a deliberately wrong engine")
  func sabotage() throws {
    var trials = try EngineTrials()
    let honest = try #require(trials.subjects.first { $0.name == "id" })
    let good = Array(#"{"text":"some","id":77}"#.utf8 + [0x0A])
    let sample = Sample(pieces: [good, Array(#"{"a":[1,{"b":"XY"}],"id":1}"#.utf8) + [0x0A], good])
    trials.run(honest, sample, EngineTrials.plain(Limits()), "here")
    #expect(trials.texts.isEmpty)
    trials.run(Saboteur(honest: honest), sample, EngineTrials.plain(Limits()), "here")
    #expect(trials.texts.count == 4)
    #expect(trials.texts.allSatisfy { $0.contains("\ninput: XY\n") }, "\(trials.texts)")
  }

  /// Misreads two letters when the index engine is requested.
  private struct Saboteur: MappingFixture {
    var honest: any MappingFixture
    var name: String { "saboteur" }
    var checksEverything: Bool { false }

    func trace(_ sample: Sample, _ way: RouteOptions, _ memory: any TestMemory) -> Trace {
      let isWrong = way.engine == .index && excerpt(sample.text).contains("XY")
      return honest.trace(isWrong ? Sample(pieces: []) : sample, way, memory)
    }
  }
}
