import StreamMap
import Testing

@testable import TestSupport

/// Hand-written input through both engines: every fixture, unchanged and mutated, and every one-byte fault.
@Suite("Engines on fixtures")
struct EngineFixtureTests {
  private static let before = Array(
    "{\"id\":1,\"user\":{\"id\":2,\"name\":\"b\"},\"text\":\"before\"}\n".utf8)
  private static let after = Array("{\"id\":3,\"text\":\"after\",\"list\":[4]}\n".utf8)

  /// A fixture with line feeds gives several lines.
  private static func between(_ record: [UInt8]) -> Sample {
    Sample(pieces: [before, record + [0x0A], after])
  }

  @Test("every fixture between valid lines, through every subject")
  func fixtures() throws {
    var trials = try EngineTrials()
    for fixture in Fixture.all {
      for subject in trials.subjects where Effort.now != .quick || Self.quick.contains(subject.name) {
        trials.run(subject, Self.between(fixture.bytes), EngineTrials.plain(Limits()), fixture.name)
      }
    }
    trials.report()
  }

  /// Examples of what `Validation.mapped` accepts and rejects, from its documentation.
  @Test("documented examples of mapped validation")
  func mappedExamples() throws {
    let decoder = try Mapping(MappingFixtures.Identity()) { Field(\.id, "id") }.makeDecoder(
      ReadingOptions(engine: .index, validation: .mapped))
    let taken = [
      #"{"id":1,"a":01}"#, #"{"a":"\x","id":1}"#, #"{"a":[1,2},"id":1}"#, #"{"a":nul,"id":1}"#, #"{"id":1"#,
      #"{"id":1} {"id":2}"#,
    ]
    for record in taken {
      #expect(try decoder.decode(Array(record.utf8).span).id == 1, "\(record)")
      #expect(throws: MappingError.self, "\(record)") {
        try Mapping(MappingFixtures.Identity()) { Field(\.id, "id") }.decode(record)
      }
    }
    let refused: [[UInt8]] = [
      Array(#"{"id":01}"#.utf8), Array(#"{"id":1x}"#.utf8), Array(#"{"id":nul}"#.utf8),
      Array(#"{"id":"1"}"#.utf8),
      Array("{\"id\":1,\"a\":\"\u{1}\"}".utf8),
      Array("{\"id\":1,\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
    ]
    for record in refused {
      #expect(throws: MappingError.self, "\(excerpt(record))") { try decoder.decode(record.span) }
    }
  }

  private static let quick = [
    "nothing", "id", "root, as it stands", "optionals, some deep", "members", "lists",
  ]

  @Test("every fixture alone, by every input")
  func alone() throws {
    var trials = try EngineTrials()
    for (index, fixture) in Fixture.all.enumerated() {
      let subject = trials.subjects[index % trials.subjects.count]
      let sample = Sample(pieces: [fixture.bytes])
      trials.run(subject, sample, EngineTrials.all(Limits(), seed: UInt64(index)), fixture.name)
    }
    trials.report()
  }

  @Test("randomly mutated fixtures")
  func broken() throws {
    var trials = try EngineTrials()
    var generator = LineGenerator(seed: SeededRandom.seed)
    for _ in 0..<Effort.pick(2, 10, 100) {
      for fixture in Fixture.all where fixture.bytes.count < 5_000 {
        generator.line = fixture.bytes
        generator.mutate()
        let subject = generator.random.pick(trials.subjects)
        let limits = EngineTrials.limits(&generator.random)
        let ways = EngineTrials.some(limits, &generator.random)
        trials.run(subject, Self.between(generator.line), ways, "\(fixture.name), broken")
      }
    }
    trials.report()
  }

  // MARK: One byte

  private static let record = Array(
    #"{"id":-1.5e3,"text":"a\"\u00e9\\","user":{"name":"é","x":[{},[]]},"list":[0,12,null],"flag":true} "#
      .utf8)

  /// Every byte with a meaning in JSON or UTF-8, or all bytes.
  private static let values: [UInt8] =
    Effort.now == .quick
    ? Array("{}[]:,\"\\/-+.e01u \n\rnx".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xE2, 0xFF] : Array(0...255)

  private static let subjects =
    ["id", "optionals, some deep", "members"]
    + (Effort.now != .thorough
      ? [] : ["nothing", "flat", "lists", "models in models", "root scalars", "last counts"])

  private func run(_ lines: [[UInt8]], _ origin: String) throws {
    var trials = try EngineTrials()
    for subject in trials.subjects where Self.subjects.contains(subject.name) {
      for start in stride(from: 0, to: lines.count, by: 500) {
        let sample = Sample(pieces: Array(lines[start..<min(start + 500, lines.count)]))
        trials.run(subject, sample, EngineTrials.plain(Limits()), origin)
        if trials.isFull { break }
      }
    }
    trials.report()
  }

  @Test("every byte replaced by each other value")
  func replaced() throws {
    let lines = Self.record.indices.flatMap { index in
      Self.values.map { value in
        var line = Self.record
        line[index] = value
        return line + [0x0A]
      }
    }
    try run(lines, "a byte replaced")
  }

  @Test("every value inserted at every position")
  func inserted() throws {
    let lines = Self.record.indices.flatMap { index in
      Self.values.map { value in
        var line = Self.record
        line.insert(value, at: index)
        return line + [0x0A]
      }
    }
    try run(lines, "a byte inserted")
  }

  @Test("every range of bytes removed")
  func removed() throws {
    let lines = Self.record.indices.flatMap { index in
      (1..<Effort.pick(8, 30, Self.record.count)).filter { index + $0 <= Self.record.count }.map { count in
        var line = Self.record
        line.removeSubrange(index..<(index + count))
        return line + [0x0A]
      }
    }
    try run(lines, "bytes removed")
  }

  /// An unterminated string, or any other cut, makes only its own line malformed.
  @Test("a truncated record between valid lines")
  func cut() throws {
    var trials = try EngineTrials()
    let memory = GuardedMemory()
    let subject = try #require(trials.subjects.first { $0.name == "id" })
    for count in 1..<(Self.record.count - 3) {
      let sample = Self.between(Array(Self.record[..<count]))
      trials.run(subject, sample, EngineTrials.all(Limits(), seed: UInt64(count)), "cut at \(count)")
      for validation in Validation.allCases {
        let trace = subject.trace(sample, RouteOptions(engine: .index, validation: validation), memory)
        #expect(trace.entries.count == 3)
        #expect(trace.entries.first?.kind == nil && trace.entries.last?.kind == nil, "cut at \(count)")
      }
    }
    trials.report()
  }
}
