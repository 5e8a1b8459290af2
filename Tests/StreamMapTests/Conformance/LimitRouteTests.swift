import StreamMap
import Testing

@testable import StreamMapTables
@testable import TestSupport

/// Every limit, through every way by which a value can leave a record: each must know each limit.
@Suite("Limits on every route")
struct LimitRouteTests {
  /// A limit of 8, or 4 levels, with a value at the limit and one over it.
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: MappingError.Kind
    var limits: Limits
    var good: String
    var bad: String

    var testDescription: String { "\(kind)" }

    static let all = [
      Case(
        kind: .stringLimit, limits: Limits(string: 8), good: #""aaaaaaaa""#, bad: #""aaaaaaaaa""#),
      // Eight bytes before the escapes are decoded.
      Case(
        kind: .stringLimit, limits: Limits(string: 8), good: #""\u0061aa""#, bad: #""\u0061aaa""#),
      Case(
        kind: .nameLimit, limits: Limits(name: 8), good: #"{"aaaaaaaa":1}"#, bad: #"{"aaaaaaaaa":1}"#),
      Case(kind: .numberLimit, limits: Limits(number: 8), good: "12345.78", bad: "12345.789"),
      Case(kind: .numberLimit, limits: Limits(number: 8), good: "1e000005", bad: "1e0000005"),
      Case(kind: .depthLimit, limits: Limits(depth: 4), good: "[[[1]]]", bad: "[[[[1]]]]"),
      Case(kind: .depthLimit, limits: Limits(depth: 4), good: #"[{"a":[]}]"#, bad: #"[{"a":[{}]}]"#),
      Case(
        kind: .recordLimit, limits: Limits(record: 40), good: "1".padded(to: 40 - Self.around),
        bad: "1".padded(to: 41 - Self.around)),
    ]

    /// The bytes of a record besides its value.
    private static let around = LimitRouteTests.record("").count
  }

  private static func record(_ value: String) -> [UInt8] { Array(#"{"id":1,"x":\#(value)}"#.utf8) }

  /// A route reads a record, or throws its error.
  struct Route: Sendable, CustomTestStringConvertible {
    var name: String
    var read: @Sendable ([UInt8], Limits) throws -> Void

    var testDescription: String { name }

    init(_ name: String, _ read: @escaping @Sendable ([UInt8], Limits) throws -> Void) {
      self.name = name
      self.read = read
    }

    /// A field, by both engines and each way of validation.
    static func field<Value: FieldValue & Sendable>(
      _ name: String, _ path: String, _ template: Value, _ policies: FieldPolicy...
    ) -> [Route] {
      Engine.allCases.map { engine in
        Route("\(name), \(engine)") { record, limits in
          let mapping = try Mapping(Box(value: template), limits: limits) {
            Field(\.value, path, all: policies)
          }
          _ = try mapping.makeDecoder(ReadingOptions(engine: engine)).decode(record)
        }
      }
    }

    /// A view of a stream with one record.
    static func view(
      _ name: String, _ body: @escaping @Sendable (inout JSONLines<Identity>) throws -> Void
    ) -> Route {
      Route(name) { record, limits in
        var lines = JSONLines(.bytes(record + [0x0A]), as: try Identity.mapping(limits))
        try body(&lines)
      }
    }

    /// A framing, whole and byte by byte.
    static func framed(_ name: String, _ framing: Framing, _ before: String, _ after: String) -> [Route] {
      [
        Route("\(name), whole") { record, limits in
          var lines = JSONLines(
            .bytes(Array(before.utf8) + record + Array(after.utf8)), as: try Identity.mapping(limits))
          lines.framing = framing
          try lines.forEach { _, _ in }
        },
        Route("\(name), byte by byte") { record, limits in
          var parser = PushParser(try Identity.mapping(limits), framing: framing)
          for byte in Array(before.utf8) + record + Array(after.utf8) { try parser.feed([byte]) { _, _ in } }
          try parser.finish { _, _ in }
        },
      ]
    }
  }

  struct Identity: Sendable, Decodable, Equatable {
    var id: Int?

    static func mapping(_ limits: Limits) throws -> Mapping<Identity> {
      try Mapping(Identity(), limits: limits) { Field(\.id, "id") }
    }
  }

  struct Tree: Decodable {
    var x: JSONValue
  }

  private static let fields: [Route] =
    Route.field("not mapped", "id", 0) + Route.field("a capture", "x", RawJSON(bytes: []))
    + Route.field("a tree", "x", JSONValue.null)
    + Route.field("a capture of the record", "$", RawJSON(bytes: []))
    + Route.field("a tree of the record", "$", JSONValue.null)
    + Route.field("members of a dictionary", "$", [String: RawJSON]())
    + Route.field("trees of a dictionary", "$", [String: JSONValue]())
    + Route.field("elements of a wildcard", "*", [RawJSON]())
    + Route.field("a number or a string", "x", String?.none, .mismatch(.keep))
    + Route.field("a number", "x", Double?.none, .mismatch(.keep))
    + Route.field("a single value as a list", "x", [JSONValue](), .singleAsArray)

  private static let streams: [Route] = [
    .view("forEach") { try $0.forEach { _, _ in } },
    .view("results") { for result in $0.results { _ = try result.get() } },
    .view("two workers") { try $0.forEach(workers: 2) { _, _ in } },
    .view("results of two workers") { for result in $0.results(workers: 2) { _ = try result.get() } },
    .view("a filter that keeps the record") {
      $0.filter = try Filter("id == 1")
      try $0.forEach { _, _ in }
    },
    .view("a filter that skips the record") {
      $0.filter = try Filter("id == 2")
      try $0.forEach { _, _ in }
    },
    .view("a filter on the value") {
      $0.filter = try Filter("x is null or x.a == 'b'")
      try $0.forEach { _, _ in }
    },
    .view("field statistics") {
      $0.options.statistics = FieldStatistics()
      try $0.forEach { _, _ in }
    },
    .view("all errors") {
      $0.options.reportsAllErrors = true
      try $0.forEach { _, _ in }
    },
    .view("extensions") {
      $0.options.extensions = [.comments, .illFormedUnicode, .nonFiniteNumbers, .trailingCommas]
      try $0.forEach { _, _ in }
    },
    .view("yajl") {
      $0.options.engine = .yajl
      try $0.forEach { _, _ in }
    },
  ]

  private static func framings() throws -> [Route] {
    Route.framed("lines", .lines, "", "\n") + Route.framed("a last line", .lines, "", "")
      + Route.framed("a document", .document, "", "") + Route.framed("concatenated", .concatenated, "", "{}")
      + Route.framed("a sequence", .sequence, "\u{1E}", "\n")
      + Route.framed("an array", .array(), "[", ",{}]")
      + Route.framed("an inner array", try .array(at: RecordPath("a")), #"{"a":["#, "]}")
      + Route.framed("members", try .array(at: RecordPath("*")), #"{"a":"#, "}")
      + Route.framed("embedded lines", .embeddedLines, "web_1 | ", "\n")
      + Route.framed("server-sent events", .serverSentEvents, "data: ", "\n\n")
      + Route.framed("markdown", .markdown, "```json\n", "\n```\n")
  }

  private static let decoders: [Route] = [
    Route("StreamDecoder") { record, limits in
      let decoder = StreamDecoder()
      decoder.limits = limits
      _ = try decoder.decode(Tree.self, from: record.span)
    },
    Route("StreamDecoder, not decoded") { record, limits in
      let decoder = StreamDecoder()
      decoder.limits = limits
      _ = try decoder.decode(Identity.self, from: record.span)
    },
    Route("StreamDecoder, lines") { record, limits in
      let decoder = StreamDecoder()
      decoder.limits = limits
      try JSONLines(.bytes(record), decoding: Tree.self, decoder: decoder).forEach { _, _ in }
    },
    Route("StreamDecoder, pushed") { record, limits in
      let decoder = StreamDecoder()
      decoder.limits = limits
      var parser = PushParser(decoding: Tree.self, decoder: decoder)
      for byte in record { try parser.feed([byte]) { _, _ in } }
      try parser.finish { _, _ in }
    },
    Route("EventParser") { record, limits in
      try EventParser(into: EventLog(), limits: limits).parse(record)
    },
    Route("EventParser, byte by byte") { record, limits in
      let parser = EventParser(into: EventLog(), framing: .document, limits: limits)
      for byte in record { try parser.feed([byte]) }
      try parser.finish()
    },
  ]

  /// Rows, whose limits are those of a mapping or of the options.
  private static let rows: [Route] = [
    Route("rows") { record, limits in
      try JSONLines(.bytes(record), as: Projection("x").mapping(limits: limits)).forEach { _, _ in }
    },
    Route("rows of a column that is absent") { record, limits in
      try JSONLines(.bytes(record), as: Projection("y").mapping(limits: limits)).forEach { _, _ in }
    },
    Route("rows of elements") { record, limits in
      let projection = try Projection("k=$key,v=*", each: RecordPath("*"))
      try JSONLines(.bytes(record), as: projection.mapping(limits: limits)).forEach { _, _ in }
    },
    Route("typed columns") { record, limits in
      var lines = JSONLines(.bytes(record), as: try ColumnMapping("id:int64,x:json"))
      lines.options.limits = limits
      try lines.forEachBatch { _ in }
    },
    Route("a schema") { record, limits in
      try JSONLines(.bytes(record), as: InferredSchema.mapping(limits: limits)).forEach { _, _ in }
    },
  ]

  @Test("a value at a limit is read, and one over it is rejected", arguments: Case.all)
  func routes(_ limit: Case) throws {
    let routes = try Self.fields + Self.streams + Self.framings() + Self.decoders + Self.rows
    #expect(routes.count > 60)
    for route in routes {
      #expect(throws: Never.self, "\(route.name), \(limit.good)") {
        try route.read(Self.record(limit.good), limit.limits)
      }
      let error = #expect(throws: (any Error).self, "\(route.name), \(limit.bad)") {
        try route.read(Self.record(limit.bad), limit.limits)
      }
      // A `Decodable` type has Foundation's errors.
      if let error = error as? MappingError {
        #expect(error.kind == limit.kind, "\(route.name), \(limit.bad)")
      }
    }
  }

  @Test("the views with asynchronous sequences", arguments: Case.all)
  func views(_ limit: Case) async throws {
    for (value, isGood) in [(limit.good, true), (limit.bad, false)] {
      let lines = JSONLines(.bytes(Self.record(value)), as: try Identity.mapping(limit.limits))
      var kinds: [MappingError.Kind?] = []
      do {
        for try await _ in lines.async { kinds.append(nil) }
      } catch {
        kinds.append(error.kind)
      }
      #expect(kinds == [isGood ? nil : limit.kind])
    }
  }

  /// A text over a limit is no value of the column. A string in the text is shorter than the text.
  @Test(
    "columns in the JSON text of a string",
    arguments: Case.all.filter { ![.recordLimit, .stringLimit].contains($0.kind) })
  func texts(_ limit: Case) throws {
    for engine in Engine.allCases {
      for (value, isGood) in [(limit.good, true), (limit.bad, false)] {
        var lines = JSONLines(
          .text(#"{"v":"[\#(value.replacing("\"", with: "\\\""))]"}"#),
          as: try ColumnMapping("v=json(v):json"))
        lines.options.limits = limit.limits
        lines.options.engine = engine
        var rows = 0
        let error = Result { try lines.forEachBatch { rows += $0.count } }.error as? MappingError
        #expect(rows == (isGood ? 1 : 0), "\(value), \(engine)")
        #expect(error?.kind == (isGood ? nil : .invalidValue), "\(value), \(engine)")
        if !isGood { #expect(error?.description.contains("over a limit") == true, "\(error)") }
      }
    }
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String { self + " ".times(count - utf8.count) }
}

extension Result {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
