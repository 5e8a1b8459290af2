import StreamMapTables
import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Filters")
struct FilterTests {
  struct Item: Equatable, Decodable { var id = 0 }

  private static let mapping = try? Mapping(Item()) { Field(\.id, "id") }

  private static func lines(_ text: String, _ filter: String) throws -> JSONLines<Item> {
    var lines = JSONLines(.text(text), as: try #require(mapping))
    lines.filter = try Filter(filter)
    return lines
  }

  private static func kept(
    _ text: String, _ filter: String, _ change: (inout JSONLines<Item>) -> Void = { _ in }
  ) throws -> [Int] {
    var lines = try lines(text, filter)
    change(&lines)
    var ids: [Int] = []
    try lines.forEach { item, _ in ids.append(item.id) }
    return ids
  }

  private static let records = """
    {"id":1,"lang":"en","n":5,"u":{"f":1000},"ok":true}
    {"id":2,"lang":"de","n":"5","u":null}
    {"id":3,"lang":null,"n":5.0,"u":{"f":[1]}}

    {"id":4,"n":-1e3,"u":7,"ok":false}
    {"id":5,"lang":"eng","n":123456789012345678901,"u":{"f":null}}
    """

  @Test(
    "keeps the records for which the condition is true",
    arguments: [
      ("lang == 'en'", [1]), ("lang != \"en\"", [2, 5]), ("not (lang == 'en')", [2, 5]),
      ("lang is null", [3, 4]),
      ("lang is not null", [1, 2, 5]), ("n == 5", [1, 3]), ("n == '5'", [2]),
      ("n > 123456789012345678900", [5]),
      ("n <= -1000", [4]), ("u.f is null", [2, 4, 5]), ("u is null", [2]),
      ("u.f >= 1000 AND lang == 'en'", [1]),
      ("ok == true or ok == false", [1, 4]), ("lang in ('de', 'eng', 3)", [2, 5]),
      ("not lang in ('de')", [1, 5]),
      ("lang starts with 'en'", [1, 5]), ("lang contains 'g'", [5]), ("lang contains ''", [1, 2, 5]),
      ("u.f == 1000 or lang == 'de' and n == '5'", [1, 2]), ("$.id < 3", [1, 2]), ("['id'] >= 4", [4, 5]),
    ])
  func conditions(filter: String, expected: [Int]) throws {
    for engine in Engine.allCases {
      for validation in Validation.allCases {
        for text in [Self.records, Self.long(Self.records)] {
          let found = try Self.kept(text, filter) {
            $0.options.engine = engine
            $0.options.validation = validation
          }
          #expect(found == expected, "\(filter), \(engine), \(validation), \(text.count)")
        }
      }
    }
  }

  /// The records with a member that makes them so long that reading stops at a value that decides.
  private static func long(_ records: String) -> String {
    records.replacing(/"id":\d/) { "\($0.output),\"padding\":\"\(String(repeating: "x", count: 2_000))\"" }
  }

  @Test("a malformed value of the condition is an error also after one that decides")
  func malformedOperand() throws {
    for text in [#"{"id":1,"a":0,"b":01}"#, Self.long(#"{"id":1,"a":0,"b":01}"#)] {
      for engine in Engine.allCases {
        for validation in Validation.allCases {
          let error = #expect(throws: MappingError.self) {
            try Self.kept(text, "a == 1 and b == 2") {
              $0.options.engine = engine
              $0.options.validation = validation
            }
          }
          #expect(error?.kind == .syntax && error?.byteOffset == text.count - 2, "\(engine), \(validation)")
        }
      }
    }
  }

  @Test("each chunk counts the records that it skips", arguments: [1, 40, 1_000])
  func chunks(size: Int) throws {
    let lines = try Self.lines(Self.records, "lang == 'en' or n < 0")
    let reading = ChunkedReading(lines.plan, of: [lines.chunkedInput], workers: 1, chunkSize: size) { _ in
      0
    } add: { kept, _, _ in
      kept += 1
    }
    var (kept, filtered, records) = (0, 0, 0)
    while let chunk = reading.next() {
      kept += chunk.part
      filtered += chunk.filtered
      records += chunk.records
    }
    #expect((kept, filtered, records) == (2, 3, 5))
  }

  @Test("every view skips the same records, and counts them")
  func views() async throws {
    let filter = "lang == 'en' or n < 0"
    var lines = try Self.lines(Self.records, filter)
    let progress = Mutex<ReadingProgress?>(nil)
    lines.onProgress = { now in progress.withLock { $0 = now } }
    #expect(try Self.kept(Self.records, filter) == [1, 4])
    #expect(try lines.results.map { try $0.get().id } == [1, 4])
    #expect(try lines.results(workers: 2).map { try $0.get().id } == [1, 4])
    #expect(progress.withLock { $0?.filtered } == 3 && progress.withLock { $0?.records } == 5)
    var ids: [Int] = []
    for try await item in lines.async { ids.append(item.id) }
    #expect(ids == [1, 4])
    #expect(
      try lines.reduce(into: 0, workers: 2) {
        $0 += $1.id
      } combine: {
        $0 += $1
      } == 5)
    var decoded = JSONLines(.text(Self.records), decoding: Item.self)
    decoded.filter = lines.filter
    #expect(try decoded.results.map { try $0.get().id } == [1, 4])
    var columns = JSONLines(.text(Self.records), as: try ColumnMapping("id:int64"))
    columns.filter = lines.filter
    var found: [Int64] = []
    try columns.forEachBatch { batch in for row in 0..<batch.count { found.append(batch.int64("id")[row]) } }
    #expect(found == [1, 4])
  }

  @Test("a malformed record is rejected, and a mismatched one only if it is kept")
  func badRecords() throws {
    let text = """
      {"id":"x","lang":"de"}
      {"id":2,"lang":"de","a":01}
      {"id":3,"lang":"en"}
      {"id":"y","lang":"en"}
      {"id":5,"lang":"de"
      """
    for engine in Engine.allCases {
      let rejected = Mutex<[Int?]>([])
      let ids = try Self.kept(text, "lang == 'en'") {
        $0.options.engine = engine
        $0.onError = .skip { error, _ in rejected.withLock { $0.append(error.record) } }
      }
      #expect(ids == [3])
      #expect(rejected.withLock { $0 } == [2, 4, 5], "\(engine)")
    }
  }

  @Test(
    "reports the position of an error",
    arguments: [
      ("", 0, "expected a path"), ("a", 1, "expected an operator"), ("a = 1", 2, "expected =="),
      ("a == 1 b == 2", 7, "expected 'and', 'or' or the end"), ("(a == 1", 7, "expected 'and', 'or' or )"),
      ("a == x", 5, "expected a number"), ("a == null", 5, "use 'is null'"),
      ("a < true", 4, "true and false"),
      ("a in ()", 6, "expected a literal"), ("a in (1", 7, "expected , or )"),
      ("a starts 'x'", 9, "expected 'with'"),
      ("a contains 1", 11, "expected a string"), ("a is 1", 5, "expected 'null'"),
      ("a == 'x", 5, "closing quote"),
      ("a == '\\n'", 6, "a backslash may only precede"), ("a == '\\ud800'", 6, "half of a surrogate pair"),
      ("a[*] == 1", 0, "no wildcard"), ("a.b == 1 or a[0] == 1", 13, "needs an array"),
      ("!a == 1", 0, "expected !="),
      ("and == 1", 0, "write ['and']"), ("a == 1 or json(b).c == 1", 10, "a filter has no json(…)"),
      ("a..b == 1", 2, ""), ("a[ == 1", 1, "a [ without its ]"),
      (String(repeating: "(", count: 300), 200, "nest too deeply"),
      (
        String(repeating: "(a == 1) and ", count: 3) + String(repeating: "(", count: 300), 239,
        "nest too deeply"
      ),
    ])
  func errors(text: String, position: Int, reason: String) {
    let error = #expect(throws: PathError.self) { try Filter(text) }
    #expect(
      error?.position == position && error?.reason.contains(reason) ?? reason.isEmpty,
      "\(text): \(String(describing: error))")
    #expect(error?.description.hasPrefix("filter, position \(position): ") == true)
  }

  @Test(
    "keeps elements",
    arguments: [
      (#"i[*].t == 'a"b'"#, [0]), ("i[*].t == 'é'", [1, 2]), (#"i[*].t == '\\x'"#, [3]),
      ("i[*].t is null", [4, 5]),
      ("i[*].t == 7", [6]), ("i[*].t > 6 or i[*].t < 'b'", [0, 3, 6]),
      ("not i[*].t == 'é' and id == 1", [0, 3]), ("i[*].t in ('é', 7, true)", [1, 2, 6, 8]),
    ])
  func elements(text: String, numbers: [Int]) throws {
    let record =
      #"{"id":1,"i":[{"t":"a\"b"},{"t":"é"},{"t":"\u00e9"},{"t":"\\x"},{"t":null},{},{"t":7},{"t":[1]},{"t":true}]}"#
    for engine in Engine.allCases {
      let filter = ElementFilter(
        try Filter(text, takesWildcards: true), try RowElements(RecordPath("i[*]"), keepsEmpty: false),
        ReadingOptions(engine: engine))
      let verdict = filter.verdict(of: Array(record.utf8).span, nil, allowsByteOrderMark: true)
      guard case .keep = verdict else {
        Issue.record("not kept")
        continue
      }
      #expect(filter.selection.kept.indices.filter { filter.selection.kept[$0] } == numbers, "\(engine)")
    }
  }

  /// As in SQL, `and` with false is false, and `or` with true is true. Otherwise unknown with anything is unknown.
  @Test("combines sets of possible outcomes")
  func outcomes() {
    typealias Outcomes = FilterExpression.Outcomes
    let sets = (1...7).map { Outcomes(rawValue: $0) }
    func combined(_ one: Outcomes, _ other: Outcomes, _ combine: (Outcomes, Outcomes) -> Outcomes) -> Outcomes
    {
      let single: [Outcomes] = [.isTrue, .isFalse, .isUnknown]
      return single.filter(one.contains).reduce(into: []) { result, first in
        for second in single where other.contains(second) { result.insert(combine(first, second)) }
      }
    }
    for one in sets {
      let negated = combined(one, one) { first, _ in
        first == .isTrue ? .isFalse : first == .isFalse ? .isTrue : .isUnknown
      }
      #expect(one.negated == negated)
      for other in sets {
        #expect(
          one.and(other)
            == combined(one, other) { first, second in
              if first == .isFalse || second == .isFalse { return .isFalse }
              return first == .isUnknown || second == .isUnknown ? .isUnknown : .isTrue
            }, "\(one.rawValue), \(other.rawValue)")
        #expect(
          one.or(other)
            == combined(one, other) { first, second in
              if first == .isTrue || second == .isTrue { return .isTrue }
              return first == .isUnknown || second == .isUnknown ? .isUnknown : .isFalse
            }, "\(one.rawValue), \(other.rawValue)")
      }
    }
  }

  @Test("accepts 199 nested parentheses")
  func deep() throws {
    for count in [1, 199] {
      let filter = String(repeating: "(", count: count) + "id == 2" + String(repeating: ")", count: count)
      #expect(try Self.kept("{\"id\":1}\n{\"id\":2}", filter) == [2])
    }
  }

  @Test(
    "reads the escapes of a literal",
    arguments: [
      (#"t == 'it\'s'"#, 1), (#"t == "it's""#, 1), (#"t == 'a\\b'"#, 2), (#"t == "say \"hi\"""#, 3),
      (#"t == '\u00e9\u0041'"#, 4), (#"t == '\ud83d\ude00!'"#, 5), (#"t contains '\uD83D\uDE00'"#, 5),
      (#"t in ('x', 'a\\b')"#, 2), (#"t starts with 'say \u0022'"#, 3),
    ])
  func escapes(filter: String, id: Int) throws {
    let texts = ["it's", #"a\\b"#, #"say \"hi\""#, #"é\u0041"#, "😀!"]
    let lines = texts.enumerated().map { #"{"id":\#($0 + 1),"t":"\#($1)"}"# }.joined(separator: "\n")
    #expect(try Self.kept(lines, filter) == [id])
  }

  @Test("finds a text anywhere, also after a part of it")
  func search() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<300 {
      let text = String((0..<random.below(12)).map { _ in random.pick(["a", "b"] as [Character]) })
      let part = String((0..<random.below(5)).map { _ in random.pick(["a", "b"] as [Character]) })
      let isThere = try Self.kept("{\"id\":1,\"t\":\"\(text)\"}", "t contains '\(part)'") == [1]
      #expect(isThere == (part.isEmpty || text.contains(part)), "\(text), \(part)")
    }
  }

  @Test("a number that is not finite is of another type")
  func nonFinite() throws {
    let found = try Self.kept("{\"id\":1,\"n\":NaN}\n{\"id\":2,\"n\":Infinity}\n{\"id\":3,\"n\":6}", "n > 5")
    {
      $0.options.extensions = .nonFiniteNumbers
    }
    #expect(found == [3])
  }

  @Test("a long condition is read in linear time")
  func longCondition() throws {
    let filter = (0..<5_000).map { "m\($0) == 1" }.joined(separator: " or ")
    #expect(try Self.kept("{\"id\":1}\n{\"m4999\":1,\"id\":2}", filter) == [2])
  }

  @Test("a value is found in a long list, whatever else the list has")
  func longList() throws {
    let records = [
      "7", "7.0", "70e-1", "\"7\"", "\"\\u0037\"", "7.5", "\"x\"", "true", "false", "null", "[7]",
    ]
    let text = records.enumerated().map { "{\"id\":\($0),\"a\":\($1)}" }.joined(separator: "\n")
    let numbers = (0..<300).map { "\($0 * 37 % 301)" } + ["1e3", "-0.5", "7e0", "18446744073709551616"]
    let strings = (0..<300).map { "'\($0 * 41 % 307)'" }
    #expect(try Self.kept(text, "a in (\(numbers.joined(separator: ",")))") == [0, 1, 2])
    #expect(try Self.kept(text, "a in (\(strings.joined(separator: ",")))") == [3, 4])
    // A list with another type leaves unknown what is not in it.
    #expect(try Self.kept(text, "not a in (\(numbers.joined(separator: ",")))") == [5])
    #expect(try Self.kept(text, "not a in (\((numbers + ["'7'"]).joined(separator: ",")))") == [])
    #expect(try Self.kept(text, "a in (true, 8)") == [7])
    #expect(try Self.kept(text, "not a in (true, true)") == [8])
  }

  @Test("compares numbers exactly")
  func numbers() throws {
    let texts = [
      "-1e400", "-10.5", "-1", "-1e-400", "0", "1e-400", "0.1", "0.10000000000000000000000000000000000001",
      "1",
      "9007199254740992", "9007199254740993", "18446744073709551616", "1e400",
    ]
    for (index, text) in texts.enumerated() {
      let records = texts.enumerated().map { "{\"id\":\($0),\"n\":\($1)}" }.joined(separator: "\n")
      #expect(try Self.kept(records, "n < \(text)") == Array(0..<index), "\(text)")
      #expect(try Self.kept(records, "n == \(text)") == [index], "\(text)")
    }
    #expect(try Self.kept("{\"id\":1,\"n\":100}\n{\"id\":2,\"n\":-0.0}", "n == 1.0e2 or n == 0") == [1, 2])
  }
}
