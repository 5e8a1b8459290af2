import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// The dates and times that a schema finds in strings, compared with the columns that accept them.
@Suite("Dates and times in a schema")
struct StringTimesTests {
  private static func schema(_ strings: ArraySlice<String>) throws -> InferredSchema {
    try InferredSchema(of: strings.map { "{\"a\":\($0)}\n" }.joined())
  }

  /// Returns the type that accepts all strings and keeps all digits.
  private static func expected(_ strings: [String]) -> ColumnType? {
    func fits(_ type: ColumnType) -> Bool {
      let lines = try? JSONLines(
        .text(strings.map { "{\"a\":\($0)}\n" }.joined()), as: ColumnMapping { Column("a", type) })
      return (try? lines?.forEachBatch { _ in }) != nil
    }
    guard !strings.isEmpty else { return nil }
    let digits = strings.map { $0.firstMatch(of: /\.([0-9]+)/)?.1.count ?? 0 }.max() ?? 0
    let types: [ColumnType] =
      ColumnType.TimeUnit.allCases.first { $0.digits >= digits }.map { [.timestamp($0), .datetime($0)] } ?? []
    return ([.date] + types).first(where: fits)
  }

  @Test("a plain time in UTC is one, and has as many digits")
  func plain() {
    var plain = 0
    for (century, month, day) in product([18, 19, 21, 22], [0, 1, 12, 13], [0, 1, 28, 29, 31]) {
      for (hour, second, digits) in product([0, 23, 24], [0, 59, 60, 61], [-1, 0, 1, 9, 10]) {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = digits < 0 ? "" : "." + String(repeating: "7", count: digits)
        let date = "\(century)07-\(two(month))-\(two(day))"
        for end in ["Z", "z", "+00:00", "", "Z "] {
          let text = Array("\(date)T\(two(hour)):59:\(two(second))\(fraction)\(end)".utf8)
          guard let found = TimestampText.fractionDigits(ofPlainUTC: text.span) else { continue }
          plain += 1
          let time = TimestampText(text.span, .rfc3339)
          let count = try? time?.count(in: .nanoseconds)
          #expect(time?.digits == found && count != nil, "\(date)")
        }
      }
    }
    #expect(plain == 2 * 2 * 2 * 2 * 2 * 3)
  }

  private func product<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
    a.flatMap { a in b.flatMap { b in c.map { (a, b, $0) } } }
  }

  @Test("all strings have the type, for any parts of the input")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var found: [String: Int] = [:]
    for _ in 0..<300 {
      let usual = random.below(3)
      let years = random.pick([1970..<2030, 1600..<2400, 0..<10_000])
      let mostDigits = random.pick([0, 3, 6, 9, 11])
      let strings = (0..<(1 + random.below(8))).map { _ -> String in
        if random.chance(1, outOf: 60) {
          return random.pick(["\"\"", "\"x\"", "\"2024-13-01\"", "\"1700000000\""])
        }
        let kind = random.chance(1, outOf: 60) ? random.below(3) : usual
        func two(_ bound: Int) -> String { String("0\(random.below(bound))".suffix(2)) }
        let year = String("000\(Int.random(in: years, using: &random))".suffix(4))
        var text = "\(year)-0\(1 + random.below(9))-\(1 + random.below(2))\(random.below(9))"
        if kind > 0 {
          text += "\(random.pick(["T", "T", " ", "t"]))\(two(24)):\(two(60)):\(two(60))"
          let digits = random.below(mostDigits + 1)
          if digits > 0 { text += "." + (0..<digits).map { _ in "\(random.below(10))" }.joined() }
        }
        if kind == 1 { text += random.pick(["Z", "Z", "z", "+01:00", "-23:59"]) }
        if random.chance(1, outOf: 40) { text += random.pick([" ", "Z", "x"]) }
        return random.chance(1, outOf: 20)
          ? "\"\\u00\(String(text.utf8.first ?? 0, radix: 16))\(text.dropFirst())\"" : "\"\(text)\""
      }
      let whole = try Self.schema(strings[...])
      let type = whole.entries[1].times
      #expect(type == Self.expected(strings), "\(strings) \(SeededRandom.again)")
      found[type.map { String("\($0)".prefix { $0 != "[" }) } ?? "none", default: 0] += 1
      let column = try #require(try ColumnMapping(whole).columns.first)
      #expect(column.type == type ?? .string)
      var parts: [InferredSchema] = []
      var rest = strings[...]
      while !rest.isEmpty {
        let count = 1 + random.below(rest.count)
        parts.append(try Self.schema(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      while parts.count > 1 {
        let index = random.below(parts.count - 1)
        parts[index].merge(parts.remove(at: index + 1))
      }
      #expect(parts[0].entries == whole.entries, "\(strings) \(SeededRandom.again)")
    }
    #expect(["date", "timestamp", "datetime", "none"].allSatisfy { found[$0, default: 0] > 10 }, "\(found)")
  }

  @Test("scalars of several types are text, and containers among them JSON")
  func mixed() throws {
    let text = """
      {"a":"01234","b":true,"c":1,"d":"2024-05-19","e":"2024-05-19","f":1e400,"g":[1,"x",null]}
      {"a":12345,"b":1.5,"c":2.5,"d":null,"e":7,"f":"x","g":[]}
      {"a":true,"b":null,"c":3,"d":"2024-05-20","e":[1],"f":null,"g":null}
      """
    let schema = try InferredSchema(of: text)
    let columns = try ColumnMapping(schema)
    #expect(columns.list == "a:text,b:text,c:double,d:date,e:json,f:text,g:list(text)")
    let writer = RowWriter(columns, format: .csv)
    var output: [UInt8] = []
    try JSONLines(.text(text), as: columns).forEach { row, _ in writer.write(row, into: &output) }
    #expect(
      String(decoding: output, as: UTF8.self) == #"""
        01234,true,1.0,2024-05-19,"""2024-05-19""",1e400,"[""1"",""x"",null]"
        12345,1.5,2.5,,7,x,[]
        true,,3.0,2024-05-20,[1],,

        """#)
  }
}
