import StreamMap
import Testing

@testable import TestSupport

/// Compares fields with several paths to an oracle that sees the whole record, for values of the wrong kind. Every
/// event source must give the same model, or the failure with the smallest offset.
@Suite("Aliases compared with the oracle")
struct AliasOracleTests {
  struct Item: Sendable, Hashable {
    var name = "template"
    var city: String? = "template"
    var id = -1
  }

  struct Model: Sendable, Hashable {
    var own = Item()
    var list: [Item] = []
  }

  private static let names = ["user.name", "a.b.name", "name"]
  private static let cities = ["user.city", "a.b.city"]

  private static func item() throws -> Mapping<Item> {
    try Mapping(Item()) {
      Field(\.name, names)
      Field(\.city, cities, .mismatch(.setNil))
      Field(\.id, "id")
    }
  }

  private static func mapping() throws -> Mapping<Model> {
    let item = try item()
    return try Mapping(Model()) {
      Field(\.own.name, names)
      Field(\.own.city, cities, .mismatch(.setNil))
      Field(\.list, "list", mapping: item)
      Field(\.own.id, "id")
    }
  }

  // MARK: The oracle

  private struct Oracle {
    var model = Model()
    var failures: [Failure] = []

    init(_ root: ReferenceValue) {
      model.own = item(root, [])
      guard let list = Self.find("list", root)?.value, case .array(let elements) = list.node else { return }
      for (index, element) in elements.enumerated() {
        model.list.append(item(element, [.name(Array("list".utf8)), .index(index)]))
      }
    }

    var failure: Failure? { failures.min { ($0.offset ?? 0) < ($1.offset ?? 0) } }

    private mutating func item(_ value: ReferenceValue, _ path: [PathInterpreter.Segment]) -> Item {
      var item = Item()
      if let name = text(names, value, path, isOptional: false) { item.name = name }
      if let city = text(cities, value, path, isOptional: true) { item.city = city.isEmpty ? nil : city }
      if let id = Self.find("id", value)?.value {
        if case .number(let literal) = id.node, let number = Int(literal) {
          item.id = number
        } else {
          fail(id, path + [.name(Array("id".utf8))])
        }
      }
      return item
    }

    /// Returns the text of the first path that has one. An empty text stands for nil.
    private mutating func text(
      _ paths: [String], _ value: ReferenceValue, _ path: [PathInterpreter.Segment], isOptional: Bool
    ) -> String? {
      var found: String?
      for one in paths {
        guard let match = Self.path(one).run(on: value).matches.first else { continue }
        if case .string(let bytes) = match.node {
          found = found ?? String(decoding: bytes, as: UTF8.self)
        } else if isOptional {
          found = found ?? ""
        } else {
          fail(match, path + Self.path(one).segments)
          found = found ?? "failed"
        }
      }
      return found
    }

    private mutating func fail(_ value: ReferenceValue, _ path: [PathInterpreter.Segment]) {
      let text = PathInterpreter(segments: path).text
      failures.append(Failure(kind: "typeMismatch", offset: value.range.lowerBound, path: text))
    }

    private static func path(_ text: String) -> PathInterpreter {
      PathInterpreter(segments: text.split(separator: ".").map { .name(Array($0.utf8)) })
    }

    private static func find(_ name: String, _ value: ReferenceValue) -> (value: ReferenceValue, Bool)? {
      path(name).run(on: value).matches.first.map { ($0, true) }
    }
  }

  // MARK: Records

  private static let values: [(name: String, values: [String])] = [
    (
      "user",
      [
        "{}", #"{"name":"n"}"#, #"{"city":"c"}"#, "7", "null", #""x""#, #"[{"name":"n"}]"#, "true",
        #"{"name":5}"#, #"{"city":[]}"#,
      ]
    ),
    (
      "a",
      [
        #"{"b":{"name":"m","city":"d"}}"#, "{}", #"{"b":{}}"#, #"{"b":17}"#, "18", #"{"b":[1,{"c":2}]}"#,
        #"{"b":null}"#, "[]",
      ]
    ),
    ("name", [#""o""#, #""o""#, "false"]),
    ("id", ["1", "2", "3", "4", #""x""#, "[1]", "{}"]),
    ("other", ["{}", #"{"user":7}"#]),
  ]

  private static func object(_ random: inout SeededRandom, isRoot: Bool) -> String {
    var members: [String] = []
    for (name, values) in values.shuffled(using: &random) where random.chance(1, outOf: 2) {
      let count = random.chance(1, outOf: 10) ? 2 : 1
      for _ in 0..<count { members.append(#""\#(name)" : \#(random.pick(values))"#) }
    }
    if isRoot, random.chance(1, outOf: 2) {
      let elements = (0..<random.below(4)).map { _ in object(&random, isRoot: false) }
      members.insert(#""list":[\#(elements.joined(separator: ","))]"#, at: random.below(members.count + 1))
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test("matches the oracle for random records, read and pushed")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var models = 0
    var failed = 0
    let mapping = try Self.mapping()
    let cursors = [(Engine.yajl, Validation.full), (.index, .full), (.index, .mapped)].map {
      (name: "\($0) \($1)", decoder: mapping.makeDecoder(ReadingOptions(engine: $0, validation: $1)))
    }
    for _ in 0..<Effort.pick(5_000, 20_000, 400_000) {
      let document = Array(Self.object(&random, isRoot: true).utf8)
      let expected = Oracle(try ReferenceParser.parse(document))
      if expected.failure == nil { models += 1 } else { failed += 1 }
      var results = cursors.map { ($0.name, Self.read($0.decoder, document)) }
      results.append(("pushed", Self.push(mapping, .document, Cuts(document, seed: random.next()).pieces)))
      for (way, result) in results {
        var differences = Differences()
        differences.compare(way, result.failure, expected.failure)
        if expected.failure == nil { differences.compare(way, result.model, expected.model) }
        for difference in differences.texts { findings.add(document, difference) }
      }
    }
    findings.report()
    #expect(models > 1_000 && failed > 1_000, "\(models) models, \(failed) failures")
  }

  @Test("matches the oracle for malformed records, read and pushed")
  func broken() throws {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var findings = Findings()
    let mapping = try Self.mapping()
    let yajl = mapping.makeDecoder(ReadingOptions(engine: .yajl))
    let index = mapping.makeDecoder(ReadingOptions(engine: .index))
    for _ in 0..<Effort.pick(3_000, 10_000, 200_000) {
      let document = generator.mutated(Array(Self.object(&generator.random, isRoot: true).utf8))
      let expected = Self.read(yajl, document)
      let pieces = Cuts(document, seed: generator.random.next()).pieces
      for (way, result) in [
        ("index", Self.read(index, document)), ("pushed", Self.push(mapping, .document, pieces)),
      ] {
        var differences = Differences()
        differences.compare(way, result.failure, expected.failure)
        differences.compare(way, result.model, expected.model)
        for difference in differences.texts { findings.add(document, difference) }
      }
    }
    findings.report()
  }

  private typealias Outcome = (model: Model?, failure: Failure?)

  private static func read(_ decoder: RecordDecoder<Model>, _ document: [UInt8]) -> Outcome {
    var model: Model?
    // SAFETY: the decoder reads the bytes during the call only.
    let error = caught {
      model = try unsafe document.withUnsafeBytes { try unsafe decoder.read($0) { copy $0 } }
    }
    return (model, error.map(Failure.init))
  }

  private static func push(_ mapping: Mapping<Model>, _ framing: Framing, _ pieces: [ArraySlice<UInt8>])
    -> Outcome
  {
    var parser = PushParser(mapping, framing: framing)
    var model: Model?
    let error = caught {
      for piece in pieces { try parser.feed(Array(piece)) { root, _ in model = copy root } }
      try parser.finish { root, _ in model = copy root }
    }
    return (error == nil ? model : nil, error.map(Failure.init))
  }
}
