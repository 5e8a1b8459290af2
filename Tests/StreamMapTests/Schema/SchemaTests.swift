import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

@Suite("Inferred schema")
struct SchemaTests {
  @Test("records types, counts, bounds and examples of every path", .feature("67"))
  func entries() throws {
    let schema = try InferredSchema(
      of: """
        {"id":1,"user":{"name":"ada","age":null},"tags":["a","b"]}
        {"id":22,"user":{"name":"Gr\\u00fc\\u00dfe"},"score":1.5,"tags":[]}
        {"id":-3,"user":null,"score":7,"big":123456789012345678901234567890,"on":true}
        """)
    #expect(schema.records == 3)
    #expect(schema.isComplete)
    let entries = Dictionary(uniqueKeysWithValues: schema.entries.map { ($0.path.text, $0) })
    #expect(
      schema.entries.map(\.path.text)
        == ["$", "id", "user", "user.name", "user.age", "tags", "tags[*]", "score", "big", "on"])

    let id = try #require(entries["id"])
    #expect(id.counts == [.integer: 3])
    #expect(id.integers == -3...22)
    #expect((id.absences, id.parents) == (0, 3))
    #expect(id.examples == ["1", "22", "-3"])

    let user = try #require(entries["user"])
    #expect(user.counts == [.object: 2, .null: 1])
    #expect(user.nullRate == 1.0 / 3)
    #expect(user.members == 1...2)

    let name = try #require(entries["user.name"])
    #expect(name.lengths == 3...7)
    #expect(name.examples == [#""ada""#, #""Grüße""#])
    let age = try #require(entries["user.age"])
    #expect((age.count, age.absences, age.parents) == (1, 1, 2))
    #expect(age.absenceRate == 0.5)

    let score = try #require(entries["score"])
    #expect(score.counts == [.integer: 1, .decimal: 1])
    #expect((score.integers, score.decimals) == (7...7, 1.5...1.5))
    #expect(entries["tags"]?.elements == 0...2)
    #expect(entries["tags[*]"]?.count == 2)
    #expect(entries["big"]?.integers == nil)
    #expect(entries["on"]?.examples == ["true"])
  }

  @Test func nothingIsKnownOfNothing() throws {
    let schema = InferredSchema()
    #expect(schema.records == 0)
    #expect(schema.entries.map(\.path.text) == ["$"])
    #expect(schema.entries[0].count == 0)
  }

  @Test func everyPathCanBeSelected() throws {
    let schema = try InferredSchema(of: #"{"a.b":[{"it's":{"*":1}}],"":{"$":2},"\u0000":[[3]]}"#)
    for entry in schema.entries {
      #expect(try RecordPath(entry.path.text) == entry.path)
    }
  }

  @Test func aRecordThatIsNullCounts() throws {
    let schema = try InferredSchema(of: "null\n1\nnull\n")
    #expect(schema.entries.map(\.counts) == [[.null: 2, .integer: 1]])
  }

  @Test func longExamplesAreCutAtACharacter() throws {
    let long = String(repeating: "é", count: 40)
    let schema = try InferredSchema(of: #"{"a":"x\#(long)"}"#)
    let example = try #require(schema.entries.last?.examples.first)
    #expect(example == #""x\#(String(repeating: "é", count: 31))…""#)
  }

  @Test func aMemberThatStandsTwiceIsPresentOnce() throws {
    let schema = try InferredSchema(of: #"{"a":1,"a":"x"}"# + "\n{}")
    let entry = try #require(schema.entries.last)
    #expect(entry.counts == [.integer: 1])
    #expect((entry.absences, entry.parents, entry.duplicates) == (1, 2, 1))
    #expect(schema.entries[0].members == 0...1)
  }

  @Test("the first of two members counts, with everything in it", arguments: [1, 2, 1_000])
  func duplicates(names: Int) throws {
    var bounds = InferredSchema.Bounds()
    bounds.names = names
    // With few names, the object becomes a dictionary before, between or after the two members.
    let text = #"{"a":{"x":1},"b":{"x":2},"c":{"x":3},"b":{"x":"no","y":[1]},"\u0061":5,"c":[true]}"#
    var schema = try InferredSchema(of: text, bounds: bounds)
    try schema.add(lines: text)
    let types = schema.entries.map(\.counts).reduce(into: Set()) { $0.formUnion($1.keys) }
    #expect(types == [.object, .integer])
    #expect(schema.entries.reduce(0) { $0 + $1.duplicates } == 6)
    #expect(schema.entries.reduce(0) { $0 + ($1.counts[.integer] ?? 0) } == 6)
    #expect(schema.entries[0].members == 3...3)
  }

  // MARK: Dictionaries

  @Test func objectsWithFewOfManyNamesAreDictionaries() throws {
    let lines = (0..<40).map { #"{"counts":{"k\#($0)":\#($0),"j\#($0)":null},"x":{"a":1}}"# }
    let schema = try InferredSchema(of: lines.joined(separator: "\n"))
    #expect(schema.entries.map(\.path.text) == ["$", "counts", "counts.*", "x", "x.a"])
    #expect(schema.entries[1].isDictionary)
    #expect(schema.entries[1].members == 2...2)
    #expect(schema.entries[2].counts == [.integer: 40, .null: 40])
    #expect(schema.entries[2].parents == 0)
    #expect(schema.entries[2].examples == ["0", "1", "2"])
  }

  @Test func dictionariesOfDictionariesAreFoundTogether() throws {
    let lines = (0..<20).map { outer in
      #"{"days":{"d\#(outer)":{"h\#(outer)":\#(outer)}}}"#
    }
    #expect(
      try InferredSchema(of: lines.joined(separator: "\n")).entries.map(\.path.text)
        == ["$", "days", "days.*", "days.*.*"])
  }

  @Test func namesWithValuesThatAreNotAlikeAreMembers() throws {
    let mixed = (0..<40).map { #"{"k\#($0)":\#($0 % 2 == 0 ? "1" : #""x""#)}"# }
    #expect(try InferredSchema(of: mixed.joined(separator: "\n")).entries.count == 41)
    // All of the names in every record.
    let wide = "{" + (0..<40).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    #expect(try InferredSchema(of: "\(wide)\n\(wide)").entries.count == 41)
    // Objects without common names.
    let shapes = (0..<40).map { #"{"k\#($0)":{"x\#($0)":1,"y\#($0)":"z"}}"# }
    #expect(try InferredSchema(of: shapes.joined(separator: "\n")).entries.count == 121)
  }

  @Test func anObjectOfManyObjectsWithTheSameNamesIsADictionary() throws {
    func paths(_ count: Int, _ value: (Int) -> String) throws -> [String] {
      let text = "{" + (0..<count).map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}"
      return try InferredSchema(of: "\(text)\n\(text)").entries.map(\.path.text)
    }
    let alike: (Int) -> String = { "{\"a\":\($0),\"b\":{\"c\":[]}}" }
    #expect(try paths(100, alike) == ["$", "*", "*.a", "*.b", "*.b.c"])
    #expect(try paths(99, alike).count == 1 + 4 * 99)
    #expect(try paths(500) { "\($0)" }.count == 501)
    #expect(try paths(100) { "{\"a\($0)\":1}" }.count == 201)
    #expect(try paths(100) { $0 == 7 ? "7" : "{\"a\":1}" }.count == 1 + 100 + 99)
  }

  // MARK: Bounds

  @Test func anObjectWithTooManyNamesIsADictionary() throws {
    let lines = (0..<1_001).map { #"{"k\#($0)":\#($0 % 2 == 0 ? "1" : #"{"a":[]}"#)}"# }
    let all = try InferredSchema(of: lines.joined(separator: "\n"))
    #expect(all.entries.map(\.path.text) == ["$", "*", "*.a"])
    #expect(all.isComplete)
    #expect(try InferredSchema(of: lines.dropLast().joined(separator: "\n")).entries.count == 1_501)
  }

  @Test func memoryIsBoundedWhateverTheNames() throws {
    var bounds = InferredSchema.Bounds()
    bounds.paths = 500
    bounds.names = 20
    bounds.pathBytes = 4_000
    var schema = InferredSchema(bounds: bounds)
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<400 {
      func object(_ depth: Int) -> String {
        let members = (0..<4).map { _ in
          #""n\#(random.below(100_000))":"# + (depth > 3 ? "1" : object(depth + 1))
        }
        return "{" + members.joined(separator: ",") + "}"
      }
      try schema.add(lines: object(0))
      #expect(schema.trie.nodes.count <= 500)
      #expect(schema.entries.reduce(0) { $0 + $1.path.text.utf8.count } <= 4_000)
    }
    #expect(schema.records == 400)
  }

  @Test func whatIsLeftOutIsTold() throws {
    var bounds = InferredSchema.Bounds()
    bounds.paths = 3
    var schema = InferredSchema(bounds: bounds)
    try schema.add(lines: #"{"a":1,"b":{"x":[1,{"y":2}]},"c":[[{}]]}"#)
    #expect(schema.entries.map(\.path.text) == ["$", "a", "b"])
    #expect(!schema.isComplete)
    // Known paths are still counted.
    try schema.add(lines: #"{"c":0,"b":1,"a":2}"#)
    #expect(schema.entries.map(\.count) == [2, 2, 2])
    var other = InferredSchema()
    other.merge(schema)
    #expect(!other.isComplete)
  }

  @Test func deepRecordsNeedNoStack() throws {
    let depth = 100_000
    let text = String(repeating: #"{"a":["#, count: depth) + String(repeating: "]}", count: depth)
    var trie = SchemaTrie(bounds: InferredSchema.Bounds())
    trie.add(validated: Array(text.utf8).span)
    #expect(trie.nodes.count == 513)
    #expect(trie.isTruncated)
    #expect(trie.records == 1)
    var merged = trie
    merged.merge(trie)
    #expect(merged.nodes[0].counts.objects == 2)
  }
}
