import StreamMap

/// The models of test records, and their expected values.
enum RecordModels {
  /// The root, kept as text.
  struct Whole: Sendable {
    var text = RawJSON(bytes: [])

    static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Whole> {
      try Mapping(Whole(), limits: limits) { Field(\.text, "$") }
    }
  }

  /// One member and deeply nested elements, kept as trees. The rest of the record is skipped.
  struct Part: Sendable {
    var id: JSONValue?
    var deep: [JSONValue] = []

    static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Part> {
      try Mapping(Part(), limits: limits) {
        Field(\.id, "id")
        Field(\.deep, "*.a[*]", .mismatch(.keep), .badElement(.drop))
      }
    }

    var events: [ParsedEvent] { (id?.events ?? [.null]) + deep.flatMap(\.events) }
  }
}

/// The results that all routes must give for one record, by the oracle.
struct Expectation {
  var reading: Reading
  /// `RecordModels.Whole`
  var text: [UInt8] = []
  /// `RecordModels.Part`
  var part: [ParsedEvent] = []
  /// The failure of `part`, whose paths require an object.
  var partFailure: Failure?

  init(_ record: [UInt8], limits: ReferenceLimits = ReferenceLimits()) {
    let outcome = ReferenceParser.read(record, limits: limits)
    reading = Reading(outcome)
    partFailure = reading.failure
    if let first = reading.events.first, first != .startObject {
      let mark = record.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let start = record[mark...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? mark
      partFailure = Failure(kind: "typeMismatch", offset: start, path: "$")
    }
    guard case .success(let root) = outcome.result else { return }
    text = root.compactText(in: record)
    let id = PathInterpreter(segments: [.name(Array("id".utf8))]).run(on: root).matches
    let deep = PathInterpreter(segments: [.everyMember, .name([UInt8(ascii: "a")]), .everyElement])
    // An absent value leaves the template's nil, and null is nil too.
    part = (id.first?.events ?? [.null]) + deep.run(on: root).matches.flatMap(\.events)
  }
}

/// All routes by which the library reads a whole record, compared with the oracle. Parser and decoders read many
/// records, also malformed ones, so that leftovers of one show in the next.
final class RecordRoutes {
  private let limits: ReferenceLimits
  private let parser: EventParser<EventLog>
  private let whole: RecordDecoder<RecordModels.Whole>
  private let part: RecordDecoder<RecordModels.Part>

  init(limits: ReferenceLimits = ReferenceLimits()) throws {
    self.limits = limits
    parser = EventParser(into: EventLog(), limits: Limits(limits))
    whole = RecordDecoder(try RecordModels.Whole.mapping(Limits(limits)))
    part = RecordDecoder(try RecordModels.Part.mapping(Limits(limits)))
  }

  /// Describes the differences from the oracle. Empty if there are none.
  func differences(_ record: [UInt8]) -> [String] {
    let expected = Expectation(record, limits: limits)
    var differences = Differences()

    parser.sink.events = []
    var error = caught { try parser.parse(record) }
    let reading = Reading(events: parser.sink.events, failure: error.map(Failure.init))
    differences.compare("EventParser", reading, expected.reading)
    differences.comparePlace("EventParser", error, in: record)

    error = caught {
      let text = try read(record, whole) { $0.text.bytes }
      differences.compare("root as text", excerpt(text), excerpt(expected.text))
    }
    differences.compare("root as text", error.map(Failure.init), expected.reading.failure)

    error = caught {
      let events = try read(record, part) { $0.events }
      differences.compare("members as trees", events, expected.part)
    }
    differences.compare("members as trees", error.map(Failure.init), expected.partFailure)
    return differences.texts
  }

  private func read<Model, Value>(
    _ record: [UInt8], _ decoder: RecordDecoder<Model>, _ body: (borrowing Model) -> Value
  ) throws -> Value {
    // SAFETY: the decoder reads the bytes during the call only.
    try unsafe record.withUnsafeBytes { try unsafe decoder.read($0, body) }
  }
}

/// Collects deviations.
struct Differences {
  private(set) var texts: [String] = []

  mutating func compare<Value: Equatable>(_ route: String, _ found: Value, _ expected: Value) {
    if found != expected { texts.append("\(route): \(found); expected: \(expected)") }
  }

  /// Compares an error's record, line and column with counted values.
  mutating func comparePlace(_ route: String, _ error: MappingError?, in document: [UInt8]) {
    guard let error, let offset = error.byteOffset, offset <= document.count else { return }
    let lines = document[..<offset].split(separator: 0x0A, omittingEmptySubsequences: false)
    let place = [1, lines.count, (lines.last?.count ?? 0) + 1]
    compare("\(route), record, line and column", [error.record, error.line, error.column], place)
  }
}

/// The mapping error that the closure throws.
func caught(_ body: () throws -> Void) -> MappingError? {
  do {
    try body()
    return nil
  } catch {
    return error as? MappingError
  }
}

extension JSONValue {
  /// The events that produce the value.
  var events: [ParsedEvent] {
    switch self {
    case .null: [.null]
    case .bool(let value): [.bool(value)]
    case .number(let number): [.number(Array(number.literal.utf8))]
    case .string(let text): [.string(Array(text.utf8))]
    case .array(let elements): [.startArray] + elements.flatMap(\.events) + [.endArray]
    case .object(let object):
      [.startObject] + object.members.flatMap { [.key(Array($0.name.utf8))] + $0.value.events } + [.endObject]
    }
  }
}
