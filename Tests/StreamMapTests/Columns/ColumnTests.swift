import StreamMap
import StreamMapTables
import Synchronization
import Testing

@testable import TestSupport

@Suite("Columns")
struct ColumnTests {
  private static func rows(
    _ text: String, _ columns: ColumnMapping, engine: Engine = .automatic, validation: Validation = .full,
    rows: Int = 65_536, bytes: Int = 64 << 20, workers: Int = 1
  ) throws -> (rows: [[ColumnValue]], counts: [Int], rejected: [Int]) {
    var lines = JSONLines(.bytes(text.utf8), as: columns)
    lines.options.engine = engine
    lines.options.validation = validation
    let rejected = Mutex<[Int]>([])
    lines.onError = .skip { error, _ in rejected.withLock { $0.append(error.record ?? 0) } }
    var all: [[ColumnValue]] = []
    var counts: [Int] = []
    try lines.forEachBatch(rows: rows, bytes: bytes, workers: workers) { batch in
      all += ColumnValue.rows(of: batch)
      counts.append(batch.count)
    }
    return (all, counts, rejected.withLock { $0 })
  }

  @Test("a mismatch is null on request, and a required column never is")
  func mismatches() throws {
    func row(_ json: String, _ column: Column) throws -> ColumnValue {
      var value: ColumnValue?
      try JSONLines(.text(json), as: ColumnMapping([column])).forEachBatch { batch in
        value = ColumnValue.rows(of: batch)[0][0]
      }
      return try #require(value)
    }
    func kind(_ json: String, _ column: Column) -> MappingError.Kind? {
      do {
        _ = try row(json, column)
        return nil
      } catch {
        return (error as? MappingError)?.kind
      }
    }
    let null = Column("a", path: "u.a", .int64, mismatch: .null)
    for json in [
      #"{"u":{"a":"x"}}"#, #"{"u":{"a":1.5}}"#, #"{"u":{"a":9223372036854775808}}"#, #"{"u":7}"#, "{}",
    ] {
      #expect(try row(json, null) == .null, "\(json)")
    }
    let reject = Column("a", path: "u.a", .int64)
    #expect(kind(#"{"u":{"a":"x"}}"#, reject) == .typeMismatch)
    #expect(kind(#"{"u":{"a":1.5}}"#, reject) == .notAnInteger)
    #expect(kind(#"{"u":{"a":9223372036854775808}}"#, reject) == .outOfRange)
    #expect(kind(#"{"u":7}"#, reject) == .typeMismatch)
    #expect(try row(#"{"u":null}"#, reject) == .null)
    let both = try Self.rows(#"{"a":1}"#, ColumnMapping("a:int64,b=a.b:int64"))
    #expect(both.rows.isEmpty && both.rejected == [1])
    let required = Column("a", .string, .required, mismatch: .null)
    #expect(kind("{}", required) == .missingField)
    #expect(kind(#"{"a":null}"#, required) == .unexpectedNull)
    let times = Column("a", .list(.timestamp(.seconds)), mismatch: .null)
    #expect(
      try row(#"{"a":["2025-03-01T00:00:00Z",1,"2025-03-01T00:00:00",null]}"#, times)
        == .list([.int(1_740_787_200), .null, .null, .null]))
  }

  @Test("a column of whole records is compact JSON", arguments: Engine.allCases)
  func wholeRecords(engine: Engine) throws {
    let columns = try ColumnMapping { Column("r", path: "$", .json) }
    for (text, compact) in [
      (#"{ "a" : 1 }"#, #"{"a":1}"#), ("[ 1 , {} ]", "[1,{}]"), ("\t7", "7"), (#" "x y" "#, #""x y""#),
    ] {
      var lines = JSONLines(.text(text), as: columns)
      lines.options.engine = engine
      let writer = RowWriter(columns, format: .jsonl)
      var output: [UInt8] = []
      try lines.forEach { row, _ in writer.write(row, into: &output) }
      #expect(String(decoding: output, as: UTF8.self) == "{\"r\":\(compact)}\n")
    }
  }

  @Test("a timestamp keeps its unit, and rejects what does not fit")
  func timestamps() throws {
    func time(_ text: String, _ unit: ColumnType.TimeUnit) -> Int64? {
      var found: Int64?
      let lines = try? JSONLines(
        .text("{\"t\":\"\(text)\"}"), as: ColumnMapping { Column("t", .timestamp(unit)) })
      try? lines?.forEachBatch { found = $0.int64("t")[0] }
      return found
    }
    #expect(time("2025-03-01T00:00:00.123456789Z", .nanoseconds) == 1_740_787_200_123_456_789)
    #expect(time("1969-12-31T23:59:59.5Z", .seconds) == -1)
    #expect(time("1677-09-21T00:12:43.145224192Z", .nanoseconds) == .min)
    #expect(time("1677-09-21T00:12:43.145224191Z", .nanoseconds) == nil)
    #expect(time("2262-04-11T23:47:16.854775807Z", .nanoseconds) == .max)
    #expect(time("2262-04-11T23:47:16.854775808Z", .nanoseconds) == nil)
    #expect(time("1500-02-29T00:00:00Z", .seconds) == nil)
    #expect(time("2025-02-29T00:00:00Z", .seconds) == nil)
    #expect(time("2025-03-01T00:00:00", .seconds) == nil)
    #expect(time("9999-12-31T23:59:59-18:00", .seconds) == nil)
    #expect(time("0000-01-01T00:00:00+01:00", .seconds) == nil)
    // RFC 3339, 5.6: the letters can be lower case, and a space can separate the date from the time.
    for text in ["2025-03-01t00:00:00z", "2025-03-01 00:00:00Z", "2025-03-01T23:59:00+23:59"] {
      #expect(time(text, .seconds) == 1_740_787_200)
    }
    for text in ["+02", "+0000", "-0100", "+24:00", "+01:60", "", "y"] {
      #expect(time("2025-03-01T00:00:00\(text)", .seconds) == nil)
    }
    #expect(time("2025-03-01_00:00:00Z", .seconds) == nil)
    // A finer fraction is cut, also before 1970.
    #expect(time("1969-12-31T23:59:59.9999Z", .milliseconds) == -1)
  }

  @Test("a Unix time is rounded down to the unit that it is stored in")
  func unixTimes() throws {
    func time(_ json: String, _ type: ColumnType) -> Int64? {
      var found: Int64?
      let lines = try? JSONLines(.text("{\"t\":\(json)}"), as: ColumnMapping { Column("t", type) })
      try? lines?.forEachBatch { found = $0.int64("t")[0] }
      return found
    }
    for json in ["1716112800", "1716112800.9", "\"1716112800\"", "1.7161128e9", "17161128000e-1"] {
      #expect(time(json, .unix(.seconds)) == 1_716_112_800, "\(json)")
    }
    #expect(time("1716112800.123456789123", .unix(.seconds, as: .nanoseconds)) == 1_716_112_800_123_456_789)
    #expect(time("\"1716112800.5\"", .unix(.seconds, as: .milliseconds)) == 1_716_112_800_500)
    #expect(time("1716112800999", .unix(.milliseconds, as: .seconds)) == 1_716_112_800)
    // Before 1970, too.
    #expect(time("-1", .unix(.milliseconds, as: .seconds)) == -1)
    #expect(time("-0.5", .unix(.seconds)) == -1)
    #expect(time("-1e-9", .unix(.seconds, as: .milliseconds)) == -1)
    #expect(time("-0.0", .unix(.seconds)) == 0)
    // The years 0 to 9999, or those of 64 bits of nanoseconds.
    #expect(time("253402300799.9", .unix(.seconds)) == 253_402_300_799)
    #expect(time("253402300800", .unix(.seconds)) == nil)
    #expect(time("-62167219200", .unix(.seconds)) == -62_167_219_200)
    #expect(time("-62167219200.1", .unix(.seconds)) == nil)
    #expect(time("9223372036.854775807", .unix(.seconds, as: .nanoseconds)) == .max)
    #expect(time("9223372036.854775808", .unix(.seconds, as: .nanoseconds)) == nil)
    #expect(time("-9223372036.8547758080", .unix(.seconds, as: .nanoseconds)) == .min)
    #expect(time("-9223372036.8547758081", .unix(.seconds, as: .nanoseconds)) == nil)
    for json in ["true", "\"\"", "\"x\"", "\" 1\"", "\"01\"", "\"+1\"", "\"1.\"", "[]", "\"2024-05-19\""] {
      #expect(time(json, .unix(.seconds)) == nil, "\(json)")
    }
  }

  @Test("a time without a time zone has none")
  func localTimes() throws {
    func time(_ text: String, _ unit: ColumnType.TimeUnit) -> Int64? {
      var found: Int64?
      let lines = try? JSONLines(
        .text("{\"t\":\"\(text)\"}"), as: ColumnMapping { Column("t", .datetime(unit)) })
      try? lines?.forEachBatch { found = $0.int64("t")[0] }
      return found
    }
    for text in ["2024-05-19T10:00:00", "2024-05-19 10:00:00.9", "2024-05-19t09:59:60"] {
      #expect(time(text, .seconds) == 1_716_112_800, "\(text)")
    }
    #expect(time("1969-12-31T23:59:59.5", .milliseconds) == -500)
    #expect(time("0000-01-01T00:00:00", .microseconds) == -62_167_219_200_000_000)
    for text in [
      "2024-05-19T10:00:00Z", "2024-05-19T10:00:00+01:00", "2024-05-19", "2024-05-19T10:00",
      "2024-05-19T10:00:00.",
      "2023-02-29T10:00:00", "2024-05-19_10:00:00", "9999-12-31T23:59:60", "2024-05-19T10:00:00.5 ",
    ] {
      #expect(time(text, .seconds) == nil, "\(text)")
    }
    #expect(time("2262-04-11T23:47:16.854775807", .nanoseconds) == .max)
    #expect(time("2262-04-11T23:47:16.854775808", .nanoseconds) == nil)
  }

  @Test("an exclamation mark after a type makes a column required")
  func requiredColumns() throws {
    let list = "id:int64!,['a.b']=tags[*]:list(unix[s,ms])!,x:text"
    let columns = try ColumnMapping(" id : int64 ! , ['a.b'] = tags[*] : list(unix[ s , ms ])!, x:text")
    #expect(columns.list == list)
    #expect(try ColumnMapping(columns.list).list == list)
    #expect(columns.columns.map(\.presence) == [.required, .required, .optional])
    let found = try Self.rows(
      #"{"id":1,"tags":[]}"# + "\n" + #"{"id":null,"tags":[]}"# + "\n" + #"{"tags":[]}"# + "\n"
        + #"{"id":1}"#, columns)
    #expect(found.rows.count == 1 && found.rejected == [2, 3, 4])
  }

  @Test("a mismatch shows the value that was found")
  func foundValues() throws {
    func message(_ value: String, _ type: ColumnType) throws -> String? {
      let lines = try JSONLines(.text("{\"a\":\(value)}"), as: ColumnMapping { Column("a", type) })
      return #expect(throws: MappingError.self) { try lines.forEachBatch { _ in } }?.message
    }
    #expect(try message(#""x7""#, .int64) == #"a: expected an integer for int64, found a string ("x7")"#)
    #expect(
      try message(#""say \"hi\"\n""#, .bool)
        == #"a: expected true or false for bool, found a string ("say \"hi\"\n")"#)
    let long = String(repeating: "é", count: 41)
    #expect(
      try message("\"\(long)\"", .int64)
        == "a: expected an integer for int64, found a string (\"\(long.dropLast())…\")")
    #expect(
      try message("\"\(long.dropLast())\"", .int64)
        == "a: expected an integer for int64, found a string (\"\(long.dropLast())\")")
    // An escape is one character, whatever its length.
    for escape in [#"\n"#, #"\u00e9"#, #"\\"#] {
      let plain = String(repeating: "x", count: 39)
      #expect(
        try message("\"\(escape)\(plain)\"", .int64)
          == "a: expected an integer for int64, found a string (\"\(escape)\(plain)\")")
      #expect(
        try message("\"\(escape)\(plain)x\"", .int64)
          == "a: expected an integer for int64, found a string (\"\(escape)\(plain)…\")")
    }
    #expect(
      try message(String(repeating: "1", count: 50), .int64)
        == "a: expected an integer for int64, found \(String(repeating: "1", count: 40))…")
    #expect(
      try message(#""0001-01-01T00:00:00Z""#, .timestamp(.nanoseconds))
        == #"a: expected a value in the range of timestamp[ns], found a string ("0001-01-01T00:00:00Z")"#)
    #expect(
      try message(#""soon""#, .timestamp(.nanoseconds))
        == #"a: expected a time in RFC 3339 format, such as "2025-03-01T12:00:00Z" for timestamp[ns], found a string ("soon")"#
    )
    #expect(
      try message(#""2024-05-19T10:00:00Z""#, .datetime(.seconds))
        == #"a: expected a date and time without a time zone, such as "2025-03-01T12:00:00" for datetime[s], found a string ("2024-05-19T10:00:00Z")"#
    )
    #expect(
      try message("1716112800000", .unix(.seconds, as: .milliseconds))
        == "a: expected a number of seconds since 1970, or a string of one (years 0 to 9999) for unix[s,ms], found 1716112800000"
    )
    #expect(
      try message("[1]", .text) == "a: expected a string, a number or a Boolean for text, found an array")
  }

  @Test("reports wrong columns with their position")
  func wrongColumns() {
    func reason(_ list: String) -> String {
      do throws(PathError) {
        _ = try ColumnMapping(list)
        return ""
      } catch {
        return "\((error.list == nil ? 0 : error.start) + error.position): \(error.reason)"
      }
    }
    #expect(reason("a:int64,b") == "9: expected a colon and a type, as in b:int64")
    #expect(reason("a:int64, b:texts").hasPrefix("11: unknown type 'texts'"))
    #expect(reason("a:int64, b:list(int64!)").hasPrefix("16: only a column can be required"))
    #expect(reason("a:unix[s,h]").hasPrefix("2: unknown type 'unix[s,h]'"))
    let units = "timestamp[UNIT], datetime[UNIT] or unix[UNIT], UNIT being s, ms, us or ns"
    #expect(reason("a:timestamp") == "2: unknown type 'timestamp': use \(units)")
    #expect(reason("a:int64, a=b:bool") == "11: duplicate column name 'a'")
    #expect(reason("a:int64, a:bool") == "9: duplicate column name 'a'")
    let deep = String(repeating: "list(", count: 20_000) + "int64" + String(repeating: ")", count: 20_000)
    #expect(reason("a:" + deep) == "162: types nest at most 32 deep")
    #expect(reason("a[*]:int64").contains("needs a collection"))
    #expect(reason("a[*].b:int64").contains("needs a collection"))
    #expect(reason("a[*]:struct(b:int64)").contains("needs a collection"))
    #expect(reason("a.*:map(int64)").contains("needs a list"))
    #expect(reason("['a:b']:int64, ['x,y']=c:list(string)") == "")
    #expect(
      reason("u:int64,user:struct(a:int64),x=user[0]:int64").hasPrefix("31: user.a needs an object here"))
    #expect(reason("id:int64,s=l:list(struct(a:int64)),t=l:list(list(int64))").hasPrefix("37: "))
    #expect(reason("a:struct(b:int64,b:bool)") == "2: duplicate member name 'b'")
    #expect(
      reason("a:struct()") == "9: expected the name of a member; one with another character is written ['…']")
    #expect(reason("x:bool,a:struct(b:texts)").hasPrefix("18: unknown type 'texts'"))
    #expect(reason("a:struct(b)") == "10: expected a colon and the type of 'b'")
    #expect(reason("a:list(int64").hasSuffix("expected ) after the types of list"))
    #expect(reason("a:list(int64))") == "13: expected the end of the type")
  }

  @Test(
    "answers a type's name from elsewhere with the type",
    arguments: [
      ("int", "int64"), ("Int64", "int64"), ("uint8", "uint64"), ("float64", "double"), ("str", "string"),
      ("utf8", "string"),
      ("Boolean", "bool"), ("date32", "date"), ("dict", "map(TYPE)"), ("array", "list(TYPE)"),
      ("map", "map(TYPE)"),
    ])
  func foreignType(_ name: String, type: String) throws {
    func reason(_ text: String) -> String? {
      do throws(PathError) {
        _ = try ColumnMapping(text)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason("a:\(name)") == "unknown type '\(name)': use \(type)")
    #expect(reason("a:list(\(name))") == "unknown type '\(name)': use \(type)")
    #expect(reason("a:\(type.replacing("TYPE", with: "int64"))") == nil)
  }

  @Test("members beyond a word of marks have their values", arguments: [1, 62, 63, 64, 65, 127, 128, 129])
  func manyMembers(_ count: Int) throws {
    let members = (0..<count).map { ColumnType.Member("f\($0)", .int64) }
    let columns = try ColumnMapping(
      [("s", .struct(members)), ("l", .list(.struct(members))), ("m", .map(.struct(members)))]
        .map { Column($0, $1, mismatch: .null) })
    let json = "{\"f\(count - 1)\":\(count)}"
    let text = "{\"s\":\(json),\"l\":[null,\(json),{}],\"m\":{\"k\":\(json)}}"
    let nulls = [ColumnValue](repeating: .null, count: count)
    let value = ColumnValue.members(nulls.dropLast() + [.int(Int64(count))])
    let row: [ColumnValue] = [
      value, .list([.null, value, .members(nulls)]), .list([.members([.text(Array("k".utf8)), value])]),
    ]
    for engine in [Engine.yajl, .index] {
      #expect(try Self.rows(text, columns, engine: engine).rows == [row])
    }
    // A row that notes what is missing visits the marks of all cells.
    let missing = Mutex(0)
    try JSONLines(.text(text), as: columns.mapping(noting: .mismatches)).forEach { row, _ in
      row.forEachMissing { _ in missing.withLock { $0 += 1 } }
    }
    #expect(missing.withLock { $0 } == 0)
  }

  @Test("a rejected record's mismatches are not those of the next", arguments: [Engine.yajl, .index])
  func rejectedMismatches(engine: Engine) throws {
    let columns = try ColumnMapping("a:int64,b:int64!", mismatch: .null)
    var lines = JSONLines(
      .text("{\"a\":\"x\",\"b\":null}\n{\"a\":1,\"b\":1}\n{\"a\":\"y\",\"b\":2}"),
      as: try columns.mapping(noting: .mismatches))
    lines.options.engine = engine
    lines.onError = .skip { _, _ in }
    var found: [[String?]] = []
    try lines.forEach { row, _ in
      found.append(row.mismatches.map(\.text))
    }
    #expect(found == [[], [#"a string ("y")"#]])
  }

  @Test("columns of the same elements do not depend on one another")
  func sameElements() throws {
    let columns = try ColumnMapping(
      "s=items:list(struct(a:int64)),m=items:list(map(int64)),b=items[*].a:list(int64)", mismatch: .null)
    let (rows, _, _) = try Self.rows(#"{"items":[7,[1],{"a":2},null]}"#, columns)
    let member = ColumnValue.members([.text(Array("a".utf8)), .int(2)])
    #expect(
      rows == [
        [
          .list([.null, .null, .members([.int(2)]), .null]), .list([.null, .null, .list([member]), .null]),
          .list([.null, .null, .int(2), .null]),
        ]
      ])
  }

  @Test("a type is parsed from its text")
  func types() throws {
    let type: ColumnType = .struct([
      .init("a", .list(.map(.timestamp(.nanoseconds)))), .init("b c", .json), .init("]'\"", .bool),
      .init("", .int64),
      .init("日本", .struct([.init("x:y", .list(.list(.string)))])),
    ])
    #expect(
      type.description
        == #"struct(a:list(map(timestamp[ns])),['b c']:json,[']\'"']:bool,['']:int64,日本:struct(['x:y']:list(list(string))))"#
    )
    #expect(ColumnType(type.description) == type)
    #expect(
      ColumnType(" struct ( a : list( int64 ) , ['b'] : bool ) ")
        == .struct([.init("a", .list(.int64)), .init("b", .bool)]))
    for unit in ["s", "ms", "us", "ns"] {
      for stored in ["s", "ms", "us", "ns"] {
        let text = unit == stored ? "unix[\(unit)]" : "unix[\(unit),\(stored)]"
        #expect(
          ColumnType("map(unix[\(unit) , \(stored)])")?.description ?? "" == "map(\(text))" || unit == stored)
        #expect(ColumnType(text)?.description == text)
      }
      #expect(ColumnType("datetime[\(unit)]")?.description == "datetime[\(unit)]")
    }
    for text in [
      "int64!", "unix", "unix[]", "unix[s,]", "unix[s,s,s]", "datetime", "timestamp[s,ms]",
      "struct(b[c:int64)", "struct(a\"b:int64)", "", "list", "list()", "map(int64", "struct(a:int64,)",
      "int64(bool)", "list(int64)x",
      "struct(['a:int64)",
    ] {
      #expect(ColumnType(text) == nil, "\(text)")
    }
    // A name with parentheses is not a type.
    let columns = try ColumnMapping("f(x=a:int64,g(x:y)=b:list(struct(c:int64,d:bool)),list(q=c:bool").columns
    #expect(columns.map(\.name) == ["f(x", "g(x:y)", "list(q"])
  }

  @Test("a schema gives nested types to what is in lists and dictionaries")
  func nestedSchema() throws {
    let names = (0..<20).map { "\"k\($0)\":{\"n\":\($0)}" }
    let lines = names.map { "{\"d\":{\($0)}}" }
    let text = #"""
      {"items":[{"sku":"a","at":[[1,2.5]],"x":1},{"sku":null,"x":"y","o":{"p":true}},null],"mixed":[1,"x"]}
      {"items":[],"none":[],"empty":[{}],"nulls":[null],"u":{"l":[{"a b":1}]}}

      """# + lines.joined(separator: "\n")
    let schema = try InferredSchema(of: text)
    let found = try ColumnMapping(schema).columns.map { "\($0.name):\($0.type)" }
    #expect(
      found == [
        "items:list(struct(sku:string,at:list(list(double)),x:text,o:struct(p:bool)))", "mixed:list(text)",
        "none:json",
        "empty:json", "nulls:json", "u.l:list(struct(['a b']:int64))", "d:map(struct(n:int64))",
      ])
    let (rows, _, rejected) = try Self.rows(text, ColumnMapping(schema))
    #expect(rows.count == 22 && rejected.isEmpty)
    let item: ColumnValue = .members([
      .text(Array("a".utf8)), .list([.list([.double(1.0.bitPattern), .double(2.5.bitPattern)])]),
      .text(Array("1".utf8)), .null,
    ])
    #expect(
      rows[0][0]
        == .list([
          item, .members([.null, .null, .text(Array("y".utf8)), .members([.bool(true)])]), .null,
        ]))
  }

  @Test("a schema gives columns that fit the records it describes")
  func schema() throws {
    // Two names that are canonically equivalent, and not equal.
    let names = ["\u{E9}", "e\u{301}"]
    let text = """
      {"id":1,"big":9223372036854775808,"all":[1,1e400],"huge":[1e400],"meta":{},"\(names[0])":1,"\(names[1])":true}
      {"id":2,"big":1,"all":[2],"huge":[],"meta":{},"u":{"v":[{}],"w":{"x":null}}}
      """
    let columns = try ColumnMapping(try InferredSchema(of: text))
    let found = columns.columns.map { "\($0.name):\($0.type)" }
    let expected = [
      "id:int64", "big:json", "all:json", "huge:json", "meta:json", "\(names[0]):int64", "\(names[1]):bool",
      "u.v:json",
      "u.w.x:json",
    ]
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(found)")
    let rows = try Self.rows(text, columns)
    #expect(rows.rows.count == 2 && rows.rejected.isEmpty)
    #expect(rows.rows.first?[1] == .text(Array("9223372036854775808".utf8)))
    try JSONLines(.text(text), as: columns).forEachBatch { batch in
      #expect(batch[names[0]].type == .int64 && batch[names[1]].type == .bool)
    }
  }

  @Test("a batch of narrow rows ends before their presence takes much more memory")
  func narrowRows() throws {
    let columns = try ColumnMapping { Column("a", .bool) }
    // Nine bytes for each row: a value, and a word.
    let found = try Self.rows(String(repeating: "{}\n", count: 100), columns, rows: .max, bytes: 90)
    #expect(found.counts == [10, 10, 10, 10, 10, 10, 10, 10, 10, 10])
  }

  @Test("a large record fills a batch alone")
  func largeRecord() throws {
    let columns = try ColumnMapping { Column("a", .string) }
    let long = String(repeating: "x", count: 3 << 20)
    let text = #"{"a":"s"}"# + "\n" + "{\"a\":\"\(long)\"}\n" + #"{"a":"t"}"# + "\n"
    for workers in [1, 2] {
      #expect(try Self.rows(text, columns, rows: .max, workers: workers).counts == [3])
      let found = try Self.rows(text, columns, bytes: 1 << 20, workers: workers)
      #expect(found.counts == [2, 1])
      #expect(found.rows == ["s", long, "t"].map { [.text(Array($0.utf8))] })
    }
  }

  /// yajl decodes escapes into a buffer of its own, which the next string overwrites.
  @Test("an escaped text that another column goes through")
  func unstableText() throws {
    let columns = try ColumnMapping("t=a:text,b=a.b:int64,c:text", mismatch: .null)
    let rows = try Self.rows(#"{"a":"1\n2","c":"3\n4"}"#, columns, engine: .yajl).rows
    #expect(rows == [[.text(Array("1\n2".utf8)), .null, .text(Array("3\n4".utf8))]])
  }
}
