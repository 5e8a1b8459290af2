import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Hostile input must give a typed error with its location, in linear time, on a small stack, without a partial
/// model.
@Suite("Hostile input", .serialized)
struct HostileTests {
  struct Model: Sendable {
    var before: Int?
    var raw: RawJSON?
    /// Mapped to `$`, so that records of every kind are accepted.
    var isTrue = false

    static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Model> {
      try Mapping(Model(), limits: limits) {
        Field(\.before, "before")
        Field(\.raw, "raw")
        Field(\.isTrue, "$", .mismatch(.keep), .null(.keep))
      }
    }
  }

  /// Every part of a location must be set.
  private func expect(
    _ error: MappingError?, _ kind: MappingError.Kind, at offset: Int, line: Int = 1, column: Int? = nil,
    path: String? = nil, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error?.kind == kind, comment, sourceLocation: sourceLocation)
    #expect(error?.byteOffset == offset, comment, sourceLocation: sourceLocation)
    #expect(error?.line == line, comment, sourceLocation: sourceLocation)
    #expect(error?.column == column ?? offset + 1, comment, sourceLocation: sourceLocation)
    #expect(error?.path.isEmpty == false, comment, sourceLocation: sourceLocation)
    if let path { #expect(error?.path == path, comment, sourceLocation: sourceLocation) }
    #expect((error?.description.utf8.count ?? 0) < 8_192, comment, sourceLocation: sourceLocation)
  }

  /// Runs on a separate thread with 512 KB of stack. Expectations belong to the test's task, not to this closure.
  private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static func text(_ text: String, times count: Int) -> [UInt8] {
    Array(String(repeating: text, count: count).utf8)
  }

  private static let million = 1_000_000

  /// A million levels, and the offset of the 513th bracket.
  private static let towers: [(name: String, bytes: [UInt8], offset: Int)] = [
    ("arrays", text("[", times: million), 512),
    ("arrays, closed", text("[", times: million) + text("]", times: million), 512),
    ("objects", text(#"{"a":"#, times: million), 512 * 5),
    ("mixed", text(#"[{"a":"#, times: million / 2), 256 * 6),
    ("in a member nobody wants", Array(#"{"before":1,"x":"#.utf8) + text("[", times: million), 16 + 511),
    ("in a member kept whole", Array(#"{"before":1,"raw":"#.utf8) + text("[", times: million), 18 + 511),
  ]

  @Test("rejects a million levels of nesting", arguments: towers.indices)
  func nesting(_ index: Int) async {
    let tower = Self.towers[index]
    let errors = await onSmallStack {
      let parser = EventParser(into: EventLog())
      return [
        caught { try parser.parse(tower.bytes) },
        caught { _ = try Model.mapping().decode(tower.bytes) },
        push(tower.bytes, size: 1).error,
        push(tower.bytes, size: 4_096).error,
      ]
    }
    for error in errors { expect(error, .depthLimit, at: tower.offset, "\(tower.name)") }
  }

  /// Feeds until an error occurs. Also returns the number of models delivered.
  private func push(
    _ bytes: [UInt8], size: Int, limits: Limits = Limits()
  ) -> (delivered: Int, error: MappingError?) {
    var delivered = 0
    let error = caught {
      var parser = PushParser(try Model.mapping(limits), framing: .document)
      for start in stride(from: 0, to: bytes.count, by: size) {
        try parser.feed(Array(bytes[start..<min(start + size, bytes.count)])) { _, _ in delivered += 1 }
      }
      try parser.finish { _, _ in delivered += 1 }
    }
    return (delivered, error)
  }

  @Test("handles a million levels with a raised limit", arguments: ["", #"{"x":"#, #"{"raw":"#])
  func raisedNesting(_ head: String) async {
    let tower = Self.text("[", times: Self.million) + Self.text("]", times: Self.million)
    let document = Array(head.utf8) + tower + (head.isEmpty ? [] : Array("}".utf8))
    let limits = Limits(depth: 2 * Self.million)
    let outcome = await onSmallStack {
      let parser = EventParser(into: Counter(), limits: limits)
      var model: Model?
      let errors = [
        caught { try parser.parse(document) },
        caught { model = try Model.mapping(limits).decode(document) },
      ]
      let isWhole = model?.raw.map { $0.bytes == tower }
      let pushed = push(document, size: 4_096, limits: limits)
      return (errors + [pushed.error], parser.sink.events, isWhole, pushed.delivered)
    }
    #expect(outcome.0.allSatisfy { $0 == nil }, "\(outcome.0)")
    #expect(outcome.1 == 2 * Self.million + (head.isEmpty ? 0 : 3))
    #expect(outcome.2 == (head.contains("raw") ? true : nil))
    #expect(outcome.3 == 1)
  }

  /// A tree is released recursively, so it has a separate limit from the record's.
  @Test("rejects a tree over the depth limit", arguments: [("", "$", 0), (#"{"x":"#, "x", 5)])
  func deepTree(_ head: String, _ path: String, _ offset: Int) async throws {
    struct Box: Sendable {
      var tree: JSONValue?
    }
    let limits = Limits(depth: 2 * Self.million)
    for (levels, isAccepted) in [(512, true), (513, false), (Self.million, false)] {
      let tower = Self.text("[", times: levels) + Self.text("]", times: levels)
      let document = Array(head.utf8) + tower + (head.isEmpty ? [] : Array("}".utf8))
      let mapping = try Mapping(Box(), limits: limits) { Field(\.tree, path) }
      let (error, count) = await onSmallStack {
        var count = 0
        let error = caught {
          var tree = try mapping.decode(document).tree
          while let level = tree {
            count += 1
            tree = level[0]
          }
        }
        return (error, count)
      }
      if isAccepted {
        #expect(error == nil)
        #expect(count == levels)
      } else {
        expect(error, .depthLimit, at: offset, path: path, "\(levels) levels")
      }
    }
  }

  struct Counter: EventSink {
    var events = 0

    private mutating func count() -> EventAction {
      events += 1
      return .proceed
    }

    mutating func startObject() -> EventAction { count() }
    mutating func key(_ utf8: Span<UInt8>) -> EventAction { count() }
    mutating func endObject() -> EventAction { count() }
    mutating func startArray() -> EventAction { count() }
    mutating func endArray() -> EventAction { count() }
  }

  // MARK: Long tokens

  /// CPU seconds after a quarter of the filling, and after all of it.
  private struct Times {
    var quarter = 0.0
    var all = 0.0
  }

  /// Feeds `head`, then 4 KB of `filling` until `count` bytes of it are read, then `tail`.
  private func feed(
    _ head: String, _ filling: UInt8, _ count: Int, _ tail: String, limits: Limits = Limits()
  ) -> (fed: Int, length: Int?, error: MappingError?, times: Times) {
    struct Length: EventSink {
      var length: Int?
      mutating func string(_ utf8: Span<UInt8>) -> EventAction { take(utf8) }
      mutating func number(_ literal: Span<UInt8>) -> EventAction { take(literal) }
      mutating func key(_ utf8: Span<UInt8>) -> EventAction { take(utf8) }

      private mutating func take(_ bytes: Span<UInt8>) -> EventAction {
        length = max(length ?? 0, bytes.count)
        return .proceed
      }
    }
    let parser = EventParser(into: Length(), framing: .document, limits: limits)
    let chunk = [UInt8](repeating: filling, count: 4_096)
    let clock = CPUClock()
    var times = Times()
    var fed = 0
    let error = caught {
      try parser.feed(Array(head.utf8))
      while fed < count {
        fed += chunk.count
        try parser.feed(chunk)
        if fed <= count / 4 { times.quarter = clock.seconds }
      }
      times.all = clock.seconds
      try parser.feed(Array(tail.utf8))
      try parser.finish()
    }
    return (fed, parser.sink.length, error, times)
  }

  @Test("rejects a 100 MB string in 4 KB chunks")
  func longString() {
    for (head, path, limit) in [
      ("\"", "$", 16 << 20), (#"{"before":1,"x":""#, "x", 1 << 20), (#"[[""#, "[0][0]", 1 << 20),
    ] {
      var limits = Limits()
      if limit != limits.string { limits.string = limit }
      let outcome = feed(head, UInt8(ascii: "a"), 100_000_000, "\"", limits: limits)
      let offset = head.utf8.count + limit
      expect(outcome.error, .stringLimit, at: offset, path: path, "\(head)")
      // No byte is accepted after the chunk over the limit.
      #expect(outcome.fed <= limit + 4_096)
      #expect(outcome.length == nil || head.contains("before"))
    }
  }

  @Test("reads a 100 MB string in linear time")
  func raisedString() {
    let limits = Limits(string: 200_000_000, record: 200_000_000)
    var ratios: [Double] = []
    // Repeated if other work slowed the machine down.
    while ratios.count < 5, ratios.allSatisfy({ $0 >= 8 }) {
      let outcome = feed("\"", UInt8(ascii: "a"), 100_000_000, "\"", limits: limits)
      #expect(outcome.error == nil)
      #expect(outcome.length == outcome.fed)
      ratios.append(outcome.times.all / outcome.times.quarter)
    }
    // Quadratic work would take sixteen times as long for all chunks as for the first quarter. After the last chunk
    // the whole token is delivered once.
    #expect(ratios.contains { $0 < 8 }, "\(ratios)")
  }

  @Test("a name of 1 MB")
  func longName() {
    let outcome = feed(#"{"x":{""#, UInt8(ascii: "k"), 1 << 20, #"":1}}"#)
    expect(outcome.error, .nameLimit, at: 7 + 65_536, path: "x", "name")
    #expect(outcome.fed <= 65_536 + 4_096)
  }

  @Test("a number of 10 MB, pushed and whole")
  func longNumber() throws {
    let outcome = feed("[", UInt8(ascii: "7"), 10 << 20, "]")
    expect(outcome.error, .numberLimit, at: 1_001, path: "[0]", "number")
    #expect(outcome.fed <= 4_096)
    #expect(outcome.length == nil)

    let bytes = Array("[".utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: 10 << 20) + Array("]".utf8)
    let parser = EventParser(into: EventLog())
    expect(caught { try parser.parse(bytes) }, .numberLimit, at: 1_001, path: "[0]", "number")

    let limits = Limits(number: 20 << 20)
    let raised = feed("[", UInt8(ascii: "7"), 10 << 20, "]", limits: limits)
    #expect(raised.error == nil)
    #expect(raised.length == raised.fed)

    // Such a number fits neither Double nor Int. Finding this out takes no longer than reading it.
    struct Box: Sendable {
      var double: Double?
      var int: Int?
    }
    for field in [Field<Box>(\.double, "[0]"), Field<Box>(\.int, "[0]")] {
      let mapping = try Mapping(Box(), limits: limits) { field }
      expect(caught { _ = try mapping.decode(bytes) }, .outOfRange, at: 1, path: "[0]", "number")
    }
  }

  @Test("reports endless tokens as truncated")
  func endless() {
    for (head, filling) in [("\"", UInt8(ascii: "a")), ("[", UInt8(ascii: " ")), ("", UInt8(ascii: "\n"))] {
      let outcome = feed(head, filling, 1 << 20, "")
      #expect(outcome.error?.kind == .truncated)
      #expect(outcome.error?.byteOffset == head.utf8.count + outcome.fed)
    }
  }

  // MARK: Streams

  @Test("reports a truncated last record")
  func truncatedLast() throws {
    let mapping = try Model.mapping()
    let good = Array("{\"before\":1}\n{\"before\":2}\n".utf8)
    let last = Array(#"{"before":3,"raw":[1,{"a":"b\u0041"}],"x":tru"#.utf8)
    for length in 1...last.count {
      let input = good + last[..<length]
      for isPushed in [false, true] {
        var models: [Int?] = []
        let error = caught {
          if isPushed {
            var parser = PushParser(mapping)
            try parser.feed(input) { model, _ in models.append(model.before) }
            try parser.finish { model, _ in models.append(model.before) }
          } else {
            try JSONLines(.bytes(input), as: mapping).forEach { model, _ in models.append(model.before) }
          }
        }
        #expect(models == [1, 2])
        #expect(error?.record == 3)
        let offset = good.count + length
        expect(error, .truncated, at: offset, line: 3, column: length + 1, "\(length) bytes")
      }
    }
  }

  /// A malformed record leaves no values behind: the next record has the template's values for its absent members.
  @Test("no value of a malformed record leaks into the next")
  func residue() throws {
    let decoder = try Model.mapping().makeDecoder()
    let bad = [
      #"{"before":1,"raw":[1],"#, #"{"raw":"text","before":1.5}"#, #"{"before":1,"raw":{"a":1}}}"#,
      #"{"before":1,"raw":[[["#,
    ]
    for text in bad {
      #expect(throws: MappingError.self) { try read(decoder, text) { _ in } }
      try read(decoder, "{}") { model in
        #expect(model.before == nil)
        #expect(model.raw == nil)
      }
    }
  }

  private func read(_ decoder: RecordDecoder<Model>, _ text: String, _ body: (borrowing Model) -> Void) throws
  {
    // SAFETY: the decoder reads the bytes during the call only.
    try unsafe Array(text.utf8).withUnsafeBytes { try unsafe decoder.read($0, body) }
  }

  @Test("random bytes, as records, chunks and lines")
  func randomBytes() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let routes = try RecordRoutes()
    var findings = Findings()
    let likely = Array("{}[]:,\"\\ue0159-.tfn \n".utf8)
    for round in 0..<Effort.pick(2_000, 6_000, 6_000) {
      let bytes = (0..<random.below(60)).map { _ in
        round % 2 == 0 ? UInt8(random.below(256)) : random.pick(likely)
      }
      for difference in routes.differences(bytes) { findings.add(bytes, difference) }
      if round % 4 == 0 {
        for difference in try PushRoutes(bytes).differences(size: 1 + random.below(9)) {
          findings.add(bytes, difference)
        }
      }
    }
    findings.report()

    let stream = (0..<Effort.pick(200_000, 1_000_000, 1_000_000)).map { _ in UInt8(random.below(256)) }
    var lines = JSONLines(.bytes(stream), as: try Model.mapping())
    lines.onError = .skip { error, record in
      #expect(error.byteOffset != nil && error.line != nil && error.column != nil && record.count > 0)
    }
    var delivered = 0
    try lines.forEach { _, _ in delivered += 1 }
    #expect(delivered == ReferenceLines.read(stream).count { (try? $0.result.get()) != nil })
  }
}
