import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Chunks of an input, read separately and merged, give the schema of the whole: random records, random chunks,
/// merged from the left, from the right and in between.
@Suite("Merged schemas")
struct SchemaMergeTests {
  /// With few names per path, most objects become dictionaries at some time: in the whole, in a part, or when parts
  /// are merged.
  @Test(arguments: [1_000, 12, 5, 2, 1])
  func mergedPartsAreTheWhole(names: Int) {
    var bounds = InferredSchema.Bounds()
    bounds.names = names
    var findings = Findings()
    for trial in 0..<30 {
      var generator = DocumentGenerator(
        seed: SeededRandom.seed &+ UInt64(trial), options: .init(maximumCount: 4, allowsLineBreaks: false))
      let records = (0..<generator.random.below(30)).map { _ in generator.document() }
      let whole = SchemaTrie(of: records[...], bounds)
      var parts: [SchemaTrie] = []
      var start = 0
      while start < records.count {
        let end = min(records.count, start + generator.random.below(6))
        parts.append(SchemaTrie(of: records[start..<end], bounds))
        start = end
      }
      for order in 0..<3 {
        var parts = parts.isEmpty ? [SchemaTrie(bounds: bounds)] : parts
        while parts.count > 1 {
          let index = [0, parts.count - 2, generator.random.below(parts.count - 1)][order]
          parts[index].merge(parts.remove(at: index + 1))
        }
        if parts[0].shown != whole.shown {
          findings.add(
            Array(records.joined(separator: [0x0A])),
            "order \(order), names \(names):\n\(parts[0].shown)\n\(whole.shown)")
        }
      }
    }
    findings.report()
  }

  /// Each document occurs about three times, so that most paths and examples are known.
  @Test func theReaderGivesTheSummaryOfEvents() throws {
    for trial in 0..<200 {
      var generator = DocumentGenerator(seed: SeededRandom.seed &+ UInt64(trial))
      var bounds = InferredSchema.Bounds()
      bounds.names = [1_000, 12, 2][generator.random.below(3)]
      bounds.paths = [100_000, 20, 3][generator.random.below(3)]
      bounds.pathBytes = [1 << 20, 200][generator.random.below(2)]
      bounds.examples = generator.random.below(4)
      bounds.exampleBytes = [64, 3, 0][generator.random.below(3)]
      let documents = (0..<10).map { _ in generator.document() }
      let records = (0..<30).map { _ in documents[generator.random.below(documents.count)] }
      try expectSummaryOfEvents(of: records, bounds)
    }
  }

  /// The text of a name with escapes can also be the text of other members.
  @Test(arguments: [
    [#"{"a\":1,\"b":true}"#, #"{"a":1,"b":true}"#],
    [#"{"x":0,"a\\b":1}"#, #"{"x":0,"a\b":1}"#],
    [#"{"\u0061":1,"b":[{"a":2}]}"#, #"{"a":1, "b" :[ {"a":2} , {"\u0061":3}]}"#],
  ])
  func namesWithEscapesAreRead(texts: [String]) throws {
    try expectSummaryOfEvents(of: (texts + texts + texts).map { Array($0.utf8) }, InferredSchema.Bounds())
  }

  /// Members are predicted by the first eight bytes of their names. Numbers and strings of every length, with escapes.
  @Test(arguments: [0, 1, 3])
  func namesOfEveryLength(examples: Int) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var bounds = InferredSchema.Bounds()
    bounds.examples = examples
    func value() -> String {
      let digits = String("12345678901234567890".prefix(Int.random(in: 1...12, using: &random)))
      let text = String(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in "ab é".randomElement(using: &random) ?? "a" })
      return [
        digits, "-" + digits, "0", "-0", digits + ".5", "1e" + digits.prefix(1), "true", "false", "null",
        "\"\(text)\"", #""\#(text)\n\#(text)""#, #""\\\#(text)""#, #""\u00e9\#(text)\"""#, "[1,\(digits)]",
        "[]", "{}",
        #"{"a":\#(digits),"abcdefg":1}"#, #"[{"abcdefg":1},{"abcdefg":"\#(text)"}]"#,
      ].randomElement(using: &random) ?? "0"
    }
    let names =
      (1...20).map { "abcdefghijklmnopqrst".prefix($0) } + (1...9).map { "zyxwvutsr".prefix($0) + "_" }
    var records: [[UInt8]] = []
    for _ in 0..<300 {
      let all =
        Int.random(in: 0...3, using: &random) == 0 ? names.shuffled(using: &random) : names.map { $0[...] }
      let some = all.filter { _ in Int.random(in: 0...5, using: &random) > 0 }.prefix(
        Int.random(in: 0...29, using: &random))
      records.append(Array("{\(some.map { "\"\($0)\":\(value())" }.joined(separator: ","))}".utf8))
    }
    try expectSummaryOfEvents(of: records, bounds)
  }

  private func expectSummaryOfEvents(of records: [[UInt8]], _ bounds: InferredSchema.Bounds) throws {
    let parser = EventParser(into: SchemaTrie(bounds: bounds))
    for record in records { _ = try parser.parse(record) }
    let read = SchemaTrie(of: records[...], bounds)
    #expect(read.shown == parser.sink.shown, "\(SeededRandom.again)")
    #expect(read.records == parser.sink.records)
    #expect(read.isTruncated == parser.sink.isTruncated, "\(SeededRandom.again)")
  }

  /// Records that are read after a merge, into nodes whose predictions and examples came from another part.
  @Test func recordsAfterAMergeAreThoseOfTheWhole() {
    for trial in 0..<100 {
      var generator = DocumentGenerator(seed: SeededRandom.seed &+ UInt64(trial))
      var bounds = InferredSchema.Bounds()
      bounds.names = [1_000, 12, 2][generator.random.below(3)]
      bounds.examples = generator.random.below(4)
      let documents = (0..<8).map { _ in generator.document() }
      let records = (0..<30).map { _ in documents[generator.random.below(documents.count)] }
      var first = SchemaTrie(of: records[..<10], bounds)
      first.merge(SchemaTrie(of: records[10..<20], bounds))
      for record in records[20...] { first.add(validated: record.span) }
      #expect(first.shown == SchemaTrie(of: records[...], bounds).shown, "\(SeededRandom.again)")
    }
  }

  /// Text that is not JSON gives a meaningless summary. It must not crash, or affect how the next record is nested.
  @Test func textThatIsNotJSONEndsAsARecord() {
    let texts = [
      "]", "[]]", "{}}", "[t[[]]]", #"{"a":["#, #"{"a":[{[]}]}"#, #"{"a":[{{}}]}"#, #"{"a" "b":1}"#, "",
    ]
    for trial in 0..<300 {
      var generator = DocumentGenerator(seed: SeededRandom.seed &+ UInt64(trial))
      var bounds = InferredSchema.Bounds()
      bounds.paths = [100_000, 2][generator.random.below(2)]
      var trie = SchemaTrie(bounds: bounds)
      for _ in 0..<20 {
        var text =
          generator.random.below(2) == 0
          ? generator.document() : Array(texts[generator.random.below(texts.count)].utf8)
        for _ in 0..<generator.random.below(4) where !text.isEmpty {
          switch generator.random.below(3) {
          case 0: text.removeLast(generator.random.below(text.count))
          case 1:
            text[generator.random.below(text.count)] = Array("[]{}\",:t1".utf8)[generator.random.below(9)]
          default: text.remove(at: generator.random.below(text.count))
          }
        }
        trie.add(validated: text.span)
        let arrays = trie.nodes[0].counts.arrays
        trie.add(validated: Array("[]".utf8).span)
        #expect(trie.nodes[0].counts.arrays == arrays + 1, "\(SeededRandom.again)")
      }
    }
  }

  /// Compared with a count of every path of every record, without a trie.
  @Test func countsAreThoseOfTheRecords() throws {
    for trial in 0..<60 {
      var generator = DocumentGenerator(seed: SeededRandom.seed &+ UInt64(trial))
      var expected: [RecordPath: SchemaCounts] = [:]
      var trie = SchemaTrie(bounds: InferredSchema.Bounds())
      for _ in 0..<10 {
        let record = generator.document()
        let value = try ReferenceParser.parse(record)
        value.count(at: [], into: &expected)
        trie.add(validated: record.span)
      }
      var found: [RecordPath: SchemaCounts] = [:]
      for number in trie.nodes.indices where trie.nodes[number].counts.all > 0 {
        found[RecordPath(steps: trie.segments(to: number))] = trie.nodes[number].counts
      }
      #expect(found == expected, "\(SeededRandom.again)")
    }
  }
}

extension SchemaTrie {
  fileprivate init(of records: ArraySlice<[UInt8]>, _ bounds: InferredSchema.Bounds) {
    self.init(bounds: bounds)
    for record in records { add(validated: record.span) }
  }

  /// All information, in a fixed order.
  fileprivate var shown: [SchemaEntry] {
    var schema = InferredSchema()
    schema.trie = self
    return schema.entries
  }

  fileprivate func segments(to number: Int) -> [RecordPath.Segment] {
    var segments: [RecordPath.Segment] = []
    var number = number
    while nodes[number].parent >= 0 {
      let node = nodes[number]
      segments.append(
        node.step == .element
          ? .everyElement : .name(String(decoding: name(of: node), as: UTF8.self)))
      number = Int(node.parent)
    }
    return segments.reversed()
  }
}

extension RecordPath {
  fileprivate init(steps: [Segment]) {
    self.init(segments: steps, text: "", positions: [])
  }
}

extension ReferenceValue {
  fileprivate func count(at path: [RecordPath.Segment], into counts: inout [RecordPath: SchemaCounts]) {
    let key = RecordPath(steps: path)
    switch node {
    case .null: counts[key, default: SchemaCounts()].nulls += 1
    case .bool: counts[key, default: SchemaCounts()].bools += 1
    case .number(let literal):
      if literal.contains(where: { ".eE".contains($0) }) {
        counts[key, default: SchemaCounts()].decimals += 1
      } else {
        counts[key, default: SchemaCounts()].integers += 1
      }
    case .string: counts[key, default: SchemaCounts()].strings += 1
    case .array(let elements):
      counts[key, default: SchemaCounts()].arrays += 1
      for element in elements { element.count(at: path + [.everyElement], into: &counts) }
    case .object(let members):
      counts[key, default: SchemaCounts()].objects += 1
      var names: Set<[UInt8]> = []
      // The first of two members of one name counts.
      for member in members where names.insert(Array(member.name)).inserted {
        let name = RecordPath.Segment.name(String(decoding: member.name, as: UTF8.self))
        member.value.count(at: path + [name], into: &counts)
      }
    }
  }
}
