import StreamMap
import Testing

@testable import TestSupport

private let windowSizes = Effort.pick([65_536], [65_536, 262_144], [65_536, 131_072, 262_144])
private let lineSizes = Effort.pick([65_536], [65_536, 262_144], [65_536, 262_144, 1_000_000])

/// The same records at different positions in memory: in blocks of 64 bytes, in windows, and at the end of readable
/// memory.
@Suite("Engines at every location in memory")
struct EnginePlaceTests {
  private static let records: [[UInt8]] = [
    #"{"id":12345678,"text":"some text, \"quoted\"","user":{"name":"n\u00e9e","id":7},"list":[1,2,3]}"#,
    #"{"text":"\\\\\\\\","id":1,"flag":true,"ratio":0.1,"small":9,"user":{"address":{"zip":5}}}"#,
    #"{"tags":[{"text":"a","indices":[0,9]},{"text":"日本語 😀"}],"grid":[[1.5],[2,3]],"table":{"x":{"v":1}}}"#,
    #"{ "id" : 1 , "list" : [ 1 , 2 ] , "names" : [ "a" ] , "holes" : [ null ] , "user" : { "id" : 3 } }"#,
    #"12"#, #"-0"#, #""text""#, #"true"#, #"null"#, "{}", "[]", "{\"id\":1}",
    // Ends of values where a value should begin.
    "}", "]", ",", ":", "]1", #"{"id":}"#, #"{"id":,"text":}"#, "[,]",
    // Malformed records, each in another way.
    #"{"id":12345678,"text":"never closed"#, #"{"id":1,"list":[1,2}"#, #"{"id":1}}"#, #"{"id":1"#, #"tru"#,
    #"1."#,
    #"{"text":"\u12"#, #"{"text":"\"#, #"{"id":"1","text":"é"#, #"{"a":[[[{"#, "",
  ].map { Array($0.utf8) }

  /// Bytes that would be taken for a part of the record if they were read.
  private static let fronts: [[UInt8]] = [
    Array("\"".utf8), Array("\\".utf8), Array("{\"id\":".utf8), Array("[".utf8), [0xE3, 0x81], [0xFF], [0x20],
    [0x31],
  ]

  private static let names = [
    "nothing", "id", "flat", "optionals, some deep", "lists", "root scalars", "grid",
  ]

  private static func subjects() throws -> [any MappingFixture] {
    try MappingFixtures.all().filter { names.contains($0.name) }
  }

  /// Lends bytes after others, so that the first byte lent has an address with a given remainder.
  private final class ShiftedMemory: TestMemory {
    let memory = GuardedMemory()
    var front: [UInt8] = []
    var shift = 0

    /// The last byte lent is followed by `shift` bytes of junk before the page's end.
    func withBytes(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
      let junk = (0..<shift).map { Self.junk[$0 % Self.junk.count] }
      let front = Array(repeatElement(front, count: 80 / front.count + 1).joined())
      try unsafe memory.withBytes(Array(bytes) + junk, behind: front) {
        try unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]))
      }
    }

    private static let junk = Array("7\"}]\\,:0e\nx".utf8)
  }

  private final class FirstMemory: TestMemory {
    private let memory = GuardedMemory()

    func withBytes(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
      try unsafe memory.withFirst(bytes, to: body)
    }
  }

  @Test("input directly after an unreadable page")
  func first() throws {
    let memory = GuardedMemory()
    let firstMemory = FirstMemory()
    for subject in try Self.subjects() {
      for record in Self.records {
        let sample = Sample(pieces: [record])
        for trial in EngineTrials.plain(Limits()) {
          let expected = subject.trace(sample, trial.reference, memory)
          let trace = subject.trace(sample, trial.way, firstMemory)
          #expect(
            trial.difference(trace, expected) == nil, "\(subject.name), \(trial), \(excerpt(record))")
        }
      }
    }
  }

  private struct Few: Codable, Equatable {
    var id: Int?
    var text: String?
    var ratio: Double?
    var flag: Bool?
  }

  @Test("a value after long space, just before an unreadable page, where members are not predicted")
  func lastValueInAnyOrder() throws {
    let mapping = try Mapping(Few()) {
      Field(\.id, "id")
      Field(\.text, "text")
      Field(\.ratio, "ratio")
      Field(\.flag, "flag")
    }
    let memory = GuardedMemory()
    var random = SeededRandom(seed: SeededRandom.seed)
    let members = [("id", "7"), ("text", #""a""#), ("ratio", "1.5"), ("flag", "true")]
    let texts = members.map { name, value in "\"\(name)\":\(value)" } + (0..<8).map { "\"other\($0)\":\($0)" }
    let lines = (0..<30).map { _ in "{\(texts.shuffled(using: &random).joined(separator: ","))}\n" }
    for (index, (name, value)) in members.enumerated() {
      let front = texts[..<4].enumerated().filter { $0.offset != index }.map(\.element)
      for spaces in [0, 1] + Array(30...52) + Array(78...82) {
        let space = String(repeating: " ", count: spaces)
        for (end, isWhole) in [
          (",\(space)\"\(name)\":\(value)}", true), ("\(space),\"\(name)\":\(value)}", true),
          (",\"\(name)\"\(space):\(value)}", true), (",\"\(name)\":\(space)\(value)}", true),
          (",\"\(name)\":\(value)\(space)}", true), (space, false), (",\(space)", false),
          (",\"\(name)\"\(space)", false), (",\"\(name)\":\(space)", false),
        ] {
          let text = Array((lines.joined() + "{" + front.joined(separator: ",") + end).utf8)
          var counts: [Int] = []
          try unsafe memory.withBytes(text[...]) { bytes in
            // SAFETY: the bytes are valid during this call.
            let span = unsafe Span<UInt8>(_bytes: RawSpan(_unsafeBytes: bytes))
            func examine(_ few: Few) -> Int {
              if few != Few(id: 7, text: "a", ratio: 1.5, flag: true) { Issue.record("\(end): \(few)") }
              return 1
            }
            for validation in [Validation.full, .mapped] {
              let decoder = mapping.makeDecoder(ReadingOptions(engine: .index, validation: validation))
              var count = 0
              try decoder.decodeLines(in: span, onError: .skip { _, _ in }) { few, _ in
                count += examine(few)
              }
              counts.append(count)
            }
            var count = 0
            try StreamDecoder().decodeLines(Few.self, in: span, onError: .skip { _, _ in }) { few, _ in
              count += examine(few)
            }
            counts.append(count)
          }
          let expected = lines.count + (isWhole ? 1 : 0)
          #expect(counts == [expected, expected, expected], "\(end), \(SeededRandom.again)")
        }
      }
    }
  }

  @Test("a value after long space, just before an unreadable page")
  func lastValue() throws {
    let memory = GuardedMemory()
    for subject in try Self.subjects() {
      for spaces in 0...45 {
        let space = String(repeating: " ", count: spaces)
        for value in [#""text":"a""#, #""id":7"#, #""ratio":1.5"#, #""flag":true"#] {
          // The second record matches the member prediction.
          let line = "{\"small\":1,\(space)\(value)}"
          let sample = Sample(pieces: [Array("\(line)\n\(line)".utf8)])
          for trial in EngineTrials.plain(Limits()) {
            let expected = subject.trace(sample, trial.reference, memory)
            let trace = subject.trace(sample, trial.way, memory)
            #expect(trial.difference(trace, expected) == nil, "\(subject.name), \(trial), \(line)")
          }
        }
      }
    }
  }

  /// Up to 32 bytes are read at a time, whatever the length is, where they are known to be readable.
  @Test("scalars near an unreadable page, in a long record", arguments: [Engine.yajl, .index])
  func scalars(engine: Engine) throws {
    struct Scalars: Equatable {
      var doubles: [Double] = []
      var integers: [Int] = []
      var texts: [String] = []
    }
    let mappings = [
      try Mapping(Scalars()) { Field(\.doubles, "[*]", .badElement(.drop)) },
      try Mapping(Scalars()) { Field(\.integers, "[*]", .badElement(.drop)) },
      try Mapping(Scalars()) { Field(\.texts, "[*]", .badElement(.drop)) },
    ]
    let memory = GuardedMemory()
    // No field takes it.
    let filler = "[\"\(String(repeating: "x", count: 100))\"]"
    for validation in Validation.allCases {
      let decoders = mappings.map { $0.makeDecoder(ReadingOptions(engine: engine, validation: validation)) }
      for digits in 1...45 {
        let integer = String(repeatElement("1234567890", count: 5).joined().prefix(digits))
        for scalar in [integer, "\(integer.dropLast()).5", "\"\(integer)\""] where scalar.first != "." {
          let expected = [
            Scalars(doubles: Double(scalar).map { [$0] } ?? []),
            Scalars(integers: Int(scalar).map { [$0] } ?? []),
            Scalars(texts: scalar.first == "\"" ? [integer] : []),
          ]
          for record in ["[\(scalar),\(filler)]", "[\(filler),\(scalar)]"] {
            var found: [Scalars] = []
            let read: (UnsafeRawBufferPointer) throws -> Void = { bytes in
              // SAFETY: the bytes are valid during the call.
              let span = unsafe Span<UInt8>(_bytes: RawSpan(_unsafeBytes: bytes))
              found = try decoders.map { try $0.decode(span) }
            }
            try unsafe memory.withFirst(Array(record.utf8)[...], to: read)
            #expect(found == expected, "\(scalar) after the page, \(validation)")
            try unsafe memory.withBytes(Array(record.utf8)[...], to: read)
            #expect(found == expected, "\(scalar) before the page, \(validation)")
          }
        }
      }
    }
  }

  @Test("every alignment, with any bytes before and after")
  func alignments() throws {
    let memory = ShiftedMemory()
    let text = Array(Self.records.joined(separator: [0x0A]))
    for subject in try Self.subjects() {
      for record in Self.records + [text, text + [0x0A]] {
        let sample = Sample(pieces: [record])
        for trial in EngineTrials.plain(Limits()) {
          memory.shift = 0
          memory.front = [0x20]
          let expected = subject.trace(sample, trial.reference, memory)
          let first = subject.trace(sample, trial.way, memory)
          for shift in 0..<Effort.pick(8, 64, 64) {
            memory.shift = Effort.pick(shift * 9, shift, shift)
            memory.front = Self.fronts[shift % Self.fronts.count]
            let trace = subject.trace(sample, trial.way, memory)
            #expect(
              trace.difference(from: first) == nil,
              "\(subject.name), \(trial), \(excerpt(record)), \(shift)")
            #expect(
              trial.difference(trace, expected) == nil, "\(subject.name), \(trial), \(excerpt(record))")
          }
        }
      }
    }
  }

  @Test("up to 130 bytes before the record")
  func offsets() throws {
    var trials = try EngineTrials()
    let spaces = (0...130).map { [UInt8](repeating: 0x20, count: $0) }
    let lines = (1...130).map { [UInt8](repeating: 0x0A, count: $0) }
    let strings = (0...130).map { Array("\"\(String(repeating: "\\", count: $0 / 2 * 2))\"\n".utf8) }
    for subject in try Self.subjects() {
      for record in Self.records {
        for fronts in [spaces, lines, strings] where !trials.isFull {
          let step = Effort.pick(17, 1, 1)
          for index in stride(from: 0, to: fronts.count, by: step) {
            let sample = Sample(pieces: [fronts[index] + record + [0x0A], Array("{\"id\":9}".utf8)])
            trials.run(subject, sample, EngineTrials.plain(Limits()), "\(fronts[index].count) bytes in front")
          }
        }
      }
    }
    trials.report()
  }

  /// A record of which every byte is once at the end of a window.
  @Test("records across the ends of windows", arguments: windowSizes)
  func windows(_ window: Int) throws {
    var trials = try EngineTrials()
    let subjects = try Self.subjects()
    for (index, record) in Self.records.enumerated() {
      let step = Effort.pick(29, 1, 1)
      for offset in stride(from: 0, through: record.count + 1, by: step) {
        let head = Array("{\"text\":\"".utf8)
        let fill = [UInt8](repeating: 0x78, count: window - offset - head.count - 3)
        let sample = Sample(
          pieces: [head + fill + Array("\"}\n".utf8), record + [0x0A], Array("{\"id\":9}\n".utf8)])
        let subject = subjects[(index + offset) % subjects.count]
        var ways = EngineTrials.plain(Limits())
        ways.append(.full(RouteOptions(route: .pushed, engine: .index, seed: UInt64(offset))))
        ways.append(.full(RouteOptions(route: .bytes, engine: .index)))
        trials.run(subject, sample, ways, "\(offset) bytes before the end of \(window)")
      }
      if trials.isFull { break }
    }
    trials.report()
  }

  /// One line longer than any window, with mapped values in several parts.
  @Test("records longer than a window", arguments: lineSizes)
  func long(_ count: Int) throws {
    var trials = try EngineTrials()
    let fill = String(repeating: "x", count: count)
    let spaces = String(repeating: " ", count: count)
    let numbers = String(repeating: "1,", count: count / 2)
    let tags = String(repeating: #"{"text":"a"},"#, count: count / 13)
    let lines = [
      #"{"text":"\#(fill)","id":1}"#, #"{"id":1,"text":"\#(fill)","id":2}"#, #"{"x":"\#(fill)","id":1}"#,
      #"{"x":[\#(numbers)2],"id":1,"list":[3]}"#, #"{"list":[\#(numbers)2],"id":1}"#,
      #"{"tags":[\#(tags)7],"id":1}"#,
      #"{"id":\#(spaces)1,"text":"a"\#(spaces)}"#, #"{"x":[\#(numbers)2,"id":1,"list":[3]}"#,
      #"{"x":"\#(fill),"id":1}"#,
    ]
    for subject in try Self.subjects() {
      for line in lines {
        let sample = Sample(pieces: [
          Array("{\"id\":7}\n".utf8), Array((line + "\n").utf8), Array("{\"id\":8}".utf8),
        ])
        let ways =
          Effort.now != .thorough
          ? EngineTrials.plain(Limits()) : EngineTrials.all(Limits(), seed: UInt64(line.utf8.count))
        trials.run(subject, sample, ways, "\(count) bytes")
      }
      if trials.isFull || Effort.now == .quick { break }
    }
    trials.report()
  }
}
