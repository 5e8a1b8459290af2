import StreamMap
import Testing

@testable import TestSupport

/// Values that do or do not fit their fields' types: the model, or the earliest error.
@Suite("Typed fields")
struct TypedTests {
  struct Model: Sendable, Hashable {
    var id = -1
    var name = "none"
    var tags: [Bool]?
    var ratio: Double?
    var small: [UInt8] = [255]

    static func mapping() throws -> Mapping<Model> {
      try Mapping(Model()) {
        Field(\.id, "id")
        Field(\.name, "user.name", .required)
        Field(\.tags, "tags[*]")
        Field(\.ratio, "a.b")
        Field(\.small, "items")
      }
    }
  }

  /// The oracle: each field separately, over the tree.
  private struct Expectation {
    var model = Model()
    var failures: [(offset: Int, failure: Failure)] = []

    init(_ root: ReferenceValue) {
      guard case .object = root.node else {
        fail("typeMismatch", root, "$")
        return
      }
      if let value = find(["id"], in: root), let id = integer(value, "id", Int128(Int.min)...Int128(Int.max))
      {
        model.id = Int(id)
      }
      name(root)
      tags(root)
      ratio(root)
      small(root)
    }

    var failure: Failure? { failures.min { $0.offset < $1.offset }?.failure }

    private func find(_ names: [String], in root: ReferenceValue) -> ReferenceValue? {
      PathInterpreter(segments: names.map { .name(Array($0.utf8)) }).run(on: root).matches.first
    }

    private mutating func name(_ root: ReferenceValue) {
      if let value = find(["user", "name"], in: root) {
        guard case .string(let bytes) = value.node else { return refuse(value, "user.name") }
        model.name = String(decoding: bytes, as: UTF8.self)
        return
      }
      // A missing field is reported at the closing brace of its object.
      var holder = root
      if let user = find(["user"], in: root), !user.isNull {
        guard case .object = user.node else { return refuse(user, "user") }
        holder = user
      }
      fail("missingField", holder.range.upperBound - 1, "user.name")
    }

    private mutating func tags(_ root: ReferenceValue) {
      guard let value = find(["tags"], in: root), !value.isNull else { return }
      guard case .array(let elements) = value.node else { return refuse(value, "tags") }
      var tags: [Bool] = []
      for (index, element) in elements.enumerated() {
        if case .bool(let value) = element.node {
          tags.append(value)
        } else {
          refuse(element, "tags[\(index)]")
        }
      }
      model.tags = tags
    }

    private mutating func ratio(_ root: ReferenceValue) {
      if let value = find(["a"], in: root), !value.isNull {
        guard case .object = value.node else { return refuse(value, "a") }
      }
      guard let value = find(["a", "b"], in: root) else { return }
      switch value.node {
      case .null: break
      case .number(let literal):
        let ratio = Double(literal) ?? .nan
        if ratio.isFinite { model.ratio = ratio } else { fail("outOfRange", value, "a.b") }
      default: refuse(value, "a.b")
      }
    }

    private mutating func small(_ root: ReferenceValue) {
      guard let value = find(["items"], in: root) else { return }
      guard case .array(let elements) = value.node else { return refuse(value, "items") }
      model.small = []
      for (index, element) in elements.enumerated() {
        if let small = integer(element, "items[\(index)]", 0...255) { model.small.append(UInt8(small)) }
      }
    }

    private mutating func integer(
      _ value: ReferenceValue, _ path: String, _ range: ClosedRange<Int128>
    ) -> Int128? {
      guard case .number(let literal) = value.node else {
        refuse(value, path)
        return nil
      }
      switch DecimalReference(Array(literal.utf8)) {
      case .exact(let integer) where range.contains(integer): return integer
      case .fraction: fail("notAnInteger", value, path)
      default: fail("outOfRange", value, path)
      }
      return nil
    }

    private mutating func refuse(_ value: ReferenceValue, _ path: String) {
      if case .null = value.node {
        fail("unexpectedNull", value, path)
      } else {
        fail("typeMismatch", value, path)
      }
    }

    private mutating func fail(_ kind: String, _ value: ReferenceValue, _ path: String) {
      fail(kind, value.range.lowerBound, path)
    }

    private mutating func fail(_ kind: String, _ offset: Int, _ path: String) {
      failures.append((offset, Failure(kind: kind, offset: offset, path: path)))
    }
  }

  // MARK: Documents

  private static let values: [(name: String, values: [String])] = [
    (
      "id",
      [
        "1", "-5", "1.0", "1e3", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "1.5",
        "null", #""1""#, "{}", "[1]", "true",
      ]
    ),
    (
      "user",
      [
        #"{"name":"a"}"#, #"{"name":"n\u00e9","id":5}"#,
        #"{"x":[{"name":1}],"name":"long enough to be allocated"}"#,
        #"{"name":"a","name":5}"#, "{}", #"{"nam":"a"}"#, "null", "5", "[]", #"{"name":null}"#,
        #"{"name":[]}"#,
        #"{"name":{}}"#,
      ]
    ),
    ("tags", ["[]", "[true,false]", "[true,1]", "[null]", "null", "{}", "true", "[[true]]", "[{}]"]),
    (
      "a",
      [#"{"b":1.5}"#, #"{"b":1e400}"#, #"{"b":null}"#, #"{"b":"1"}"#, #"{"b":-0}"#, "{}", "[]", #"{"c":1}"#]
    ),
    (
      "items",
      [
        "[]", "[0,255]", "[1.0,2e1]", "[256]", "[-1]", "[1.5]", "[null]", "null", "{}", "7", "[[1]]",
        "[1,{}]",
      ]
    ),
    ("other", ["1", "null", #"{"id":"x","user":{"name":7}}"#, "[[],{}]", #""\ud83d\ude00""#]),
  ]

  /// An object of these members in random order, mostly with values that fit.
  private func document(_ random: inout SeededRandom) -> [UInt8] {
    if random.chance(1, outOf: 40) { return Array(random.pick(["5", "[]", "null", #"" x ""#, " {} "]).utf8) }
    var members: [String] = []
    for (name, values) in Self.values.shuffled(using: &random) where random.chance(9, outOf: 10) {
      for _ in 0..<(random.chance(1, outOf: 20) ? 2 : 1) {
        // The first values of each list fit.
        let value = values[random.below(random.chance(9, outOf: 10) ? min(3, values.count) : values.count)]
        members.append(#""\#(name)" : \#(value)"#)
      }
    }
    return Array(("{" + members.joined(separator: " , ") + "}\n").utf8)
  }

  @Test("random members match the oracle, read and pushed")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var kinds: [String: Int] = [:]
    let mapping = try Model.mapping()
    let decoder = mapping.makeDecoder()
    for _ in 0..<10_000 {
      let document = document(&random)
      let expected = Expectation(try ReferenceParser.parse(document))
      kinds[expected.failure?.kind ?? "accepted", default: 0] += 1
      for (route, result) in [
        ("read", read(decoder, document)),
        ("pushed", push(mapping, document, cut: random.below(document.count))),
      ] {
        var differences = Differences()
        differences.compare(route, result.failure, expected.failure)
        differences.comparePlace(route, result.error, in: document)
        if expected.failure == nil { differences.compare(route, result.model, expected.model) }
        for difference in differences.texts { findings.add(document, difference) }
      }
    }
    findings.report()
    for kind in ["accepted", "typeMismatch", "unexpectedNull", "outOfRange", "notAnInteger", "missingField"] {
      #expect(kinds[kind, default: 0] > 50, "\(kinds)")
    }
  }

  /// A mismatched value and a malformed byte: the earlier one is the error, on both routes.
  @Test("the smallest offset takes precedence")
  func broken() throws {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var findings = Findings()
    let mapping = try Model.mapping()
    let decoder = mapping.makeDecoder()
    for _ in 0..<10_000 {
      let document = generator.mutated(document(&generator.random))
      guard case .failure(let error) = ReferenceParser.read(document).result else { continue }
      let found = read(decoder, document).failure
      var differences = Differences()
      differences.compare(
        "pushed", push(mapping, document, cut: generator.random.below(document.count + 1)).failure, found)
      if (found?.offset ?? .max) >= error.offset { differences.compare("read", found, Failure(error)) }
      for difference in differences.texts { findings.add(document, difference) }
    }
    findings.report()
  }

  private typealias Outcome = (model: Model?, failure: Failure?, error: MappingError?)

  private func read(_ decoder: RecordDecoder<Model>, _ document: [UInt8]) -> Outcome {
    var model: Model?
    // SAFETY: the decoder reads the bytes during the call only.
    let error = caught {
      model = try unsafe document.withUnsafeBytes { try unsafe decoder.read($0) { copy $0 } }
    }
    return (model, error.map(Failure.init), error)
  }

  private func push(_ mapping: Mapping<Model>, _ document: [UInt8], cut: Int) -> Outcome {
    var parser = PushParser(mapping, framing: .document)
    var models: [Model] = []
    let error = caught {
      try parser.feed(Array(document[..<cut])) { model, _ in models.append(copy model) }
      try parser.feed(Array(document[cut...])) { model, _ in models.append(copy model) }
      try parser.finish { model, _ in models.append(copy model) }
    }
    return (error == nil && models.count == 1 ? models[0] : nil, error.map(Failure.init), error)
  }
}
