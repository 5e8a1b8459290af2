import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// Values pulled by name, compared with the slow reference parser.
@Suite("Pulling")
struct PullingTests {
  private enum One {}
  private enum Other {}

  @Test("values of every kind, absent ones, last of duplicates")
  func kinds() throws {
    let json = """
      {"null": null, "yes": true, "no" : false, "int": 12, "five": 5.0, "wide": 170141183460469231731687303715884105727,
       "double": 2.5, "text": "a\\n\\u00e9", "array": [1, [2], {"a": 3}], "object": {"a": {"b": 4} }, "int": 13}
      """
    let decoder = StreamDecoder()
    // The first pass learns names, later ones predict them.
    for _ in 0..<3 {
      try decoder.read(Array(json.utf8).span, for: One.self) { value in
        #expect(value.kind == .object)
        let found: Bool? = value.withObject(for: One.self) { object in
          #expect(object.value("null")?.isNull == true)
          #expect(object.value("yes")?.bool() == true)
          #expect(object.value("no")?.bool() == false)
          #expect(object.value("int")?.integer() == 13)
          #expect(object.value("five")?.integer() == 5)
          #expect(object.value("five")?.numberText == "5.0")
          #expect(object.value("wide")?.integer() == nil)
          #expect(object.value("wide")?.wideInteger() == .max)
          #expect(object.value("double")?.double() == 2.5)
          #expect(object.value("double")?.float() == 2.5)
          #expect(object.value("double")?.integer() == nil)
          #expect(object.value("text")?.string() == "a\né")
          #expect(object.value("text")?.integer() == nil && object.value("int")?.string() == nil)
          #expect(object.value("missing") == nil)
          #expect(object.value("array")?.elements?.map { $0.kind } == [.number, .array, .object])
          #expect(object.value("array")?.element(2)?.member("a")?.integer() == 3)
          #expect(object.value("array")?.element(3) == nil && object.value("array")?.element(-1) == nil)
          #expect(object.value("object")?.member("a")?.member("b")?.integer() == 4)
          #expect(object.value("object")?.member("b") == nil && object.value("int")?.member("a") == nil)
          #expect(
            object.value("object").map { String(decoding: $0.text, as: UTF8.self) } == "{\"a\": {\"b\": 4} }")
          #expect(object.value("double").map { $0.text } == Array("2.5".utf8))
          return true
        }
        #expect(found == true)
      }
    }
  }

  @Test("types that decode themselves")
  func decodable() throws {
    try StreamDecoder().read(Array(#"{"a":[{"x":1},{"x":2}]}"#.utf8).span, for: One.self) { value in
      let array = try #require(value.member("a"))
      let objects = try array.decode([[String: Int]].self)
      #expect(objects == [["x": 1], ["x": 2]])
      #expect(throws: DecodingError.self) { try array.decode([Int].self) }
    }
  }

  @Test("borrows one object twice at a time")
  func nested() throws {
    let decoder = StreamDecoder()
    for round in 0..<3 {
      try decoder.read(Array(#"{"a":{"x":1,"y":2},"b":3}"#.utf8).span, for: One.self) { value in
        let sum = value.withObject(for: One.self) { outer in
          value.withObject(for: One.self) { inner in
            [
              inner.value("b"), outer.value("a")?.member("x"), outer.value("b"),
              inner.value("a")?.member("y"),
            ]
            .map { $0?.integer() ?? 0 }
          }
        }
        #expect(sum == [3, 1, 3, 2], "round \(round)")
      }
    }
  }

  @Test("state attached to an object returns with the same type")
  func face() throws {
    final class Face {}
    let decoder = StreamDecoder()
    // Other tests do not use the sessions of such a decoder.
    decoder.lastNameWins = true
    var faces: [Face] = []
    for _ in 0..<3 {
      try decoder.read(Array(#"[{"a":1},{"a":2}]"#.utf8).span, for: One.self) { value in
        for element in try #require(value.elements) {
          element.withObject(for: Other.self) { object in
            if object.face == nil { object.face = Face() }
            if let face = object.face as? Face { faces.append(face) }
          }
          element.withObject(for: One.self) { object in #expect(object.face == nil) }
        }
      }
    }
    #expect(faces.count == 6 && faces.allSatisfy { $0 === faces[0] })
  }

  @Test("builds a tree during nested reads; the last duplicate counts")
  func tree() throws {
    func text(_ tree: Any) -> String {
      switch tree {
      case let members as [String: Any]:
        "{" + members.sorted { $0.key < $1.key }.map { "\($0):\(text($1))" }.joined(separator: ",") + "}"
      case let elements as [Any]: "[" + elements.map { text($0) }.joined(separator: ",") + "]"
      default: "\(tree)"
      }
    }
    let json = #"{"a":[1,{"b":2,"b":[]},null],"a\u0062":{"d":{"e":"x"},"f":{"e":"y"}},"a":[ 3 , [ ] ]}"#
    try StreamDecoder().read(Array(json.utf8).span, for: One.self) { value in
      let leaf = { (leaf: TapeValue) -> Any in leaf.numberText ?? leaf.string() ?? "null" }
      for _ in 0..<2 {
        #expect(text(value.tree(leaf)) == "{a:[3,[]],ab:{d:{e:x},f:{e:y}}}")
        var seen: [String] = []
        let inner = try #require(value.member("ab"))
        for (name, member) in try #require(inner.lastMembers) {
          // Iterates over the same members in between.
          #expect(text(inner.tree(leaf)) == "{d:{e:x},f:{e:y}}")
          seen.append("\(name) \(member.pathText) \(member.member("e")?.string() ?? "-")")
        }
        #expect(seen == ["d ab.d x", "f ab.f y"])
      }
      #expect(value.member("a")?.element(0).map { text($0.tree(leaf)) } == "3")
    }
  }

  @Test("gives the last of each of many duplicate names", arguments: [1, 7, 8, 9, 10, 40])
  func lastMembers(count: Int) throws {
    let json = "{" + (0..<2 * count).map { "\"n\($0 % count)\":\($0)" }.joined(separator: ",") + "}"
    try StreamDecoder().read(Array(json.utf8).span, for: One.self) { value in
      let members = try #require(value.lastMembers).map { ($0.name, $0.value.integer()) }
      #expect(members.map(\.0) == (0..<count).map { "n\($0)" })
      #expect(members.map(\.1) == (count..<2 * count).map { $0 })
      #expect(value.member("n0")?.lastMembers == nil)
    }
  }

  @Test("underflow is 0; overflow is absent")
  func edges() throws {
    try StreamDecoder().read(Array("[1e-400,-1e-400,1e-60,1e400,1e39,0e999,true]".utf8).span, for: One.self) {
      let values = try #require($0.elements)
      #expect(values.map { $0.double() } == [0, 0, 1e-60, nil, 1e39, 0, nil])
      #expect(values.map { $0.float() } == [0, 0, 0, nil, nil, 0, nil])
      #expect(values.map { $0.double()?.sign }[1] == .minus)
    }
  }

  @Test("reports the location of a rejected value")
  func refusals() throws {
    struct Reason: Error {}
    let text = Array("{\"a\":{\"b\":[0,\"x\"]}}\n{\"a\":{}}\n{\"a\":{\"b\":[1,2]}}\n{\"a\":\n".utf8)
    var lines = JSONLines<Int>(.bytes(text)) { value in
      guard let b = value.member("a")?.member("b") else {
        throw RecordRejection(value, missing: ["a", "b"], Reason())
      }
      guard let element = b.element(1) else { return 0 }
      guard let number = element.integer() else {
        throw RecordRejection(element, expected: "a number", Reason())
      }
      return number
    }
    let failures = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    var numbers: [Int] = []
    try lines.forEach { number, _ in numbers.append(number) }
    let errors = failures.withLock { $0 }
    #expect(numbers == [2])
    #expect(errors.map(\.path) == ["a.b[1]", "a.b", "a"])
    #expect(errors.map(\.kind) == [.typeMismatch, .missingField, .truncated])
    #expect(errors.map(\.line) == [1, 2, 4])
    #expect(errors.map(\.byteOffset) == [13, 26, 52])
    #expect(errors[0].underlying is Reason && errors[1].underlying is Reason)
    #expect(throws: MappingError.self) { try StreamDecoder().read([0x7B].span, for: One.self) { _ in } }
  }

  @Test("members stay readable until all have been shown")
  func keptMembers() throws {
    for other in ["9", "\"\"", "{\"x\":5}"] {
      let json = "{\"a\":{\"x\":3},\"b\":[4],\"z\":\(other)}"
      try StreamDecoder().read(Array(json.utf8).span, for: One.self) { value in
        var members: [TapeValue] = []
        _ = value.forEachMember { _, member in members.append(member) }
        #expect(members[0].member("x")?.integer() == 3)
        #expect(members[1].element(0)?.integer() == 4)
        #expect(members[0].withObject(for: One.self) { $0.value("x")?.integer() } == 3)
      }
    }
  }

  @Test("locates the duplicate member that was pulled")
  func refusalOfTheLast() throws {
    struct Reason: Error {}
    let text = Array("{\"a\":1,\"a\":\"x\"}\n{\"a\":{},\"a\":{\"b\":1}}\n".utf8)
    var lines = JSONLines<Int>(.bytes(text)) { value in
      let a = try #require(value.member("a"))
      if a.kind == .object { throw RecordRejection(a, missing: ["c"], Reason()) }
      throw RecordRejection(a, expected: "a number", Reason())
    }
    let offsets = Mutex<[Int?]>([])
    lines.onError = .skip { error, _ in offsets.withLock { $0.append(error.byteOffset) } }
    try lines.forEach { _, _ in }
    #expect(offsets.withLock { $0 } == [11, 34])
  }

  @Test("pulls through more levels than are kept")
  func deep() throws {
    let depth = 300
    let json = String(repeating: #"{"a":[{"b":"#, count: depth) + "7" + String(repeating: "}]}", count: depth)
    let decoder = StreamDecoder()
    decoder.limits = Limits(depth: 1024)
    for _ in 0..<3 {
      try decoder.read(Array(json.utf8).span, for: One.self) { value in
        var value = value
        for _ in 0..<depth { value = try #require(value.member("a")?.element(0)?.member("b")) }
        #expect(value.integer() == 7)
      }
    }
  }

  @Test("reads many names, each with a nested object")
  func wide() throws {
    let decoder = StreamDecoder()
    for _ in 0..<3 {
      let members = (0..<6000).map { #""key \#($0)":{"x":\#($0)}"# }.joined(separator: ",")
      try decoder.read(Array("{\(members)}".utf8).span, for: One.self) { value in
        for index in 0..<6000 { #expect(value.member("key \(index)")?.member("x")?.integer() == index) }
      }
    }
  }

  @Test("pulls random documents in random order")
  func random() throws {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var puller = Puller(random: SeededRandom(seed: SeededRandom.seed &+ 1))
    let decoder = StreamDecoder()
    for number in 0..<3000 {
      let document = generator.document()
      let reference = try ReferenceParser.parse(document)
      try decoder.read(document.span, for: One.self) { value in
        puller.compare(value, reference)
        if let difference = puller.difference {
          Issue.record("document \(number), \(difference); \(SeededRandom.again)")
        }
      }
      if puller.difference != nil { break }
    }
    #expect(puller.count > 10_000)
  }
}

/// Pulls at random, and compares.
private struct Puller {
  var random: SeededRandom
  var difference: String?
  var count = 0

  private enum One {}
  private enum Other {}

  mutating func compare(_ value: TapeValue, _ reference: ReferenceValue) {
    count += 1
    switch reference.node {
    case .null: expect(value.isNull && value.kind == .null, "null")
    case .bool(let expected): expect(value.bool() == expected, "\(expected)")
    case .number(let literal):
      expect(value.numberText == literal, literal)
      let double = Double(literal).flatMap { $0.isFinite ? $0 : nil }
      let float = Float(literal).flatMap { $0.isFinite ? $0 : nil }
      expect(value.double() == double && value.float() == float, "\(literal) as a number")
    case .string(let bytes): expect(value.string() == String(decoding: bytes, as: UTF8.self), "a string")
    case .array(let elements):
      guard !random.chance(1, outOf: 4) else {
        for (index, element) in elements.enumerated() {
          guard let value = value.element(index) else { return expect(false, "[\(index)]") }
          compare(value, element)
        }
        return expect(value.element(elements.count) == nil, "the end of an array")
      }
      var index = 0
      guard let values = value.elements else { return expect(false, "an array") }
      for value in values {
        guard index < elements.count else { return expect(false, "fewer elements") }
        compare(value, elements[index])
        index += 1
      }
      expect(index == elements.count, "\(elements.count) elements")
    case .object(let members): compare(value, members)
    }
  }

  private mutating func compare(_ value: TapeValue, _ members: [ReferenceMember]) {
    let named = members.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
    // Each once, because nested objects would be visited repeatedly.
    var names = Array(Set(named.map(\.0) + DocumentGenerator.names)).sorted()
    if random.chance(1, outOf: 3) { names.shuffle(using: &random) }
    names = Array(names.prefix(random.below(names.count + 1)))
    func last(_ name: String) -> ReferenceValue? { named.last { $0.0 == name }?.1 }
    switch random.below(5) {
    case 4:
      guard let found = value.lastMembers else { return expect(false, "an object") }
      var seen: Set<String> = []
      var left = lastNames(of: named)[...]
      for (name, value) in found {
        expect(seen.insert(name).inserted && left.popFirst() == name, "the name \(name) where it is")
        compare(value, last(name), name)
      }
      expect(left.isEmpty, "\(left.count) more names")
    case 0:
      var index = 0
      let isObject = value.forEachMember { name, value in
        guard index < named.count else { return expect(false, "fewer members") }
        expect(name == named[index].0, "the name \(named[index].0)")
        compare(value, named[index].1)
        index += 1
      }
      expect(isObject && index == named.count, "\(named.count) members")
    case 1:
      for name in names { compare(value.member(name), last(name), name) }
    case let way:
      let found: Void? = value.withObject(for: way == 2 ? One.self : Other.self) { object in
        for name in names { compare(object.value(name), last(name), name) }
      }
      expect(found != nil, "an object")
    }
  }

  /// The names in the order of their last occurrence.
  private func lastNames(of members: [(String, ReferenceValue)]) -> [String] {
    var seen: Set<String> = []
    return members.map(\.0).reversed().filter { seen.insert($0).inserted }.reversed()
  }

  private mutating func compare(_ value: TapeValue?, _ reference: ReferenceValue?, _ name: String) {
    switch (value, reference) {
    case (nil, nil): break
    case (let value?, let reference?): compare(value, reference)
    default: expect(false, "\(reference == nil ? "nothing" : "something") of the name \(name)")
    }
  }

  private mutating func expect(_ isSo: Bool, _ what: String) {
    if !isSo, difference == nil { difference = "expected \(what)" }
  }
}
